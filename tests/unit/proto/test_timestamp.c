/* Unix time and its text. */
#include <string.h>
#include <time.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/shape.h"

static const struct row {
    const char *name;
    const char *text;
    int64_t time_s; /* -1: refused */
} rows[] = {
    {"first second", "1970-01-01T00:00:00Z", 0},
    {"last second", "9999-12-31T23:59:59Z", TIMESTAMP_MAX_S},
    {"a leap day", "2024-02-29T12:00:00Z", 1709208000},
    {"after a leap day", "2024-03-01T00:00:00Z", 1709251200},
    {"a leap day of a century", "2000-02-29T00:00:00Z", 951782400},
    {"a century without leap day", "2100-03-01T00:00:00Z", 4107542400},
    {"any", "2026-11-21T01:02:03Z", 1795222923},
    {"no leap day", "2026-02-29T00:00:00Z", -1},
    {"no leap day of a century", "2100-02-29T00:00:00Z", -1},
    {"day 0", "2026-11-00T00:00:00Z", -1},
    {"day 31 of 30", "2026-11-31T00:00:00Z", -1},
    {"month 0", "2026-00-01T00:00:00Z", -1},
    {"month 13", "2026-13-01T00:00:00Z", -1},
    {"hour 24", "2026-11-21T24:00:00Z", -1},
    {"minute 60", "2026-11-21T00:60:00Z", -1},
    {"second 60", "2026-11-21T00:00:60Z", -1},
    {"after the last second", "9999-12-31T24:00:00Z", -1},
    {"before the first second", "1970-01-00T23:59:59Z", -1},
    {"before 1970", "1969-12-31T23:59:59Z", -1},
    {"empty", "", -1},
    {"cut", "2026-11-21T01:02:03", -1},
    {"longer", "2026-11-21T01:02:03Z ", -1},
    {"small t", "2026-11-21t01:02:03Z", -1},
    {"another zone", "2026-11-21T01:02:03A", -1},
    {"blank for a zero", "2026-11-21T 1:02:03Z", -1},
    {"a sign", "2026-11-21T+1:02:03Z", -1},
    {"letters for digits", "2026-11-21T01:02:aaZ", -1},
    {"a letter in the year", "20x6-11-21T01:02:03Z", -1},
    {"high bytes", "\xff\xff\xff\xff-11-21T01:02:03Z", -1},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    int64_t time_s = -1;
    assert_int_equal(timestamp_read(row->text, &time_s), row->time_s >= 0);
    assert_int_equal(time_s, row->time_s);
    if (row->time_s >= 0) {
        char text[TIMESTAMP_BYTES];
        timestamp_write(row->time_s, text);
        assert_string_equal(text, row->text);
    }
}

TEST(test_any_time_reads_back) {
    uint64_t rng = random_seed();
    for (int round = 0; round < 100000; round++) {
        int64_t time_s = (int64_t)(random_next(&rng) % (uint64_t)(TIMESTAMP_MAX_S + 1));
        int64_t read_s = -1;
        char text[TIMESTAMP_BYTES];
        timestamp_write(time_s, text);
        assert_true(timestamp_read(text, &read_s));
        assert_int_equal(read_s, time_s);
        /* The same as the C library writes. */
        char written[TIMESTAMP_BYTES];
        struct tm tm;
        time_t t = (time_t)time_s;
        strftime(written, sizeof written, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
        assert_string_equal(text, written);
    }
}
