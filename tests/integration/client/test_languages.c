/* Every text that people read is translated: common/lang/po compares the sources with the
 * translations, and tests/lang/french.py and screen.py play in French.  ALEA_SEED=...
 * repeats it. */
#include <stdlib.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/test.h"

#define LIMIT_S 600

TEST(test_nothing_is_missing) {
    const char *argv[] = {"python3", "common/lang/po", "check", NULL};
    process_must_succeed(argv, LIMIT_S);
}

static void check_program(const char *script, const char *way, const char *name) {
    char program[SERVER_PATH_BYTES];
    server_program(program, name);
    const char *seed = getenv("ALEA_SEED");
    const char *argv[7] = {"python3", script};
    int n = 2;
    if (way != NULL) {
        argv[n++] = way;
    }
    argv[n++] = program;
    argv[n] = seed != NULL ? seed : "1";
    process_must_succeed(argv, LIMIT_S);
}

TEST(test_telnet_in_french) {
    check_program("tests/lang/french.py", "telnet", "alead");
}

TEST(test_terminal_in_french) {
    check_program("tests/lang/french.py", "terminal", "alea");
}

TEST(test_visit_in_french) {
    check_program("tests/lang/french.py", "visit", "alea");
}

TEST(test_screen_in_french) {
    check_program("tests/lang/screen.py", NULL, "alea");
}
