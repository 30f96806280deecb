/* Table-driven tests: every row of an array is a test of its own, with its own name. */
#ifndef ALEA_TESTS_UNIT_TABLE_H
#define ALEA_TESTS_UNIT_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TABLE_ROWS_MAX 256

/* Runs `run` once for each row.  The first member of a row is `const char *name`. */
#define TABLE_RUN(group, run, rows)                                                      \
    table_run(group, run, rows, sizeof(rows) / sizeof(rows)[0], sizeof(rows)[0])

/* The row of this test, from its state. */
static inline const void *table_row(void **state) {
    return *(const void *const *)*state;
}

/* Returns how many rows failed. */
static inline int table_run(const char *group, CMUnitTestFunction run, const void *rows,
                            size_t n, size_t row_bytes) {
    static const void *row[TABLE_ROWS_MAX];
    struct CMUnitTest tests[TABLE_ROWS_MAX] = {
        {0}}; /* those without a name are skipped */
    if (n > TABLE_ROWS_MAX) {
        print_error("%s: more than %d rows\n", group, TABLE_ROWS_MAX);
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        row[i] = (const char *)rows + i * row_bytes;
        tests[i].name = *(const char *const *)row[i];
        tests[i].test_func = run;
        tests[i].initial_state = &row[i];
    }
    return cmocka_run_group_tests_name(group, tests, NULL, NULL);
}

#endif
