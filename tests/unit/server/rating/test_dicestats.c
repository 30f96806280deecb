/* Dice statistics, and their chi-square test. */
#include "server/rating/dicestats.h"

#include <math.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

static void expect_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) {
        fail_msg("%.12f is not %.12f", value, expected);
    }
}

/* --- the distribution --- */

/* Critical values from printed tables, and values with a closed form: with 2 degrees of
 * freedom p is e^(-x/2), with 4 it is e^(-x/2) (1 + x/2), with 1 erfc(sqrt(x/2)). */
TEST(known_p_values) {
    static const struct {
        double chi2;
        unsigned df;
        double p, within;
    } known[] = {
        {3.841, 1, 0.05, 1e-4},     {6.635, 1, 0.01, 1e-5},  {5.991, 2, 0.05, 1e-4},
        {7.815, 3, 0.05, 1e-4},     {11.345, 3, 0.01, 1e-5}, {16.266, 3, 0.001, 1e-6},
        {11.070, 5, 0.05, 1e-4},    {15.086, 5, 0.01, 1e-5}, {20.515, 5, 0.001, 1e-6},
        {1.145, 5, 0.95, 1e-3},     {0.554, 5, 0.99, 1e-3},  {18.307, 10, 0.05, 1e-4},
        {124.342, 100, 0.05, 1e-4},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        expect_near(chi_square_p(known[i].chi2, known[i].df), known[i].p,
                    known[i].within);
    }
    for (double x = 0.01; x < 300; x *= 1.3) {
        expect_near(chi_square_p(x, 1), erfc(sqrt(x / 2)), 1e-13);
        expect_near(chi_square_p(x, 2), exp(-x / 2), 1e-13);
        expect_near(chi_square_p(x, 4), exp(-x / 2) * (1 + x / 2), 1e-13);
    }
}

TEST(p_goes_from_one_to_zero) {
    for (unsigned df = 1; df <= 12; df++) {
        double before = chi_square_p(0, df);
        assert_true(before == 1.0);
        for (double x = 0.05; x < 60;
             x += 0.05) { /* across the boundary between the two methods */
            double p = chi_square_p(x, df);
            assert_true(p <= before && p >= 0);
            before = p;
        }
        assert_true(chi_square_p(1e12, df) == 0.0);
    }
}

/* --- counting --- */

/* What counts for none makes no other dice. */
static bool is_same(const struct dice_kind *a, const struct dice_kind *b) {
    return b != NULL && a->n_dice == b->n_dice && a->n_faces == b->n_faces &&
           a->lowest == b->lowest && a->summed == b->summed;
}

TEST(every_kind_of_dice_of_the_games) {
    for (const struct game *const *game = games; *game != NULL; game++) {
        bool found = (*game)->dice == NULL;
        for (size_t i = 0; dicestats_kind(i) != NULL; i++) {
            found = found || is_same(dicestats_kind(i), (*game)->dice);
        }
        assert_true(found);
    }
    static const char *const names[] = {"3 two-faced", "4 two-faced", "2 six-sided",
                                        "3 six-sided"};
    for (size_t i = 0; i < DICE_KINDS; i++) {
        char name[DICE_NAME_BYTES];
        dicestats_name(dicestats_kind(i), name);
        assert_string_equal(name, names[i]);
    }
}

TEST(a_game_is_counted_by_sides) {
    struct note log[] = {
        {.kind = NOTE_START_THROW, .n_faces = 2, .faces = {{6, 2}, {1, 1}}},
        {.kind = NOTE_THROW, .side = SIDE_BLACK, .n_faces = 2, .faces = {{0}, {3, 3}}},
        {.kind = NOTE_MOVE, .side = SIDE_BLACK, .text = "1-2"},
        {.kind = NOTE_THROW, .side = SIDE_WHITE, .n_faces = 2, .faces = {{6, 5}, {0}}},
        {.kind = NOTE_RESIGN, .side = SIDE_WHITE},
    };
    struct record record = {.game = &game_stelpur, .log = log, .n_log = 5};
    struct dice_tally tally[SIDE_COUNT];
    dicestats_count(&record, tally);
    static const uint64_t white[] = {0, 1, 0, 0, 1, 2}, black[] = {2, 0, 2, 0, 0, 0};
    assert_ptr_equal(tally[SIDE_WHITE].kind, &dice_two_six);
    assert_int_equal(tally[SIDE_WHITE].throws, 2);
    assert_int_equal(tally[SIDE_BLACK].throws, 2);
    assert_memory_equal(tally[SIDE_WHITE].count, white, sizeof white);
    assert_memory_equal(tally[SIDE_BLACK].count, black, sizeof black);
}

TEST(sums_are_counted_where_the_rules_see_only_them) {
    struct dice_tally tally = {.kind = &dice_three_binary};
    static const uint8_t faces[][DICE_MAX] = {{1, 1, 1}, {0, 0, 0}, {0, 1, 1}, {1, 0, 1}};
    for (size_t i = 0; i < 4; i++) {
        dicestats_add(&tally, faces[i]);
    }
    static const uint64_t expected[] = {1, 0, 2, 1, 0, 0};
    assert_int_equal(tally.throws, 4);
    assert_memory_equal(tally.count, expected, sizeof expected);
}

/* --- the verdict --- */

TEST(verdicts) {
    /* Sums in exactly the right proportion. */
    struct dice_tally tally = {&dice_three_binary, 80, {10, 30, 30, 10}};
    struct dice_verdict v;
    dicestats_judge(&tally, &v);
    assert_true(v.enough && v.df == 3 && v.n_cells == 4);
    expect_near(v.chi2, 0, 1e-12);
    expect_near(v.p, 1, 1e-12);
    expect_near(v.luck, 0, 1e-12);
    /* Three dice do not give all sums equally often, but as 1/8, 3/8, 3/8, 1/8. */
    tally = (struct dice_tally){&dice_three_binary, 80, {20, 20, 20, 20}};
    dicestats_judge(&tally, &v);
    expect_near(v.chi2, 80.0 / 3, 1e-9); /* 2 * 10^2/10 + 2 * 10^2/30 */
    assert_true(v.p < 0.0001);
    /* Fair dice in 60 throws, by hand: 100/20 ... of 120 dice. */
    tally = (struct dice_tally){&dice_two_six, 60, {15, 20, 25, 20, 10, 30}};
    dicestats_judge(&tally, &v);
    assert_true(v.enough && v.df == 5);
    expect_near(v.chi2, (25.0 + 0 + 25 + 0 + 100 + 100) / 20, 1e-9);
    expect_near(v.p, 0.028543, 0.000001);
    /* The total is 440, 420 are expected; variance 120 * 35/12 = 350. */
    expect_near(v.luck, 20 / sqrt(350), 1e-9);
}

TEST(enough_throws) {
    struct dice_verdict v;
    struct dice_tally few = {&dice_three_binary, 39, {5, 15, 14, 5}};
    dicestats_judge(&few, &v);
    assert_false(v.enough); /* 39 / 8 < 5 */
    few = (struct dice_tally){&dice_three_binary, 40, {5, 15, 15, 5}};
    dicestats_judge(&few, &v);
    assert_true(v.enough);
    few = (struct dice_tally){&dice_three_six, 9, {5, 5, 5, 4, 4, 4}};
    dicestats_judge(&few, &v);
    assert_false(v.enough);
    few = (struct dice_tally){&dice_three_six, 10, {5, 5, 5, 5, 5, 5}};
    dicestats_judge(&few, &v);
    assert_true(v.enough);
    few = (struct dice_tally){.kind = &dice_three_six};
    dicestats_judge(&few, &v);
    assert_true(!v.enough && v.p == 1.0 && v.luck == 0.0);
}

/* The test works: it calls fair dice remarkable no more often than it should, and finds
 * loaded ones. */
TEST(fair_and_loaded_dice) {
    uint64_t seed = 1; /* chance would pass any bound one day */
    int below = 0, lucky = 0;
    for (int round = 0; round < 1000; round++) {
        struct dice_tally tally = {.kind = dicestats_kind((size_t)round % DICE_KINDS)};
        for (int i = 0; i < 300; i++) {
            uint8_t faces[DICE_MAX];
            for (int die = 0; die < DICE_MAX; die++) {
                faces[die] = (uint8_t)(tally.kind->lowest +
                                       random_below(&seed, tally.kind->n_faces));
            }
            dicestats_add(&tally, faces);
        }
        struct dice_verdict v;
        dicestats_judge(&tally, &v);
        below += v.p < 0.1;
        lucky += fabs(v.luck) > 2;
    }
    assert_in_range(below, 50, 150); /* 100, with a deviation of 9.5 */
    assert_in_range(lucky, 15, 80);  /* 45.5, with one of 6.6 */
    struct dice_tally loaded = {.kind = &dice_two_six};
    for (int i = 0; i < 10000; i++) {
        uint8_t faces[] = {
            (uint8_t)(1 + random_below(&seed, 6)),
            (uint8_t)(random_below(&seed, 4) == 0 ? 6 : 1 + random_below(&seed, 6))};
        dicestats_add(&loaded, faces);
    }
    struct dice_verdict v;
    dicestats_judge(&loaded, &v);
    assert_true(v.luck > 5); /* 26, with a deviation of 1 */
}

/* --- texts --- */

static void assert_has(const char *text, const char *expected) {
    if (strstr(text, expected) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", text, expected);
    }
}

TEST(sentences) {
    char text[DICE_TOLD_BYTES];
    struct dice_tally tally[] = {
        {&dice_three_binary, 80, {10, 30, 30, 10}},
        {&dice_two_six, 60, {15, 20, 25, 20, 10, 30}},
    };
    struct dice_verdict v[2];
    dicestats_judge(&tally[0], &v[0]);
    dicestats_judge(&tally[1], &v[1]);
    dicestats_tell(tally, v, 1, false, text);
    assert_has(text, "as uneven as the 3 two-faced dice here in 100 of 100");
    assert_has(text, "does not prove");
    assert_null(strstr(text, "Luck"));
    dicestats_tell(tally, v, 2, true, text); /* the less probable of the two */
    assert_has(text, "as uneven as the 2 six-sided dice here in 2.9 of 100");
    assert_has(text, "Luck compares");
    assert_true(strlen(text) + 100 < DICE_TOLD_BYTES);
    tally[1].count[0] = 90;
    dicestats_judge(&tally[1], &v[1]);
    dicestats_tell(tally, v, 2, true, text);
    assert_has(text, "fewer than 1 of 1000");
    assert_true(strlen(text) + 100 < DICE_TOLD_BYTES);
    tally[0] = (struct dice_tally){&dice_three_binary, 2, {1, 1, 0, 0}};
    dicestats_judge(&tally[0], &v[0]);
    dicestats_tell(tally, v, 1, false, text);
    assert_has(text, "Too few throws");
}
