#include "client-cli/cmd_play.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/desk.h"
#include "client-cli/term.h"
#include "client-cli/wait.h"
#include "proto/shape.h"

/* How long to wait for the server's goodbye. */
#define GOODBYE_MS 1000

static const char help[] =
    "usage: alea play [OPTION...] [HOST[:PORT]]\n"
    "\n"
    "Plays on a server: by default on 127.0.0.1, port " DEFAULT_PORT
    ".  An IPv6 address with\n"
    "a port is written [ADDRESS]:PORT.  Type help when you are there.\n"
    "\n"
    "  --name NAME   your name; by default the one you have on this computer.  If "
    "somebody\n"
    "                has it, you get a number behind it\n"
    "  --plain       draw with plain characters and without colour, as NO_COLOR=1 and\n"
    "                output to a file do too\n"
    "  --help        this text\n"
    "\n"
    "exit status:\n"
    "  0  you have said quit, or ended the input\n"
    "  1  there is no connection, or it was lost\n"
    "  2  wrong command line\n";

enum status { STATUS_GOOD, STATUS_LOST, STATUS_USAGE };

struct play_options {
    struct net_address address;
    char name[NAME_BYTES_MAX + 1];
    bool plain;
};

/* What reading the command line comes to. */
enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_WRONG };

static enum parsed usage_error(const char *what, const char *word) {
    fprintf(stderr, "alea play: %s: %s (see alea play --help)\n", what, word);
    return PARSED_WRONG;
}

static enum parsed read_options(struct play_options *options, int argc, char **argv) {
    static const struct option known[] = {
        {"name", required_argument, NULL, 'n'},
        {"plain", no_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *user = getenv("USER");
    *options = (struct play_options){0};
    player_fit_name(user != NULL ? user : "", options->name);
    opterr = 0;
    for (int id; (id = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (id) {
        case 'n':
            if (!is_player_name(optarg)) {
                return usage_error(error_text(ERR_BAD_NAME), optarg);
            }
            snprintf(options->name, sizeof options->name, "%s", optarg);
            break;
        case 'p': options->plain = true; break;
        case 'h': return PARSED_HELP;
        default:
            return usage_error("no such option, or without its value", argv[optind - 1]);
        }
    }
    if (argc - optind > 1) {
        return usage_error("what is this", argv[optind + 1]);
    }
    const char *address = optind < argc ? argv[optind] : "";
    return net_address_read(address, &options->address)
               ? PARSED_GOOD
               : usage_error("not an address", address);
}

/* What is shown at once: gathered in memory, because a terminal that is being typed at
 * must be shown whole pieces. */
struct sheet {
    char *text;
    size_t len;
};

static void begin_sheet(struct desk *desk, struct sheet *sheet) {
    desk->out = open_memstream(&sheet->text, &sheet->len);
    if (desk->out == NULL) {
        abort();
    }
}

static void end_sheet(struct desk *desk, struct sheet *sheet, struct term *term) {
    fclose(desk->out);
    if (sheet->len > 0) {
        term_show(term, sheet->text);
    }
    free(sheet->text);
}

/* Shows what has come from the server. */
static void receive(struct desk *desk) {
    net_receive(&desk->player->net);
    for (struct message *msg; (msg = player_next(desk->player)) != NULL;) {
        desk_hear(desk, msg);
        message_free(msg);
    }
}

static bool is_connected(const struct desk *desk) {
    return desk->player->net.fd >= 0;
}

/* One turn of the loop.  False when it is time to go. */
static bool take_turn(struct desk *desk, struct term *term) {
    struct wait_fd fds[] = {{.fd = desk->player->net.fd}, {.fd = STDIN_FILENO}};
    if (wait_for(fds, 2, -1) == WAIT_STOPPED) {
        return false;
    }
    struct sheet sheet;
    begin_sheet(desk, &sheet);
    if (fds[0].is_ready) {
        receive(desk);
    }
    if (fds[1].is_ready) {
        term_receive(term);
    }
    for (const char *line; is_connected(desk) && (line = term_line(term)) != NULL;) {
        desk_type(desk, line);
    }
    end_sheet(desk, &sheet, term);
    return is_connected(desk) && !term_is_done(term);
}

/* Says goodbye, and shows what still comes until the server has closed. */
static void say_goodbye(struct desk *desk, struct term *term) {
    uint64_t now_ms = wait_now_ms(), until_ms = now_ms + GOODBYE_MS;
    player_ask(desk->player, &(struct request){.kind = CMD_QUIT});
    for (; is_connected(desk) && now_ms < until_ms; now_ms = wait_now_ms()) {
        struct wait_fd fd = {.fd = desk->player->net.fd};
        if (wait_for(&fd, 1, (int64_t)(until_ms - now_ms)) != WAIT_READY) {
            return;
        }
        struct sheet sheet;
        begin_sheet(desk, &sheet);
        receive(desk);
        end_sheet(desk, &sheet, term);
    }
}

static int play(const struct play_options *options, struct player *player) {
    char server[NET_HOST_BYTES + 16];
    struct text_out text;
    text_out_init(&text, server, sizeof server);
    net_address_write(&options->address, &text);
    if (!player_connect(player, &options->address, options->name)) {
        fprintf(stderr, "alea: %s: %s\n", server, player->net.fault);
        return STATUS_LOST;
    }
    struct term *term = term_new();
    struct desk desk = {.player = player, .style = term_style(stdout, options->plain)};
    while (take_turn(&desk, term)) {
    }
    bool is_lost = !is_connected(&desk) && !desk.has_quit;
    if (is_connected(&desk)) {
        say_goodbye(&desk, term);
    }
    term_free(term);
    desk_fini(&desk);
    if (is_lost) {
        fprintf(stderr, "alea: %s: %s\n", server, player->net.fault);
        return STATUS_LOST;
    }
    return STATUS_GOOD;
}

int cmd_play(int argc, char **argv) {
    struct play_options options;
    switch (read_options(&options, argc, argv)) {
    case PARSED_GOOD: break;
    case PARSED_HELP: fputs(help, stdout); return STATUS_GOOD;
    case PARSED_WRONG: return STATUS_USAGE;
    }
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL) {
        abort();
    }
    wait_catch_signals();
    int status = play(&options, player);
    player_close(player);
    free(player);
    return status;
}
