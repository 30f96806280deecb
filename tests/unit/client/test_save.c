/* Where records can be saved. */
#include "client-cli/save.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void test_dir(void **state) {
    (void)state;
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    assert_non_null(mkdtemp(dir));
    assert_true(save_check_dir(dir, fault));
    snprintf(path, sizeof path, "%s/nowhere", dir);
    assert_false(save_check_dir(path, fault));
    assert_non_null(strstr(fault, "/nowhere: No such file or directory"));
    assert_true(save_record(path, "{}", fault));
    assert_false(save_check_dir(path, fault));
    assert_non_null(strstr(fault, "/nowhere: Not a directory"));
    unlink(path);
    if (geteuid() != 0) { /* who may do anything may write anywhere */
        chmod(dir, 0500);
        assert_false(save_check_dir(dir, fault));
        assert_non_null(strstr(fault, "Permission denied"));
    }
    rmdir(dir);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dir)};
    return cmocka_run_group_tests_name("save", tests, NULL, NULL);
}
