/* alea solve: computes the table of a game, and checks it. */
#include "client-cli/commands.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/engine/solve.h"
#include "client-cli/net/cli.h"
#include "engine/race_solver.h"

#define POSITIONS 1000000 /* how many --check tries by default */
#define NOT_GIVEN UINT_MAX

static const char help[] =
    "usage: alea solve [--left N] [--memory GB] [--output FILE] GAME\n"
    "       alea solve --check [--positions N] [--seed N] [GAME|FILE]\n"
    "\n"
    "Computes the table of royal-ur, finkel, blitz, masters or aseb: the chance to\n"
    "win from every position, when both sides play perfectly.  For royal-ur this\n"
    "takes about ten minutes, 2.5 GB of memory and 1.2 GB on the disk; the first\n"
    "lines say what it takes.  You can stop it at any time; the same command\n"
    "continues.\n"
    "The table is in $XDG_DATA_HOME/alea, by default ~/.local/share/alea, where all\n"
    "programs find it.  The last line is the value of the start, for the side that\n"
    "throws first.\n"
    "\n"
    "  --left N       only positions with at most N pieces left a side, which is all\n"
    "                 that finkel:pieces=N has (default: all)\n"
    "  --memory GB    refuse a table that needs more memory than this (default: what\n"
    "                 this machine has); masters needs 5.2 GB\n"
    "  --output FILE  where to keep the table, in a directory that exists; a file\n"
    "                 that is not a table is never replaced\n"
    "  --check        check a table: its checksums, and random positions against the\n"
    "                 rules\n"
    "  --positions N  how many positions to check (default 1000000)\n"
    "  --seed N       check the same positions as another run with this seed\n"
    "                 (default 1)\n"
    "  -h, --help     this text\n"
    "\n"
    "exit status:\n"
    "  0  the table is there, or passed the check\n"
    "  1  stopped, or a file cannot be read or written, or the memory is too small\n"
    "  2  wrong command line\n"
    "  3  the table is wrong\n";

struct arguments {
    bool check;
    const struct game *game;  /* NULL: --check of a file */
    unsigned left;            /* 0: the usual number */
    unsigned memory_gb;       /* 0: what the machine has */
    unsigned positions, seed; /* of --check; NOT_GIVEN */
    const char *file;         /* NULL: the default */
};

/* Refuses all options, even legs=: a table is of a single game. */
static bool take_game(struct arguments *args, const char *word) {
    char game[GAME_TEXT_BYTES];
    if (word == NULL) {
        return cli_refuse("solve", "which game?", NULL);
    }
    if (!cli_game("solve", word, game)) {
        return false;
    }
    args->game = game_find(game, strcspn(game, ":"));
    const struct solvable *kind = solvable_find(args->game);
    if (kind == NULL) {
        return cli_refuse("solve",
                          "only royal-ur, finkel, blitz, masters and aseb can be solved",
                          word);
    }
    if (strchr(game, ':') != NULL) {
        return cli_refuse("solve", "the table is of a single game, without options",
                          word);
    }
    if (args->left > kind->left_max) {
        return cli_refuse("solve", "--left: the game has fewer pieces", word);
    }
    if (args->left == 0) {
        args->left = kind->left_max;
    }
    return true;
}

static bool take_words(struct arguments *args, int argc, char **argv) {
    if (argc > optind + 1) {
        return cli_refuse("solve", "unexpected argument", argv[optind + 1]);
    }
    const char *word = argv[optind]; /* NULL: no word was given */
    if (!args->check) {
        bool has_neither = args->positions == NOT_GIVEN && args->seed == NOT_GIVEN;
        return has_neither
                   ? take_game(args, word)
                   : cli_refuse("solve", "this option needs --check",
                                args->seed != NOT_GIVEN ? "--seed" : "--positions");
    }
    if (word == NULL || game_find(word, strlen(word)) != NULL) {
        return take_game(args, word != NULL ? word : "royal-ur");
    }
    args->file = word;
    return true;
}

int cmd_solve(int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_NUMBER("left", struct arguments, left, 1, UR_PIECES),
        CLI_NUMBER("memory", struct arguments, memory_gb, 1, 1000000),
        CLI_TEXT("output", struct arguments, file),
        CLI_FLAG("check", struct arguments, check),
        CLI_NUMBER("positions", struct arguments, positions, 1, 1000000000),
        CLI_NUMBER("seed", struct arguments, seed, 0, 1000000000),
        {.name = NULL},
    };
    static const struct cli cli = {"solve", help, known, NULL};
    struct arguments args = {.positions = NOT_GIVEN, .seed = NOT_GIVEN};
    int read = cli_read(&cli, argc, argv, &args);
    if (read != CLI_GO_ON) {
        return read;
    }
    char path[PATH_MAX];
    if (!take_words(&args, argc, argv)) {
        return CLI_WRONG;
    }
    if (args.file == NULL && !solve_default_path(args.game, args.left, path)) {
        fputs("alea solve: there is no directory for the table: set HOME or "
              "XDG_DATA_HOME, or give --output\n",
              stderr);
        return SOLVE_BROKEN;
    }
    const char *file = args.file != NULL ? args.file : path;
    if (args.file == NULL && !args.check && !solve_make_directory(path)) {
        return SOLVE_BROKEN;
    }
    return args.check
               ? (int)solve_check(
                     file, args.positions != NOT_GIVEN ? args.positions : POSITIONS,
                     args.seed != NOT_GIVEN ? args.seed : 1)
               : (int)solve_build(args.game, args.left, args.memory_gb, file);
}
