/* Matches: pairs of games are fair, and good players win them. */
#include "client-cli/match/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "client-cli/check/record_file.h"

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

static void set_up(struct match *match, const struct row *row, const char *a,
                   const char *b) {
    *match = (struct match){.game = row->game, .seed = 3};
    /* Enough for any machine: levels end their search by themselves. */
    const struct contender_setup setup = {.game = row->game, .seed = 3, .ms = 600000};
    match->contender[0] = contender_new(a, &setup);
    match->contender[1] = contender_new(b, &setup);
    assert_true(match->contender[0] != NULL && match->contender[1] != NULL);
}

static void tear_down(struct match *match) {
    contender_free(match->contender[0]);
    contender_free(match->contender[1]);
}

static void play(struct match *match, const struct row *row, const char *a,
                 const char *b) {
    set_up(match, row, a, b);
    for (unsigned i = 0; i < row->n_pairs; i++) {
        char fault[FAULT_BYTES];
        assert_int_equal(match_pair(match, fault), MATCH_PLAYED);
    }
    assert_int_equal(match->score.n_pairs, row->n_pairs);
    tear_down(match);
}

/* A player that uses no random numbers scores exactly half against itself. */
static void test_fair(void **state) {
    const struct row *row = table_row(state);
    struct match match;
    if (row->has_network) {
        set_up(&match, row, "plies=0", "plies=0");
        for (unsigned i = 0; i < row->n_pairs; i++) {
            char fault[FAULT_BYTES];
            assert_int_equal(match_pair(&match, fault), MATCH_PLAYED);
            assert_true(match.score.points == match.score.n_pairs);
        }
        tear_down(&match);
    }
}

/* The interval says something from the first pair on, and is narrower with more games. */
static void test_interval(void **unused) {
    struct match match = {0};
    double low, high;
    match_interval(&match, &low, &high);
    assert_true(low == 0 && high == 1);
    match.score = (struct match_score){.n_pairs = 1, .points = 2};
    match_interval(&match, &low, &high);
    assert_true(low > 0.3 && low < 0.4 && high > 0.999);
    match.score = (struct match_score){.n_pairs = 20, .points = 29};
    match_interval(&match, &low, &high);
    assert_true(low > 0.57 && low < 0.58 && high > 0.83 && high < 0.84);
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

/* --- records --- */

static void load(const char *dir, unsigned number, struct record *record) {
    char path[64];
    snprintf(path, sizeof path, "%s/m3-0-%u.json", dir, number);
    assert_int_equal(record_file_load("match", path, record), RECORD_FILE_GOOD);
    assert_int_equal(unlink(path), 0);
}

/* The faces of throw k; NULL: there is none. */
static const struct note *find_throw(const struct record *record, uint32_t k) {
    for (size_t i = 0; i < record->n_log; i++) {
        const struct note *note = &record->log[i];
        bool is_throw = note->kind == NOTE_THROW || note->kind == NOTE_START_THROW;
        if (is_throw && note->k == k) {
            return note;
        }
    }
    return NULL;
}

/* The sum of all faces of a throw, of both sides. */
static unsigned sum_of(const struct note *note) {
    unsigned sum = 0;
    for (unsigned i = 0; i < note->n_faces; i++) {
        sum += note->faces[SIDE_WHITE][i] + note->faces[SIDE_BLACK][i];
    }
    return sum;
}

/* Both games of a pair are kept; alea verify finds them good; their throws are the same,
 * and the sides exchanged. */
static void test_records(void **state) {
    const struct row *row = table_row(state);
    struct match match;
    struct record first, second;
    char dir[] = "/tmp/alea-test-XXXXXX", fault[FAULT_BYTES];
    assert_non_null(mkdtemp(dir));
    set_up(&match, row, "plain", "random");
    match.records_dir = dir;
    assert_int_equal(match_pair(&match, fault), MATCH_PLAYED);
    tear_down(&match);
    load(dir, 1, &first);
    load(dir, 2, &second);
    assert_string_equal(first.player[SIDE_WHITE].name, "A-plain");
    assert_string_equal(second.player[SIDE_WHITE].name, "B-random");
    assert_string_equal(first.secret, second.secret);
    const struct note *a, *b;
    uint32_t k = 0;
    while ((a = find_throw(&first, k)) != NULL && (b = find_throw(&second, k)) != NULL) {
        assert_int_equal(sum_of(a), sum_of(b));
        k++;
    }
    assert_int_equal(k > 0, row->game->dice != NULL);
    record_fini(&first);
    record_fini(&second);
    assert_int_equal(rmdir(dir), 0);
}

/* A record is never written over another file. */
static void test_unsaved(void **state) {
    static const struct row row = {"royal-ur", &game_royal_ur, 1, true};
    struct match match;
    char fault[FAULT_BYTES];
    set_up(&match, &row, "plain", "random");
    match.records_dir = "/nowhere";
    assert_int_equal(match_pair(&match, fault), MATCH_UNSAVED);
    assert_string_equal(fault, "/nowhere/m3-0-1.json: No such file or directory");
    assert_int_equal(match.score.n_pairs, 0);
    tear_down(&match);
}

/* --- programs --- */

/* A program that never finds a move plays at random, and then ends the match. */
static void test_useless_program(void **state) {
    static const struct row row = {"royal-ur", &game_royal_ur, 1, true};
    struct match match;
    char fault[FAULT_BYTES];
    set_up(&match, &row, "exec=while read a; do echo ok x; done", "random");
    assert_int_equal(match_pair(&match, fault), MATCH_STOPPED);
    assert_true(contender_is_useless(match.contender[0]));
    assert_false(contender_is_useless(match.contender[1]));
    assert_int_equal(contender_n_random(match.contender[0]), CONTENDER_FAILED_MAX);
    assert_int_equal(match.score.n_pairs, 0);
    tear_down(&match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interval), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_unsaved), cmocka_unit_test(test_useless_program)};
    int failed = TABLE_RUN("fair", test_fair, rows);
    failed += TABLE_RUN("records", test_records, rows);
    failed += TABLE_RUN("plain beats random", test_plain_beats_random, rows);
    failed += TABLE_RUN("the network beats plain", test_network_beats_plain, rows);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
