/* alea rules: the rules shell, practice on a terminal, the book of rules, and random
 * playouts. */
#include "client-cli/commands.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/check/book.h"
#include "client-cli/check/practice.h"
#include "client-cli/check/shell.h"
#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "client-cli/term/term.h"
#include "engine/splitmix.h"
#include "mem/mem.h"
#include "rules/play.h"

/* Most outcomes of any dice if order counts: three six-sided dice. */
#define OUTCOMES_MAX (6 * 6 * 6)

static const char help[] =
    "usage: alea rules                      list the games and their options\n"
    "       alea rules --book [GAME]        the rules of all games, or of one\n"
    "       alea rules GAME[:OPTIONS]       try a game out, without a server\n"
    "       alea rules GAME[:OPTIONS] --playouts N [--seed S]\n"
    "                                       play N random games and time them\n"
    "\n"
    "OPTIONS are separated by commas: tablut:king=unarmed,throne=hostile\n"
    "\n"
    "On a terminal it draws the board, and help explains what you can type.  For\n"
    "programs it answers each line with one line, ok ... or error CODE text:\n"
    "  new [white|black]   start position, this side begins\n"
    "  position TEXT       set a position\n"
    "  state               the position, and whether a roll or a move comes next\n"
    "  rolls               every distinct throw\n"
    "  roll DICE           throw: roll 2, roll 6,1\n"
    "  moves               the legal moves: their number, then the moves\n"
    "  move TEXT           play one of them\n"
    "  perft N             the number of ways to continue for N throws and moves\n"
    "  announce            tafl: raichi, tuichi or gare, if one of them is true\n"
    "  undo                take back the last throw or move\n"
    "  quit                end\n"
    "\n"
    "exit status: 0 done, 1 the output cannot be written, 2 wrong game or option\n";

struct arguments {
    const char *game; /* NULL: not given */
    unsigned playouts;
    unsigned seed;
    bool book;
};

static void list_games(void) {
    for (size_t i = 0; games[i] != NULL; i++) {
        printf("%-17s %s: %s\n", games[i]->id, games[i]->title, games[i]->goal);
        for (const struct option_kind *o = games[i]->options; o->name != NULL; o++) {
            char values[OPTIONS_TEXT_BYTES];
            struct text_out out = text_out_of(values, sizeof values);
            option_values_write(o, &out);
            printf("  %s=%s  %s (default %s)\n", o->name, values, o->help, o->values[0]);
        }
    }
}

/* --- the shell --- */

static int run_shell(const struct game *game, const struct options *opt) {
    struct shell *shell = shell_new(game, opt);
    bool good = shell_serve(shell, "rules");
    shell_free(shell);
    return good ? 0 : 1;
}

/* --- practice on a terminal --- */

/* Shows the answer to a typed line; NULL: the greeting. */
static void show_line(struct practice *practice, struct term *term, const char *line) {
    char *sheet;
    size_t len;
    FILE *out = mem_stream(&sheet, &len);
    if (line != NULL) {
        practice_line(practice, line, out);
    } else {
        practice_greet(practice, out);
    }
    fclose(out);
    term_show(term, sheet);
    free(sheet);
}

static int run_terminal(const struct game *game, const struct options *opt) {
    struct style style = term_style(stdout, false);
    struct practice *practice = practice_new(game, opt, &style);
    wait_catch_signals();
    wait_catch_resume();
    struct term *term = term_new(false);
    show_line(practice, term, NULL);
    while (!practice_is_done(practice) && !term_is_done(term)) {
        struct wait_fd fds[] = {{.fd = STDIN_FILENO}, {.fd = wait_resume_fd()}};
        if (wait_for(fds, 2, -1) == WAIT_STOPPED) {
            break;
        }
        if (wait_has_resumed()) {
            term_resume(term);
        }
        if (fds[0].is_ready) {
            term_receive(term);
        }
        for (const char *line;
             !practice_is_done(practice) && (line = term_line(term)) != NULL;) {
            show_line(practice, term, line);
        }
    }
    term_free(term);
    practice_free(practice);
    return 0;
}

/* --- playouts --- */

/* Scales the low 16 random bits to 0..n-1.  Bias: n / 65536 at most, harmless here. */
static unsigned scale(uint64_t random, unsigned n) {
    return ((unsigned)random & UINT16_MAX) * n >> 16;
}

/* All outcomes of a throw; they are equally likely. */
struct outcomes {
    unsigned n;
    struct roll roll[OUTCOMES_MAX];
};

static void list_outcomes(const struct dice_kind *kind, struct outcomes *all) {
    all->n = 1;
    for (unsigned i = 0; i < kind->n_dice; i++) {
        all->n *= kind->n_faces;
    }
    for (unsigned outcome = 0; outcome < all->n; outcome++) {
        uint8_t faces[DICE_MAX];
        unsigned rest = outcome;
        for (unsigned i = 0; i < kind->n_dice; i++) {
            faces[i] = (uint8_t)(kind->lowest + rest % kind->n_faces);
            rest /= kind->n_faces;
        }
        all->roll[outcome] = roll_of_faces(kind, faces);
    }
}

/* Plays one random game.  Returns its number of moves. */
static uint32_t play_out(const struct game *game, const struct position *start,
                         const struct outcomes *dice, uint64_t *rng) {
    struct play play;
    struct move moves[MOVES_MAX];
    play_init(&play, game, start);
    while (play.pos.phase != PHASE_OVER) {
        if (play.pos.phase == PHASE_ROLL) {
            unsigned i = scale(splitmix_next(rng), dice->n);
            play_roll(&play, &dice->roll[i], NULL, NULL);
        } else {
            size_t n = game->moves(&play.pos, moves);
            play_move(&play, &moves[scale(splitmix_next(rng), (unsigned)n)], NULL, NULL);
        }
    }
    return play.ply;
}

static int run_playouts(const struct game *game, const struct options *opt,
                        unsigned n_games, uint64_t rng) {
    struct position start;
    game_start(game, opt, game_first(game, opt), &start);
    struct outcomes dice = {0};
    if (game->dice != NULL) {
        list_outcomes(game->dice, &dice);
    }
    uint64_t plies = 0;
    uint64_t begun_ms = wait_now_ms();
    for (unsigned i = 0; i < n_games; i++) {
        plies += play_out(game, &start, &dice, &rng);
    }
    printf("%u games, %llu plies, %.3f seconds\n", n_games, (unsigned long long)plies,
           (double)(wait_now_ms() - begun_ms) / 1000);
    return 0;
}

/* --- the command line --- */

/* Returns CLI_GO_ON, or the exit status. */
static int read_arguments(int argc, char **argv, struct arguments *args) {
    static const struct cli_option known[] = {
        CLI_NUMBER("playouts", struct arguments, playouts, 1, UINT_MAX),
        CLI_NUMBER("seed", struct arguments, seed, 0, UINT_MAX),
        CLI_FLAG("book", struct arguments, book),
        {.name = NULL},
    };
    static const struct cli cli = {"rules", help, known, NULL};
    int status = cli_read(&cli, argc, argv, args);
    if (status != CLI_GO_ON) {
        return status;
    }
    if (argc - optind > 1) {
        cli_refuse_word("rules", argv[optind + 1],
                        "only one game, options after a colon");
        return CLI_WRONG;
    }
    if (args->book && args->playouts > 0) {
        cli_refuse("rules", "only one of --book and --playouts", NULL);
        return CLI_WRONG;
    }
    args->game = argv[optind];
    if (args->game == NULL && args->playouts > 0) {
        cli_refuse_word("rules", "--playouts", "of which game?");
        return CLI_WRONG;
    }
    return CLI_GO_ON;
}

int cmd_rules(int argc, char **argv) {
    struct arguments args = {.seed = 1};
    int status = read_arguments(argc, argv, &args);
    if (status != CLI_GO_ON) {
        return status;
    }
    if (args.game == NULL) {
        args.book ? book_write(stdout) : list_games();
        return 0;
    }
    const struct game *game;
    struct options opt;
    if (!cli_read_game("rules", args.game, &game, &opt)) {
        return CLI_WRONG;
    }
    if (args.book) {
        book_write_game(stdout, game);
        return 0;
    }
    if (args.playouts > 0) {
        return run_playouts(game, &opt, args.playouts, args.seed);
    }
    bool is_person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    return (is_person ? run_terminal : run_shell)(game, &opt);
}
