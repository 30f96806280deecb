/* alea train: trains a game's network by self-play. */
#include "client-cli/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/train/learn.h"
#include "client-cli/train/weights.h"
#include "engine/output_path.h"
#include "mem/mem.h"
#include "rules/game.h"

enum status { STATUS_GOOD, STATUS_BROKEN, STATUS_USAGE };

#define REPORT_MS  2000 /* time between two lines of progress */
#define GAMES_ONCE 16   /* games between two checks of the time */

static const char help[] =
    "usage: alea train [OPTION]... GAME\n"
    "\n"
    "Trains the network of a game by letting it play itself, and writes\n"
    "its weights.  If the file has weights already, the training continues with\n"
    "them.  Ctrl-C stops it and keeps what was learned.  The weights that alea plays\n"
    "with are in common/engine/weights of its source: \"make train GAME=...\" trains\n"
    "those.\n"
    "\n"
    "  --seconds N  stop after N seconds (default 60)\n"
    "  --games N    stop after N games: the same seed and number of games give\n"
    "               the same weights again\n"
    "  --seed N     play the same games as another training with this seed\n"
    "               (default 1)\n"
    "  --out FILE   the file of the weights (default: GAME.txt in this directory); a\n"
    "               file that has no weights of this game is never replaced, unless\n"
    "               it has nothing but one 0, in a place for weights\n"
    "  -h, --help   this text\n"
    "\n"
    "exit status:\n"
    "  0  the weights are written\n"
    "  1  a file cannot be read or written, or is of another network\n"
    "  2  wrong command line\n";

struct arguments {
    unsigned seconds, games, seed; /* games: 0: any number */
    const char *out;
    const struct game *game;
};

static bool take_game(struct arguments *args, int argc, char **argv) {
    if (argc - optind != 1) {
        return cli_refuse("train", argc > optind ? "unexpected argument" : "which game?",
                          argc > optind ? argv[optind + 1] : NULL);
    }
    const char *word = argv[optind];
    args->game = game_find_typed(word, strlen(word));
    if (args->game == NULL) {
        return cli_refuse("train", "no such game", word);
    }
    return features_find(args->game) != NULL ||
           cli_refuse("train", "this game has no network", word);
}

/* --- training --- */

static enum status broken(const char *path, const char *fault) {
    fprintf(stderr, "alea train: %s: %s\n", path, fault);
    return STATUS_BROKEN;
}

/* Reads the weights to start with. */
static enum status read_weights(const char *path, size_t n, struct weights *weights) {
    if (!weights_read(path, weights)) {
        return broken(path, strerror(errno));
    }
    if (weights->n == 1 && weights->weight[0] == 0) { /* a place for them */
        weights->n = 0;
        return STATUS_GOOD;
    }
    if (weights->n != n) {
        return broken(path,
                      "these are not the weights of this network; give --out the name "
                      "of a new file");
    }
    fprintf(stderr, "continuing after %" PRIu64 " games\n", weights->n_games);
    return STATUS_GOOD;
}

static bool has_ended(const struct arguments *args, uint64_t n_games,
                      uint64_t elapsed_ms) {
    return args->games > 0 ? n_games >= args->games
                           : elapsed_ms >= (uint64_t)args->seconds * 1000;
}

/* Trains until the time is up or the user stops it.  Returns the time it took. */
static uint64_t train(const struct arguments *args, struct learn *learn) {
    uint64_t started_ms = wait_now_ms();
    uint64_t reported_ms = started_ms;
    for (uint64_t n_games = 0;;) {
        uint64_t now_ms = wait_now_ms();
        if (has_ended(args, n_games, now_ms - started_ms) ||
            wait_for(NULL, 0, 0) == WAIT_STOPPED) {
            return now_ms - started_ms;
        }
        if (now_ms - reported_ms >= REPORT_MS) {
            reported_ms = now_ms;
            fprintf(stderr, "%5.0f s  %" PRIu64 " games, %" PRIu64 " positions\n",
                    (double)(now_ms - started_ms) / 1000, n_games,
                    learn_n_positions(learn));
        }
        for (unsigned i = 0;
             i < GAMES_ONCE && (args->games == 0 || n_games < args->games);
             i++, n_games++) {
            learn_game(learn);
        }
    }
}

/* Adds a line about this training to the history. */
static void note_history(struct weights *weights, const struct arguments *args,
                         uint64_t n_games, uint64_t elapsed_ms) {
    char line[200];
    snprintf(line, sizeof line,
             " * alea train %s --games %" PRIu64 " --seed %u (%.0f s)\n", args->game->id,
             n_games, args->seed, (double)elapsed_ms / 1000);
    weights_note(weights, line);
}

static enum status run(const struct arguments *args, const char *path,
                       struct weights *weights) {
    size_t n = NETWORK_WEIGHTS((size_t)features_find(args->game)->network.n_inputs);
    struct weights_out out = {.path = path};
    char fault[FAULT_BYTES];
    bool is_there;
    if (!output_path_check(path, &is_there, fault)) {
        return broken(path, fault);
    }
    out.is_new = !is_there;
    enum status status = is_there ? read_weights(path, n, weights) : STATUS_GOOD;
    if (status != STATUS_GOOD) {
        return status;
    }
    wait_catch_signals();
    if (!weights_begin(&out, fault)) {
        return broken(path, fault);
    }
    uint64_t games_before = weights->n_games;
    struct learn_setup setup = {args->game, args->seed + games_before,
                                weights->n > 0 ? weights->weight : NULL, games_before};
    struct learn *learn = learn_new(&setup);
    uint64_t elapsed_ms = train(args, learn);
    weights->n_games = learn_n_games(learn);
    note_history(weights, args, weights->n_games - games_before, elapsed_ms);
    weights->n = n;
    memcpy(weights->weight, learn_network(learn)->weight, n * sizeof weights->weight[0]);
    learn_free(learn);
    if (!weights_end(&out, args->game->id, weights, fault)) {
        return broken(path, fault);
    }
    printf("%s: %" PRIu64 " games in %.0f s, %" PRIu64 " in all\n", path,
           weights->n_games - games_before, (double)elapsed_ms / 1000, weights->n_games);
    return STATUS_GOOD;
}

int cmd_train(int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_NUMBER("seconds", struct arguments, seconds, 1, 1000000),
        CLI_NUMBER("games", struct arguments, games, 1, 1000000000),
        CLI_NUMBER("seed", struct arguments, seed, 0, 1000000000),
        CLI_TEXT("out", struct arguments, out),
        {.name = NULL},
    };
    static const struct cli cli = {"train", help, known, NULL};
    struct arguments args = {.seconds = 60, .seed = 1};
    int read = cli_read(&cli, argc, argv, &args);
    if (read != CLI_GO_ON) {
        return read;
    }
    if (!take_game(&args, argc, argv)) {
        return STATUS_USAGE;
    }
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s.txt", args.game->id);
    struct weights *weights = mem_new(1, sizeof *weights);
    int status = (int)run(&args, args.out != NULL ? args.out : path, weights);
    free(weights);
    return status;
}
