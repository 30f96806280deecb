/* The token bucket, in virtual time. */
#include "server/base/rate.h"

#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const struct rate_rule ten_a_second = {
    .burst = 5, .tokens = 10, .period_ms = 1000};
static const struct rate_rule three_a_minute = {
    .burst = 3, .tokens = 3, .period_ms = 60000};

/* A full bucket from which n tokens were taken at time at_ms. */
static struct rate spent(const struct rate_rule *rule, int64_t n, uint64_t at_ms) {
    struct rate rate = {0};
    assert_int_equal(rate_take(&rate, rule, n, at_ms), 0);
    return rate;
}

static struct take_row {
    const char *name;
    const struct rate_rule *rule;
    int64_t before;   /* tokens taken at time 1000 */
    int64_t cost;     /* tokens wanted */
    uint64_t at_ms;   /* when they are wanted */
    int64_t expected; /* time to wait */
} take_rows[] = {
    {"the burst is there at once", &ten_a_second, 0, 5, 1000, 0},
    {"after the burst, one has to wait", &ten_a_second, 5, 1, 1000, 100},
    {"the wait is for all of the cost", &ten_a_second, 5, 3, 1000, 300},
    {"a part of the wait is over", &ten_a_second, 5, 1, 1060, 40},
    {"the wait is over", &ten_a_second, 5, 1, 1100, 0},
    {"a little too early", &ten_a_second, 5, 1, 1099, 1},
    {"the bucket fills again", &ten_a_second, 5, 5, 1500, 0},
    {"it is never more than full", &ten_a_second, 5, 6, 900000, 100},
    {"a slow rule", &three_a_minute, 3, 1, 1000, 20000},
    {"a slow rule, later", &three_a_minute, 3, 1, 20999, 1},
    {"a slow rule, in time", &three_a_minute, 3, 1, 21000, 0},
    {"years later", &three_a_minute, 3, 3, UINT64_C(1) << 50, 0},
    {"at the end of time, as a damaged store may have it", &three_a_minute, 3, 3,
     UINT64_MAX - 1000, 0},
};

TEST_ROWS(take_rows) {
    const struct take_row *row = table_row(state);
    struct rate rate = spent(row->rule, row->before, 1000);
    assert_int_equal(rate_take(&rate, row->rule, row->cost, row->at_ms), row->expected);
}

TEST(test_refused_takes_nothing) {
    struct rate rate = spent(&ten_a_second, 5, 0);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(rate_take(&rate, &ten_a_second, 2, 100), 100);
    }
    assert_int_equal(rate_take(&rate, &ten_a_second, 2, 200), 0);
}

TEST(test_give_back) {
    struct rate rate = spent(&ten_a_second, 5, 0);
    rate_give_back(&rate, &ten_a_second, 2);
    assert_int_equal(rate_take(&rate, &ten_a_second, 2, 0), 0);
    assert_int_equal(rate_take(&rate, &ten_a_second, 1, 0), 100);
}

TEST(test_give_back_is_never_more_than_full) {
    struct rate rate = {0};
    rate_give_back(&rate, &ten_a_second, 3);
    assert_int_equal(rate_take(&rate, &ten_a_second, 6, 0), 100);
}

/* In random use, the bucket never gives more than burst + time * tokens / period, and a
 * caller who waits as long as told gets the tokens. */
TEST(test_bound) {
    uint64_t seed = random_seed();
    for (int run = 0; run < 200; run++) {
        struct rate_rule rule = {.burst = 1 + random_below(&seed, 20),
                                 .tokens = 1 + random_below(&seed, 50),
                                 .period_ms = 1 + random_below(&seed, 5000)};
        struct rate rate = {0};
        uint64_t now_ms = 0;
        int64_t taken = 0;
        for (int step = 0; step < 100; step++) {
            now_ms += random_below(&seed, 300);
            int64_t cost = 1 + random_below(&seed, (unsigned)rule.burst);
            int64_t wait_ms = rate_take(&rate, &rule, cost, now_ms);
            if (wait_ms > 0) {
                now_ms += (uint64_t)wait_ms;
                assert_int_equal(rate_take(&rate, &rule, cost, now_ms), 0);
            }
            taken += cost;
            assert_true((taken - rule.burst) * rule.period_ms <=
                        (int64_t)now_ms * rule.tokens);
        }
    }
}
