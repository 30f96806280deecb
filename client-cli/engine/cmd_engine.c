/* alea engine: an opponent for other programs. */
#include <stdio.h>
#include <string.h>

#include "client-cli/check/shell.h"
#include "client-cli/commands.h"
#include "client-cli/engine/thinker.h"
#include "client-cli/net/cli.h"

static const char help[] =
    "usage: alea engine [--level N] [--seed N] GAME[:OPTIONS]\n"
    "\n"
    "Finds good moves, for other programs: the rules shell of alea rules on standard\n"
    "input and output, with one more command:\n"
    "  go [ms N]      the move to play, thinking for at most N ms (default 1000);\n"
    "                 the answer is ok MOVE, and the move is not played\n"
    "\n"
    "With the table that alea solve makes it plays royal-ur perfectly.\n"
    "\n"
    "  --level N      how well it plays, 1 to 8 (default 8)\n"
    "  --seed N       choose the same moves as another run with this seed (default\n"
    "                 1)\n"
    "  -h, --help     this text\n"
    "\n"
    "exit status:\n"
    "  0  done\n"
    "  1  the input or output failed, or the table of royal-ur is damaged\n"
    "  2  wrong command line\n";

struct arguments {
    unsigned level;
    unsigned seed;
};

static struct move go(void *arg, const struct play *play, unsigned ms) {
    return thinker_move(arg, play, ms);
}

static int run(const struct game *game, const struct options *opt,
               const struct arguments *args) {
    char fault[FAULT_BYTES];
    struct thinker thinker;
    if (!thinker_init(&thinker, game, args->level, args->seed, fault)) {
        fprintf(stderr, "alea engine: %s\n", fault);
        return 1;
    }
    struct shell *shell = shell_new(game, opt);
    shell_set_player(shell, &(struct shell_player){go, &thinker});
    bool good = shell_serve(shell, "engine");
    shell_free(shell);
    thinker_fini(&thinker);
    return good ? 0 : 1;
}

int cmd_engine(int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_NUMBER("level", struct arguments, level, 1, ENGINE_LEVELS),
        CLI_NUMBER("seed", struct arguments, seed, 0, 1000000000),
        {.name = NULL},
    };
    static const struct cli cli = {"engine", help, known, NULL};
    struct arguments args = {.level = ENGINE_LEVELS, .seed = 1};
    int read = cli_read(&cli, argc, argv, &args);
    if (read != CLI_GO_ON) {
        return read;
    }
    if (argc - optind != 1) {
        cli_refuse("engine", argc > optind ? "unexpected argument" : "which game?",
                   argc > optind ? argv[optind + 1] : NULL);
        return CLI_WRONG;
    }
    const struct game *game;
    struct options opt;
    if (!cli_read_game("engine", argv[optind], &game, &opt)) {
        return CLI_WRONG;
    }
    return run(game, &opt, &args);
}
