/* alea match: lets two players play each other, and counts the points. */
#include "client-cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/match/match.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/player/save.h"

enum status { STATUS_GOOD, STATUS_BROKEN, STATUS_USAGE };

#define REPORT_MS 5000

static const char help[] =
    "usage: alea match [OPTION]... A B\n"
    "\n"
    "Lets two players play each other, offline.  Games come in pairs with the same\n"
    "throws and exchanged sides.  At the end it says how many A has won, the part of\n"
    "the points (a win counts 1, a draw 0.5), and the 95 % interval of that.  Ctrl-C\n"
    "ends the match early.\n"
    "\n"
    "A and B are one of these:\n"
    "  random     any legal move\n"
    "  plain      captures, else goes to the best square: see docs/opponents.md\n"
    "  runner     tafl games: greedy, runs with the king or stops it\n"
    "  simple     tafl games: plain alpha-beta, see docs/opponents.md\n"
    "  plies=N    the network of the game, looking N throws ahead (0 to 6)\n"
    "  level=N    as alea bot plays at this level (1 to 8)\n"
    "  'exec=PROGRAM ARGS'\n"
    "             another program: see docs/bots.md\n"
    "\n"
    "  --game GAME  the game, with its options (default royal-ur)\n"
    "  --games N    how many games (default 400)\n"
    "  --seed N     the same throws and choices as another match with this seed\n"
    "               (default 1)\n"
    "  --think MS   how long a level, simple or a program may think about a move\n"
    "               (default 1000)\n"
    "  --nodes N    end the thinking of a level or simple after about N positions\n"
    "               instead: the same match on every machine, however busy\n"
    "  --records DIR\n"
    "               keep the record of each game in this directory; the dice of both\n"
    "               games of a pair follow from one secret, and that from the seed\n"
    "  -h, --help   this text\n"
    "\n"
    "exit status:\n"
    "  0  the match is over\n"
    "  1  a record cannot be written, or a program finds no moves\n"
    "  2  wrong command line\n";

struct arguments {
    const char *game, *records;              /* records: NULL: none */
    unsigned n_games, seed, think_ms, nodes; /* nodes: 0: no limit */
};

/* Reads the game and the players. */
static bool set_up(struct match *match, const struct arguments *args, char **players) {
    if (!cli_read_game("match", args->game, &match->game, &match->opt)) {
        return false;
    }
    match->seed = args->seed;
    for (unsigned i = 0; i < 2; i++) {
        struct contender_setup setup = {match->game, match->opt, args->seed + i,
                                        args->think_ms, args->nodes};
        match->contender[i] = contender_new(players[i], &setup);
        if (match->contender[i] == NULL) {
            return false;
        }
    }
    return true;
}

/* "29 of 40", or "29 and drew 2 of 40". */
static void tell_won(unsigned n_won, unsigned n_drawn, unsigned n_games) {
    printf("%u", n_won);
    if (n_drawn > 0) {
        printf(" and drew %u", n_drawn);
    }
    printf(" of %u", n_games);
}

/* "72 %; 95 %: 57 to 84 %", with a decimal once that means something. */
static void tell_percent(FILE *out, const struct match *match) {
    double low, high;
    int decimals = match->score.n_pairs < 200 ? 0 : 1;
    match_interval(match, &low, &high);
    fprintf(out, "%.*f %%; 95 %%: %.*f to %.*f %%", decimals, 100 * match_mean(match),
            decimals, 100 * low, decimals, 100 * high);
}

/* "level 5 won 29 of 40 against level 3 in royal-ur (72 %; 95 %: 57 to 84 %)", and before
 * it the same for each side. */
static void tell_score(const struct match *match) {
    const struct match_score *score = &match->score;
    const unsigned *won = score->n_won, *drawn = score->n_drawn;
    char game[GAME_TEXT_BYTES];
    struct text_out out = text_out_of(game, sizeof game);
    game_write(match->game, &match->opt, &out);
    contender_describe(match->contender[0], stdout);
    fputs(" as White won ", stdout);
    tell_won(won[SIDE_WHITE], drawn[SIDE_WHITE], score->n_pairs);
    fputs(", as Black ", stdout);
    tell_won(won[SIDE_BLACK], drawn[SIDE_BLACK], score->n_pairs);
    putchar('\n');
    contender_describe(match->contender[0], stdout);
    fputs(" won ", stdout);
    tell_won(won[SIDE_WHITE] + won[SIDE_BLACK], drawn[SIDE_WHITE] + drawn[SIDE_BLACK],
             2 * score->n_pairs);
    fputs(" against ", stdout);
    contender_describe(match->contender[1], stdout);
    printf(" in %s (", game);
    tell_percent(stdout, match);
    puts(")");
}

static void tell_random(const struct match *match, char **players) {
    for (unsigned i = 0; i < 2; i++) {
        unsigned n = contender_n_random(match->contender[i]);
        if (n > 0) {
            printf("%s: %u of its moves are random ones\n", players[i], n);
        }
    }
}

/* Prints why the match ended early.  Returns the exit status. */
static int tell_stop(const struct match *match, char **players) {
    for (unsigned i = 0; i < 2; i++) {
        if (contender_is_useless(match->contender[i])) {
            fprintf(stderr, "alea match: %s: no legal move, %d times in a row\n",
                    players[i], CONTENDER_FAILED_MAX);
            return STATUS_BROKEN;
        }
    }
    return STATUS_GOOD; /* Ctrl-C */
}

static int run(struct match *match, unsigned n_games, char **players) {
    char fault[FAULT_BYTES];
    uint64_t reported_ms = wait_now_ms();
    do {
        switch (match_pair(match, fault)) {
        case MATCH_PLAYED: break;
        case MATCH_STOPPED: return tell_stop(match, players);
        case MATCH_UNSAVED:
            fprintf(stderr, "alea match: --records: %s\n", fault);
            return STATUS_BROKEN;
        }
        if (wait_now_ms() - reported_ms >= REPORT_MS) {
            reported_ms = wait_now_ms();
            fprintf(stderr, "%u games: ", 2 * match->score.n_pairs);
            tell_percent(stderr, match);
            fputc('\n', stderr);
        }
    } while (2 * match->score.n_pairs < n_games && wait_for(NULL, 0, 0) != WAIT_STOPPED);
    return STATUS_GOOD;
}

/* Plays the match, and prints how it went.  Returns the exit status. */
static int play(struct match *match, const struct arguments *args, char **players) {
    char fault[FAULT_BYTES];
    if (args->records != NULL && !save_check_dir(args->records, fault)) {
        fprintf(stderr, "alea match: --records: %s\n", fault);
        return STATUS_BROKEN;
    }
    match->records_dir = args->records;
    wait_catch_signals();
    int status = run(match, args->n_games, players);
    tell_random(match, players);
    contender_tell_work(match->contender[0]);
    contender_tell_work(match->contender[1]);
    tell_score(match);
    return status;
}

int cmd_match(int argc, char **argv) {
    static const struct cli_option known[] = {
        CLI_TEXT("game", struct arguments, game),
        CLI_NUMBER("games", struct arguments, n_games, 2, 100000000),
        CLI_NUMBER("seed", struct arguments, seed, 0, 1000000000),
        CLI_NUMBER("think", struct arguments, think_ms, 1, 3600000),
        CLI_NUMBER("nodes", struct arguments, nodes, 1, 1000000000),
        CLI_TEXT("records", struct arguments, records),
        {.name = NULL},
    };
    static const struct cli cli = {"match", help, known, NULL};
    struct arguments args = {.game = "royal-ur", .n_games = 400, .seed = 1};
    int read = cli_read(&cli, argc, argv, &args);
    if (read != CLI_GO_ON) {
        return read;
    }
    if (argc - optind != 2) {
        cli_refuse("match", "two players, please", NULL);
        return STATUS_USAGE;
    }
    struct match match = {0};
    bool is_set_up = set_up(&match, &args, argv + optind);
    int status = is_set_up ? play(&match, &args, argv + optind) : STATUS_USAGE;
    contender_free(match.contender[0]);
    contender_free(match.contender[1]);
    return status;
}
