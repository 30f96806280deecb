/* Server time: how much of a pause it includes. */
#include "server/base/server_time.h"

#include "tests/unit/test.h"

#define BEGIN_MS 1000000
#define NAP_MS   50

static struct server_time begin(void) {
    struct server_time time;
    server_time_begin(&time, BEGIN_MS);
    return time;
}

/* Server time that has passed. */
static uint64_t passed(const struct server_time *time) {
    return time->now_ms - BEGIN_MS;
}

TEST(test_it_goes_with_the_clock) {
    struct server_time time = begin();
    uint64_t clock_ms = BEGIN_MS;
    for (int i = 0; i < 1000; i++) {
        server_time_sleep(&time, NAP_MS);
        assert_int_equal(server_time_look(&time, clock_ms += NAP_MS), 0);
        assert_int_equal(server_time_look(&time, clock_ms += 3), 0); /* work */
    }
    assert_int_equal(passed(&time), 1000 * (NAP_MS + 3));
}

/* On a busy machine, the process wakes up late. */
TEST(test_lateness_counts) {
    struct server_time time = begin();
    server_time_sleep(&time, NAP_MS);
    assert_int_equal(server_time_look(&time, BEGIN_MS + NAP_MS + SERVER_TIME_LATE_MS), 0);
    assert_int_equal(passed(&time), NAP_MS + SERVER_TIME_LATE_MS);
}

TEST(test_a_pause_costs_a_nap_at_most) {
    struct server_time time = begin();
    server_time_sleep(&time, NAP_MS);
    assert_int_equal(server_time_look(&time, BEGIN_MS + 60000),
                     60000 - NAP_MS - SERVER_TIME_LATE_MS);
    assert_int_equal(passed(&time), NAP_MS + SERVER_TIME_LATE_MS);
    assert_int_equal(server_time_look(&time, BEGIN_MS + 60010), 0);
    assert_int_equal(passed(&time), NAP_MS + SERVER_TIME_LATE_MS + 10);
}

/* A commit to a slow disk: time advances in every iteration, but a slow one counts only a
 * little. */
TEST(test_a_long_turn_counts_a_little) {
    struct server_time time = begin();
    uint64_t clock_ms = BEGIN_MS;
    for (int i = 0; i < 10; i++) {
        server_time_sleep(&time, 0);
        server_time_look(&time, clock_ms);
        server_time_look(&time, clock_ms += 70000);
    }
    assert_int_equal(passed(&time), 10 * SERVER_TIME_LATE_MS);
}

/* Without a deadline to wake up for, a long sleep is not a pause: it counts in full.
 * Work after it still counts only a little. */
TEST(test_a_sleep_without_end) {
    struct server_time time = begin();
    server_time_sleep(&time, UINT64_MAX);
    assert_int_equal(server_time_look(&time, BEGIN_MS + 3600000), 0);
    assert_int_equal(passed(&time), 3600000);
    assert_true(server_time_look(&time, BEGIN_MS + 3600000 + 1000) > 0);
}

/* A sleep that ends at once does not make a long iteration after it count in full. */
TEST(test_a_sleep_that_is_over_at_once) {
    struct server_time time = begin();
    server_time_sleep(&time, 10000);
    assert_int_equal(server_time_look(&time, BEGIN_MS), 0);
    server_time_look(&time, BEGIN_MS + 10000);
    assert_int_equal(passed(&time), SERVER_TIME_LATE_MS);
}
