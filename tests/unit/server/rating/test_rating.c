/* Ratings over the days. */
#include "server/rating/rating.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

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
