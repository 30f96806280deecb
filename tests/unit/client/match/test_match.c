/* Matches: pairs of games are fair, and good players win them. */
#include "client-cli/match/match.h"

#include "tests/unit/table.h"

static const struct row {
    const char *name;
    const struct game *game;
    unsigned n_pairs;
    bool has_network;
} rows[] = {
    {"royal-ur", &game_royal_ur, 20, true},
    {"akalamdung", &game_akalamdung, 20, true},
    {"ur", &game_ur, 20, true},
    {"stelpur", &game_stelpur, 20, true},
    {"morris", &game_morris, 10, true},
    {"tablut", &game_tablut, 4, false},
    {"evangelii", &game_alea_evangelii, 10, false},
};

static void play(struct match *match, const struct row *row, const char *a,
                 const char *b) {
    *match = (struct match){.game = row->game, .seed = 3};
    const struct contender_setup setup = {.game = row->game, .seed = 3};
    match->contender[0] = contender_new(a, &setup);
    match->contender[1] = contender_new(b, &setup);
    assert_true(match->contender[0] != NULL && match->contender[1] != NULL);
    for (unsigned i = 0; i < row->n_pairs; i++) {
        match_pair(match);
    }
    assert_int_equal(match->score.n_pairs, row->n_pairs);
    contender_free(match->contender[0]);
    contender_free(match->contender[1]);
}

/* A player that uses no random numbers scores exactly half against itself. */
static void test_fair(void **state) {
    const struct row *row = table_row(state);
    struct match match;
    if (row->has_network) {
        play(&match, row, "plies=0", "plies=0");
        assert_true(match_mean(&match) == 0.5);
        assert_true(match_error(&match) == 0);
    }
}

static void test_plain_beats_random(void **state) {
    const struct row *row = table_row(state);
    struct match match;
    play(&match, row, "plain", "random");
    assert_true(match_mean(&match) > 0.5);
}

static void test_network_beats_plain(void **state) {
    const struct row *row = table_row(state);
    struct match match, again;
    if (row->has_network) {
        play(&match, row, "plies=0", "plain");
        assert_true(match_mean(&match) > 0.5);
        play(&again, row, "plies=0", "plain");
        assert_true(match.score.points == again.score.points);
    }
}

/* Levels have their own random numbers: the same match again gives the same points. */
static void test_levels(void **state) {
    static const struct row row = {"ur", &game_ur, 10, true};
    struct match match, again;
    play(&match, &row, "level=5", "level=1");
    play(&again, &row, "level=5", "level=1");
    assert_true(match.score.points == again.score.points);
    assert_true(match_mean(&match) > 0.5);
}

/* Two pairs with 2 points and 1 point.  The mean is 0.75, the deviation of a pair's
 * points 0.5, so the error of the mean of the games is 1.96 * 0.5 / 2. */
static void test_error(void **state) {
    struct match match = {.score = {.n_pairs = 2, .points = 3, .squares = 5}};
    assert_true(match_mean(&match) == 0.75);
    double off = match_error(&match) - 1.96 * 0.5 / 2;
    assert_true(off < 1e-12 && off > -1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_error),
                                       cmocka_unit_test(test_levels)};
    int failed = TABLE_RUN("fair", test_fair, rows);
    failed += TABLE_RUN("plain beats random", test_plain_beats_random, rows);
    failed += TABLE_RUN("the network beats plain", test_network_beats_plain, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
