/* The engine: one interface over all games, and its levels. */
#include "engine/engine.h"

#include <math.h>
#include <string.h>

#include "engine/levels.h"
#include "tests/unit/engine/table_file.h"
#include "tests/unit/random.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/rules/random_play.h"
#include "tests/unit/test.h"

static struct engine *make(const struct game *game, uint64_t seed) {
    char fault[FAULT_BYTES];
    struct engine *engine =
        engine_new(&(struct engine_setup){.game = game, .seed = seed}, fault);
    assert_non_null(engine);
    return engine;
}

static void begin(struct play *play, const struct game *game) {
    struct options opt = {{0}};
    struct position pos;
    game_start(game, &opt, game->first, &pos);
    play_init(play, game, &pos);
}

/* --- the table of royal-ur --- */

TEST(test_a_table_that_is_not_there) {
    char fault[FAULT_BYTES];
    struct engine_setup setup = {.game = &game_royal_ur, .table = "/nowhere/at/all"};
    assert_null(engine_new(&setup, fault));
    assert_string_equal(fault, "No such file or directory");
}

/* The table has the positions with two pieces a side; a network judges the others. */
TEST(test_a_table_of_few_pieces) {
    static struct play play;
    char fault[FAULT_BYTES];
    struct table_file file;
    table_file_begin(&file);
    assert_true(table_file_build(&file, TABLE_PAIRS));
    struct engine_setup setup = {.game = &game_royal_ur, .table = file.path};
    struct engine *engine = engine_new(&setup, fault);
    assert_non_null(engine);
    struct engine_limits limits = {.plies = 1};
    play_at(&play, "royal-ur", "0,0 5=w,9=w,10=b 5,6 w 1");
    struct engine_result result = engine_think(engine, &play, &limits);
    assert_true(result.is_exact);
    assert_int_equal(result.n, 2);
    assert_int_equal(result.choice[0].move.from, 9);
    bool is_exact;
    double value = engine_value(engine, &play, SIDE_WHITE, 0, &is_exact);
    assert_true(is_exact && value == result.choice[0].value);
    play_at(&play, "royal-ur", "1,0 5=w,9=w,10=b 4,6 w 1");
    result = engine_think(engine, &play, &limits);
    assert_false(result.is_exact);
    assert_int_equal(result.n, 3);
    assert_int_equal(result.choice[0].move.from, 9);
    engine_free(engine);
    table_file_end(&file);
}

/* --- thinking --- */

TEST(test_every_move_best_first) {
    struct engine *engine = make(&game_tablut, 1);
    static struct play play;
    static struct move moves[MOVES_MAX];
    begin(&play, &game_tablut);
    struct engine_result result = engine_think(
        engine, &play, &(struct engine_limits){.plies = 2, .values_all = true});
    assert_int_equal(result.n, game_tablut.moves(&play.pos, moves));
    assert_false(result.is_exact);
    for (size_t i = 0; i < result.n; i++) {
        assert_true(result.choice[i].value > 0 && result.choice[i].value < 1);
        assert_true(i == 0 || result.choice[i].value <= result.choice[i - 1].value);
    }
    engine_free(engine);
}

/* White's king escapes at once, or on its next move, whatever black does. */
TEST(test_a_forced_win) {
    struct engine *engine = make(&game_tablut, 1);
    static struct play play;
    struct engine_limits limits = {.plies = 3};
    play_at(&play, "tablut", "9/9/9/4t4/9/9/9/9/2K6 w");
    double at_once = engine_think(engine, &play, &limits).choice[0].value;
    play_at(&play, "tablut", "9/9/9/9/4K4/9/9/9/1t7 w");
    double soon = engine_think(engine, &play, &limits).choice[0].value;
    assert_true(at_once > soon);
    assert_true(soon > 0.9999 && at_once < 1);
    engine_free(engine);
}

/* arg: how often it was asked. */
static bool stop_it(void *arg) {
    unsigned *n_asked = arg;
    return ++*n_asked == 3;
}

/* Without limits it thinks until it is stopped, and can think again afterwards. */
TEST(test_stopped) {
    struct engine *engine = make(&game_tablut, 1);
    static struct play play;
    begin(&play, &game_tablut);
    for (unsigned i = 0; i < 2; i++) {
        unsigned n_asked = 0;
        struct engine_limits limits = {.is_over = stop_it, .arg = &n_asked};
        assert_true(engine_think(engine, &play, &limits).n > 0);
        assert_int_equal(n_asked, 3);
    }
    engine_free(engine);
}

/* Morris without dice.  White closes a7-d7-g7 and takes the third last man; if it is
 * Black's turn, nothing but a man on g7 prevents that. */
TEST(test_a_mill_is_closed_or_prevented) {
    static const char *const rows[][2] = {
        {"ww.b..........wb....b... w 0,0 -", "g4-g7x"},
        {"ww.b..........wb....b... b 0,0 -", "-g7"},
    };
    static struct play play;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        play_at(&play, "morris:dice=none", rows[i][0]);
        struct engine *engine = make(play.game, 1);
        struct engine_limits limits = {.plies = 4};
        struct engine_result result = engine_think(engine, &play, &limits);
        char text[MOVE_TEXT_BYTES];
        struct text_out out = text_out_of(text, sizeof text);
        play.game->write_move(&play.pos, &result.choice[0].move, &out);
        assert_non_null(strstr(text, rows[i][1]));
        assert_true((result.choice[0].value > 0.99) == (i == 0));
        engine_free(engine);
    }
}

TEST(test_whole_games_without_dice) {
    static const char *const names[] = {"morris:dice=none", "morris:dice=alfonso"};
    static struct play play;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        uint64_t seed = random_seed();
        play_at(&play, names[i], "........................ w 9,9 -");
        struct engine *engine = make(play.game, 5);
        struct engine_limits limits = {.nodes = 2000};
        while (play.pos.phase != PHASE_OVER && play.ply < 150) {
            if (play.pos.phase == PHASE_ROLL) {
                random_step(&play, &seed);
                continue;
            }
            struct move move = engine_choose(engine, &play, ENGINE_LEVELS, &limits);
            play_move(&play, &move, NULL, NULL);
        }
        engine_free(engine);
    }
}

/* Two engines with the same seed and limit of nodes answer the same, move by move, in
 * every game and at every level. */
TEST(test_deterministic) {
    static struct play play;
    struct engine_limits limits = {.nodes = 300};
    for (size_t i = 0; games[i] != NULL; i++) {
        uint64_t seed = random_seed();
        struct engine *one = make(games[i], 5);
        struct engine *two = make(games[i], 5);
        begin(&play, games[i]);
        while (play.pos.phase != PHASE_OVER && play.ply < 40) {
            if (play.pos.phase == PHASE_ROLL) {
                random_step(&play, &seed);
                continue;
            }
            unsigned level = 1 + play.ply % ENGINE_LEVELS;
            struct move first = engine_choose(one, &play, level, &limits);
            struct move second = engine_choose(two, &play, level, &limits);
            assert_memory_equal(&first, &second, sizeof first);
            play_move(&play, &first, NULL, NULL);
        }
        engine_free(one);
        engine_free(two);
    }
}

/* --- levels --- */

static bool is_same(const struct move *a, const struct move *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

TEST(test_the_highest_level_plays_the_best) {
    struct engine *engine = make(&game_tablut, 1);
    static struct play play;
    play_at(&play, "tablut", "9/9/9/9/4K4/9/9/9/1t7 w");
    struct engine_limits limits = {.nodes = 2000};
    struct move best = engine_think(engine, &play, &limits).choice[0].move;
    struct move chosen = engine_choose(engine, &play, ENGINE_LEVELS, &limits);
    assert_true(is_same(&best, &chosen));
    engine_free(engine);
}

/* The lowest level varies with the seed, and only with it. */
TEST(test_the_lowest_level_varies) {
    static struct play play;
    begin(&play, &game_tablut);
    struct engine_limits limits = {.nodes = 2000};
    unsigned n_same = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct engine *a = make(&game_tablut, seed);
        struct engine *b = make(&game_tablut, seed);
        struct engine *c = make(&game_tablut, seed + 100);
        struct move of_a = engine_choose(a, &play, 1, &limits);
        struct move of_b = engine_choose(b, &play, 1, &limits);
        struct move of_c = engine_choose(c, &play, 1, &limits);
        assert_true(is_same(&of_a, &of_b));
        n_same += is_same(&of_a, &of_c);
        engine_free(a);
        engine_free(b);
        engine_free(c);
    }
    assert_in_range(n_same, 0, 10);
}

/* Whether a one-ply search finds that a move wins. */
static bool wins(struct engine *engine, const struct play *play, const struct move *m) {
    struct engine_result all = engine_think(
        engine, play, &(struct engine_limits){.plies = 1, .values_all = true});
    for (size_t i = 0; i < all.n; i++) {
        if (is_same(&all.choice[i].move, m)) {
            return all.choice[i].value > 0.999;
        }
    }
    fail_msg("not a legal move");
    return false;
}

/* How many of 100 moves of a level win in a position where nine of sixteen do. */
static unsigned count_wins(unsigned level) {
    static struct play play;
    play_at(&play, "tablut", "9/9/9/4t4/9/9/9/9/2K6 w");
    struct engine *engine = make(&game_tablut, 7);
    struct engine_limits limits = {.nodes = 2000};
    unsigned n_won = 0;
    for (unsigned i = 0; i < 100; i++) {
        struct move chosen = engine_choose(engine, &play, level, &limits);
        n_won += wins(engine, &play, &chosen);
    }
    engine_free(engine);
    return n_won;
}

/* Random play would win 56 times. */
TEST(test_levels_prefer_the_better) {
    assert_in_range(count_wins(3), 60, 79);
    assert_in_range(count_wins(7), 80, 99);
    assert_int_equal(count_wins(ENGINE_LEVELS), 100);
}

/* Each level slips less often than the one below or, where every move is a slip, less
 * far, and looks at least as far ahead. */
TEST(test_levels_rise) {
    for (size_t i = 0; games[i] != NULL; i++) {
        for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
            for (unsigned n = 2; n < ENGINE_LEVELS; n++) {
                struct level below = level_find(games[i], side, n - 1);
                struct level level = level_find(games[i], side, n);
                assert_true(level.slip < below.slip ||
                            (level.slip >= 1 && level.heat < below.heat));
                assert_true(level.plies >= below.plies && level.plies > 0);
            }
            struct level highest = level_find(games[i], side, ENGINE_LEVELS);
            assert_true(highest.slip <= 0 && highest.plies == 0);
        }
    }
}

/* --- the value of a position --- */

static double value_of(struct engine *engine, const struct play *play, unsigned plies) {
    bool is_exact;
    double white = engine_value(engine, play, SIDE_WHITE, plies, &is_exact);
    double black = engine_value(engine, play, SIDE_BLACK, plies, &is_exact);
    assert_true(fabs(white + black - 1) < 1e-12);
    assert_int_equal(is_exact, play->pos.phase == PHASE_OVER);
    return white;
}

/* After each of eight moves of each game, engine_think and engine_value agree. */
TEST(test_values_agree) {
    static struct play play;
    uint64_t seed = random_seed();
    struct engine_limits limits = {.plies = 2, .values_all = true};
    for (size_t i = 0; games[i] != NULL; i++) {
        struct engine *engine = make(games[i], seed);
        begin(&play, games[i]);
        while (play.pos.phase != PHASE_OVER && play.ply < 8) {
            if (play.pos.phase == PHASE_ROLL) {
                random_step(&play, &seed);
                continue;
            }
            enum side side = (enum side)play.pos.turn;
            struct engine_result found = engine_think(engine, &play, &limits);
            struct engine_choice choice = found.choice[random_next(&seed) % found.n];
            play_move(&play, &choice.move, NULL, NULL);
            double white = value_of(engine, &play, 1);
            if (games[i]->dice != NULL) { /* a tafl search remembers earlier searches */
                double own = side == SIDE_WHITE ? white : 1 - white;
                assert_true(fabs(own - choice.value) < 1e-12);
            }
        }
        engine_free(engine);
    }
}

TEST(test_the_value_of_the_end) {
    static struct play play;
    struct engine *engine = make(&game_tablut, 1);
    play_at(&play, "tablut", "9/9/9/4t4/9/9/9/9/2K6 w");
    assert_true(value_of(engine, &play, 1) > 0.999);
    play_at(&play, "tablut", "9/9/9/4t4/9/9/9/9/K8 b");
    assert_true(value_of(engine, &play, 1) == 1);
    engine_free(engine);
}
