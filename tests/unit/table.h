/* Table-driven tests: every row of an array is a separate test with its own name. */
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
const void *table_row(void **state);
/* Returns how many rows failed. */
int table_run(const char *group, CMUnitTestFunction run, const void *rows, size_t n,
              size_t row_bytes);

#endif
