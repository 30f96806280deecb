/* The load generator: its histogram, and how it walks through JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/table.h"

#include "client-cli/bench_hist.h"
#include "client-cli/bench_scan.h"

/* --- the histogram --- */

static struct hist *new_hist(void) {
    struct hist *hist = calloc(1, sizeof *hist);
    assert_non_null(hist);
    return hist;
}

static void test_nothing_measured(void **state) {
    (void)state;
    struct hist *hist = new_hist();
    assert_int_equal(hist_quantile(hist, 500), 0);
    assert_int_equal(hist_quantile(hist, 1000), 0);
    free(hist);
}

static void test_small_values_are_exact(void **state) {
    (void)state;
    struct hist *hist = new_hist();
    for (uint64_t value = 1; value <= 200; value++) {
        hist_add(hist, value);
    }
    assert_int_equal(hist->n, 200);
    assert_int_equal(hist_quantile(hist, 500), 100);
    assert_int_equal(hist_quantile(hist, 990), 198);
    assert_int_equal(hist_quantile(hist, 501), 101);
    assert_int_equal(hist_quantile(hist, 1), 1);
    assert_int_equal(hist_quantile(hist, 1000), 200);
    free(hist);
}

/* Any value alone, among one much greater: told to within one percent, never less. */
static void test_one_percent(void **state) {
    (void)state;
    struct hist *hist = new_hist();
    for (uint64_t value = 1; value < UINT64_MAX / 4; value += value / 3 + 1) {
        memset(hist, 0, sizeof *hist);
        hist_add(hist, value);
        hist_add(hist, UINT64_MAX);
        uint64_t told = hist_quantile(hist, 500);
        assert_true(told >= value);
        assert_true(told - value <= value / 100);
        assert_true(hist_quantile(hist, 1000) == UINT64_MAX);
    }
    free(hist);
}

static void test_rare_ones(void **state) {
    (void)state;
    struct hist *hist = new_hist();
    for (int i = 0; i < 999; i++) {
        hist_add(hist, 10);
    }
    hist_add(hist, 77777);
    assert_int_equal(hist_quantile(hist, 999), 10);
    assert_int_equal(hist_quantile(hist, 1000), 77777);
    free(hist);
}

/* --- JSON --- */

/* What is read of a text: "KEY=KIND VALUE;" for each member, or "bad" at the end. */
static const struct scan_row {
    const char *name;
    const char *text;
    const char *read;
} scan_rows[] = {
    {"nothing in it", "{}", ""},
    {"a string", "{\"a\":\"b c\"}", "a=\"b c;"},
    {"a quote in a string", "{\"a\":\"b\\\"c\",\"d\":1}", "a=\"b\\\"c;d=01;"},
    {"a backslash at its end", "{\"a\":\"b\\\\\",\"d\":1}", "a=\"b\\\\;d=01;"},
    {"numbers", "{\"a\":12,\"b\":-3}", "a=012;b=0-3;"},
    {"words", "{\"a\":true,\"b\":false,\"c\":null}", "a=ttrue;b=ffalse;c=nnull;"},
    {"an object in it", "{\"a\":{\"b\":{\"c\":1}},\"d\":[]}",
     "a={{\"b\":{\"c\":1}};d=[[];"},
    {"brackets in a string", "{\"a\":{\"b\":\"}\"},\"c\":1}", "a={{\"b\":\"}\"};c=01;"},
    {"no object", "[]", "bad"},
    {"not closed", "{\"a\":1", "a=01;bad"},
    {"a string not closed", "{\"a\":\"b", "bad"},
    {"an object not closed", "{\"a\":{\"b\":1}", "a={{\"b\":1};bad"},
    {"cut in an object", "{\"a\":{\"b\":1", "bad"},
    {"no colon", "{\"a\"1}", "bad"},
    {"no comma", "{\"a\":\"1\"\"b\":1}", "a=\"1;bad"},
    {"a comma at the end", "{\"a\":1,}", "a=01;bad"},
    {"no value", "{\"a\":}", "bad"},
    {"something behind it", "{\"a\":1}x", "a=01;bad"},
    {"a word that is none", "{\"a\":x}", "bad"},
    {"empty", "", "bad"},
};

static void test_members(void **state) {
    const struct scan_row *row = table_row(state);
    struct scan scan = scan_of(row->text, strlen(row->text));
    struct part key, value;
    char got[200] = "";
    while (scan_member(&scan, &key, &value)) {
        snprintf(got + strlen(got), sizeof got - strlen(got), "%.*s=%c%.*s;",
                 (int)key.len, key.at, value.kind, (int)value.len, value.at);
    }
    strcat(got, scan.is_bad ? "bad" : "");
    assert_string_equal(got, row->read);
    assert_false(scan_member(&scan, &key, &value)); /* and it stays at its end */
}

static void test_items(void **state) {
    (void)state;
    static const char text[] = "[1,\"two\",{\"three\":[3]},[]]";
    struct scan scan = scan_of(text, strlen(text));
    struct part item;
    char kinds[8] = "";
    for (size_t n = 0; scan_item(&scan, &item) && n < sizeof kinds - 1; n++) {
        kinds[n] = item.kind;
    }
    assert_string_equal(kinds, "0\"{[");
    assert_false(scan.is_bad);
}

static void test_number(void **state) {
    (void)state;
    static const char text[] = "[0,999999999999999999,1000000000000000000,-1,1.5,\"7\"]";
    static const bool is_number[] = {true, true, false, false, false, false};
    struct scan scan = scan_of(text, strlen(text));
    struct part item;
    for (size_t i = 0; i < sizeof is_number / sizeof is_number[0]; i++) {
        uint64_t n = 7;
        assert_true(scan_item(&scan, &item));
        assert_int_equal(part_number(&item, &n), is_number[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_measured),
        cmocka_unit_test(test_small_values_are_exact),
        cmocka_unit_test(test_one_percent),
        cmocka_unit_test(test_rare_ones),
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_number),
    };
    return TABLE_RUN("bench/members", test_members, scan_rows) +
           cmocka_run_group_tests_name("bench", tests, NULL, NULL);
}
