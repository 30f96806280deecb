/* alea verify: its output and exit status. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

#define EXAMPLE "docs/examples/record.json"
#define MISSING "docs/examples/no-such-record.json"

/* Files that the tests make, with the names that the rows use. */
static const struct made_file made_files[] = {
    {"@running", "royal-ur", RUNNING, NULL, NULL},
    {"@called-off", "royal-ur", CALLED_OFF, NULL, NULL},
    {"@absent", "stelpur", ABSENT, NULL, NULL},
    {"@tafl", "tablut", RESIGNED, NULL, NULL},
    {"@running-tafl", "tablut", RUNNING, NULL, NULL},
    {"@wrong", "royal-ur", RESIGNED, "'k':1", "'k':2"},
    {"@marked", "royal-ur", RESIGNED, "{'format'", "\xef\xbb\xbf{'format'"},
    {"@escape", "royal-ur", RESIGNED, "'game_id'", "'\x1b[31m'"},
};

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea verify FILE"},
    {"no file", {NULL}, 2, "alea verify: which file? (see alea verify --help)"},
    {"unknown option", {"-x"}, 2, "its value is missing: -x (see"},
    {"no such file", {MISSING}, 2, MISSING ": No such file"},
    {"a directory", {"docs"}, 2, "docs: Is a directory"},
    {"a file too large", {"/dev/zero"}, 2, "/dev/zero: File too large"},
    {"no record", {"Makefile"}, 1, "Makefile:\n  WRONG: not a record: "},
    {"standard input", {"-"}, 0, "-:\n  Game 483a50dd234a of royal-ur: ann (white)"},
    {"right: the throws", {EXAMPLE}, 0, "Each of the 11 throws follows"},
    {"right: the end", {EXAMPLE}, 0, "White (ann) wins: Black (bob) resigned."},
    {"right: the commitment", {EXAMPLE}, 0, "\n  50a928c225500c31f0465bd0fae8e0fddfd1"},
    {"right: a byte order mark", {"@marked"}, 0, "All is right."},
    {"right: six-sided dice", {"@absent"}, 0, "All is right.  Each of"},
    {"right: no dice", {"@tafl"}, 0, "a game without dice; each of the 6 moves"},
    {"right: called off", {"@called-off"}, 0, "Nothing was thrown or played."},
    {"not over", {"@running"}, 3, "dice cannot be checked before the end"},
    {"not over, no dice", {"@running-tafl"}, 3, "wrong in 0 throws and 6 moves.\n"},
    {"wrong", {"@wrong"}, 1, "WRONG: log[1]: throw 1 comes here, the record says 2"},
    {"wrong, with control characters", {"@escape"}, 1, "WRONG: not a record: "},
    {"two: wrong before unreadable", {"@wrong", MISSING}, 1, MISSING},
    {"two: unreadable before not over", {MISSING, "@running"}, 2, "not over"},
    {"two: not over before right", {"@running", EXAMPLE}, 3, "All is right."},
};

static void test_row(void **state) {
    char *said = run_row(cmd_verify, table_row(state), EXAMPLE);
    assert_null(strchr(said, '\x1b'));
    free(said);
}

int main(void) {
    make_files(made_files, N_OF(made_files));
    int failed = TABLE_RUN("client/cmd_verify", test_row, rows);
    return remove_files(made_files, N_OF(made_files)) + failed;
}
