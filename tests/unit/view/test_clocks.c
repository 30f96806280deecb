/* Clocks, and what is drawn beside a board. */
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "view/clocks.h"

/* Times as they are shown. */

static const struct clock_row {
    const char *name;
    int64_t left_ms;
    const char *text;
} rows[] = {
    {"minutes", 290000, "4:50"},
    {"rounded down", 290999, "4:50"},
    {"ten seconds", 10000, "0:10"},
    {"tenths below ten seconds", 9999, "0:09.9"},
    {"the last tenth", 100, "0:00.1"},
    {"less than a tenth", 99, "0:00.0"},
    {"nothing", 0, "0:00.0"},
    {"never below nothing", -5, "0:00.0"},
    {"nearly an hour", 3599999, "59:59"},
    {"an hour", 3600000, "1:00:00"},
    {"minutes and seconds keep two digits", 3661000, "1:01:01"},
    {"the most that a clock holds", CLOCK_MOST_MS, "24:00:00"},
    {"more than that is not shown", INT64_MAX, "24:00:00"},
};

TEST_ROWS(rows) {
    const struct clock_row *row = table_row(state);
    char text[CLOCK_TEXT_BYTES];
    clock_write(row->left_ms, text);
    assert_string_equal(text, row->text);
}

TEST(test_no_clocks) {
    struct message *msg = sample_state(&(struct sample){0});
    char *text = NULL;
    SAMPLE_WRITTEN(text, clocks_draw(out, msg->state, &(struct style){0}));
    assert_string_equal(text, "");
    free(text);
    message_free(msg);
}
