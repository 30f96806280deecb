/* The search of tafl: finds forced wins, respects its limits, and knows the draw
 * rules. */
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

#include "engine/simple/tafl_simple.h"
#include "engine/tafl/tafl_network.h"
#include "engine/tafl/tafl_search.h"
#include "engine/tafl/tafl_value.h"
#include "rules/tafl/tafl.h"

#define TABLE_BYTES (1 << 20)

static uint64_t seed;

static void write_move(const struct play *play, const struct move *m, char *text) {
    struct text_out out = text_out_of(text, MOVE_TEXT_BYTES);
    play->game->write_move(&play->pos, m, &out);
}

/* --- forced wins --- */

static const struct forced_row {
    const char *name, *game, *position, *move;
    int value;
} forced_rows[] = {
    {"the king escapes", "tablut", "9/9/9/9/4K4/9/9/9/1t7 w", NULL, TAFL_WON - 3},
    {"on a corner at once", "tablut", "9/9/9/4t4/9/9/9/9/2K6 w", NULL, TAFL_WON - 1},
    {"the king is captured", "tablut", "3t5/9/9/9/9/2tKt4/3t5/9/9 b", "d9-d5",
     TAFL_WON - 1},
    {"with his companion", "alea-evangelii",
     "19/19/19/19/19/19/19/19/19/19/19/19/19/19/12tt5/11tKTt4/12t6/19/13t5 b", "n1-n3",
     TAFL_WON - 1},
    {"two ways out cannot both be closed", "tablut", "9/9/9/2t6/9/9/9/9/4K4 b", NULL,
     -(TAFL_WON - 2)},
};

TEST_ROWS(forced_rows) {
    const struct forced_row *row = table_row(state);
    static struct play play;
    play_at(&play, row->game, row->position);
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct tafl_result result =
        tafl_search_run(search, &play, &(struct engine_limits){.plies = 4});
    char text[MOVE_TEXT_BYTES];
    write_move(&play, &result.line[0].move, text);
    assert_int_equal(result.line[0].value, row->value);
    if (row->move != NULL) {
        assert_string_equal(text, row->move);
    }
    tafl_search_free(search);
}

/* --- positions from games --- */

/* The only move that wins, or that does not lose, and what a look one ply ahead plays. */
static const struct only_row {
    const char *name, *position, *only, *first_sight;
} only_rows[] = {
    {"black closes the other side of the board",
     "1T1K2t2/2T4t1/3t2T1t/9/6T2/5T2t/t1T1T3t/1t5t1/2t3t2 b", "b2-b8", "d7-d4"},
    {"a defender opens the king's way",
     "2Ttt2t1/4t4/1T7/tT2t1t2/ttK2T2t/2T2T2t/4t4/t1t1Tt3/1t7 w", "c5-c8", "f4-e4"},
    {"the king stops before the edge",
     "3tt2t1/9/5t2T/t1tTT3t/t4T2t/t3TT1t1/1t1T2K2/t2t5/4ttT2 w", "g3-g8", "g3-g9"},
};

TEST_ROWS(only_rows) {
    const struct only_row *row = table_row(state);
    static struct play play;
    play_at(&play, "tablut", row->position);
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct tafl_result result =
        tafl_search_run(search, &play, &(struct engine_limits){.nodes = 30000});
    char text[MOVE_TEXT_BYTES];
    write_move(&play, &result.line[0].move, text);
    assert_string_not_equal(text, row->first_sight);
    assert_string_equal(text, row->only);
    tafl_search_free(search);
}

/* --- values --- */

/* Positions of tablut: how much more white likes the second than the first. */
static const struct value_row {
    const char *name, *first, *second;
    int more;
} value_rows[] = {
    {"the fourth man outside the walls",
     "2t3t2/1t5t1/t3t3t/4T4/4K4/4T4/t1t3t1t/1t5t1/2t1t1t2 w",
     "2t3t2/1t5t1/t3t3t/4T4/4K4/4T4/t1t5t/1t5t1/2t1t1t2 w", 100 + 30 + 4},
    {"the last man outside the walls", "2t3t2/1t5t1/t7t/4T4/4K4/4T4/t7t/1t5t1/2t1t1t2 w",
     "2t3t2/1t5t1/t7t/4T4/4K4/4T4/t7t/1t5t1/2t3t2 w", 100 + 250 + 4},
    {"a king alone in half of the board, and free", "9/9/9/ttttttttt/9/1K7/9/9/9 w",
     "3ttt3/2ttttt2/4t4/9/9/1K7/9/9/9 w", 27 * 4 + 4 * 3},
};

static int value_of_text(const char *text) {
    static struct play play;
    play_at(&play, "tablut", text);
    struct tafl_paths paths = tafl_paths(&play.pos.u.tafl);
    return tafl_value(&play.pos.u.tafl, &paths);
}

TEST_ROWS(value_rows) {
    const struct value_row *row = table_row(state);
    int more = value_of_text(row->second) - value_of_text(row->first);
    assert_int_equal(more, row->more);
}

/* --- one ply, by hand --- */

/* Whether a side has a capture, or its king a way to an exit: then the search looks
 * further. */
static bool has_loud_moves(const struct position *pos, const struct tafl_paths *paths) {
    static struct move move[MOVES_MAX];
    enum side side = (enum side)pos->turn;
    struct tafl t = pos->u.tafl;
    size_t n = tafl_list(&t, side, move);
    for (size_t i = 0; i < n; i++) {
        struct tafl_undo undo;
        tafl_make(&t, side, &move[i], &undo);
        bool captures = undo.n > 0;
        tafl_unmake(&t, side, &move[i], &undo);
        if (captures) {
            return true;
        }
    }
    return side == SIDE_WHITE && paths->out > 0;
}

/* The value for white. */
static int value_now(const struct game *game, const struct tafl *t, enum side turn) {
    if (game != &game_tablut) {
        struct tafl_paths paths = tafl_paths(t);
        return tafl_value(t, &paths);
    }
    struct tafl_network network;
    struct tafl_sums sums;
    tafl_network_init(&network);
    tafl_network_begin(&network, t, &sums);
    int value = tafl_network_value(&network, t, turn, &sums);
    tafl_network_fini(&network);
    return value;
}

/* The value of a move for its side.  False if the search would look further. */
static bool value_by_hand(const struct play *play, const struct move *m, int *value) {
    enum side side = (enum side)play->pos.turn;
    struct position after = play->pos;
    play->game->apply(&after, m, NULL);
    const struct tafl *t = &after.u.tafl;
    if (after.phase == PHASE_OVER) {
        *value = TAFL_WON - 1;
        return after.end != END_BLOCKED;
    }
    struct tafl_paths paths = tafl_paths(t);
    if (side == SIDE_BLACK && paths.ways + paths.forks > 0) {
        *value = -(TAFL_WON - (paths.ways > 0 ? 2 : 4));
        return true;
    }
    *value = value_now(play->game, t, side_other(side));
    *value = side == SIDE_WHITE ? *value : -*value;
    return paths.ways == 0 && !has_loud_moves(&after, &paths);
}

static void check_one_ply(struct tafl_search *search, const struct play *play) {
    struct tafl_result result = tafl_search_run(
        search, play, &(struct engine_limits){.plies = 1, .values_all = true});
    static struct move move[MOVES_MAX];
    assert_int_equal(result.n, play->game->moves(&play->pos, move));
    assert_int_equal(result.plies, 1);
    for (size_t i = 0; i < result.n; i++) {
        int value;
        if (value_by_hand(play, &result.line[i].move, &value)) {
            assert_int_equal(result.line[i].value, value);
        }
        assert_true(i == 0 || result.line[i - 1].value >= result.line[i].value);
    }
}

static const struct random_row {
    const char *name;
} random_rows[] = {{"tablut"},
                   {"tablut:king=unarmed,throne=hostile"},
                   {"alea-evangelii"},
                   {"alea-evangelii:king=step"}};

/* Random games: a one-ply search agrees with the rules core, and every move can be
 * undone. */
TEST_ROWS(random_rows) {
    const char *name = ((const struct random_row *)table_row(state))->name;
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    static struct move move[MOVES_MAX];
    struct text_in in = text_in_of(name, strlen(name));
    const struct game *game;
    struct options opt;
    struct position pos;
    assert_true(game_parse(&in, &game, &opt));
    game_start(game, &opt, game_first(game, &opt), &pos);
    for (unsigned ply = 0; ply < 150 && pos.phase == PHASE_MOVE; ply++) {
        size_t n = game->moves(&pos, move);
        const struct move *m = &move[random_below(&seed, (unsigned)n)];
        struct tafl board = pos.u.tafl, before = board;
        struct tafl_undo undo;
        tafl_make(&board, (enum side)pos.turn, m, &undo);
        struct position next = pos;
        game->apply(&next, m, NULL);
        assert_memory_equal(&board, &next.u.tafl, sizeof board);
        tafl_unmake(&board, (enum side)pos.turn, m, &undo);
        assert_memory_equal(&board, &before, sizeof board);
        if (ply % 10 == 0) {
            static struct play play;
            play_init(&play, game, &pos);
            check_one_ply(search, &play);
        }
        pos = next;
    }
    tafl_search_free(search);
}

/* --- draws, limits --- */

static void play_text(struct play *play, const char *text) {
    struct move m;
    assert_true(game_find_move(play->game, &play->pos, text, strlen(text), &m));
    play_move(play, &m, NULL, NULL);
}

/* A position that has occurred before is worth 0. */
TEST(test_repetition) {
    static struct play play;
    play_at(&play, "tablut", "9/2t1t4/9/9/2T1K1T2/9/9/9/9 b");
    play_text(&play, "c8-c7");
    play_text(&play, "g5-g6");
    play_text(&play, "c7-c8");
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct tafl_result result = tafl_search_run(
        search, &play, &(struct engine_limits){.plies = 1, .values_all = true});
    unsigned n_draws = 0;
    for (size_t i = 0; i < result.n; i++) {
        char text[MOVE_TEXT_BYTES];
        write_move(&play, &result.line[i].move, text);
        n_draws += strcmp(text, "g6-g5") == 0 && result.line[i].value == 0;
    }
    assert_int_equal(n_draws, 1);
    tafl_search_free(search);
}

static bool is_over_at_once(void *arg) {
    ++*(unsigned *)arg;
    return true;
}

TEST(test_limits) {
    static struct play play;
    struct position pos;
    game_start(&game_alea_evangelii, &(struct options){{0}}, SIDE_WHITE, &pos);
    play_init(&play, &game_alea_evangelii, &pos);
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct tafl_result result =
        tafl_search_run(search, &play, &(struct engine_limits){.nodes = 1});
    assert_true(result.plies == 1 && result.n > 100);
    result = tafl_search_run(search, &play, &(struct engine_limits){.nodes = 5000});
    assert_in_range(result.nodes, 5000, 5001);
    unsigned n_asked = 0;
    result = tafl_search_run(
        search, &play,
        &(struct engine_limits){.is_over = is_over_at_once, .arg = &n_asked});
    assert_int_equal(n_asked, 1);
    assert_true(result.plies >= 1 && result.nodes < 4096);
    tafl_search_free(search);
}

/* Searches that begin with an empty table give the same results. */
TEST(test_deterministic) {
    static struct play play;
    struct position pos;
    game_start(&game_tablut, &(struct options){{0}}, SIDE_BLACK, &pos);
    play_init(&play, &game_tablut, &pos);
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct tafl_search *other = tafl_search_new(TABLE_BYTES);
    struct engine_limits limits = {.nodes = 20000};
    struct tafl_result first = tafl_search_run(search, &play, &limits);
    struct tafl_result again = tafl_search_run(other, &play, &limits);
    assert_int_equal(again.line[0].value, first.line[0].value);
    assert_memory_equal(&again.line[0].move, &first.line[0].move,
                        sizeof again.line[0].move);
    assert_true(again.nodes == first.nodes && again.plies == first.plies);
    tafl_search_free(search);
    tafl_search_free(other);
}

/* --- tafl minimax --- */

/* The search of tafl against a plain one: without table, order or short cuts.  It must
 * find the same values, and a move that has the best one. */

#define PLIES_LOUD 8
#define LINE_MAX   32

static struct plain {
    struct tafl_network network;
    bool has_network;
    struct tafl line[LINE_MAX]; /* the boards by ply */
    struct move list[LINE_MAX][MOVES_MAX];
} plain;

static int tafl_minimax_value_now(const struct tafl *t, enum side side,
                                  const struct tafl_paths *paths) {
    struct tafl_sums sums;
    int value = tafl_value(t, paths);
    if (plain.has_network) {
        tafl_network_begin(&plain.network, t, &sums);
        value = tafl_network_value(&plain.network, t, side, &sums);
    }
    return side == SIDE_WHITE ? value : -value;
}

static bool is_repeated(unsigned ply) {
    for (unsigned before = ply; before >= 2; before -= 2) {
        if (memcmp(&plain.line[ply], &plain.line[before - 2], sizeof plain.line[0]) ==
            0) {
            return true;
        }
    }
    return false;
}

/* Which moves a position is searched with. */
struct kind {
    bool is_loud;    /* captures, and the king's moves to exits */
    bool is_closing; /* black's moves that close the only way out */
};

static bool is_kind(const struct kind *kind, const struct tafl *t, enum side side,
                    const struct tafl_paths *paths, const struct move *m) {
    if (kind->is_closing && !tafl_is_closing(t, paths, m->to)) {
        return false;
    }
    if (!kind->is_loud) {
        return true;
    }
    struct tafl after = *t;
    struct tafl_undo undo;
    tafl_make(&after, side, m, &undo);
    bool is_king = m->from == t->king;
    unsigned bit = tafl_rank(m->to) == tafl_rank(m->from)
                       ? tafl_file(m->to)
                       : TAFL_RANKS_AT + tafl_rank(m->to);
    return undo.n > 0 || (is_king && (paths->exits >> bit & 1) != 0);
}

struct bounds {
    int alpha, beta;
};

static int minimax(enum side side, unsigned ply, int plies, struct bounds bounds);

static int minimax_move(enum side side, unsigned ply, int plies, struct bounds bounds,
                        const struct move *m) {
    struct tafl *after = &plain.line[ply + 1];
    struct tafl_undo undo;
    *after = plain.line[ply];
    tafl_make(after, side, m, &undo);
    if (after->king == 0 || tafl_is_corner(after, after->king)) {
        return TAFL_WON - (int)ply - 1;
    }
    struct bounds other = {-bounds.beta, -bounds.alpha};
    return is_repeated(ply + 1) ? 0
                                : -minimax(side_other(side), ply + 1, plies - 1, other);
}

static int minimax(enum side side, unsigned ply, int plies, struct bounds bounds) {
    const struct tafl *t = &plain.line[ply];
    struct tafl_paths paths = tafl_paths(t);
    if (side == SIDE_WHITE && paths.ways + paths.forks > 0) {
        return TAFL_WON - (int)ply - (paths.ways > 0 ? 1 : 3);
    }
    if (side == SIDE_BLACK && tafl_is_out(t, &paths)) {
        return -(TAFL_WON - (int)ply - 2);
    }
    plies += paths.ways > 0 && plies >= 0;
    struct kind kind = {.is_closing = paths.ways > 0};
    int best = -(TAFL_WON - (int)ply - (kind.is_closing ? 2 : 0));
    if (plies <= 0 && (paths.ways == 0 || plies <= -PLIES_LOUD)) {
        kind = (struct kind){.is_loud = true};
        best = tafl_minimax_value_now(t, side, &paths);
        if (plies <= -PLIES_LOUD) {
            return best;
        }
    }
    struct move *list = plain.list[ply];
    size_t n = tafl_list(t, side, list);
    for (size_t i = 0; i < n && best < bounds.beta; i++) {
        if (is_kind(&kind, t, side, &paths, &list[i])) {
            bounds.alpha = best > bounds.alpha ? best : bounds.alpha;
            int value = minimax_move(side, ply, plies, bounds, &list[i]);
            best = value > best ? value : best;
        }
    }
    return best;
}

/* --- random positions --- */

static const struct row {
    const char *name;
    unsigned plies, n_positions;
} rows[] = {
    {"tablut", 1, 30},        {"tablut", 2, 20},
    {"tablut", 3, 2},         {"tablut:king=unarmed,throne=hostile", 2, 10},
    {"alea-evangelii", 1, 4}, {"alea-evangelii:king=step", 1, 4},
};

static void begin(const struct row *row, struct play *play) {
    struct text_in in = text_in_of(row->name, strlen(row->name));
    const struct game *game;
    struct options opt;
    struct position pos;
    assert_true(game_parse(&in, &game, &opt));
    game_start(game, &opt, game_first(game, &opt), &pos);
    play_init(play, game, &pos);
}

/* Plays random moves, captures more often than others.  False: the game is over. */
static bool play_on(struct play *play, unsigned n_moves) {
    static struct move list[MOVES_MAX];
    for (unsigned i = 0; i < n_moves && play->pos.phase == PHASE_MOVE; i++) {
        enum side side = (enum side)play->pos.turn;
        size_t n = tafl_list(&play->pos.u.tafl, side, list);
        struct move m = list[0];
        for (unsigned tries = 0; tries < 8; tries++) {
            struct tafl t = play->pos.u.tafl;
            struct tafl_undo undo;
            m = list[random_below(&seed, (unsigned)n)];
            tafl_make(&t, side, &m, &undo);
            if (undo.n > 0) {
                break;
            }
        }
        play_move(play, &m, NULL, NULL);
    }
    struct position pos = play->pos;
    play_init(play, play->game, &pos); /* without a history */
    return pos.phase == PHASE_MOVE;
}

static void check(const struct play *play, unsigned plies) {
    enum side side = (enum side)play->pos.turn;
    struct tafl_search *search = tafl_search_new(TABLE_BYTES);
    struct engine_limits limits = {.plies = plies, .is_full = true};
    struct tafl_result found = tafl_search_run(search, play, &limits);
    plain.line[0] = play->pos.u.tafl;
    int best = -TAFL_WON, chosen = -TAFL_WON;
    static struct move list[MOVES_MAX];
    size_t n = tafl_list(&plain.line[0], side, list);
    for (size_t i = 0; i < n; i++) {
        struct bounds all = {-TAFL_WON, TAFL_WON};
        int value = minimax_move(side, 0, (int)plies, all, &list[i]);
        best = value > best ? value : best;
        bool is_chosen = memcmp(&list[i], &found.line[0].move, sizeof list[i]) == 0;
        chosen = is_chosen ? value : chosen;
    }
    bool is_complete = found.plies == plies || abs(found.line[0].value) > TAFL_FORCED;
    assert_true(is_complete);
    if (found.plies == plies) {
        assert_int_equal(found.line[0].value, best);
        assert_int_equal(chosen, best);
    }
    tafl_search_free(search);
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    static struct play play;
    begin(row, &play);
    plain.has_network = play.game == &game_tablut;
    tafl_network_init(&plain.network);
    for (unsigned i = 0; i < row->n_positions; i++) {
        if (!play_on(&play, 2 + random_below(&seed, row->n_positions > 4 ? 12 : 6))) {
            begin(row, &play);
            assert_true(play_on(&play, 4));
        }
        check(&play, row->plies);
    }
    tafl_network_fini(&plain.network);
}

/* --- tafl simple --- */

/* The simple players of tafl: they win, keep the other from winning, and respect their
 * limits. */

static const struct tafl_simple_row {
    const char *name, *game, *position, *move;
    unsigned plies;
} tafl_simple_rows[] = {
    {"the king is captured", "tablut", "3t5/9/9/9/9/2tKt4/3t5/9/9 b", "d9-d5", 1},
    {"the king is captured, looking further", "tablut", "3t5/9/9/9/9/2tKt4/3t5/9/9 b",
     "d9-d5", 4},
    {"with his companion", "alea-evangelii",
     "19/19/19/19/19/19/19/19/19/19/19/19/19/19/12tt5/11tKTt4/12t6/19/13t5 b", "n1-n3",
     2},
    {"the only man that can close the way", "tablut", "9/9/9/9/9/9/2t6/1t7/2KT5 b",
     "b2-b1", 2},
};

TEST_ROWS(tafl_simple_rows) {
    const struct tafl_simple_row *row = table_row(state);
    static struct play play;
    play_at(&play, row->game, row->position);
    for (uint64_t start = 1; start <= 5; start++) {
        uint64_t random = start;
        struct engine_limits limits = {.plies = row->plies};
        struct move m = tafl_simple_move(&play.pos, &limits, &random);
        char text[MOVE_TEXT_BYTES];
        write_move(&play, &m, text);
        assert_string_equal(text, row->move);
    }
}

static bool tafl_simple_is_over_at_once(void *arg) {
    ++*(unsigned *)arg;
    return true;
}

/* It asks once, stops, and still has a legal move. */
TEST(test_stopped) {
    struct position pos;
    static struct move move[MOVES_MAX];
    game_start(&game_tablut, &(struct options){{0}}, SIDE_BLACK, &pos);
    uint64_t random = 1;
    unsigned n_asked = 0;
    struct engine_limits limits = {.is_over = tafl_simple_is_over_at_once,
                                   .arg = &n_asked};
    struct move m = tafl_simple_move(&pos, &limits, &random);
    assert_int_equal(n_asked, 1);
    bool is_legal = false;
    size_t n = tafl_moves(&pos, move);
    for (size_t i = 0; i < n; i++) {
        is_legal |= memcmp(&move[i], &m, sizeof m) == 0;
    }
    assert_true(is_legal);
}

/* The same nodes and the same chance give the same move. */
TEST(test_tafl_simple_deterministic) {
    struct position pos;
    game_start(&game_alea_evangelii, &(struct options){{0}}, SIDE_WHITE, &pos);
    uint64_t one = 7, two = 7;
    struct engine_limits limits = {.nodes = 3000};
    struct move first = tafl_simple_move(&pos, &limits, &one);
    struct move second = tafl_simple_move(&pos, &limits, &two);
    assert_memory_equal(&first, &second, sizeof first);
}

/* --- the runner --- */

static const struct tafl_simple_row runner_rows[] = {
    {"the king escapes", "tablut", "9/9/9/4t4/9/9/9/9/2K1t4 w", "c1-a1", 0},
    {"the way out is closed", "tablut", "9/9/9/9/9/9/2t6/1t7/2KT5 b", "b2-b1", 0},
    {"the king is captured", "tablut", "3t5/9/9/9/9/2tKt4/3t5/9/9 b", "d9-d5", 0},
};

TEST_ROWS(runner_rows) {
    const struct tafl_simple_row *row = table_row(state);
    static struct play play;
    play_at(&play, row->game, row->position);
    for (uint64_t start = 1; start <= 5; start++) {
        uint64_t random = start;
        struct move m = tafl_runner_move(&play.pos, &random);
        char text[MOVE_TEXT_BYTES];
        write_move(&play, &m, text);
        assert_string_equal(text, row->move);
    }
}

BEFORE_TESTS {
    seed = random_seed();
}
