#include "tests/unit/table.h"

const void *table_row(void **state) {
    return *(const void *const *)*state;
}

int table_run(const char *group, CMUnitTestFunction run, const void *rows, size_t n,
              size_t row_bytes) {
    static const void *row[TABLE_ROWS_MAX];
    struct CMUnitTest tests[TABLE_ROWS_MAX] = {{0}}; /* rows without a name are skipped */
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
