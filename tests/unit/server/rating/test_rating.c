/* Ratings over the days. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "server/rating/dicestats.h"
#include "server/rating/rating.h"

static bool same(const struct glicko *a, const struct glicko *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

TEST(periods_are_days) {
    assert_int_equal(rating_period(0), 0);
    assert_int_equal(rating_period(86399), 0);
    assert_int_equal(rating_period(86400), 1);
    assert_int_equal(rating_period(1795222923), 20778); /* 2026-11-21 */
    assert_int_equal(rating_period(-5), 0);
}

TEST(a_day_is_the_papers_update) {
    struct rating pair[SIDE_COUNT] = {rating_new(7), rating_new(7)};
    struct glicko_sums sums = {0};
    pair[SIDE_BLACK].start = (struct glicko){1700, 80, 0.05};
    static const int halves[] = {2, 0, 1};
    for (int i = 0; i < 3; i++) {
        glicko_add(&sums, &glicko_start, &pair[SIDE_BLACK].start, halves[i] / 2.0);
        rating_play(pair, 7, halves[i]);
    }
    struct glicko expected = glicko_close(&glicko_start, &sums);
    struct glicko now = rating_now(&pair[SIDE_WHITE], 7);
    assert_true(same(&now, &expected));
    assert_int_equal(pair[SIDE_WHITE].games, 3);
    assert_int_equal(pair[SIDE_BLACK].games, 3);
    assert_true(pair[SIDE_WHITE].start.rating == 1500); /* unchanged until the day is
                                                         * over */
    struct rating next = rating_at(&pair[SIDE_WHITE], 8);
    assert_true(same(&next.start, &expected));
    assert_true(next.period == 8 && next.sums.n == 0 && next.games == 3);
}

TEST(days_without_games) {
    struct rating pair[SIDE_COUNT] = {rating_new(100), rating_new(100)};
    rating_play(pair, 100, 2);
    struct glicko on_the_day = rating_now(pair, 100), next = rating_now(pair, 101);
    assert_true(same(&on_the_day, &next)); /* there is no rest within a day */
    struct glicko later = rating_now(pair, 111), expected = glicko_rest(&next, 10);
    assert_true(same(&later, &expected));
    assert_true(rating_now(pair, 1000000).deviation == 350);
    assert_true(rating_now(pair, 1000000).rating == on_the_day.rating);
    /* Updating day by day gives the same as one update. */
    struct rating often = *pair;
    for (int64_t day = 101; day <= 111; day++) {
        often = rating_at(&often, day);
    }
    assert_true(fabs(often.start.deviation - later.deviation) < 1e-9);
}

TEST(a_clock_that_was_set_back) {
    struct rating pair[SIDE_COUNT] = {rating_new(100), rating_new(50)};
    rating_play(pair, 99, 0);
    assert_int_equal(pair[SIDE_WHITE].period, 100);
    assert_int_equal(pair[SIDE_BLACK].period, 100);
    assert_int_equal(pair[SIDE_WHITE].sums.n, 1);
    struct glicko now = rating_now(pair, 100), before = rating_now(pair, 3);
    assert_true(same(&now, &before));
    assert_true(now.rating < 1500);
}

/* On the reported day the deviation is still small enough, a day later it is not. */
TEST(listed_until) {
    uint64_t seed = random_seed();
    struct rating fresh = rating_new(20000);
    assert_int_equal(rating_listed_until(&fresh), -1);
    for (int round = 0; round < 300; round++) {
        struct rating pair[SIDE_COUNT] = {rating_new(20000), rating_new(20000)};
        for (int i = 0; i < 2; i++) {
            pair[i].start.deviation = 40 + (double)random_below(&seed, 150);
            pair[i].start.volatility = 0.04 + (double)random_below(&seed, 40) / 1000;
        }
        rating_play(pair, 20000, (int)random_below(&seed, 3));
        int64_t until = rating_listed_until(pair);
        if (until == -1) {
            assert_true(rating_now(pair, 20000).deviation > RATING_LISTED_DEVIATION);
        } else {
            assert_true(rating_now(pair, until).deviation <=
                        RATING_LISTED_DEVIATION + 1e-9);
            assert_true(rating_now(pair, until + 1).deviation > RATING_LISTED_DEVIATION);
        }
    }
}

/* --- glicko2 --- */

/* Glicko-2: the worked example of the paper, and properties of all ratings. */

static void expect_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) {
        fail_msg("%.9f is not %.9f", value, expected);
    }
}

/* --- the paper --- */

static const struct glicko paper = {1500, 200, 0.06};
static const struct {
    struct glicko opponent;
    double expected, score; /* E of the paper's table */
} paper_game[] = {
    {{1400, 30, 0.06}, 0.639, 1},
    {{1550, 100, 0.06}, 0.432, 0},
    {{1700, 300, 0.06}, 0.303, 0},
};

TEST(the_worked_example) {
    struct glicko_sums sums = {0};
    for (size_t i = 0; i < 3; i++) {
        expect_near(glicko_expect(&paper, &paper_game[i].opponent),
                    paper_game[i].expected, 0.0005);
        glicko_add(&sums, &paper, &paper_game[i].opponent, paper_game[i].score);
    }
    assert_int_equal(sums.n, 3);
    expect_near(1 / ((double)sums.information * GLICKO_UNIT), 1.7785, 0.0006); /* v */
    expect_near((double)sums.surprise / (double)sums.information, -0.4834, 0.0006);
    struct glicko after = glicko_close(&paper, &sums);
    expect_near(after.rating, 1464.06, 0.01);
    expect_near(after.deviation, 151.52, 0.01);
    expect_near(after.volatility, 0.05999, 0.00001);
}

/* Days that change the volatility a lot.  Computed from the paper's formulas by another
 * program, which bisects intervals. */
TEST(surprising_days) {
    static const struct {
        struct glicko player, opponent;
        int n;
        double score;
        struct glicko after;
    } days[] = {
        {{1500, 30, 0.1}, {1700, 30, 0.06}, 200, 1, {2183.035083, 28.024956, 0.660104}},
        {{1800, 50, 0.06}, {1500, 80, 0.06}, 40, 0, {1453.953814, 42.910510, 0.070256}},
    };
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct glicko_sums sums = {0};
        for (int n = 0; n < days[i].n; n++) {
            glicko_add(&sums, &days[i].player, &days[i].opponent, days[i].score);
        }
        struct glicko after = glicko_close(&days[i].player, &sums);
        expect_near(after.rating, days[i].after.rating, 0.001);
        expect_near(after.deviation, days[i].after.deviation, 0.001);
        expect_near(after.volatility, days[i].after.volatility, 0.000002);
    }
}

/* --- properties --- */

/* A plausible random player. */
static struct glicko some_player(uint64_t *seed) {
    return (struct glicko){
        .rating = 500 + (double)random_below(seed, 2500),
        .deviation = 30 + (double)random_below(seed, 321),
        .volatility = 0.03 + (double)random_below(seed, 100) / 1000,
    };
}

static double some_score(uint64_t *seed) {
    return (double)random_below(seed, 3) / 2;
}

static bool glicko2_same(const struct glicko *a, const struct glicko *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

#define GAMES 20

TEST(the_order_of_games_does_not_matter) {
    uint64_t seed = 1;
    for (int round = 0; round < 200; round++) {
        struct glicko player = some_player(&seed), opponent[GAMES];
        double score[GAMES];
        struct glicko_sums forth = {0}, back = {0};
        for (size_t i = 0; i < GAMES; i++) {
            opponent[i] = some_player(&seed);
            score[i] = some_score(&seed);
            glicko_add(&forth, &player, &opponent[i], score[i]);
        }
        for (size_t i = GAMES; i-- > 0;) {
            glicko_add(&back, &player, &opponent[i], score[i]);
        }
        struct glicko a = glicko_close(&player, &forth), b = glicko_close(&player, &back);
        assert_true(glicko2_same(&a, &b)); /* to the last bit */
    }
}

TEST(a_better_score_gives_a_better_rating) {
    uint64_t seed = 2;
    for (int round = 0; round < 500; round++) {
        struct glicko player = some_player(&seed), opponent = some_player(&seed);
        double before = -INFINITY;
        for (int score = 0; score <= 2; score++) {
            struct glicko_sums sums = {0};
            glicko_add(&sums, &player, &opponent, score / 2.0);
            struct glicko after = glicko_close(&player, &sums);
            assert_true(after.rating > before);
            before = after.rating;
            if (score != 1) { /* a win never lowers a rating, a loss never raises it */
                assert_true(score == 2 ? after.rating > player.rating
                                       : after.rating < player.rating);
            }
        }
    }
}

TEST(numbers_stay_within_reason) {
    uint64_t seed = 3;
    for (int round = 0; round < 100; round++) {
        struct glicko player = glicko_start;
        for (int period = 0; period < 50; period++) {
            struct glicko_sums sums = {0};
            for (int i = (int)random_below(&seed, 30); i > 0; i--) {
                struct glicko opponent = some_player(&seed);
                glicko_add(&sums, &player, &opponent, some_score(&seed));
            }
            player = glicko_close(&player, &sums);
            assert_true(player.rating > -2000 && player.rating < 6000);
            assert_true(player.deviation > 10 && player.deviation <= 350);
            assert_true(player.volatility > 0.01 && player.volatility < 0.2);
        }
    }
}

/* If both ratings are known equally well, one player wins what the other loses. */
TEST(equals_win_and_lose_the_same) {
    struct glicko_sums won = {0}, lost = {0}, drawn = {0};
    glicko_add(&won, &glicko_start, &glicko_start, 1);
    glicko_add(&lost, &glicko_start, &glicko_start, 0);
    glicko_add(&drawn, &glicko_start, &glicko_start, 0.5);
    expect_near(glicko_close(&glicko_start, &won).rating, 1662.31, 0.01);
    expect_near(glicko_close(&glicko_start, &lost).rating, 1337.69, 0.01);
    expect_near(glicko_close(&glicko_start, &drawn).rating, 1500, 1e-9);
}

TEST(who_rests_is_known_less_well) {
    struct glicko player = {1700, 60, 0.06};
    struct glicko once = glicko_rest(&player, 1), often = player;
    const struct glicko_sums none = {0};
    struct glicko closed = glicko_close(&player, &none);
    assert_true(glicko2_same(&closed, &once)); /* the paper: only step 6 applies */
    expect_near(once.deviation, sqrt(60.0 * 60 + 10.423068 * 10.423068), 1e-6);
    for (int i = 0; i < 100; i++) {
        often = glicko_rest(&often, 1);
    }
    struct glicko at_once = glicko_rest(&player, 100);
    expect_near(often.deviation, at_once.deviation, 1e-9);
    assert_true(at_once.rating == 1700 && at_once.volatility == 0.06);
    assert_true(glicko_rest(&player, INT32_MAX).deviation == 350);
    struct glicko still = glicko_rest(&player, 0);
    expect_near(still.deviation, 60, 1e-12);
}

/* Gives finite numbers, even for extremely one-sided games. */
TEST(extremes) {
    static const struct glicko good = {40000, 350, 0.06}, bad = {-40000, 30, 0.06};
    for (int score = 0; score <= 2; score++) {
        struct glicko_sums sums = {0}, other = {0};
        glicko_add(&sums, &good, &bad, score / 2.0);
        glicko_add(&other, &bad, &good, score / 2.0);
        struct glicko a = glicko_close(&good, &sums), b = glicko_close(&bad, &other);
        assert_true(isfinite(a.rating) && isfinite(a.deviation) && a.volatility > 0);
        assert_true(isfinite(b.rating) && isfinite(b.deviation) && b.volatility > 0);
    }
    struct glicko_sums many = {0}; /* wins against equal opponents, a million times in a
                                    * day */
    for (int i = 0; i < 1000000; i++) {
        glicko_add(&many, &glicko_start, &glicko_start, 1);
    }
    struct glicko after = glicko_close(&glicko_start, &many);
    assert_true(isfinite(after.rating) && after.rating > 1500 && after.deviation > 0);
}

/* --- dicestats --- */

/* Dice statistics, and their chi-square test. */

static void dicestats_expect_near(double value, double expected, double within) {
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
        dicestats_expect_near(chi_square_p(known[i].chi2, known[i].df), known[i].p,
                              known[i].within);
    }
    for (double x = 0.01; x < 300; x *= 1.3) {
        dicestats_expect_near(chi_square_p(x, 1), erfc(sqrt(x / 2)), 1e-13);
        dicestats_expect_near(chi_square_p(x, 2), exp(-x / 2), 1e-13);
        dicestats_expect_near(chi_square_p(x, 4), exp(-x / 2) * (1 + x / 2), 1e-13);
    }
}

TEST(p_goes_from_one_to_zero) {
    for (unsigned df = 1; df <= 12; df++) {
        double before = chi_square_p(0, df);
        assert_true(before == 1.0);
        for (double x = 0.05; x < 60; x += 0.05) {
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
    dicestats_expect_near(v.chi2, 0, 1e-12);
    dicestats_expect_near(v.p, 1, 1e-12);
    dicestats_expect_near(v.luck, 0, 1e-12);
    /* Three dice do not give all sums equally often, but as 1/8, 3/8, 3/8, 1/8. */
    tally = (struct dice_tally){&dice_three_binary, 80, {20, 20, 20, 20}};
    dicestats_judge(&tally, &v);
    dicestats_expect_near(v.chi2, 80.0 / 3, 1e-9); /* 2 * 10^2/10 + 2 * 10^2/30 */
    assert_true(v.p < 0.0001);
    /* Fair dice in 60 throws, by hand: 100/20 ... of 120 dice. */
    tally = (struct dice_tally){&dice_two_six, 60, {15, 20, 25, 20, 10, 30}};
    dicestats_judge(&tally, &v);
    assert_true(v.enough && v.df == 5);
    dicestats_expect_near(v.chi2, (25.0 + 0 + 25 + 0 + 100 + 100) / 20, 1e-9);
    dicestats_expect_near(v.p, 0.028543, 0.000001);
    /* The total is 440, 420 are expected; variance 120 * 35/12 = 350. */
    dicestats_expect_near(v.luck, 20 / sqrt(350), 1e-9);
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
