/* The welcome text: what the file may contain, and which line an error names. */
#include "server/base/welcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/unit/table.h"

#define TEN     "1234567890"
#define COLUMNS TEN TEN TEN TEN TEN TEN TEN "12345678"
#define LINES   "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20"

static char path[64];

static int make_file(void) {
    const char *parent = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.40s/alea-welcome.XXXXXX",
             parent != NULL ? parent : "/tmp");
    int fd = mkstemp(path);
    return fd >= 0 ? close(fd) : -1;
}

static struct good_row {
    const char *name, *text, *read;
} good_rows[] = {
    {"one line", "Hello\n", "Hello"},
    {"without its end", "Hello", "Hello"},
    {"an empty line between", "\nHello\n\n  there  \n", "\nHello\n\n  there"},
    {"empty lines at the end", "Hello\n \n\r\n", "Hello"},
    {"a byte order mark", "\xef\xbb\xbfHello\n", "Hello"},
    {"CR LF", "Hello\r\n\r\nthere\r\n", "Hello\n\nthere"},
    {"78 characters", COLUMNS "\n", COLUMNS},
    {"78 of two bytes", "\xc3\xa9" TEN TEN TEN TEN TEN TEN TEN "123456\xc3\xa9",
     "\xc3\xa9" TEN TEN TEN TEN TEN TEN TEN "123456\xc3\xa9"},
    {"20 lines", LINES "\n", LINES},
};

static void test_good(void **state) {
    const struct good_row *row = table_row(state);
    char text[WELCOME_BYTES], fault[FAULT_BYTES];
    unsigned line = 7;
    write_file(path, row->text);
    assert_true(welcome_read(path, text, &line, fault));
    assert_string_equal(text, row->read);
}

static struct refused_row {
    const char *name, *text;
    unsigned line;
    const char *fault;
} refused_rows[] = {
    {"empty", "", 0, "is empty: to show no text, leave out --welcome"},
    {"nothing but empty lines", "\n \n\r\n", 0,
     "is empty: to show no text, leave out --welcome"},
    {"79 characters", "a\n" COLUMNS "9\n", 2, "a line has at most 78 characters, not 79"},
    {"21 lines", LINES "\n21\n", 21, "there are at most 20 lines"},
    {"a tab", "a\n\nb\tc\n", 3,
     "control characters are not allowed: no tabs, colours, direction marks"},
    {"a colour", "\x1b[1mHello\n", 1,
     "control characters are not allowed: no tabs, colours, direction marks"},
    {"a CR within", "a\rb\n", 1,
     "control characters are not allowed: no tabs, colours, direction marks"},
    {"a mark of direction", "a\xe2\x80\xae\n", 1,
     "control characters are not allowed: no tabs, colours, direction marks"},
    {"not UTF-8", "a\n\xe9t\xe9\n", 2, "this is not UTF-8"},
};

static void test_refused(void **state) {
    const struct refused_row *row = table_row(state);
    char text[WELCOME_BYTES] = "before", fault[FAULT_BYTES];
    unsigned line = 7;
    write_file(path, row->text);
    assert_false(welcome_read(path, text, &line, fault));
    assert_string_equal(fault, row->fault);
    assert_int_equal(line, row->line);
    assert_string_equal(text, "before");
}

/* The largest valid text fits; a much larger file is not even read. */
static void test_sizes(void **state) {
    char text[WELCOME_BYTES], fault[FAULT_BYTES];
    static char big[3 * WELCOME_BYTES];
    size_t len = 0;
    unsigned line;
    for (int l = 0; l < WELCOME_LINES_MAX; l++) {
        for (int c = 0; c < WELCOME_COLUMNS; c++, len += 4) {
            memcpy(big + len, "\xf0\x9f\x8e\xb2", 4); /* the emoji of a die */
        }
        big[len++] = '\n';
    }
    write_bytes(path, big, len);
    assert_true(welcome_read(path, text, &line, fault));
    assert_int_equal(strlen(text), WELCOME_BYTES - 2);
    memset(big, 'a', sizeof big);
    write_bytes(path, big, sizeof big);
    assert_false(welcome_read(path, text, &line, fault));
    assert_int_equal(line, 0);
    assert_non_null(strstr(fault, "has more than "));
}

int main(void) {
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes)};
    if (make_file() != 0) {
        return 1;
    }
    int n_failed = TABLE_RUN("welcome: good", test_good, good_rows) +
                   TABLE_RUN("welcome: refused", test_refused, refused_rows) +
                   cmocka_run_group_tests_name("welcome", tests, NULL, NULL);
    unlink(path);
    return n_failed;
}
