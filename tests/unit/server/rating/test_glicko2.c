/* Glicko-2: the worked example of the paper, and properties of all ratings. */
#include "server/rating/glicko2.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

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

static bool same(const struct glicko *a, const struct glicko *b) {
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
        assert_true(same(&a, &b)); /* to the last bit */
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
    assert_true(same(&closed, &once)); /* the paper: only step 6 applies */
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
