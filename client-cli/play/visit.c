#include "client-cli/play/play_options.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/token.h"
#include "client-cli/net/wait.h"
#include "client-cli/play/console.h"
#include "client-cli/play/ui.h"
#include "client-cli/player/player.h"
#include "client-cli/player/seal.h"
#include "mem/mem.h"
#include "mem/thread.h"

/* --- connecting in a thread, so that nobody waits --- */

enum { READ_END, WRITE_END, N_ENDS };

struct dial {
    struct player *player;             /* borrowed */
    const struct net_address *address; /* borrowed */
    pthread_t thread;
    int done[N_ENDS]; /* the thread writes a byte here when it has finished */
    bool is_there;    /* player_connect returned this */
};

static void *run(void *arg) {
    struct dial *dial = arg;
    dial->is_there = player_connect(dial->player, dial->address);
    while (write(dial->done[WRITE_END], "", 1) < 0 && errno == EINTR) {
    }
    return NULL;
}

static void dial_free(struct dial *dial) {
    close(dial->done[READ_END]);
    close(dial->done[WRITE_END]);
    free(dial);
}

/* Begins player_connect.  Until dial_end, the player belongs to the thread: use no part
 * of it.  player, address: borrowed until then.  Returns owned: dial_end; NULL: the
 * system has no thread or descriptor left. */
static struct dial *dial_begin(struct player *player, const struct net_address *address) {
    struct dial *dial = mem_new(1, sizeof *dial);
    dial->player = player;
    dial->address = address;
    if (pipe(dial->done) != 0) {
        free(dial);
        return NULL;
    }
    if (thread_start(&dial->thread, run, dial) != 0) {
        dial_free(dial);
        return NULL;
    }
    return dial;
}

/* Ends the attempt, and frees it.  Returns what player_connect returned.  Waits for it if
 * there is nothing to read yet: first make wait_for stop, as the program ends. */
static bool dial_end(struct dial *dial) {
    pthread_join(dial->thread, NULL);
    bool is_there = dial->is_there;
    dial_free(dial);
    return is_there;
}

/* How long to wait for the server's goodbye. */
#define GOODBYE_MS 1000

/* A person at a server. */
struct visit {
    const struct play_options *options;
    struct player *player;
    struct console console;
    struct reconnect reconnect;
    uint64_t act_ms;   /* when to call player_act */
    uint64_t lobby_ms; /* when to call lobby_act */
    bool is_trying;    /* not connected; the next try is planned */
    struct dial *dial; /* owned: the try under way, which has the player; NULL: none */
    struct token_file file;
};

static bool is_connected(const struct visit *visit) {
    return visit->dial == NULL && visit->player->net.fd >= 0;
}

/* --- the token --- */

/* Opens the file with the token of the last visit. */
static void open_token(struct visit *visit) {
    char fault[FAULT_BYTES];
    if (!token_find(&visit->file, &visit->options->address, visit->options->name,
                    fault)) {
        char *why = said_made(fault);
        fprintf(stderr, said("alea: if this program ends, you cannot come back: %s\n"),
                why);
        free(why);
    }
}

/* Keeps the token under the name that the server gave us, so the next visit asks for that
 * name. */
static void keep_token(struct visit *visit) {
    const struct player *player = visit->player;
    char fault[FAULT_BYTES];
    bool is_kept = token_keep(&visit->file, player->token, fault);
    if (is_kept && player->name[0] != '\0') {
        is_kept = token_move(&visit->file, &visit->options->address, player->name, fault);
    }
    if (!is_kept) {
        char *why = said_made(fault);
        fprintf(visit->console.ui.out,
                said("If this program ends, you cannot come back: %s\n"), why);
        free(why);
    }
}

/* Leaves the token in its file if a seat waits for our return. */
static void leave_token(struct visit *visit) {
    const struct player_room *room = player_busy_room(visit->player);
    if (room != NULL && visit->file.fd >= 0) {
        const char *server = visit->options->server;
        char words[4 * PATH_MAX];
        struct text_out out = text_out_of(words, sizeof words);
        printf(said("Your seat in %s is kept for a while: to come back, type\n"),
               room->code);
        const char *ca_file = visit->options->trust.ca_file;
        text_put(&out, visit->options->trust.is_wanted ? "--tls " : "");
        if (ca_file != NULL) {
            text_put(&out, "--tls-ca ");
            cli_write_word(ca_file, &out);
            text_put(&out, " ");
        }
        text_put(&out, "--name ");
        cli_write_word(visit->file.name, &out);
        if (server[0] != '\0') {
            text_put(&out, " ");
            cli_write_word(server, &out);
        }
        printf(said("  alea play %s\n"), words);
    }
    token_close(&visit->file, room != NULL);
}

/* --- the connection --- */

/* Receives and shows messages. */
static void receive(struct visit *visit) {
    bool was_in = visit->player->name[0] != '\0';
    net_receive(&visit->player->net);
    for (struct message *msg; (msg = player_next(visit->player)) != NULL;) {
        ui_hear(&visit->console.ui, msg);
        message_free(msg);
    }
    if (!was_in && visit->player->name[0] != '\0') {
        reconnect_is_back(&visit->reconnect, wait_now_ms());
    }
    keep_token(visit);
}

/* Tells the user that there is no connection, and plans the next try. */
static void plan_try(struct visit *visit, const char *what) {
    uint32_t delay_ms =
        reconnect_plan(&visit->reconnect, wait_now_ms(), randombytes_random());
    ui_tell_loss(&visit->console.ui, what, delay_ms);
    visit->is_trying = true;
}

/* Takes the result of a try. */
static void end_try(struct visit *visit, bool is_there) {
    if (!is_there && player_may_return(visit->player) &&
        wait_for(NULL, 0, 0) != WAIT_STOPPED) {
        plan_try(visit, said("Still no connection"));
    }
}

static void begin_try(struct visit *visit) {
    const struct net_address *address = &visit->options->address;
    visit->is_trying = false;
    visit->dial = dial_begin(visit->player, address);
    if (visit->dial == NULL) {
        end_try(visit, player_connect(visit->player, address));
    }
}

/* Ends the try under way. */
static bool end_dial(struct visit *visit) {
    bool is_there = dial_end(visit->dial);
    visit->dial = NULL;
    return is_there;
}

/* Restores the connection: plans another try when it is lost, and connects when due. */
static void mend(struct visit *visit) {
    if (visit->dial != NULL || is_connected(visit) || !player_may_return(visit->player)) {
        return;
    }
    if (!visit->is_trying) {
        receive(visit); /* there may be a goodbye */
        if (!visit->console.ui.has_quit && player_may_return(visit->player)) {
            plan_try(visit, said("The connection is lost"));
        }
    } else if (wait_now_ms() >= visit->reconnect.due_ms) {
        begin_try(visit);
    }
}

/* --- the loop --- */

/* Carries out typed lines.  Without a connection, refuses a person's lines; lines of a
 * file wait. */
static void obey(struct visit *visit) {
    bool is_person = isatty(STDIN_FILENO);
    const char *line;
    while ((is_connected(visit) || is_person) &&
           (line = console_line(&visit->console)) != NULL) {
        if (is_connected(visit)) {
            ui_type(&visit->console.ui, line);
            console_wipe_line(&visit->console); /* it may be a password */
        } else {
            ui_type_in_vain(&visit->console.ui, line);
        }
    }
}

/* When to wake up if no input comes; UINT64_MAX: never. */
static uint64_t next_due_ms(struct visit *visit, uint64_t now_ms) {
    if (visit->dial != NULL) {
        return UINT64_MAX;
    }
    if (!is_connected(visit)) {
        return visit->reconnect.due_ms;
    }
    visit->console.ui.now_ms = now_ms;
    int64_t ui_ms = ui_due_ms(&visit->console.ui);
    uint64_t ui_due = ui_ms < 0 ? UINT64_MAX : now_ms + (uint64_t)ui_ms;
    ui_due = ui_due < visit->lobby_ms ? ui_due : visit->lobby_ms;
    return ui_due < visit->act_ms ? ui_due : visit->act_ms;
}

/* The earlier of two times until something is due; -1: never. */
static int64_t sooner(int64_t a_ms, int64_t b_ms) {
    return a_ms < 0 || (b_ms >= 0 && b_ms < a_ms) ? b_ms : a_ms;
}

/* What an iteration of the loop waits for. */
enum { WAIT_SERVER, WAIT_DIAL, WAIT_TYPED, WAIT_RESUME, WAIT_HINT, N_WAITS };

static enum wait_end wait_turn(struct visit *visit, struct wait_fd fds[static N_WAITS]) {
    bool wants_typed = is_connected(visit) || isatty(STDIN_FILENO);
    fds[WAIT_SERVER] =
        (struct wait_fd){.fd = visit->dial == NULL ? visit->player->net.fd : -1};
    fds[WAIT_DIAL] =
        (struct wait_fd){.fd = visit->dial != NULL ? visit->dial->done[READ_END] : -1};
    fds[WAIT_TYPED] = (struct wait_fd){.fd = wants_typed ? STDIN_FILENO : -1};
    fds[WAIT_RESUME] = (struct wait_fd){.fd = wait_resume_fd()};
    fds[WAIT_HINT] = (struct wait_fd){.fd = ui_hint_fd(&visit->console.ui)};
    uint64_t now_ms = wait_now_ms(), due_ms = next_due_ms(visit, now_ms);
    int64_t timeout_ms = due_ms == UINT64_MAX ? -1
                         : due_ms > now_ms    ? (int64_t)(due_ms - now_ms)
                                              : 0;
    return wait_for(fds, N_WAITS, sooner(timeout_ms, console_due_ms(&visit->console)));
}

/* Whether the loop continues. */
static bool goes_on(const struct visit *visit) {
    return !visit->console.ui.has_quit &&
           (is_connected(visit) || visit->is_trying || visit->dial != NULL) &&
           !console_is_done(&visit->console);
}

/* One iteration of the loop.  False at the end. */
static bool take_turn(struct visit *visit) {
    struct wait_fd fds[N_WAITS];
    if (wait_turn(visit, fds) == WAIT_STOPPED) {
        return console_goes_on(&visit->console);
    }
    if (wait_has_resumed()) {
        console_resume(&visit->console);
    }
    bool was_hidden = ui_prompt(&visit->console.ui) != NULL;
    console_gather(&visit->console);
    if (fds[WAIT_DIAL].is_ready) {
        end_try(visit, end_dial(visit));
    }
    if (fds[WAIT_SERVER].is_ready) {
        receive(visit);
    }
    if (fds[WAIT_HINT].is_ready) {
        ui_tell_hint(&visit->console.ui);
    }
    if (fds[WAIT_TYPED].is_ready) {
        console_receive(&visit->console);
    }
    console_wake(&visit->console);
    obey(visit);
    if (visit->dial == NULL) {
        visit->act_ms = player_act(visit->player, visit->console.ui.now_ms);
    }
    mend(visit);
    visit->lobby_ms = UINT64_MAX;
    if (is_connected(visit)) {
        ui_wake(&visit->console.ui);
        visit->lobby_ms = lobby_act(&visit->console.ui);
    }
    console_show(&visit->console);
    const char *prompt = is_connected(visit) ? ui_prompt(&visit->console.ui) : NULL;
    if (prompt != NULL || was_hidden) {
        console_hide(&visit->console, prompt);
    }
    return goes_on(visit);
}

/* Says goodbye, and shows messages until the server closes the connection. */
static void say_goodbye(struct visit *visit) {
    uint64_t now_ms = wait_now_ms(), until_ms = now_ms + GOODBYE_MS;
    player_ask(visit->player, &(struct request){.kind = CMD_QUIT});
    for (; is_connected(visit) && now_ms < until_ms; now_ms = wait_now_ms()) {
        struct wait_fd fd = {.fd = visit->player->net.fd};
        if (wait_for(&fd, 1, (int64_t)(until_ms - now_ms)) != WAIT_READY) {
            return;
        }
        console_gather(&visit->console);
        receive(visit);
        console_show(&visit->console);
    }
}

static void tell_loss(const struct visit *visit) {
    char server[NET_HOST_BYTES + 16];
    struct text_out text = text_out_of(server, sizeof server);
    net_address_write(&visit->options->address, &text);
    char *why = said_made(player_why_lost(visit->player));
    fprintf(stderr, said("alea: %s: %s\n"), server, why);
    free(why);
}

/* Says what to do if there never was a connection. */
static void tell_no_server(const struct visit *visit) {
    tell_loss(visit);
    const struct player *player = visit->player;
    if (player_may_return(player) && !player->has_answered && !player->net.has_heard) {
        fputs(said("No alea server answers there.  alea find looks for servers on your "
                   "network.\n"
                   "To play right here, without a server: alea play --local\n"
                   "To host one on this computer, type make run where alea was built, or "
                   "alead.\n"),
              stderr);
    }
}

/* Asks the user about the certificate just shown. */
static bool ask_user(void) {
    char answer[80];
    size_t len = 0;
    fputs(said("Ask its host whether that is right.  If it is, type yes to continue and "
               "remember it: "),
          stderr);
    fflush(stderr);
    while (len < sizeof answer - 1) {
        struct wait_fd typed = {.fd = STDIN_FILENO};
        if (wait_for(&typed, 1, -1) != WAIT_READY) {
            return false;
        }
        ssize_t n = read(STDIN_FILENO, answer + len, 1); /* only the first line counts */
        if (n <= 0 || answer[len] == '\n') {
            break;
        }
        len++;
    }
    answer[len] = '\0';
    return strcmp(answer, "yes") == 0;
}

/* Connects for the first time.  Only now can the user be asked: later libedit controls
 * the terminal. */
static bool connect_first(struct play_options *options, struct player *player) {
    bool is_person = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    options->trust.ask = is_person ? ask_user : NULL;
    bool is_there = player_connect(player, &options->address);
    options->trust.ask = NULL;
    return is_there;
}

static int play(struct play_options *options, struct player *player) {
    struct visit visit = {.options = options,
                          .player = player,
                          .act_ms = UINT64_MAX,
                          .lobby_ms = UINT64_MAX};
    char address[NET_HOST_BYTES + 16];
    struct text_out text = text_out_of(address, sizeof address);
    text_put(&text, options->address.trust != NULL ? "aleas://" : "");
    net_address_write(&options->address, &text);
    console_init(&visit.console, player, options->plain);
    visit.console.ui.is_kiosk = options->is_kiosk;
    visit.console.ui.address = address;
    reconnect_init(&visit.reconnect);
    open_token(&visit);
    player_init(player, options->name, visit.file.token);
    if (!connect_first(options, player)) {
        tell_no_server(&visit);
        token_close(&visit.file, visit.file.token[0] != '\0');
        return PLAY_LOST;
    }
    console_open(&visit.console, options->plain);
    while (take_turn(&visit)) {
    }
    if (visit.dial != NULL) {
        wait_stop();
        end_dial(&visit);
    }
    bool is_lost = !is_connected(&visit) && !visit.console.ui.has_quit;
    if (is_connected(&visit) && player_busy_room(player) == NULL) {
        say_goodbye(&visit);
    }
    console_fini(&visit.console);
    if (is_lost) {
        tell_loss(&visit);
    }
    leave_token(&visit);
    return is_lost ? PLAY_LOST : PLAY_GOOD;
}

int visit_play(struct play_options *options) {
    struct player *player = mem_new(1, sizeof *player);
    int status = play(options, player);
    player_close(player);
    free(player);
    return status;
}
