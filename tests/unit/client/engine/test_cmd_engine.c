/* alea engine: its answers to command lines, and to `go`. */
#include "client-cli/commands.h"

#include "tests/support/cmocka.h"
#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

/* The king can escape at once; then a wrong argument, and `go` in the wrong state. */
static const char session[] = "position 9/9/9/4t4/9/9/9/9/2K6 w\n"
                              "go\n"
                              "go ms 50\n"
                              "go 50\n"
                              "go ms 1x\n"
                              "move c1-a1\n"
                              "go\n"
                              "fly\n"
                              "quit\n";

static char input[] = "/tmp/alea-test-XXXXXX";

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea engine"},
    {"no game", {NULL}, 2, "alea engine: which game? (see alea engine --help)"},
    {"unknown game", {"chess"}, 2, "alea engine: chess: unknown game"},
    {"two games", {"tablut", "ur"}, 2, "alea engine: unexpected argument: ur"},
    {"short options", {"tablut", "-xh"}, 2, "its value is missing: -xh ("},
    {"a short option", {"tablut", "-x"}, 2, "its value is missing: -x ("},
    {"level", {"--level", "9", "tablut"}, 2, "--level: not a number from 1 to 8: 9"},
    {"a game with dice", {"royal-ur"}, 0, "\nerror not_now no throw or move"},
    {"go", {"tablut"}, 0, "\nok c1-a1\nok c1-a1\nerror bad_argument it is written go ["},
    {"go: number", {"tablut"}, 0, "\nerror bad_argument unexpected text after the time"},
    {"go: over", {"--seed=3", "tablut"}, 0, "over white corner\nerror not_now no throw"},
    {"unknown command", {"--level=4", "tablut"}, 0, "undo quit go\nok\n"},
};

static void test_row(void **state) {
    free(run_row(cmd_engine, table_row(state), input));
}

int main(void) {
    int fd = mkstemp(input);
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    if (fd < 0 || write(fd, session, strlen(session)) != (ssize_t)strlen(session)) {
        return 1;
    }
    close(fd);
    int failed = TABLE_RUN("client/cmd_engine", test_row, rows);
    unlink(input);
    return failed;
}
