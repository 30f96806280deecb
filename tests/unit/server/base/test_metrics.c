/* Metrics in the format of Prometheus; docs/operating.md has every row. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/metrics.h"
#include "tests/unit/read_file.h"
#include "tests/unit/test.h"

static const struct {
    const char *key, *kind, *prometheus, *help;
} rows[] = {
#define METRIC_GAUGE_NAME                        "gauge"
#define METRIC_COUNTER_NAME                      "counter"
#define X(key, kind, prometheus, per_unit, help) {#key, kind##_NAME, prometheus, help},
    METRICS(X)
#undef X
};

TEST(keys_and_values) {
    struct metrics metrics = {.uptime_s = 7, .commit_us_max = 9};
    assert_string_equal(metrics_key(0), "uptime_s");
    assert_int_equal(metrics_value(&metrics, 0), 7);
    assert_string_equal(metrics_key(METRIC_COUNT - 1), "commit_us_max");
    assert_int_equal(metrics_value(&metrics, METRIC_COUNT - 1), 9);
}

/* Names as Prometheus's own check wants them: base units only; names of counters, and
 * only these, end with _total. */
static void expect_good_name(const char *name, const char *kind) {
    assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz_"), strlen(name));
    size_t len = strlen(name);
    bool is_total = len > 6 && strcmp(name + len - 6, "_total") == 0;
    assert_int_equal(is_total, strcmp(kind, "counter") == 0);
    assert_null(strstr(name, "_ms"));
    assert_null(strstr(name, "_us"));
}

/* Each metric has three lines, in this order: # HELP, # TYPE, the value. */
TEST(each_has_help_type_and_value) {
    struct metrics metrics = {.moves = INT64_MAX, .commit_us = 1000000 * 3 + 17};
    size_t len;
    char *text = metrics_text(&metrics, &len), *rest, line[200];
    assert_int_equal(strlen(text), len);
    assert_int_equal(text[len - 1], '\n');
    char *at = strtok_r(text, "\n", &rest);
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        expect_good_name(rows[i].prometheus, rows[i].kind);
        snprintf(line, sizeof line, "# HELP alea_%s %s", rows[i].prometheus,
                 rows[i].help);
        assert_string_equal(at, line);
        snprintf(line, sizeof line, "# TYPE alea_%s %s", rows[i].prometheus,
                 rows[i].kind);
        assert_string_equal(strtok_r(NULL, "\n", &rest), line);
        at = strtok_r(NULL, "\n", &rest);
        int64_t value = metrics_value(&metrics, i);
        if (strcmp(rows[i].key, "commit_us") == 0) {
            snprintf(line, sizeof line, "alea_commit_seconds_total 3.000017");
        } else if (strstr(rows[i].key, "_us") != NULL) {
            snprintf(line, sizeof line, "alea_%s 0.000000", rows[i].prometheus);
        } else {
            snprintf(line, sizeof line, "alea_%s %" PRId64, rows[i].prometheus, value);
        }
        assert_string_equal(at, line);
        at = strtok_r(NULL, "\n", &rest);
    }
    assert_null(at);
    free(text);
}

TEST(the_document_has_every_metric) {
    char *document = read_file("docs/operating.md"), row[300];
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        snprintf(row, sizeof row, "\n| `%s` | %s | `alea_%s` | %s |\n", rows[i].key,
                 rows[i].kind, rows[i].prometheus, rows[i].help);
        if (strstr(document, row) == NULL) {
            fail_msg("docs/operating.md does not have: %s", row);
        }
    }
    free(document);
}
