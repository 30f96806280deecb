/* Some of the calls of the system and of the allocator that server and client make fail,
 * each in a run of its own (tests/fault/faults.py; make check-faults lets every one
 * fail). ALEA_SEED=... repeats the choice.  The programs are those of the debug build:
 * sanitizers have an allocator of their own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define FAULTS  "tests/fault/faults.py"
#define BUILD   "build/debug"
#define LIMIT_S 240 /* much, for slow machines */

struct row {
    const char *name;
    const char *scenario;
    const char *runs;
    const char *kind, *error; /* of the fault; NULL: any */
};

static const struct row rows[] = {
    {"while the server starts", "start", "12", NULL, NULL},
    {"while people play", "session", "24", NULL, NULL},
    {"when nobody can be accepted", "session", "2", "accept", "ENFILE!"},
    {"a bot", "bot", "4", NULL, NULL},
    {"alea play", "play", "4", NULL, NULL},
};

static void test_faults(void **state) {
    const struct row *row = table_row(state);
    const char *seed = getenv("ALEA_SEED");
    const char *argv[] = {
        "python3", FAULTS,    "--build", BUILD, "--scenario", row->scenario,
        "--runs",  row->runs, "--jobs",  "2",   "--seed",     seed != NULL ? seed : "1",
        NULL,      NULL,      NULL,      NULL,  NULL};
    if (row->kind != NULL) {
        const char *const more[] = {"--kind", row->kind, "--error", row->error};
        memcpy(&argv[12], more, sizeof more);
    }
    process_must_succeed(argv, LIMIT_S);
}

int main(void) {
    return TABLE_RUN("faults", test_faults, rows);
}
