/* The search of the games with dice, compared with a brute-force mean over all faces. */
#include "engine/dice_search.h"

#include <math.h>
#include <string.h>

#include "engine/network/features.h"
#include "tests/unit/random.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/rules/random_play.h"
#include "tests/unit/table.h"

#define POSITIONS 5
#define STEPS_MAX 200

static const struct row {
    const char *name;
    const struct game *game;
    unsigned plies; /* few: brute force is slow */
} rows[] = {
    {"royal-ur", &game_royal_ur, 2},
    {"akalamdung", &game_akalamdung, 2},
    {"ur", &game_ur, 2},
    {"stelpur", &game_stelpur, 1},
    {"morris", &game_morris, 1},
};

/* --- brute force: every face of every die, every move, no cache --- */

static double brute(const struct play *play, unsigned plies, enum side side);

static double brute_throws(const struct play *play, unsigned plies, enum side side) {
    const struct dice_kind *dice = play->game->dice;
    double sum = 0;
    unsigned n = 0;
    uint8_t faces[DICE_MAX] = {0};
    for (unsigned at = 0; at < dice->n_dice;) {
        uint8_t thrown[DICE_MAX];
        for (unsigned i = 0; i < dice->n_dice; i++) {
            thrown[i] = (uint8_t)(faces[i] + dice->lowest);
        }
        struct roll roll = roll_of_faces(dice, thrown);
        struct play after = *play;
        play_roll(&after, &roll, NULL, NULL);
        sum += brute(&after, plies, side);
        n++;
        for (at = 0; at < dice->n_dice && ++faces[at] == dice->n_faces; at++) {
            faces[at] = 0;
        }
    }
    return sum / n;
}

static double brute_moves(const struct play *play, unsigned plies, enum side side) {
    struct move moves[MOVES_MAX];
    size_t n = play->game->moves(&play->pos, moves);
    bool own = play->pos.turn == side;
    double best = own ? 0 : 1;
    for (size_t i = 0; i < n; i++) {
        struct play after = *play;
        play_move(&after, &moves[i], NULL, NULL);
        double value = brute(&after, plies, side);
        best = own ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

static double brute(const struct play *play, unsigned plies, enum side side) {
    const struct position *pos = &play->pos;
    if (pos->phase == PHASE_OVER) {
        return pos->outcome == OUTCOME_DRAW ? 0.5 : pos->outcome == (int)side;
    }
    if (pos->roll.n > 0) {
        return brute_moves(play, plies, side);
    }
    if (plies == 0) {
        const struct features *features = features_find(play->game);
        double value = (double)features_value(features, &features->network, pos);
        return pos->turn == side ? value : 1 - value;
    }
    return pos->phase == PHASE_ROLL ? brute_throws(play, plies - 1, side)
                                    : brute_moves(play, plies - 1, side);
}

/* --- tests --- */

/* A random position in state move. */
static void some_position(struct play *play, const struct game *game, uint64_t *random) {
    do {
        random_position(play, game, random_below(random, 2),
                        random_below(random, STEPS_MAX), random);
    } while (play->pos.phase != PHASE_MOVE);
}

static double value_after(const struct play *play, const struct move *m, unsigned plies) {
    struct play after = *play;
    play_move(&after, m, NULL, NULL);
    return brute(&after, plies, play->pos.turn);
}

static void test_brute_force(void **state) {
    const struct row *row = table_row(state);
    struct dice_search *search = dice_search_new(row->game);
    assert_non_null(search);
    uint64_t random = random_seed();
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct play play;
        some_position(&play, row->game, &random);
        for (unsigned plies = 0; plies <= row->plies; plies++) {
            struct engine_limits limits = {.plies = plies + 1};
            struct engine_result found = dice_search_run(search, &play, &limits);
            struct move moves[MOVES_MAX];
            assert_int_equal(found.n, row->game->moves(&play.pos, moves));
            assert_int_equal(found.plies, plies + 1);
            for (size_t k = 0; k < found.n; k++) {
                const struct engine_choice *choice = &found.choice[k];
                double expected = value_after(&play, &choice->move, plies);
                assert_true(fabs(choice->value - expected) < 1e-6);
                assert_true(k == 0 || choice->value <= choice[-1].value);
            }
            double best = dice_search_value(search, &play, play.pos.turn, plies);
            double again = brute(&play, plies, play.pos.turn);
            assert_true(fabs(best - again) < 1e-6);
        }
    }
    dice_search_free(search);
}

/* A search gives the same result after other positions have been searched. */
static void test_deterministic(void **state) {
    const struct row *row = table_row(state);
    struct dice_search *used = dice_search_new(row->game);
    uint64_t random = random_seed();
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct play play;
        some_position(&play, row->game, &random);
        struct dice_search *fresh = dice_search_new(row->game);
        struct engine_limits limits = {.plies = 3,
                                       .nodes = 1 + random_below(&random, 5000)};
        struct engine_result a = dice_search_run(used, &play, &limits);
        struct engine_result b = dice_search_run(fresh, &play, &limits);
        assert_int_equal(a.n, b.n);
        assert_int_equal(a.plies, b.plies);
        assert_int_equal(a.nodes, b.nodes);
        for (size_t k = 0; k < a.n; k++) {
            assert_memory_equal(&a.choice[k].move, &b.choice[k].move,
                                sizeof(struct move));
            assert_true(a.choice[k].value == b.choice[k].value);
        }
        dice_search_free(fresh);
    }
    dice_search_free(used);
}

static bool count_asked(void *arg) {
    return ++*(unsigned *)arg == 2;
}

/* When a limit stops the search, the values are those of the last completed ply. */
static void test_limits(void **state) {
    const struct row *row = table_row(state);
    struct dice_search *search = dice_search_new(row->game);
    uint64_t random = random_seed();
    struct play play;
    some_position(&play, row->game, &random);
    struct engine_limits limits = {.nodes = 1};
    struct engine_result found = dice_search_run(search, &play, &limits);
    assert_int_equal(found.plies, 1);
    assert_true(found.n > 0);
    unsigned n_asked = 0;
    limits = (struct engine_limits){.is_over = count_asked, .arg = &n_asked};
    found = dice_search_run(search, &play, &limits);
    if (found.plies <= DICE_PLIES_MAX) { /* otherwise the game ends before */
        assert_int_equal(n_asked, 2);
        assert_in_range(found.nodes, 2048, 2048 + 1024);
    }
    limits = (struct engine_limits){.plies = found.plies};
    double best = found.choice[0].value;
    found = dice_search_run(search, &play, &limits);
    assert_true(found.choice[0].value == best);
    dice_search_free(search);
}

/* The last quiet move that the rules allow ends in a draw. */
static void test_draw(void **state) {
    struct dice_search *search = dice_search_new(&game_stelpur);
    struct play play;
    play_at(&play, "stelpur", "wwwwww......bbbbbb...... w 4,1 1");
    play.quiet = (uint16_t)(game_stelpur.quiet_max - 1);
    for (unsigned plies = 0; plies < 2; plies++) {
        struct engine_limits limits = {.plies = plies + 1};
        struct engine_result found = dice_search_run(search, &play, &limits);
        assert_int_equal(found.n, 6);
        for (size_t i = 0; i < found.n; i++) {
            assert_true(found.choice[i].value == 0.5);
        }
    }
    dice_search_free(search);
}

static void test_no_dice(void **state) {
    assert_null(dice_search_new(&game_tablut));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_no_dice),
    };
    int failed = TABLE_RUN("brute force", test_brute_force, rows);
    failed += TABLE_RUN("deterministic", test_deterministic, rows);
    failed += TABLE_RUN("limits", test_limits, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
