/* alea analyse: what it says and draws, and its exit status. */
#include "client-cli/commands.h"

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/table.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

#define EXAMPLE "docs/examples/record.json"

static const struct made_file made_files[] = {
    {"@race", "royal-ur", BY_RULES, NULL, NULL},
    {"@ring", "stelpur", BY_RULES, NULL, NULL},
    {"@tafl", "tablut", RESIGNED, NULL, NULL},
    {"@draw", "ur", AGREED, NULL, NULL},
    {"@running", "royal-ur", RUNNING, NULL, NULL},
    {"@called-off", "royal-ur", CALLED_OFF_BY_BOTH, NULL, NULL},
    {"@aborted", "akalamdung", ABORTED, NULL, NULL},
    {"@wrong", "royal-ur", RESIGNED, "\"k\":1", "\"k\":2"},
};

static const struct cli_row rows[] = {
    {"--help", {"--help"}, 0, "usage: alea analyse "},
    {"no record", {NULL}, 2, "alea analyse: which file? (see alea analyse --help)"},
    {"two records and --all",
     {"--all", "@race", "@tafl"},
     2,
     "one file at a time: --all"},
    {"two records and --svg", {"--svg=x", "@race", "@tafl"}, 2, "a time: --svg"},
    {"two records", {"--plies=0", "@race", "@draw"}, 0, "2 games\n"},
    {"a player of two records", {"--plies=0", "@race", "@draw"}, 0, "\nann     "},
    {"two records, one wrong",
     {"--plies=0", "@race", "@wrong"},
     1,
     "the record is wrong"},
    {"two records as JSON", {"--json", EXAMPLE, EXAMPLE}, 0, "]}\n{\"game_id\""},
    {"unknown option", {"--fast", "@race"}, 2, "unknown option, or"},
    {"plies", {"--plies=5", "@race"}, 2, "--plies: not a number from 0 to 4: 5"},
    {"no such file", {"/nowhere/x"}, 2, "alea analyse: /nowhere/x: No such file"},
    {"not a record", {"Makefile"}, 1, "Makefile: not a record: "},
    {"a wrong record", {"@wrong"}, 1, "the record is wrong: log["},
    {"a table of tafl", {"--table=x", "@tafl"}, 2, "--table is for games with dice"},
    {"no table", {"--table=/nowhere/x", "@race"}, 1, "table of royal-ur: No such file"},
    {"no table either", {"--table=Makefile", "@race"}, 1, "not a table of royal-ur"},
    {"both players",
     {"--plies=0", "@race"},
     0,
     "White (ann)         Black (bob)\n  decisions with a choice"},
    {"standard input", {"-"}, 0, "Game 483a50dd234a of royal-ur.  White (ann) wins: "},
    {"turning points", {"--plies=0", "@race"}, 0, "\nTurning points:\n- "},
    {"the chart",
     {"--plies=0", "@race"},
     0,
     "\nWhite's winning chances, from the start to move "},
    {"the axis", {"--plies=0", "@race"}, 0, "\n    0 % +-----"},
    {"the judge",
     {"--plies=0", "@race"},
     0,
     "\nJudged by alea's own engine, looking 0 plies ahead"},
    {"one ply", {"--plies=1", "@ring"}, 0, "looking 1 ply ahead: it scores 0."},
    {"every move", {"--plies=0", "--all", "@race"}, 0, "before  after  change\n    1 "},
    {"no dice", {"--plies=1", "@tafl"}, 0, "not played"},
    {"a draw", {"--plies=0", "@draw"}, 0, "not played"},
    {"not over", {"--plies=0", "@running"}, 0, "The game is not over yet.\n"},
    {"not over: sums", {"--plies=0", "@running"}, 0, " in the"},
    {"called off", {"@called-off"}, 0, "\nNothing was thrown or played.\n"},
    {"aborted", {"--plies=0", "@aborted"}, 0, "the last"},
    {"json",
     {"--json", EXAMPLE},
     0,
     "{\"game_id\":\"483a50dd234a\",\"game\":\"royal-ur\""},
    {"json of nothing",
     {"--json", "@called-off"},
     0,
     "\"result\":null,\"white\":{\"name"},
    {"json: a throw", {"--json", EXAMPLE}, 0, "\"dice\":["},
    {"json: the start", {"--json", EXAMPLE}, 0, "\"position\":\"7,7 - 0,0 "},
    {"json: the position after a throw",
     {"--json", EXAMPLE},
     0,
     "\"position\":\"5,5 b1=b,b2=b,w3=w,6=w 0,0 b 1\"}]}"},
    {"json: a move", {"--json", EXAMPLE}, 0, "\"played\":\"in-2\",\"best\":\""},
    {"a picture that cannot be written",
     {"--svg=/nowhere/x", EXAMPLE},
     1,
     "alea analyse: /nowhere/x: No such file"},
    {"a picture over a record", {"--svg", "@race", EXAMPLE}, 1, "it is not a picture\n"},
};

static void test_row(void **state) {
    free(run_row(cmd_analyse, table_row(state), EXAMPLE));
}

/* Each line of the text fits a terminal. */
static void test_lines_that_fit(void **state) {
    static const struct cli_row row = {
        "", {"--plies=0", "--all", "@race"}, 0, "Turning points"};
    char *said = run_row(cmd_analyse, &row, EXAMPLE);
    for (const char *line = said; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        assert_in_range(len, 0, 79);
        line += len + (line[len] == '\n');
    }
    free(said);
}

/* The picture is there, whole, and is replaced by another one. */
static void test_picture(void **state) {
    static const struct cli_row row = {
        "", {"--plies=0", "--svg", "@chart", "@race"}, 0, "Turning points"};
    char path[PATH_BYTES], text[65536];
    made_path("@chart", path);
    for (int i = 0; i < 2; i++) {
        free(run_row(cmd_analyse, &row, EXAMPLE));
        FILE *in = fopen(path, "r");
        assert_non_null(in);
        size_t n = fread(text, 1, sizeof text - 1, in);
        fclose(in);
        text[n] = '\0';
        assert_memory_equal(text, "<svg ", 5);
        assert_string_equal(text + n - 7, "</svg>\n");
        assert_non_null(strstr(text, "winning chances of ann (White, light) and bob"));
        assert_non_null(strstr(text, "<title>move "));
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_that_fit),
        cmocka_unit_test(test_picture),
    };
    setenv("XDG_DATA_HOME", "/nowhere", 1);
    make_files(made_files, N_OF(made_files));
    int failed = TABLE_RUN("client/cmd_analyse", test_row, rows);
    failed += cmocka_run_group_tests_name("cmd_analyse", tests, NULL, NULL);
    return failed + remove_files(made_files, N_OF(made_files));
}
