/* Where records can be saved. */
#include "client-cli/player/save.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include <cmocka.h>

TEST(test_dir) {
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
    if (geteuid() != 0) { /* root can write anywhere */
        chmod(dir, 0500);
        assert_false(save_check_dir(dir, fault));
        assert_non_null(strstr(fault, "Permission denied"));
    }
    rmdir(dir);
}

/* A limit on the file size simulates a full disk. */
TEST(test_full_disk) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    static char record[100000];
    struct rlimit before, few = {.rlim_cur = 4096};
    memset(record, 'x', sizeof record - 1);
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    getrlimit(RLIMIT_FSIZE, &before);
    few.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    bool is_saved = save_record(path, record, fault);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(is_saved);
    assert_non_null(strstr(fault, "/game.json: File too large"));
    assert_int_equal(rmdir(dir), 0); /* no file is left behind */
}

TEST(test_never_over_another) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "", text[8] = "";
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    assert_true(save_record(path, "one", fault));
    assert_false(save_record(path, "two", fault));
    assert_non_null(strstr(fault, "/game.json: File exists"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), 4);
    fclose(file);
    assert_string_equal(text, "one\n");
    unlink(path);
    assert_int_equal(rmdir(dir), 0);
}
