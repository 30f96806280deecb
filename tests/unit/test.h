/* Tests that need no list.  What these macros define runs in the order of the file; main
 * is in test.c. */
#ifndef ALEA_TESTS_UNIT_TEST_H
#define ALEA_TESTS_UNIT_TEST_H

#include "tests/support/cmocka.h"
#include "tests/unit/table.h"

#define TEST_AT_START(name)                                                              \
    __attribute__((constructor)) static void name(void);                                 \
    static void name(void)

/* TEST(what_it_shows) { ... } */
#define TEST(name) TEST_WITH(name, NULL, NULL)
/* The same between two functions of cmocka, which may be NULL. */
#define TEST_WITH(name, set_up, tear_down)                                               \
    static void name(void **state);                                                      \
    TEST_AT_START(add_##name) {                                                          \
        const struct CMUnitTest test = {#name, name, set_up, tear_down, NULL};           \
        test_add(&test);                                                                 \
    }                                                                                    \
    static void name(void **state)
/* Each row of an array is a test: TEST_ROWS(rows) { ... table_row(state) ... }
 *
 * The first member of a row is `const char *name`. */
#define TEST_ROWS(rows)                                                                  \
    static void test_##rows(void **state);                                               \
    TEST_AT_START(add_##rows) {                                                          \
        test_add_rows(test_##rows, rows, sizeof(rows) / sizeof(rows)[0],                 \
                      sizeof(rows)[0]);                                                  \
    }                                                                                    \
    static void test_##rows(void **state)
/* BEFORE_TESTS { ... } is done before the first test. */
#define BEFORE_TESTS                                                                     \
    static void before_tests(void);                                                      \
    TEST_AT_START(add_before_tests) {                                                    \
        test_do_before(before_tests);                                                    \
    }                                                                                    \
    static void before_tests(void)

void test_add(const struct CMUnitTest *test);
void test_add_rows(CMUnitTestFunction run, const void *rows, size_t n, size_t row_bytes);
void test_do_before(void (*before)(void));

#endif
