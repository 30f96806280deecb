/* alea solve: its output and exit status, and how it is stopped. */
#include "client-cli/commands.h"

#include <fcntl.h>
#include <signal.h>

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea solve"},
    {"no game", {NULL}, 2, "alea solve: which game? (see alea solve --help)"},
    {"unknown game", {"chess"}, 2, "alea solve: chess: unknown game"},
    {"no dice",
     {"tablut"},
     2,
     "only royal-ur, finkel, blitz, masters and aseb can be solved: tablut"},
    {"options", {"royal-ur:legs=2"}, 2, "the table is of a single game, without options"},
    {"two games", {"royal-ur", "ur"}, 2, "unexpected argument: ur"},
    {"option", {"--fast"}, 2, "unknown option, or its value is missing: --fast"},
    {"no value", {"--left"}, 2, "unknown option, or its value is missing: --left"},
    {"left", {"--left", "8", "royal-ur"}, 2, "--left: not a number from 1 to 7: 8"},
    {"check: another game",
     {"--check", "ur"},
     2,
     "only royal-ur, finkel, blitz, masters and aseb can be solved: ur"},
    {"positions without check",
     {"--left=2", "--positions=9", "royal-ur"},
     2,
     "alea solve: this option needs --check: --positions"},
    {"seed without check", {"--left=2", "--seed=9", "royal-ur"}, 2, "--check: --seed"},
    {"check: no file", {"--check", "@none"}, 1, "none: No such file or directory"},
    {"check: no table", {"--check", "Makefile"}, 1, "not a table of royal-ur"},
    {"check: a directory", {"--check", "docs"}, 1, "docs: Is a directory"},
    {"no directory", {"--output", "Makefile/x", "royal-ur"}, 1, "Not a directory"},
    {"too little memory",
     {"--memory=1", "--left=6", "masters"},
     1,
     "masters needs 2.3 GB of memory, and there are 1.0 GB.  All levels play it without"},
    {"solve", {"--left", "2", "royal-ur"}, 0, "with 2 pieces a side: 0.50943190"},
    {"solve: too many", {"--left", "6", "blitz"}, 2, "the game has fewer pieces: blitz"},
    {"solve: blitz", {"--left=1", "--output", "@blitz", "blitz"}, 0, ": 0.50923764836"},
    {"check: blitz", {"--check", "@blitz"}, 0, "blitz, at most 1 pieces left"},
    {"solve: again", {"--left", "2", "royal-ur"}, 0, "is complete"},
    {"solve: --output",
     {"--left=1", "--output", "@x", "royal-ur"},
     0,
     "value of the start with 1 pieces a side: 0.5204326"},
    {"solve: over another", {"--left=2", "--output", "@x", "royal-ur"}, 0, "Done in"},
    {"output: another file",
     {"--left=1", "--output", "@notes", "royal-ur"},
     1,
     "notes: this is not a table of royal-ur, and is not replaced: give the name"},
    {"output: a directory",
     {"--left=1", "--output=docs", "royal-ur"},
     1,
     "directory: gi"},
    {"output: empty", {"--left=1", "--output=", "royal-ur"}, 1, "the name is empty"},
    {"output: no such directory",
     {"--left=1", "--output", "@none/x", "royal-ur"},
     1,
     "No such file or directory: create the directory first"},
    {"check", {"--check", "--positions", "2000", "@x"}, 0, "Checksums: good.\n2000 pos"},
    {"check: default file", {"--check", "--left=2", "--positions=9"}, 0, "9 positions"},
    {"check: no default file", {"--check"}, 1, "alea/royal-ur.table: No such file"},
    {"check: wrong", {"--check", "--positions=99", "@wrong"}, 3, "WRONG, the file"},
    {"check: wrong values",
     {"--check", "--positions", "2000", "@wrong"},
     3,
     ", WRONG.\n"},
};

/* Makes a copy of the table whose first values are wrong. */
static void make_wrong(void) {
    char from[PATH_BYTES], to[PATH_BYTES];
    char bytes[8192] = "";
    made_path("@x", from);
    made_path("@wrong", to);
    FILE *in = fopen(from, "r");
    FILE *out = fopen(to, "w");
    assert_true(in != NULL && out != NULL);
    for (size_t n, part = 0; (n = fread(bytes, 1, sizeof bytes, in)) > 0; part++) {
        if (part == 0) {
            memset(bytes + 4096, 0, 800);
        }
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    }
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* Makes a file that is not a table. */
static void make_notes(void) {
    char path[PATH_BYTES];
    made_path("@notes", path);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("Milk, bread.\n", out);
    assert_int_equal(fclose(out), 0);
}

static void test_row(void **state) {
    const struct cli_row *row = table_row(state);
    if (strcmp(row->name, "check: wrong") == 0) {
        make_wrong();
    }
    if (strcmp(row->name, "output: another file") == 0) {
        make_notes();
    }
    free(run_row(cmd_solve, row, "/dev/null"));
}

/* When it is stopped during the work, it says so, ends, and keeps what it has. */
static void test_stopped(void **state) {
    int said[2];
    assert_int_equal(pipe(said), 0);
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        static const char *const args[] = {"--left", "5", "royal-ur", NULL};
        run_in_child(cmd_solve, args, said[1]);
    }
    close(said[1]);
    FILE *in = fdopen(said[0], "r");
    char line[256] = "";
    assert_non_null(fgets(line, sizeof line, in));
    assert_int_equal(kill(child, SIGTERM), 0);
    while (fgets(line, sizeof line, in) != NULL && strstr(line, "stopped") == NULL) {
    }
    assert_non_null(strstr(line, "alea solve: stopped; "));
    assert_non_null(
        strstr(line, "royal-ur-5.table.part.  The same command continues.\n"));
    fclose(in);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
}

/* What the tests leave behind; directories come last. */
static const char *const left_behind[] = {"@x",
                                          "@blitz",
                                          "@wrong",
                                          "@notes",
                                          "alea/royal-ur-2.table",
                                          "alea/royal-ur-5.table.part",
                                          "alea",
                                          ""};

static void tidy_up(void) {
    for (size_t i = 0; i < N_OF(left_behind); i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", made_folder, left_behind[i]);
        remove(path);
    }
}

int main(void) {
    const struct CMUnitTest stop[] = {cmocka_unit_test(test_stopped)};
    if (mkdtemp(made_folder) == NULL || setenv("XDG_DATA_HOME", made_folder, 1) != 0) {
        return 1;
    }
    int failed = TABLE_RUN("client/cmd_solve", test_row, rows) +
                 cmocka_run_group_tests_name("client/solve: stopped", stop, NULL, NULL);
    tidy_up();
    return failed;
}
