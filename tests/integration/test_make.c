/* The Makefile: the targets of make help exist, and flags are right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/support/process.h"
#include "tests/unit/test.h"

#define LIMIT_S 120

/* What make would do; the caller frees it. */
static char *dry_run(const char *arguments, int status) {
    char command[200];
    const char *output;
    struct process process = {0};
    snprintf(command, sizeof command,
             "env -u MAKEFLAGS -u MAKELEVEL make -n NO_DEPS=1 %s 2>&1", arguments);
    process_start(&process, PROCESS_SOCKET,
                  (const char *const[]){"sh", "-c", command, NULL});
    assert_int_equal(process_finish(&process, LIMIT_S, &output), status);
    char *copy = strdup(output);
    process_fini(&process);
    return copy;
}

TEST(every_target_of_make_help_has_a_rule) {
    static const char promise[] = "\n#   make ";
    char *makefile = read_file("Makefile");
    unsigned n = 0;
    for (const char *at = makefile; (at = strstr(at, promise)) != NULL; n++) {
        char rule[40];
        at += strlen(promise);
        int len = (int)strcspn(at, " \n");
        snprintf(rule, sizeof rule, "\n%.*s:", len, at);
        if (strstr(makefile, rule) == NULL) {
            fail_msg("no rule for make %.*s", len, at);
        }
    }
    assert_true(n > 20);
    free(makefile);
}

TEST(make_train_trains_the_weights_of_the_source) {
    char *said = dry_run("-o all train GAME=ur TRAIN_SECONDS=7", 0);
    assert_non_null(strstr(said, "/alea train --seconds 7 "
                                 "--out common/engine/weights/ur.txt ur\n"));
    free(said);
    said = dry_run("train", 2);
    assert_non_null(strstr(said, "make train GAME=stelpur"));
    free(said);
}

/* Only two objects use -O3.  If the flag got into the stamp of the flags, building one of
 * them would rebuild everything. */
TEST(flags_of_one_object_are_its_own) {
    char *said = dry_run("V=1 BUILD=release O=/nowhere "
                         "/nowhere/common/engine/race_solver.o",
                         0);
    const char *stamp = strstr(said, "echo '");
    assert_non_null(stamp);
    const char *fast = strstr(said, "-O3");
    assert_non_null(fast);
    const char *compiles = strstr(fast, "-o /nowhere/common/engine/race_solver.o");
    assert_non_null(compiles);
    assert_null(memchr(fast, '\n', (size_t)(compiles - fast)));
    assert_non_null(strstr(stamp, "-O2"));
    free(said);
}

/* make check-guide does the rest. */
TEST(the_guide_names_what_there_is) {
    static const char *const argv[] = {"python3", "tests/guide/try", "--check", NULL};
    process_must_succeed(argv, LIMIT_S);
}
