/* The endings of akalamdung, ur, stelpur and morris: their numbers and their tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/dice_search.h"
#include "engine/engine.h"
#include "engine/layers_build.h"
#include "engine/layers_table.h"
#include "tests/support/cmocka.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

struct row {
    const char *name;
    const struct solvable *kind;
    unsigned numbered; /* pieces left in the test of the numbers */
    unsigned solved;   /* and in that of the table; 0: it takes too long */
    uint64_t n;        /* positions with `numbered` pieces left */
};

static const struct row rows[] = {
    {"akalamdung", &solvable_akalamdung, 3, 1, 2420572},
    {"ur", &solvable_ur, 3, 1, 35848760},
    {"stelpur", &solvable_stelpur, 4, 1, 21117284},
    {"morris", &solvable_morris, 4, 0, 5686415},
};

/* A number gives a position, and the position, seen by either side, the number again.
 * The rules accept the positions; some of ur have no unit of a side, some of akalamdung
 * cannot occur. */
static void test_numbers(void **state) {
    const struct row *row = table_row(state);
    const struct solvable *kind = row->kind;
    struct layers layers;
    void *index = kind->index_new(kind->game, row->numbered, &layers);
    uint64_t seed = random_seed();
    unsigned n_sane = 0;
    assert_int_equal(layers.n, row->n);
    for (unsigned i = 0; i < 3000; i++) {
        uint64_t number = (uint64_t)random_below(&seed, 1U << 31) % layers.n;
        for (enum side turn = SIDE_WHITE; turn < SIDE_COUNT; turn++) {
            struct position pos;
            uint64_t again;
            kind->position(index, number, turn, &pos);
            n_sane += kind->game->is_sane(&pos);
            assert_true(kind->number(index, &pos, &again));
            struct position same;
            kind->position(index, again, turn, &same);
            if (kind == &solvable_akalamdung || kind == &solvable_ur) {
                assert_int_equal(again, number);
            }
            assert_memory_equal(&same, &pos, sizeof pos);
        }
    }
    assert_true(n_sane > 4500);
    kind->index_free(index);
}

static void roll(struct play *play, uint64_t *seed) {
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(play->game->dice, rolls);
    play_roll(play, &rolls[random_below(seed, (unsigned)n)], NULL, NULL);
}

/* Random games run into the endings, and every position there has a number that gives it
 * back; in stelpur and morris it may be turned. */
static void test_positions_of_games(void **state) {
    const struct row *row = table_row(state);
    const struct solvable *kind = row->kind;
    struct layers layers;
    void *index = kind->index_new(kind->game, row->numbered, &layers);
    uint64_t seed = random_seed();
    unsigned n_found = 0;
    for (unsigned game = 0; game < 100; game++) {
        static struct play play;
        static struct move moves[MOVES_MAX];
        struct options opt = {{0}};
        struct position pos;
        game_start(kind->game, &opt, SIDE_WHITE, &pos);
        play_init(&play, kind->game, &pos);
        while (play.pos.phase != PHASE_OVER) {
            uint64_t number, again;
            if (play.pos.phase == PHASE_MOVE) {
                size_t n = kind->game->moves(&play.pos, moves);
                play_move(&play, &moves[random_below(&seed, (unsigned)n)], NULL, NULL);
                continue;
            }
            if (kind->number(index, &play.pos, &number)) {
                n_found++;
                assert_true(number < layers.n);
                kind->position(index, number, (enum side)play.pos.turn, &pos);
                assert_true(kind->number(index, &pos, &again));
                assert_int_equal(again, number);
                if (kind == &solvable_akalamdung || kind == &solvable_ur) {
                    assert_memory_equal(&pos, &play.pos, sizeof pos);
                }
            }
            roll(&play, &seed);
        }
    }
    assert_true(n_found > 20);
    kind->index_free(index);
}

/* --- tables --- */

struct files {
    char dir[32];
    char path[64];
};

static void begin_files(struct files *files) {
    strcpy(files->dir, "/tmp/alea-test-XXXXXX");
    assert_non_null(mkdtemp(files->dir));
    snprintf(files->path, sizeof files->path, "%s/table", files->dir);
}

static void end_files(const struct files *files) {
    unlink(files->path);
    assert_int_equal(rmdir(files->dir), 0);
}

/* Builds the table, and interrupts the work after every so many steps. */
static void build(const struct row *row, const char *path, unsigned steps) {
    char fault[FAULT_BYTES];
    enum layers_built built = LAYERS_BUILDING;
    while (built == LAYERS_BUILDING) {
        struct layers_build *build =
            layers_build_open(path, row->kind, row->solved, fault);
        assert_non_null(build);
        for (unsigned i = 0; i < steps && built == LAYERS_BUILDING; i++) {
            built = layers_build_step(build, fault);
        }
        assert_int_not_equal(built, LAYERS_NOT_BUILT);
        layers_build_close(build);
    }
}

/* Every value is the mean over the throws of the value after the best move.  A build that
 * is interrupted all the time gets there too. */
static void test_table(void **state) {
    const struct row *row = table_row(state);
    for (unsigned steps = 7; row->solved > 0 && steps < 10000; steps += 9000) {
        char fault[FAULT_BYTES];
        struct files files;
        begin_files(&files);
        build(row, files.path, steps);
        struct layers_table *table =
            layers_table_open(files.path, row->kind->game, fault);
        assert_non_null(table);
        assert_null(layers_table_open(files.path, &game_royal_ur, fault));
        assert_string_equal(fault, "not a table of royal-ur");
        double largest = 0;
        for (uint64_t i = 0; i < layers_table_size(table); i++) {
            struct position pos;
            enum side turn = i % 2 == 0 ? SIDE_BLACK : SIDE_WHITE;
            layers_table_position(table, i, turn, &pos);
            if (pos.phase == PHASE_ROLL) {
                largest = fmax(largest, layers_table_residual(table, &pos));
            }
        }
        assert_true(largest > 0);
        assert_true(largest < row->kind->residual_max);
        layers_table_close(table);
        end_files(&files);
    }
}

/* The engine finds the exact value in an ending, and judges others by its network.  Each
 * side has one piece, on 14: a throw of 1 wins, with a chance of 3/8; so v = 8/13. */
static void test_engine(void **state) {
    static struct play play;
    char fault[FAULT_BYTES];
    struct files files;
    begin_files(&files);
    build(&rows[0], files.path, 1000);
    struct engine_setup setup = {.game = &game_akalamdung, .table = files.path};
    struct engine *engine = engine_new(&setup, fault);
    assert_non_null(engine);
    static const struct {
        const char *position;
        bool is_exact;
        double value; /* for white */
    } positions[] = {
        {"0,0 w14=w,b14=b 6,6 w -", true, 8.0 / 13},
        {"0,0 w14=w,b14=b 6,6 b -", true, 5.0 / 13},
        {"0,0 w13=w,w14=w,b14=b 5,6 b -", false, 0},
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct options opt = {{0}};
        struct position pos;
        const char *text = positions[i].position;
        struct text_in in = text_in_of(text, strlen(text));
        assert_true(game_read(&game_akalamdung, &opt, &in, &pos));
        play_init(&play, &game_akalamdung, &pos);
        bool is_exact;
        double value = engine_value(engine, &play, SIDE_WHITE, 0, &is_exact);
        assert_int_equal(is_exact, positions[i].is_exact);
        assert_true(!is_exact || fabs(value - positions[i].value) < 1e-5);
    }
    engine_free(engine);
    end_files(&files);
}

/* Near the end of its patience a game of ur may be a draw, which tables do not know. */
static void test_near_a_draw(void **state) {
    static struct play play;
    struct options opt = {{0}};
    struct position pos;
    game_start(&game_ur, &opt, SIDE_WHITE, &pos);
    play_init(&play, &game_ur, &pos);
    assert_false(dice_search_is_near_draw(&play));
    play.quiet = (uint16_t)(game_ur.quiet_max - 1);
    assert_true(dice_search_is_near_draw(&play));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engine),
        cmocka_unit_test(test_near_a_draw),
    };
    return TABLE_RUN("endings: numbers", test_numbers, rows) +
           TABLE_RUN("endings: games", test_positions_of_games, rows) +
           TABLE_RUN("endings: tables", test_table, rows) +
           cmocka_run_group_tests_name("endings", tests, NULL, NULL);
}
