/* The help texts of the commands. */
#include "tests/unit/client/run_cmd.h"

#include "client-cli/commands.h"
#include "tests/unit/test.h"

/* On a terminal of 80 columns that wraps after the 80th, a line has room for 79. */
#define HELP_COLUMNS 79

static const struct help_row {
    const char *name;
    int (*run)(int argc, char **argv);
} help_rows[] = {
    {"bench", cmd_bench},   {"bot", cmd_bot},     {"play", cmd_play},
    {"replay", cmd_replay}, {"rules", cmd_rules}, {"verify", cmd_verify},
};

TEST_ROWS(help_rows) {
    const struct help_row *row = table_row(state);
    const struct cli_row help = {row->name, {"--help"}, 0, "usage: alea "};
    char *said = run_row(row->run, &help, "/dev/null");
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strlen(line) > HELP_COLUMNS) {
            fail_msg("too wide: %s", line);
        }
    }
    free(said);
}
