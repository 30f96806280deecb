/* alea match: its output and exit status. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea match"},
    {"no players", {NULL}, 2, "alea match: two players, please (see alea match --help)"},
    {"three players", {"plain", "plain", "plain"}, 2, "two players, please"},
    {"unknown player",
     {"plain", "good"},
     2,
     "level=N (1 to 8) or exec=PROGRAM ARGS: good"},
    {"plies", {"plies=7", "plain"}, 2, "exec=PROGRAM ARGS: plies=7"},
    {"level", {"level=9", "plain"}, 2, "exec=PROGRAM ARGS: level=9"},
    {"think", {"--think=0", "level=1", "plain"}, 2, "--think: not a number from 1 to"},
    {"nodes", {"--nodes=0", "level=1", "plain"}, 2, "--nodes: not a number from 1 to"},
    {"plies of tafl",
     {"--game=tablut", "plies=1", "plain"},
     2,
     "only games with dice have plies=: plies=1"},
    {"game", {"--game=chess", "plain", "plain"}, 2, "alea match: chess: unknown game"},
    {"option", {"--fast", "plain", "plain"}, 2, "unknown option, or"},
    {"one game", {"--games=1", "plain", "plain"}, 2, "--games: not a number from 2 to"},
    {"simple with dice", {"simple", "plain"}, 2, "only tafl games"},
    {"simple",
     {"--games=2", "--game=tablut", "simple", "random", "--nodes=500"},
     0,
     "simple won 2 of 2 against random in tablut"},
    {"runner with dice", {"runner", "plain"}, 2, "only tafl games"},
    {"runner",
     {"--games=2", "--game=tablut", "runner", "random"},
     0,
     "runner won 2 of 2 against random in tablut"},
    {"match",
     {"--games=4", "plies=0", "plies=0"},
     0,
     "0 plies won 2 of 4 against 0 plies in royal-ur (50 %; 95 %: 15 to 85 %)\n"},
    {"what a level did",
     {"--games=2", "--game=tablut", "level=8", "random", "--think=5"},
     0,
     " nodes/s\nlevel 8 as White won "},
    {"a level that looks at one position sees no further than its move",
     {"--games=2", "--game=tablut", "level=8", "random", "--nodes=1"},
     0,
     " searches, 1.0 plies on average, "},
    {"records",
     {"--games=2", "--records=/nowhere", "plain", "random"},
     1,
     "alea match: --records: /nowhere: No such file or directory"},
    {"a program that finds nothing ends the match",
     {"--games=2", "exec=while read a; do echo ok x; done", "random"},
     1,
     "exec=while read a; do echo ok x; done: no legal move, 10 times in a row"},
    {"options",
     {"--games=3", "--game=morris:mills=open", "plain", "random"},
     0,
     " against random in morris:mills=open ("},
};

static void test_row(void **state) {
    free(run_row(cmd_match, table_row(state), "/dev/null"));
}

int main(void) {
    return TABLE_RUN("client/cmd_match", test_row, rows);
}
