/* text.c: bounded output, and reading with a strict cursor. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/table.h"

#include "rules/text.h"

/* --- output --- */

static const struct out_row {
    const char *name;
    size_t cap;
    const char *expected; /* the buffer after "ab" and "cde" */
} out_rows[] = {
    {"room to spare", 16, "abcde"},   {"just enough room", 6, "abcde"},
    {"one byte short", 5, "abcd"},    {"cut inside the first part", 2, "a"},
    {"room for the NUL only", 1, ""},
};

static void test_out(void **state) {
    const struct out_row *row = table_row(state);
    char buf[16];
    struct text_out out = text_out_of(buf, row->cap);
    text_put(&out, "ab");
    text_put_bytes(&out, "cdef", 3);
    assert_string_equal(buf, row->expected);
    assert_int_equal(out.len, 5); /* the full length */
}

/* As the rows above, character by character, and as a copy. */
static void test_out_characters(void **state) {
    const struct out_row *row = table_row(state);
    char buf[17];
    memset(buf, '#', sizeof buf);
    struct text_out out = text_out_of(buf, row->cap);
    for (const char *c = "abcde"; *c != '\0'; c++) {
        text_put_char(&out, *c);
    }
    assert_string_equal(buf, row->expected);
    assert_int_equal(out.len, 5);
    assert_int_equal(buf[row->cap], '#');
    memset(buf, '#', sizeof buf);
    text_copy(buf, row->cap, "abcde");
    assert_string_equal(buf, row->expected);
    assert_int_equal(buf[row->cap], '#');
}

static void test_out_without_buffer(void **state) {
    struct text_out out = text_out_of(NULL, 0);
    text_put(&out, "abc");
    text_put_char(&out, 'd');
    text_put_number(&out, 5);
    assert_int_equal(out.len, 5);
}

static void test_out_numbers(void **state) {
    char buf[64];
    struct text_out out = text_out_of(buf, sizeof buf);
    text_put_number(&out, 0);
    text_put_char(&out, ' ');
    text_put_number(&out, 190);
    text_put_char(&out, ' ');
    text_put_number(&out, UINT64_MAX);
    assert_string_equal(buf, "0 190 18446744073709551615");
}

/* --- reading numbers --- */

static const struct number_row {
    const char *name;
    const char *text;
    int n;             /* -1: refused */
    const char *after; /* the rest, or part of the fault */
} number_rows[] = {
    {"one digit", "7,", 7, ","},
    {"zero", "0", 0, ""},
    {"the largest", "19x", 19, "x"},
    {"too large", "20", -1, "N is too large"},
    {"larger than any integer", "99999999999999999999999999", -1, "N is too large"},
    {"leading zero", "07", -1, "N has a leading zero"},
    {"two zeros", "00", -1, "N has a leading zero"},
    {"no digit", "x", -1, "N must be a number"},
    {"nothing", "", -1, "N must be a number"},
    {"minus", "-1", -1, "N must be a number"},
    {"plus", "+1", -1, "N must be a number"},
    {"space", " 1", -1, "N must be a number"},
    {"byte above ASCII", "\xff", -1, "N must be a number"},
};

static void test_number(void **state) {
    const struct number_row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    unsigned n = 99;
    bool ok = text_take_number(&in, 19, "N", &n);
    assert_int_equal(ok, row->n >= 0);
    if (ok) {
        assert_int_equal(n, row->n);
        assert_int_equal(in.end - in.at, strlen(row->after));
        assert_string_equal(in.fault, "");
    } else {
        assert_int_equal(n, 99);
        assert_string_equal(in.fault, row->after);
    }
}

/* --- the cursor --- */

static void test_cursor(void **state) {
    struct text_in in = text_in_of("a\0b", 3);
    assert_false(text_take(&in, 'b'));
    assert_true(text_take(&in, 'a'));
    assert_int_equal(text_peek(&in), '\0');
    assert_false(text_at_end(&in));
    assert_true(text_take(&in, '\0')); /* an ordinary byte */
    assert_true(text_expect(&in, 'b', "here"));
    assert_true(text_at_end(&in));
    assert_int_equal(text_peek(&in), '\0');
    assert_false(text_take(&in, '\0')); /* the end is not a byte */
    assert_true(text_expect_end(&in, "all"));
    assert_string_equal(in.fault, "");
}

static void test_first_fault_stays(void **state) {
    struct text_in in = text_in_of("xyz", 3);
    assert_false(text_expect(&in, ',', "after the dice"));
    assert_string_equal(in.fault, "expected ',' after the dice");
    assert_false(text_expect_end(&in, "the turn"));
    assert_false(text_fault(&in, "another", NULL, NULL));
    assert_string_equal(in.fault, "expected ',' after the dice");
}

static void test_long_fault_is_cut(void **state) {
    char part[FAULT_BYTES];
    memset(part, 'x', sizeof part - 1);
    part[sizeof part - 1] = '\0';
    struct text_in in = text_in_of("", 0);
    assert_false(text_fault(&in, part, part, part));
    assert_string_equal(in.fault, part);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_out_without_buffer),
        cmocka_unit_test(test_out_numbers),
        cmocka_unit_test(test_cursor),
        cmocka_unit_test(test_first_fault_stays),
        cmocka_unit_test(test_long_fault_is_cut),
    };
    int failed = TABLE_RUN("text/out", test_out, out_rows);
    failed += TABLE_RUN("text/characters", test_out_characters, out_rows);
    failed += TABLE_RUN("text/number", test_number, number_rows);
    return failed + cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
