/* The commands of alea on the command line: what they say, and their exit status. */
#include "client-cli/commands.h"

#include <signal.h>

#include "tests/support/file.h"
#include "tests/unit/client/run_cmd.h"
#include "tests/unit/test.h"

#define MISSING "docs/examples/no-such-record.json"

/* Files that the tests make, with the names that the rows use. */
static const struct made_file made_files[] = {
    {"@race", "royal-ur", BY_RULES, NULL, NULL},
    {"@ring", "stelpur", BY_RULES, NULL, NULL},
    {"@tafl", "tablut", RESIGNED, NULL, NULL},
    {"@draw", "ur", AGREED, NULL, NULL},
    {"@running", "royal-ur", RUNNING, NULL, NULL},
    {"@called-off-both", "royal-ur", CALLED_OFF_BY_BOTH, NULL, NULL},
    {"@aborted", "akalamdung", ABORTED, NULL, NULL},
    {"@called-off", "royal-ur", CALLED_OFF, NULL, NULL},
    {"@absent", "stelpur", ABSENT, NULL, NULL},
    {"@running-tafl", "tablut", RUNNING, NULL, NULL},
    {"@wrong", "royal-ur", RESIGNED, "'k':1", "'k':2"},
    {"@marked", "royal-ur", RESIGNED, "{'format'", "\xef\xbb\xbf{'format'"},
    {"@escape", "royal-ur", RESIGNED, "'game_id'", "'\x1b[31m'"},
    {"@clocks", "tablut", FLAGGED, NULL, NULL},
    {"@abandoned", "morris", ABANDONED, NULL, NULL},
};

/* Runs a row with the example as standard input. */
static void run(int (*command)(int argc, char **argv), void **state) {
    free(run_row(command, table_row(state), EXAMPLE));
}

/* --- analyse --- */

static const struct cli_row analyse_rows[] = {
    {"--help", "--help", 0, "usage: alea analyse "},
    {"no record", "", 2, "alea analyse: which file? (see alea analyse --help)"},
    {"two records and --all", "--all @race @tafl", 2, "one file at a time: --all"},
    {"two records and --svg", "--svg=x @race @tafl", 2, "a time: --svg"},
    {"two records", "--plies=0 @race @draw", 0, "2 games\n"},
    {"a player of two records", "--plies=0 @race @draw", 0, "\nann     "},
    {"two records, one wrong", "--plies=0 @race @wrong", 1, "the record is wrong"},
    {"two records as JSON", "--json " EXAMPLE " " EXAMPLE, 0, "]}\n{\"game_id\""},
    {"unknown option", "--fast @race", 2, "unknown option, or"},
    {"plies", "--plies=5 @race", 2, "--plies: not a number from 0 to 4: 5"},
    {"no such file", "/nowhere/x", 2, "alea analyse: /nowhere/x: No such file"},
    {"not a record", "Makefile", 1, "Makefile: not a record: "},
    {"a wrong record", "@wrong", 1, "the record is wrong: log["},
    {"a table of tafl", "--table=x @tafl", 2, "--table is for games with dice"},
    {"no table", "--table=/nowhere/x @race", 1, "table of royal-ur: No such file"},
    {"no table either", "--table=Makefile @race", 1, "not a table of royal-ur"},
    {"both players", "--plies=0 @race", 0,
     "White (ann)         Black (bob)\n  decisions with a choice"},
    {"standard input", "-", 0, "Game 483a50dd234a of royal-ur.  White (ann) wins: "},
    {"turning points", "--plies=0 @race", 0, "\nTurning points:\n- "},
    {"the chart", "--plies=0 @race", 0,
     "\nWhite's winning chances, from the start to move "},
    {"the axis", "--plies=0 @race", 0, "\n    0 % +-----"},
    {"the judge", "--plies=0 @race", 0,
     "\nJudged by alea's own engine, looking 0 plies ahead"},
    {"one ply", "--plies=1 @ring", 0, "looking 1 ply ahead: it scores 0."},
    {"every move", "--plies=0 --all @race", 0, "before  after  change\n    1 "},
    {"no dice", "--plies=1 @tafl", 0, "not played"},
    {"a draw", "--plies=0 @draw", 0, "not played"},
    {"not over", "--plies=0 @running", 0, "The game is not over yet.\n"},
    {"not over: sums", "--plies=0 @running", 0, " in the"},
    {"called off", "@called-off-both", 0, "\nNothing was thrown or played.\n"},
    {"aborted", "--plies=0 @aborted", 0, "the last"},
    {"json", "--json " EXAMPLE, 0, "{\"game_id\":\"483a50dd234a\",\"game\":\"royal-ur\""},
    {"json of nothing", "--json @called-off-both", 0,
     "\"result\":null,\"white\":{\"name"},
    {"json: a throw", "--json " EXAMPLE, 0, "\"dice\":["},
    {"json: the start", "--json " EXAMPLE, 0, "\"position\":\"7,7 - 0,0 "},
    {"json: the position after a throw", "--json " EXAMPLE, 0,
     "\"position\":\"5,5 b1=b,b2=b,w3=w,6=w 0,0 b 1\"}]}"},
    {"json: a move", "--json " EXAMPLE, 0, "\"played\":\"in-2\",\"best\":\""},
    {"a picture that cannot be written", "--svg=/nowhere/x " EXAMPLE, 1,
     "alea analyse: /nowhere/x: No such file"},
    {"a picture over a record", "--svg @race " EXAMPLE, 1, "it is not a picture\n"},
};

TEST_ROWS(analyse_rows) {
    run(cmd_analyse, state);
}

/* Each line of the text fits a terminal. */
TEST(test_lines_that_fit) {
    static const struct cli_row row = {"", "--plies=0 --all @race", 0, "Turning points"};
    char *said = run_row(cmd_analyse, &row, EXAMPLE);
    for (const char *line = said; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        assert_in_range(len, 0, 79);
        line += len + (line[len] == '\n');
    }
    free(said);
}

/* The picture is there, whole, and is replaced by another one. */
TEST(test_picture) {
    static const struct cli_row row = {"", "--plies=0 --svg @chart @race", 0,
                                       "Turning points"};
    char path[PATH_BYTES];
    made_path("@chart", path);
    for (int i = 0; i < 2; i++) {
        free(run_row(cmd_analyse, &row, EXAMPLE));
        char *text = read_file(path);
        size_t n = strlen(text);
        assert_memory_equal(text, "<svg ", 5);
        assert_string_equal(text + n - 7, "</svg>\n");
        assert_non_null(strstr(text, "winning chances of ann (White, light) and bob"));
        assert_non_null(strstr(text, "<title>move "));
        free(text);
    }
    unlink(path);
}

/* --- verify --- */

static const struct cli_row verify_rows[] = {
    {"--help", "--help", 0, "usage: alea verify FILE"},
    {"no file", "", 2, "alea verify: which file? (see alea verify --help)"},
    {"unknown option", "-x", 2, "its value is missing: -x (see"},
    {"no such file", MISSING, 2, MISSING ": No such file"},
    {"a directory", "docs", 2, "docs: Is a directory"},
    {"a file too large", "/dev/zero", 2, "/dev/zero: File too large"},
    {"no record", "Makefile", 1, "Makefile:\n  WRONG: not a record: "},
    {"standard input", "-", 0, "-:\n  Game 483a50dd234a of royal-ur: ann (white)"},
    {"right: the throws", EXAMPLE, 0, "Each of the 11 throws follows"},
    {"right: the end", EXAMPLE, 0, "White (ann) wins: Black (bob) resigned."},
    {"right: the commitment", EXAMPLE, 0, "\n  50a928c225500c31f0465bd0fae8e0fddfd1"},
    {"right: a byte order mark", "@marked", 0, "All is right."},
    {"right: six-sided dice", "@absent", 0, "All is right.  Each of"},
    {"right: no dice", "@tafl", 0, "a game without dice; each of the 6 moves"},
    {"right: called off", "@called-off", 0, "Nothing was thrown or played."},
    {"not over", "@running", 3, "dice cannot be checked before the end"},
    {"not over, no dice", "@running-tafl", 3, "wrong in 0 throws and 6 moves.\n"},
    {"wrong", "@wrong", 1, "WRONG: log[1]: throw 1 comes here, the record says 2"},
    {"wrong, with control characters", "@escape", 1, "WRONG: not a record: "},
    {"two: wrong before unreadable", "@wrong " MISSING, 1, MISSING},
    {"two: unreadable before not over", MISSING " @running", 2, "not over"},
    {"two: not over before right", "@running " EXAMPLE, 3, "All is right."},
};

TEST_ROWS(verify_rows) {
    char *said = run_row(cmd_verify, table_row(state), EXAMPLE);
    assert_null(strchr(said, '\x1b'));
    free(said);
}

/* --- replay, all at once --- */

static const struct cli_row replay_rows[] = {
    {"--help", "--help", 0, "usage: alea replay "},
    {"no file", "", 2, "alea replay: which file? (see alea replay --help)"},
    {"two files", "@tafl @running", 2, "one file at a time"},
    {"unknown option", "--fast @tafl", 2,
     "its value is missing: --fast (see alea replay --help)"},
    {"no such file", MISSING, 2, "alea replay: " MISSING ": No such file"},
    {"no record", "Makefile", 1, "Makefile: not a record: "},
    {"a wrong record", "@wrong", 1,
     "the record is wrong: log[1]: throw 1 comes here, the record says 2"},
    {"a wrong record with control characters", "@escape", 1, "not a record: "},
    {"the start", EXAMPLE, 0,
     "0/9: Game 483a50dd234a of royal-ur, 2026-11-21T19:02:11Z: ann (White) against\nbob "
     "(Black).\n  +-----+"},
    {"a move and the next throw", EXAMPLE, 0,
     "\n3/9: White (ann) enters a piece on 2. Black (bob) throws 1.\n  +-----+"},
    {"the end", EXAMPLE, 0,
     "\n9/9: Black (bob) resigns.\nWhite (ann) wins: Black (bob) resigned.\n"},
    {"standard input", "-", 0, "0/9: Game 483a50dd234a of royal-ur"},
    {"--all and --plain", "--all --plain " EXAMPLE, 0, "9/9: Black (bob) resigns."},
    {"a game without dice", "@tafl", 0, "against bob\n(Black).  Black (bob) begins.\n"},
    {"clocks", "@clocks", 0, "  Clocks    White 5:00  > Black 5:00\n"},
    {"out of time", "@clocks", 0, "Black 0:00.0\n"},
    {"not over", "@running", 0, "The game is not over yet.\n"},
    {"called off", "@called-off-both", 0,
     "1/1: White (ann) did not open the sealed nonce in time. Black (bob) did not\nopen "
     "the sealed nonce in time.\nThe game is called off"},
    {"OTN", "--otn @tafl", 0, "\n[variant:Tablut]\n[rules:dim:9 name:tablut atkf:y "},
    {"OTN: dice", "--otn " EXAMPLE, 1,
     "record.json: royal-ur: OTN has only games of tafl, without dice"},
    {"abandoned", "@abandoned", 0, "The game is called off: nobody came back to it."},
};

TEST_ROWS(replay_rows) {
    char *said = run_row(cmd_replay, table_row(state), EXAMPLE);
    assert_null(strchr(said, '\x1b'));
    free(said);
}

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

/* --- engine --- */

static const struct cli_row engine_rows[] = {
    {"--help", "--help", 0, "usage: alea engine"},
    {"no game", "", 2, "alea engine: which game? (see alea engine --help)"},
    {"unknown game", "chess", 2, "alea engine: chess: unknown game"},
    {"two games", "tablut ur", 2, "alea engine: unexpected argument: ur"},
    {"short options", "tablut -xh", 2, "its value is missing: -xh ("},
    {"a short option", "tablut -x", 2, "its value is missing: -x ("},
    {"level", "--level 9 tablut", 2, "--level: not a number from 1 to 8: 9"},
    {"a game with dice", "royal-ur", 0, "\nerror not_now no throw or move"},
    {"go", "tablut", 0, "\nok c1-a1\nok c1-a1\nerror bad_argument it is written go ["},
    {"go: number", "tablut", 0, "\nerror bad_argument unexpected text after the time"},
    {"go: over", "--seed=3 tablut", 0, "over white corner\nerror not_now no throw"},
    {"unknown command", "--level=4 tablut", 0, "undo quit go\nok\n"},
};

TEST_ROWS(engine_rows) {
    free(run_row(cmd_engine, table_row(state), "@session"));
}

/* --- solve --- */

static const struct cli_row solve_rows[] = {
    {"--help", "--help", 0, "usage: alea solve"},
    {"no game", "", 2, "alea solve: which game? (see alea solve --help)"},
    {"unknown game", "chess", 2, "alea solve: chess: unknown game"},
    {"no dice", "tablut", 2,
     "only royal-ur, finkel, blitz, masters and aseb can be solved: tablut"},
    {"options", "royal-ur:legs=2", 2, "the table is of a single game, without options"},
    {"two games", "royal-ur ur", 2, "unexpected argument: ur"},
    {"option", "--fast", 2, "unknown option, or its value is missing: --fast"},
    {"no value", "--left", 2, "unknown option, or its value is missing: --left"},
    {"left", "--left 8 royal-ur", 2, "--left: not a number from 1 to 7: 8"},
    {"check: another game", "--check ur", 2,
     "only royal-ur, finkel, blitz, masters and aseb can be solved: ur"},
    {"positions without check", "--left=2 --positions=9 royal-ur", 2,
     "alea solve: this option needs --check: --positions"},
    {"seed without check", "--left=2 --seed=9 royal-ur", 2, "--check: --seed"},
    {"check: no file", "--check @none", 1, "none: No such file or directory"},
    {"check: no table", "--check Makefile", 1, "not a table of royal-ur"},
    {"check: a directory", "--check docs", 1, "docs: Is a directory"},
    {"no directory", "--output Makefile/x royal-ur", 1, "Not a directory"},
    {"too little memory", "--memory=1 --left=6 masters", 1,
     "masters needs 2.3 GB of memory, and there are 1.0 GB.  All levels play it without"},
    {"solve", "--left 2 royal-ur", 0, "with 2 pieces a side: 0.50943190"},
    {"solve: too many", "--left 6 blitz", 2, "the game has fewer pieces: blitz"},
    {"solve: blitz", "--left=1 --output @blitz blitz", 0, ": 0.50923764836"},
    {"check: blitz", "--check @blitz", 0, "blitz, at most 1 pieces left"},
    {"solve: again", "--left 2 royal-ur", 0, "is complete"},
    {"solve: --output", "--left=1 --output @x royal-ur", 0,
     "value of the start with 1 pieces a side: 0.5204326"},
    {"solve: over another", "--left=2 --output @x royal-ur", 0, "Done in"},
    {"output: another file", "--left=1 --output @notes royal-ur", 1,
     "notes: this is not a table of royal-ur, and is not replaced: give the name"},
    {"output: a directory", "--left=1 --output=docs royal-ur", 1, "directory: gi"},
    {"output: empty", "--left=1 --output= royal-ur", 1, "the name is empty"},
    {"output: no such directory", "--left=1 --output @none/x royal-ur", 1,
     "No such file or directory: create the directory first"},
    {"check", "--check --positions 2000 @x", 0, "Checksums: good.\n2000 pos"},
    {"check: default file", "--check --left=2 --positions=9", 0, "9 positions"},
    {"check: no default file", "--check", 1, "alea/royal-ur.table: No such file"},
    {"check: wrong", "--check --positions=99 @bad", 3, "WRONG, the file"},
    {"check: wrong values", "--check --positions 2000 @bad", 3, ", WRONG.\n"},
};

/* Makes a copy of the table whose first values are wrong. */
static void make_wrong(void) {
    char from[PATH_BYTES], to[PATH_BYTES];
    char bytes[8192] = "";
    made_path("@x", from);
    made_path("@bad", to);
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

TEST_ROWS(solve_rows) {
    const struct cli_row *row = table_row(state);
    if (strcmp(row->name, "check: wrong") == 0) {
        make_wrong();
    }
    setenv("XDG_DATA_HOME", made_folder, 1);
    run(cmd_solve, state);
    setenv("XDG_DATA_HOME", "/nowhere", 1);
}

/* When it is stopped during the work, it says so, ends, and keeps what it has. */
TEST(test_stopped) {
    int said[2];
    assert_int_equal(pipe(said), 0);
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        setenv("XDG_DATA_HOME", made_folder, 1);
        run_in_child(cmd_solve, "--left 5 royal-ur", said[1]);
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

/* --- match --- */

static const struct cli_row match_rows[] = {
    {"--help", "--help", 0, "usage: alea match"},
    {"no players", "", 2, "alea match: two players, please (see alea match --help)"},
    {"three players", "plain plain plain", 2, "two players, please"},
    {"unknown player", "plain good", 2, "level=N (1 to 8) or exec=PROGRAM ARGS: good"},
    {"plies", "plies=7 plain", 2, "exec=PROGRAM ARGS: plies=7"},
    {"level", "level=9 plain", 2, "exec=PROGRAM ARGS: level=9"},
    {"think", "--think=0 level=1 plain", 2, "--think: not a number from 1 to"},
    {"nodes", "--nodes=0 level=1 plain", 2, "--nodes: not a number from 1 to"},
    {"plies of tafl", "--game=tablut plies=1 plain", 2,
     "only games with dice have plies=: plies=1"},
    {"game", "--game=chess plain plain", 2, "alea match: chess: unknown game"},
    {"option", "--fast plain plain", 2, "unknown option, or"},
    {"one game", "--games=1 plain plain", 2, "--games: not a number from 2 to"},
    {"simple with dice", "simple plain", 2, "only tafl games"},
    {"simple", "--games=2 --game=tablut simple random --nodes=500", 0,
     "simple won 2 of 2 against random in tablut"},
    {"runner with dice", "runner plain", 2, "only tafl games"},
    {"runner", "--games=2 --game=tablut runner random", 0,
     "runner won 2 of 2 against random in tablut"},
    {"match", "--games=4 plies=0 plies=0", 0,
     "0 plies won 2 of 4 against 0 plies in royal-ur (50 %; 95 %: 15 to 85 %)\n"},
    {"what a level did", "--games=2 --game=tablut level=8 random --think=5", 0,
     " nodes/s\nlevel 8 as White won "},
    {"a level that looks at one position sees no further than its move",
     "--games=2 --game=tablut level=8 random --nodes=1", 0,
     " searches, 1.0 plies on average, "},
    {"records", "--games=2 --records=/nowhere plain random", 1,
     "alea match: --records: /nowhere: No such file or directory"},
    {"a program that finds nothing ends the match",
     "--games=2 'exec=while read a; do echo ok x; done' random", 1,
     "exec=while read a; do echo ok x; done: no legal move, 10 times in a row"},
    {"options", "--games=3 --game=morris:mills=open plain random", 0,
     " against random in morris:mills=open ("},
};

TEST_ROWS(match_rows) {
    run(cmd_match, state);
}

/* --- train --- */

static const struct cli_row train_rows[] = {
    {"--help", "--help", 0, "usage: alea train"},
    {"no game", "", 2, "alea train: which game? (see alea train --help)"},
    {"unknown game", "chess", 2, "no such game: chess"},
    {"two games", "ur stelpur", 2, "alea train: unexpected argument: stelpur"},
    {"alea", "alea-evangelii", 2, "this game has no network: alea-evangelii"},
    {"option", "--fast", 2, "unknown option, or its value is missing: --fast"},
    {"seconds", "--seconds=0 ur", 2, "--seconds: not a number from 1 to"},
    {"no weights", "--out Makefile ur", 1, "are not the weights of this"},
    {"no directory", "--out=/nowhere/x --games=1 ur", 1,
     "No such file or directory: create the directory first\n"},
    {"a directory", "--out=docs --games=1 ur", 1, "give the name of a file\n"},
    {"no name", "--out= --games=1 ur", 1, "empty: give the name of a file\n"},
    {"a place for weights", "--out @new --games=3 ur", 0, ": 3 games in "},
    {"train", "--out @ur --games=3 ur", 0, "@ur: 3 games in "},
    {"continued", "--out @ur --games=2 ur", 0, " s, 5 in all\n"},
    {"another game", "--out @ur --games=2 morris", 1, "are not the weights"},
};

TEST_ROWS(train_rows) {
    run(cmd_train, state);
}

/* --- find --- */

/* tests/integration/test_find.c and test_lan.c test it with real servers. */
static const struct cli_row find_rows[] = {
    {"--help", "--help", 0, "usage: alea find "},
    {"a word too many", "host", 2, "unexpected argument: host"},
    {"unknown option", "-x", 2, "unknown option"},
    {"an option without its value", "--wait", 2, "its value is missing"},
    {"wait is no number", "--wait soon", 2,
     "--wait: not a number from 10 to 60000: soon"},
    {"wait too short", "--wait 9", 2, "--wait: not a number from 10 to 60000"},
    {"wait too long", "--wait 60001", 2, "--wait: not a number from 10 to 60000"},
    {"wait beyond all numbers", "--wait 99999999999999999999", 2,
     "--wait: not a number from 10"},
    {"port 0", "--port 0", 2, "--port: not a number from 1 to 65535"},
    {"port 65536", "--port 65536", 2, "--port: not a number from 1 to 65535: 65536"},
    {"port with a sign", "--port +1", 2, "--port: not a number from 1 to 65535"},
    {"enough is none", "--enough 0", 2, "--enough: not a number from 1 to 256: 0"},
};

TEST_ROWS(find_rows) {
    run(cmd_find, state);
}

/* --- bench --- */

/* What it refuses before anything starts. */
static const struct cli_row bench_rows[] = {
    {"no rooms", "--rooms 0", 2, "--rooms: not a number from 1 to 5000: 0"},
    {"too many rooms", "--rooms 5001", 2, "--rooms: not a number from 1 to 5000: 5001"},
    {"rooms that are a word", "--rooms many", 2, "--rooms: not a number"},
    {"no time", "--seconds 0", 2, "--seconds: not a time in seconds: 0"},
    {"negative time", "--seconds -1", 2, "--seconds: not a time in seconds: -1"},
    {"a time that is a word", "--seconds 1s", 2, "--seconds: not a time in seconds: 1s"},
    {"a time of two points", "--seconds 1.2.3", 2, "--seconds: not a time in seconds"},
    {"no such game", "--game chess", 2, "chess"},
    {"no pace", "--pace 0", 2, "--pace: not a number from 1"},
    {"too many spectators", "--spectators 10001", 2, "--spectators: not a number from 0"},
    {"a core that is none", "--server-core x", 2, "--server-core: not a number from 0"},
    {"no process", "--server-pid 0", 2, "--server-pid: not a number from 1"},
    {"another durability", "--db x --durability none", 2,
     "durability is full or process"},
    {"durability without a file", "--durability full", 2, "needs --db FILE"},
    {"durability of memory", "--db :memory: --durability full", 2, "needs --db FILE"},
    {"a file of another server", "--db x 127.0.0.1", 2, "only without an address"},
    {"a core of another server", "--server-core 0 127.0.0.1", 2,
     "only without an address"},
    {"a process of no server", "--server-pid 1", 2, "need the address of a server"},
    {"a relay of no server", "--relay 100", 2, "need the address of a server"},
    {"a relay of no bytes", "--relay 0 127.0.0.1", 2,
     "--relay: not a number from 1 to 16384"},
    {"a relay that is watched", "--relay 9 --spectators 1 127.0.0.1", 2, "knows neither"},
    {"a relay by WebSocket", "--relay 9 --web 127.0.0.1", 2, "a relay has no WebSocket"},
    {"an idle relay", "--relay 9 --idle 127.0.0.1", 2, "knows neither"},
    {"idle at a pace", "--idle --pace 5", 2, "nobody moves"},
    {"idle somewhere else", "--idle=bed", 2, "idle is playing or seated: bed"},
    {"seated at a pace", "--idle=seated --pace 5", 2, "nobody moves"},
    {"no such option", "--frobnicate", 2, "unknown option, or its value is missing"},
    {"an option without its value", "--rooms", 2,
     "unknown option, or its value is missing"},
    {"two addresses", "a b", 2, "unexpected argument: b"},
    {"no address", "a:b", 2, "not an address: HOST, HOST:PORT or [IPV6]:PORT"},
};

TEST_ROWS(bench_rows) {
    char *said = run_row(cmd_bench, table_row(state), EXAMPLE);
    assert_non_null(strstr(said, "alea bench --help"));
    free(said);
}

/* --- what they need --- */

/* Writes a file of made_folder. */
static void write_made(const char *name, const char *text) {
    char path[PATH_BYTES];
    made_path(name, path);
    write_file(path, text);
}

BEFORE_TESTS {
    make_files(made_files, sizeof made_files / sizeof made_files[0]);
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    write_made("@session", session);
    write_made("@notes", "Milk, bread.\n");
    write_made("@new", "/* Not trained yet. */\n0,\n");
}
