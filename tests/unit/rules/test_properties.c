/* What must be true of every position of every game: checked in random games with all
 * combinations of options.  ALEA_SEED=... repeats a run. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/combinations.h"
#include "tests/unit/random.h"
#include "tests/unit/rules/game_rows.h"

#include "rules/play.h"

/* Random games of each game, over all combinations of its options; fewer if the board is
 * large, as these games are long. */
#define GAMES             1200
#define GAMES_LARGE_BOARD 25
#define LARGE_BOARD       100 /* a board is large if the start has this many moves */
/* Everything is checked once in this many steps; otherwise only what is quick to
 * check. */
#define STEPS_A_CLOSE_LOOK 100

static uint64_t seed;

/* A random walk, and a twin that takes the same steps without recording what happened. */
struct walk {
    const struct game *game;
    struct options opt;
    struct play play, twin;
    struct move moves[MOVES_MAX];
    char texts[MOVES_MAX][MOVE_TEXT_BYTES];
    uint64_t rng;
};

static void write_position(const struct game *game, const struct position *pos,
                           char text[static POSITION_TEXT_BYTES]) {
    struct text_out out = text_out_of(text, POSITION_TEXT_BYTES);
    game->write(pos, &out);
    assert_in_range(out.len, 1, POSITION_TEXT_BYTES - 1);
}

/* A text with changed bytes is refused with a fault, or reads back unchanged. */
static void check_changed_text(struct walk *w) {
    char text[POSITION_TEXT_BYTES];
    write_position(w->game, &w->play.pos, text);
    size_t len = strlen(text);
    for (unsigned i = random_below(&w->rng, 3); i < 3; i++) {
        uint64_t random = random_next(&w->rng);
        char other = text[(random >> 8) % len];
        text[random_below(&w->rng, (unsigned)len)] =
            random % 4 == 0 ? (char)(random >> 56) : other;
    }
    len -= random_below(&w->rng, 8) == 0;
    struct position pos;
    struct position untouched;
    memset(&pos, 0xa5, sizeof pos);
    untouched = pos;
    struct text_in in = text_in_of(text, len);
    if (!game_read(w->game, &w->opt, &in, &pos)) {
        assert_true(in.fault[0] != '\0');
        assert_memory_equal(&pos, &untouched, sizeof pos);
        return;
    }
    assert_true(is_sane(w->game, &pos));
    char again[POSITION_TEXT_BYTES];
    write_position(w->game, &pos, again);
    assert_int_equal(strlen(again), len);
    assert_memory_equal(again, text, len);
}

static void check_phase(const struct position *pos) {
    assert_in_range(pos->turn, 0, SIDE_COUNT - 1);
    switch ((enum phase)pos->phase) {
    case PHASE_ROLL: assert_int_equal(pos->roll.n, 0); break;
    case PHASE_MOVE: assert_int_equal(pos->end, END_NONE); break;
    case PHASE_OVER: assert_int_not_equal(pos->end, END_NONE); break;
    }
}

static void check_board(const struct walk *w) {
    struct board board = {0};
    w->game->board(&w->play.pos, &board);
    assert_in_range(board.n_squares, 0, BOARD_SQUARES_MAX);
    assert_in_range(board.n_counts, 0, BOARD_COUNTS_MAX);
    for (unsigned i = 0; i < board.n_squares; i++) {
        assert_true(board.square[i].name[0] != '\0');
        assert_true(board.square[i].pieces[0] != '\0');
        assert_int_equal(strspn(board.square[i].pieces, "wWbBtTK"),
                         strlen(board.square[i].pieces));
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(board.square[i].name, board.square[j].name);
        }
    }
}

static void check_announcement(const struct walk *w) {
    if (w->game->announce != NULL && w->play.pos.phase != PHASE_OVER) {
        const char *said = w->game->announce(&w->play.pos);
        assert_true(said == NULL || strcmp(said, "raichi") == 0 ||
                    strcmp(said, "tuichi") == 0 || strcmp(said, "gare") == 0);
    }
}

/* In state move: checks some moves: each has exactly one text, and the text finds the
 * move. */
static size_t check_moves(struct walk *w) {
    const struct position *pos = &w->play.pos;
    size_t n = game_moves_sorted(w->game, pos, w->moves, w->texts);
    if (pos->phase != PHASE_MOVE) {
        assert_int_equal(n, 0);
        return 0;
    }
    assert_in_range(n, 1, MOVES_MAX);
    for (size_t i = 0; i + 1 < n; i++) {
        assert_true(strcmp(w->texts[i], w->texts[i + 1]) < 0);
    }
    size_t i = random_below(&w->rng, (unsigned)n);
    const char *text = w->texts[i];
    assert_null(strchr(text, ' '));
    struct move found;
    assert_true(game_find_move(w->game, pos, text, strlen(text), &found));
    assert_memory_equal(&found, &w->moves[i], sizeof found);
    assert_null(game_why(w->game, pos, text, strlen(text)));
    return n;
}

static void check_happened(const struct happened *h) {
    assert_in_range(h->n, 0, HAPPENED_MAX);
    for (unsigned i = 0; i < h->n; i++) {
        assert_in_range(h->item[i].kind, 0, HAPPENING_KIND_COUNT - 1);
        assert_in_range(h->item[i].side, 0, SIDE_COUNT - 1);
    }
}

static void check_taken_back(const struct walk *w, const struct play_undo *undo) {
    struct play back = w->play;
    play_take_back(&back, undo);
    assert_memory_equal(&back.pos, &w->twin.pos, sizeof back.pos);
    if (w->game->key != NULL) {
        assert_memory_equal(back.key, w->twin.key, sizeof back.key);
    }
    assert_int_equal(back.ply, w->twin.ply);
    assert_int_equal(back.quiet, w->twin.quiet);
}

/* Throws, or plays a random one of n moves.  close: also checks that the step can be
 * undone. */
static void take_step(struct walk *w, size_t n, bool close) {
    struct happened h = {0};
    struct play_undo undo;
    if (n == 0) {
        struct roll rolls[ROLLS_MAX];
        size_t n_rolls = dice_rolls(w->game->dice, rolls);
        const struct roll *roll = &rolls[random_below(&w->rng, (unsigned)n_rolls)];
        play_roll(&w->play, roll, &h, &undo);
        if (close) {
            check_taken_back(w, &undo);
        }
        play_roll(&w->twin, roll, NULL, NULL);
    } else {
        const struct move *m = &w->moves[random_below(&w->rng, (unsigned)n)];
        play_move(&w->play, m, &h, &undo);
        if (close) {
            check_taken_back(w, &undo);
        }
        play_move(&w->twin, m, NULL, NULL);
    }
    check_happened(&h);
    assert_memory_equal(&w->play.pos, &w->twin.pos, sizeof w->play.pos);
}

static void start_walk(struct walk *w) {
    struct position pos;
    enum side first = random_next(&w->rng) % 2 == 0 ? SIDE_WHITE : SIDE_BLACK;
    game_start(w->game, &w->opt, first, &pos);
    assert_int_equal(pos.turn, first);
    play_init(&w->play, w->game, &pos);
    play_init(&w->twin, w->game, &pos);
}

/* Checks everything that must be true here, except the moves. */
static void look_closely(struct walk *w) {
    check_board(w);
    check_announcement(w);
    check_changed_text(w);
    if (w->play.pos.phase == PHASE_OVER) {
        assert_int_equal(play_perft(&w->play, 1), 0);
    }
}

/* Plays one game to its end.  The first and the last step are always checked closely. */
static void run_walk(struct walk *w) {
    start_walk(w);
    for (bool over = false, close = true; !over;
         close = random_below(&w->rng, STEPS_A_CLOSE_LOOK) == 0) {
        const struct position *pos = &w->play.pos;
        over = pos->phase == PHASE_OVER;
        assert_true(is_sane(w->game, pos));
        check_phase(pos);
        size_t n = 0;
        if (close || over) {
            look_closely(w);
            n = check_moves(w);
        } else if (pos->phase == PHASE_MOVE) {
            n = w->game->moves(pos, w->moves);
        }
        if (!over) {
            take_step(w, n, close);
        }
    }
}

static unsigned count_games(const struct game *game) {
    struct options opt = {{0}};
    struct position pos;
    static struct move moves[MOVES_MAX];
    game_start(game, &opt, game_first(game, &opt), &pos);
    size_t n = pos.phase == PHASE_MOVE ? game->moves(&pos, moves) : 0;
    return n < LARGE_BOARD ? GAMES : GAMES_LARGE_BOARD;
}

struct row {
    const char *name;
    const struct game *game;
};

static void test_game(void **state) {
    const struct row *row = table_row(state);
    static struct walk w; /* too large for the stack */
    unsigned n_games = count_games(row->game);
    for (unsigned choice = 0; choice < n_games; choice++) {
        w = (struct walk){.rng = seed + choice};
        combination(row->game, choice, &w.opt);
        w.game = game_with(row->game, &w.opt);
        run_walk(&w);
    }
}

int main(void) {
    seed = random_seed();
    struct row rows[TABLE_ROWS_MAX];
    size_t n = 0;
    for (; games[n] != NULL; n++) {
        rows[n] = (struct row){.name = games[n]->id, .game = games[n]};
    }
    return table_run("properties", test_game, rows, n, sizeof rows[0]);
}
