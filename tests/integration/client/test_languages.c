/* Every text that people read is translated: common/lang/po compares the sources with the
 * translations, and tests/lang/french.py plays in French.  ALEA_SEED=... repeats it. */
#include <stdlib.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/test.h"

#define LIMIT_S 120

TEST(test_nothing_is_missing) {
    const char *argv[] = {"python3", "common/lang/po", "check", NULL};
    process_must_succeed(argv, LIMIT_S);
}

TEST(test_telnet_in_french) {
    char alead[SERVER_PATH_BYTES];
    server_program(alead, "alead");
    const char *seed = getenv("ALEA_SEED");
    const char *argv[] = {"python3", "tests/lang/french.py",    "telnet",
                          alead,     seed != NULL ? seed : "1", NULL};
    process_must_succeed(argv, LIMIT_S);
}

TEST(test_terminal_in_french) {
    char alea[SERVER_PATH_BYTES];
    server_program(alea, "alea");
    const char *seed = getenv("ALEA_SEED");
    const char *argv[] = {"python3", "tests/lang/french.py",    "terminal",
                          alea,      seed != NULL ? seed : "1", NULL};
    process_must_succeed(argv, LIMIT_S);
}
