/* make install and make uninstall, into a temporary directory; the systemd unit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/process.h"

#define LIMIT_S 120

static char dir[64];

static int make_dir(void **state) {
    const char *parent = getenv("TMPDIR");
    snprintf(dir, sizeof dir, "%.40s/alea install.XXXXXX",
             parent != NULL ? parent : "/tmp");
    return mkdtemp(dir) != NULL ? 0 : -1;
}

/* Runs a shell script, with the directory in $D and the directory of the built programs
 * in $B, and compares its output.  Returns its exit status. */
static int run(const char *script, const char *expected) {
    const char *const argv[] = {"sh", "-c", script, "sh", NULL};
    const char *output;
    struct process process = {0};
    assert_int_equal(setenv("D", dir, 1), 0);
    assert_int_equal(setenv("B", getenv("ALEA_BUILD"), 1), 0);
    process_start(&process, PROCESS_SOCKET, argv);
    int code = process_finish(&process, LIMIT_S, &output);
    if (expected != NULL && strcmp(output, expected) != 0) {
        fail_msg("%s says:\n%s\ninstead of:\n%s", script, output, expected);
    }
    process_fini(&process);
    return code;
}

static int remove_dir(void **state) {
    return run("rm -rf \"$D\"", "");
}

/* Does not build the programs again: they were built with other flags. */
#define MAKE(more)                                                                       \
    "env -u MAKEFLAGS -u MAKELEVEL make -s -o all NO_DEPS=1 O=\"$B\" "                   \
    "DESTDIR=\"$D\" " more

static void install_and_uninstall(void **state) {
    static const char list[] = "cd \"$D\" && find . ! -type d | sort";
    assert_int_equal(run(MAKE("install"), ""), 0);
    assert_int_equal(run(list, "./usr/local/bin/alea\n"
                               "./usr/local/bin/alead\n"
                               "./usr/local/lib/systemd/system/alead.service\n"
                               "./usr/local/share/man/fr/man1/alea.1\n"
                               "./usr/local/share/man/fr/man8/alead.8\n"
                               "./usr/local/share/man/man1/alea.1\n"
                               "./usr/local/share/man/man8/alead.8\n"),
                     0);
    assert_int_equal(
        run("\"$D\"/usr/local/bin/alead --version", "alead " ALEA_VERSION "\n"), 0);
    assert_int_equal(
        run("\"$D\"/usr/local/bin/alea --version", "alea " ALEA_VERSION "\n"), 0);
    assert_int_equal(run("grep '^ExecStart=' \"$D\"/usr/local/lib/systemd/system/*",
                         "ExecStart=/usr/local/bin/alead $ALEAD_OPTIONS\n"),
                     0);
    assert_int_equal(run(MAKE("uninstall"), ""), 0);
    assert_int_equal(run(list, ""), 0);
}

#define ELSEWHERE " PREFIX=/usr BINDIR=/opt/alea MANDIR=/man UNITDIR=/lib/systemd/system"

static void install_elsewhere(void **state) {
    static const char list[] = "cd \"$D\" && find . ! -type d | sort";
    assert_int_equal(run(MAKE("install" ELSEWHERE), ""), 0);
    assert_int_equal(run(list, "./lib/systemd/system/alead.service\n"
                               "./man/fr/man1/alea.1\n"
                               "./man/fr/man8/alead.8\n"
                               "./man/man1/alea.1\n"
                               "./man/man8/alead.8\n"
                               "./opt/alea/alea\n"
                               "./opt/alea/alead\n"),
                     0);
    assert_int_equal(run("grep '^ExecStart=' \"$D\"/lib/systemd/system/*",
                         "ExecStart=/opt/alea/alead $ALEAD_OPTIONS\n"),
                     0);
    assert_int_equal(run(MAKE("uninstall" ELSEWHERE), ""), 0);
    assert_int_equal(run(list, ""), 0);
}

/* Checks systemd's rating of the unit, from 0 to 10 (times 10), if systemd is
 * installed. */
static void the_unit_may_do_little(void **state) {
    int code =
        run("systemd-analyze security --help 2>&1 | grep -q -e --offline || exit 0\n"
            "systemd-analyze security --no-pager --offline=yes --threshold=19 "
            "docs/alead.service >/dev/null",
            "");
    assert_int_equal(code, 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(install_and_uninstall),
        cmocka_unit_test(install_elsewhere),
        cmocka_unit_test(the_unit_may_do_little),
    };
    return cmocka_run_group_tests_name("install", tests, make_dir, remove_dir);
}
