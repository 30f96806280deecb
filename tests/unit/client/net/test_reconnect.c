/* When to connect again after a lost connection. */
#include "client-cli/net/wait.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/test.h"

static const struct delay_row {
    const char *name;
    unsigned n;
    uint32_t random;
    uint32_t delay_ms;
    const char *when;
} delay_rows[] = {
    {"the first", 0, 0, 500, "trying again at once"},
    {"the first, half taken off", 0, 250, 250, "trying again at once"},
    {"never more than half", 0, 251, 500, "trying again at once"},
    {"doubled", 1, 0, 1000, "trying again in 1 s"},
    {"and again", 2, 0, 2000, "trying again in 2 s"},
    {"a random part taken off", 2, 499, 1501, "trying again in 2 s"},
    {"nearly the most", 6, 0, 32000, "trying again in 32 s"},
    {"the most", 7, 0, 60000, "trying again in 60 s"},
    {"for ever", 4000000000u, 30000, 30000, "trying again in 30 s"},
};

TEST_ROWS(delay_rows) {
    const struct delay_row *row = table_row(state);
    char when[40];
    assert_int_equal(reconnect_delay_ms(row->n, row->random), row->delay_ms);
    struct text_out out = text_out_of(when, sizeof when);
    reconnect_write(row->delay_ms, &out);
    assert_string_equal(when, row->when);
}

static void expect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t delay_ms) {
    assert_int_equal(reconnect_plan(reconnect, now_ms, 0), delay_ms);
    assert_int_equal(reconnect->due_ms, now_ms + delay_ms);
}

/* After a long connection, the delays start again from the first; after a short one they
 * do not, but they stay short. */
TEST(test_plan) {
    struct reconnect reconnect;
    reconnect_init(&reconnect);
    expect_plan(&reconnect, 1000, 500);
    expect_plan(&reconnect, 2000, 1000);
    reconnect_is_back(&reconnect, 5000);
    expect_plan(&reconnect, 5000 + RECONNECT_STEADY_MS - 1, 2000);
    expect_plan(&reconnect, 20000, 4000);
    expect_plan(&reconnect, 25000, 8000);
    reconnect_is_back(&reconnect, 40000);
    expect_plan(&reconnect, 40000, 4000);
    reconnect_is_back(&reconnect, 50000);
    expect_plan(&reconnect, 50000 + RECONNECT_STEADY_MS, 500);
    expect_plan(&reconnect, 50000 + 2 * RECONNECT_STEADY_MS, 1000);
}
