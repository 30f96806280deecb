/* alea export: its output and exit status. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

#define EXAMPLE "docs/examples/record.json"
#define MISSING "docs/examples/no-such-record.json"

static const struct made_file made_files[] = {
    {"@tablut", "tablut", RESIGNED, NULL, NULL},
    {"@alea", "alea-evangelii", BY_RULES, NULL, NULL},
    {"@called-off", "tablut", CALLED_OFF, NULL, NULL},
    {"@running", "tablut", RUNNING, NULL, NULL},
    {"@wrong", "tablut", RESIGNED, "'outcome':'black'", "'outcome':'white'"},
};

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea export "},
    {"no file", {NULL}, 2, "which file?"},
    {"two files", {"@tablut", "@alea"}, 2, "one file at a time"},
    {"unknown option", {"-x"}, 2, "unknown option"},
    {"an option without its value", {"--format"}, 2, "its value is missing"},
    {"unknown format", {"--format", "pgn", "@tablut"}, 2, "unknown format: pgn"},
    {"no such file", {MISSING}, 2, MISSING ": No such file"},
    {"no record", {"Makefile"}, 1, "Makefile: not a record: "},
    {"a wrong record", {"@wrong"}, 1, "the record is wrong: result: should be: black"},
    {"a game that is no tafl",
     {EXAMPLE},
     1,
     EXAMPLE ": it is a game of royal-ur; the notation opentafl is for games of tafl "
             "(tablut, alea-evangelii) only"},
    {"tablut", {"@tablut"}, 0, "[rules:dim:9 name:Tablut surf:n atkf:y cen: "},
    {"the format named", {"--format", "opentafl", "@tablut"}, 0, "[result:1]"},
    {"alea-evangelii", {"@alea"}, 0, "[rules:dim:19 name:Alea_Evangelii surf:n atkf:n "},
    {"called off", {"@called-off"}, 0, "[termination:called off before it began]"},
    {"not over", {"@running"}, 0, "[termination:not over yet]"},
    {"standard input", {"-"}, 1, "-: it is a game of royal-ur"},
};

static void test_row(void **state) {
    free(run_row(cmd_export, table_row(state), EXAMPLE));
}

int main(void) {
    make_files(made_files, N_OF(made_files));
    int failed = TABLE_RUN("client/cmd_export", test_row, rows);
    return remove_files(made_files, N_OF(made_files)) + failed;
}
