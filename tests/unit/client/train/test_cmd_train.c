/* alea train: its output and exit status. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea train"},
    {"no game", {NULL}, 2, "alea train: which game? (see alea train --help)"},
    {"unknown game", {"chess"}, 2, "no such game: chess"},
    {"two games", {"ur", "stelpur"}, 2, "alea train: unexpected argument: stelpur"},
    {"alea", {"alea-evangelii"}, 2, "this game has no network: alea-evangelii"},
    {"option", {"--fast"}, 2, "unknown option, or its value is missing: --fast"},
    {"seconds", {"--seconds=0", "ur"}, 2, "--seconds: not a number from 1 to"},
    {"no weights", {"--out", "Makefile", "ur"}, 1, "are not the weights of this"},
    {"no directory",
     {"--out=/nowhere/x", "--games=1", "ur"},
     1,
     "No such file or directory: create the directory first\n"},
    {"a directory", {"--out=docs", "--games=1", "ur"}, 1, "give the name of a file\n"},
    {"no name", {"--out=", "--games=1", "ur"}, 1, "empty: give the name of a file\n"},
    {"a place for weights", {"--out", "@new", "--games=3", "ur"}, 0, ": 3 games in "},
    {"train", {"--out", "@ur", "--games=3", "ur"}, 0, "@ur: 3 games in "},
    {"continued", {"--out", "@ur", "--games=2", "ur"}, 0, " s, 5 in all\n"},
    {"another game", {"--out", "@ur", "--games=2", "morris"}, 1, "are not the weights"},
};

static void test_row(void **state) {
    free(run_row(cmd_train, table_row(state), "/dev/null"));
}

int main(void) {
    char path[PATH_BYTES];
    if (mkdtemp(made_folder) == NULL) {
        return 1;
    }
    made_path("@new", path);
    FILE *new = fopen(path, "w");
    if (new == NULL || fputs("/* Not trained yet. */\n0,\n", new) < 0 ||
        fclose(new) != 0) {
        return 1;
    }
    int failed = TABLE_RUN("client/cmd_train", test_row, rows);
    remove(path);
    made_path("@ur", path);
    remove(path);
    rmdir(made_folder);
    return failed;
}
