/* Some failing system calls and allocations in server and client: at least one of each
 * kind, each in a separate run (tests/fault/faults.py; make check-faults tries all of
 * them).  ALEA_SEED=... repeats the choice.  Sanitizers replace the allocator, so memory
 * fails only in programs of the release build.  Everything else fails in programs with
 * the address sanitizer, if these are being tested, because it also finds leaks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define FAULTS  "tests/fault/faults.py"
#define ASAN    "build/asan"
#define RELEASE "build/release"
#define LIMIT_S 600 /* generous, for slow machines */

struct row {
    const char *name;
    bool is_memory;
    const char *const arguments[19]; /* ends with NULL */
};

#define SCENARIO(name) "--scenario", name

static const struct row rows[] = {
    {"while the server starts", false, {SCENARIO("start"), "--each", "1"}},
    {"while people play", false, {SCENARIO("session"), "--each", "1"}},
    {"when nobody can be accepted",
     false,
     {SCENARIO("session"), "--kind", "accept", "--error", "ENFILE!", "--runs", "1"}},
    {"when what was refused must not be there",
     false,
     {SCENARIO("session"), "--kind", "sync", "--error", "EIO+", "--runs", "2"}},
    {"without memory for the server",
     true,
     {SCENARIO("start"), SCENARIO("session"), "--each", "6"}},
    {"without memory for the client",
     true,
     {SCENARIO("play"), SCENARIO("bot"), SCENARIO("terminal"), SCENARIO("viewer"),
      "--each", "2"}},
    {"clients at a server",
     false,
     {SCENARIO("play"), SCENARIO("bot"), SCENARIO("terminal"), SCENARIO("bench"),
      SCENARIO("find"), "--runs", "10"}},
    {"clients by themselves",
     false,
     {SCENARIO("check-db"), SCENARIO("verify"), SCENARIO("replay"), SCENARIO("rules"),
      SCENARIO("solve"), SCENARIO("analyse"), SCENARIO("local"), "--runs", "12"}},
};

static const char *build_of(const struct row *row) {
    const char *build = getenv("ALEA_BUILD");
    return build != NULL && strcmp(build, ASAN) == 0 && !row->is_memory ? ASAN : RELEASE;
}

static void test_faults(void **state) {
    const struct row *row = table_row(state);
    const char *seed = getenv("ALEA_SEED");
    const char *argv[32] = {"python3", FAULTS, "--build", build_of(row),
                            "--jobs",  "2",    "--seed",  seed != NULL ? seed : "1"};
    size_t n = 8;
    if (row->is_memory) {
        argv[n++] = "--kind";
        argv[n++] = "malloc";
    }
    memcpy(&argv[n], row->arguments, sizeof row->arguments);
    process_must_succeed(argv, LIMIT_S);
}

int main(void) {
    return TABLE_RUN("faults", test_faults, rows);
}
