/* alea play: plays on a server, or a local game. */
#include "client-cli/commands.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/engine/thinker.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/play/play_options.h"
#include "client-cli/player/greeting.h"
#include "proto/name.h"
#include "proto/shape.h"

static const char help[] =
    "usage: alea play [OPTION...] [HOST[:PORT]]\n"
    "       alea play --local [GAME[:OPTIONS]] [--level N] [--side SIDE] [--new]\n"
    "       alea play --local GAME[:OPTIONS] --two[=NAME] [--new]\n"
    "\n"
    "Plays on a server, by default on 127.0.0.1, port " DEFAULT_PORT
    ".  Type help once you are\n"
    "connected.\n\n" NET_ADDRESS_HELP "\n"
    "With --local it plays right here, against the computer: no server is needed.\n"
    "Without GAME it lists the games.  Type hint in a game for the best move.\n"
    "\n"
    "  --local       play on this computer\n"
    "  --level N     how well the computer plays, 1 to 8 (default 3)\n"
    "  --side SIDE   play white or black (default white)\n"
    "  --two[=NAME]  two people at this keyboard; NAME is the second\n"
    "  --new         begin another game, even if one of GAME is unfinished\n"
    "  --name NAME   your name; by default your name on this computer.  If somebody\n"
    "                has it, you get a number after it\n"
    "  --plain       line by line, with plain characters and without colour, as when\n"
    "                the output is a file; NO_COLOR=1 only leaves out the colours\n"
    "  --kiosk       for guests of your account, as over ssh: nothing saves a file\n"
    "                under a name that they choose, and ~/.editrc is not "
    "read\n" TRUST_HELP "  -h, --help    this text\n"
    "\n"
    "If the connection is lost, it reconnects by itself.  If the program ends in the\n"
    "middle of a game, start it again with the same name to come back: it keeps what\n"
    "it needs in ${XDG_STATE_HOME:-~/.local/state}/alea/tokens.\n\n" TRUST_HELP_FILE
    "\nAn unfinished local game is kept in alea/local beside it, and goes on when you\n"
    "play that game again.\n"
    "\n"
    "exit status:\n"
    "  0  you typed quit, or ended the input\n"
    "  1  there was no connection, or it was lost; a table or a kept game is damaged\n"
    "  2  wrong command line\n";

static bool take_two(struct play_options *options) {
    options->is_two = true;
    if (optarg == NULL) {
        return true;
    }
    name_compose(optarg, strlen(optarg), optarg, strlen(optarg) + 1);
    snprintf(options->other, sizeof options->other, "%s", optarg);
    return is_player_name(optarg) || cli_refuse("play", error_text(ERR_BAD_NAME), optarg);
}

static bool take_option(void *owner, int id) {
    struct play_options *options = owner;
    char fault[FAULT_BYTES];
    switch (id) {
    case 'n':
        name_compose(optarg, strlen(optarg), optarg, strlen(optarg) + 1);
        snprintf(options->name, sizeof options->name, "%s", optarg);
        return is_player_name(optarg) ||
               cli_refuse("play", error_text(ERR_BAD_NAME), optarg);
    case 's':
        options->side = side_find(optarg);
        return options->side < SIDE_COUNT ||
               cli_refuse("play", "--side is white or black", optarg);
    case 't': return take_two(options);
    default:
        return trust_take(&options->trust, id, optarg, fault) ||
               cli_refuse("play", fault, optarg);
    }
}

/* Reads the words after the options of a local game: the game, or nothing. */
static bool read_game(struct play_options *options, int argc, char **argv) {
    if (options->is_two && options->level > 0) {
        return cli_refuse("play", "with --two nobody has a level", NULL);
    }
    if (options->is_two && options->side < SIDE_COUNT) {
        return cli_refuse("play", "with --two you play both sides", NULL);
    }
    if (options->trust.is_wanted) {
        return cli_refuse("play", "a local game needs no TLS", NULL);
    }
    if (optind + 1 < argc) {
        return cli_refuse("play", "unexpected argument", argv[optind + 1]);
    }
    if (optind == argc) {
        return true;
    }
    options->has_opt = strchr(argv[optind], ':') != NULL;
    struct text_in in = text_in_of(argv[optind], strlen(argv[optind]));
    return game_parse_typed(&in, &options->game, &options->opt) ||
           cli_refuse("play", in.fault, argv[optind]);
}

/* Returns CLI_GO_ON, or the exit status. */
static int read_options(struct play_options *options, int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_OWN("name", required_argument, 'n'),
        CLI_FLAG("plain", struct play_options, plain),
        CLI_FLAG("local", struct play_options, is_local),
        CLI_NUMBER("level", struct play_options, level, 1, ENGINE_LEVELS),
        CLI_OWN("side", required_argument, 's'),
        CLI_OWN("two", optional_argument, 't'),
        CLI_FLAG("new", struct play_options, is_new),
        CLI_FLAG("kiosk", struct play_options, is_kiosk),
        TRUST_OPTIONS,
        {.name = NULL},
    };
    static const struct cli cli = {"play", help, known, take_option};
    const char *user = getenv("USER");
    *options = (struct play_options){.side = SIDE_COUNT};
    trust_init(&options->trust, stderr);
    player_fit_name(user != NULL ? user : "", options->name);
    int status = cli_read(&cli, argc, argv, options);
    if (status != CLI_GO_ON) {
        return status;
    }
    const char *local_only = options->level > 0           ? "--level"
                             : options->side < SIDE_COUNT ? "--side"
                             : options->is_two            ? "--two"
                             : options->is_new            ? "--new"
                                                          : NULL;
    if (options->is_local) {
        return read_game(options, argc, argv) ? CLI_GO_ON : CLI_WRONG;
    }
    if (local_only != NULL) {
        cli_refuse("play", "this goes with --local only", local_only);
        return CLI_WRONG;
    }
    options->server = optind < argc ? argv[optind] : "";
    return cli_address("play", argc, argv, &options->trust, &options->address)
               ? CLI_GO_ON
               : CLI_WRONG;
}

int cmd_play(int argc, char **argv) {
    struct play_options options;
    int status = read_options(&options, argc, argv);
    if (status != CLI_GO_ON) {
        return status;
    }
    wait_catch_signals();
    wait_catch_resume();
    return options.is_local ? alone_play(&options) : visit_play(&options);
}
