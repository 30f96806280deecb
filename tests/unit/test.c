#include "tests/unit/test.h"

#include <stdlib.h>

#include "tests/unit/at_end.h"

#define TESTS_MAX 512

static struct CMUnitTest tests[TESTS_MAX];
static const void *rows_of[TESTS_MAX];
static size_t n_tests;
static void (*do_before)(void);

void test_add(const struct CMUnitTest *test) {
    if (n_tests == TESTS_MAX) {
        print_error("more than %d tests\n", TESTS_MAX);
        abort();
    }
    tests[n_tests] = *test;
    if (test->teardown_func == NULL) {
        tests[n_tests].teardown_func = at_end_now;
    }
    n_tests++;
}

void test_add_rows(CMUnitTestFunction run, const void *rows, size_t n, size_t row_bytes) {
    for (size_t i = 0; i < n; i++) {
        const char *row = (const char *)rows + i * row_bytes;
        struct CMUnitTest test = {.name = *(const char *const *)(const void *)row,
                                  .test_func = run,
                                  .initial_state = &rows_of[n_tests]};
        if (test.name != NULL) { /* designated rows can leave gaps */
            test_add(&test);
            rows_of[n_tests - 1] = row;
        }
    }
}

void test_do_before(void (*before)(void)) {
    do_before = before;
}

int main(void) {
    if (do_before != NULL) {
        do_before();
    }
    return _cmocka_run_group_tests("tests", tests, n_tests, NULL, NULL);
}
