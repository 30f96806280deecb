/* The rules shell: correct and wrong lines.  tests/rules has the answers of the games. */
#include <sodium.h>

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "client-cli/check/practice.h"
#include "client-cli/check/shell.h"
#include "client-cli/commands.h"
#include "view/board.h"

static struct shell *royal_shell(void) {
    struct shell *shell = shell_new(game_find("royal-ur", 8), &(struct options){{0}});
    assert_non_null(shell);
    return shell;
}

static const char *say(struct shell *shell, const char *line) {
    return shell_line(shell, line, strlen(line));
}

/* --- one line in a new shell --- */

#define START "ok 7,7 - 0,0 w - | roll"

static const struct line_row {
    const char *name;
    const char *line;
    const char *expected; /* an answer, or the start of an error */
} line_rows[] = {
    {"state", "state", START},
    {"a carriage return", "state\r", START},
    {"two carriage returns", "state\r\r", "error unknown_command the commands are new"},
    {"a byte order mark", "\xef\xbb\xbfstate", START},
    {"new", "new", START},
    {"new white", "new white", START},
    {"new black", "new black", "ok 7,7 - 0,0 b - | roll"},
    {"new green", "new green", "error bad_argument it is written new [white|black]"},
    {"new with too much", "new white black", "error bad_argument "},
    {"rolls", "rolls", "ok 0 1 2 3"},
    {"roll", "roll 3", "ok 7,7 - 0,0 w 3 | move"},
    {"roll nothing", "roll", "error bad_argument it is written roll DICE"},
    {"roll too much", "roll 5", "error bad_roll a throw is too large"},
    {"roll two things", "roll 1 2", "error bad_argument "},
    {"moves when none is due", "moves", "ok 0"},
    {"move when none is due", "move in-2", "error not_now "},
    {"announce", "announce", "ok"},
    {"undo nothing", "undo", "error no_undo "},
    {"perft 0", "perft 0", "ok 1"},
    {"perft 3", "perft 3", "ok 19"},
    {"perft of a word", "perft x", "error bad_argument the depth must be a number"},
    {"perft of less than nothing", "perft -1", "error bad_argument "},
    {"perft with a leading zero", "perft 01", "error bad_argument "},
    {"perft too deep", "perft 65", "error bad_argument the depth is too large"},
    {"perft of two depths", "perft 1 2", "error bad_argument "},
    {"perft with more", "perft 1x", "error bad_argument unexpected text after the depth"},
    {"position", "position 6,7 w2=w 0,0 b -", "ok 6,7 w2=w 0,0 b - | roll"},
    {"position of nothing", "position", "error bad_argument it is written position TEXT"},
    {"a wrong position", "position 7,7 w2=w 0,0 b -",
     "error bad_position white has more"},
    {"quit", "quit", "ok"},
    {"quit with a reason", "quit now", "error bad_argument "},
    {"an empty line", "", "error unknown_command "},
    {"only a carriage return", "\r", "error unknown_command "},
    {"an unknown command", "hello", "error unknown_command "},
    {"capitals", "STATE", "error unknown_command "},
    {"beginning of a command", "stat", "error unknown_command "},
    {"a tab", "roll\t3", "error unknown_command "},
    {"a space before", " state", "error bad_space "},
    {"a space after", "state ", "error bad_space "},
    {"two spaces", "roll  3", "error bad_space "},
    {"only a space", " ", "error bad_space "},
    {"UTF-8", "st\xc3\xa1te", "error unknown_command "},
    {"not UTF-8", "st\xe1te", "error bad_text "},
    {"not UTF-8 in an argument", "position \xff", "error bad_text "},
};

TEST_ROWS(line_rows) {
    const struct line_row *row = table_row(state);
    struct shell *shell = royal_shell();
    const char *answer = say(shell, row->line);
    if (strncmp(row->expected, "error", 5) == 0) {
        assert_int_equal(strncmp(answer, row->expected, strlen(row->expected)), 0);
        assert_string_equal(say(shell, "state"), START); /* unchanged */
        assert_string_equal(say(shell, "undo"),
                            "error no_undo nothing to take back since new or position");
    } else {
        assert_string_equal(answer, row->expected);
    }
    assert_int_equal(shell_is_done(shell), strcmp(row->line, "quit") == 0);
    shell_free(shell);
}

TEST(test_nul) {
    struct shell *shell = royal_shell();
    assert_memory_equal(shell_line(shell, "state\0", 6), "error bad_text ", 15);
    assert_memory_equal(shell_line(shell, "\0", 1), "error bad_text ", 15);
    shell_free(shell);
}

TEST(test_long_lines) {
    static char line[SHELL_LINE_BYTES_MAX + 1];
    memset(line, 'x', sizeof line);
    struct shell *shell = royal_shell();
    assert_memory_equal(shell_line(shell, line, sizeof line), "error long_line ", 16);
    assert_memory_equal(shell_line(shell, line, sizeof line - 1),
                        "error unknown_command ", 22);
    memcpy(line, "move ", 5);
    assert_memory_equal(shell_line(shell, line, sizeof line - 1), "error not_now ", 14);
    shell_free(shell);
}

/* --- undo --- */

TEST(test_undo) {
    struct shell *shell = royal_shell();
    say(shell, "roll 0"); /* passes: both are one step */
    assert_string_equal(say(shell, "undo"), START);
    say(shell, "roll 2");
    say(shell, "move in-2");
    say(shell, "undo");
    assert_string_equal(say(shell, "state"), "ok 7,7 - 0,0 w 2 | move");
    assert_string_equal(say(shell, "undo"), START);
    say(shell, "roll 2");
    say(shell, "position 6,7 w2=w 0,0 b -"); /* undo stops there */
    assert_memory_equal(say(shell, "undo"), "error no_undo", 13);
    say(shell, "roll 2");
    say(shell, "new");
    assert_memory_equal(say(shell, "undo"), "error no_undo", 13);
    shell_free(shell);
}

/* More steps than any initial capacity. */
TEST(test_undo_has_no_limit) {
    struct shell *shell = royal_shell();
    enum { STEPS = 5001 };
    for (int i = 0; i < STEPS; i++) {
        say(shell, "roll 0");
    }
    assert_string_equal(say(shell, "state"), "ok 7,7 - 0,0 b - | roll");
    for (int i = 0; i < STEPS; i++) {
        assert_memory_equal(say(shell, "undo"), "ok ", 3);
    }
    assert_string_equal(say(shell, "state"), START);
    assert_memory_equal(say(shell, "undo"), "error no_undo", 13);
    shell_free(shell);
}

TEST(test_free_nothing) {
    shell_free(NULL);
}

/* --- practice --- */

/* The rules shell for people, without a terminal. */

static struct practice *begin(const char *id) {
    const struct options opt = {{0}};
    const struct game *game = game_find(id, strlen(id));
    assert_non_null(game);
    return practice_new(game, &opt, &(struct style){.unicode = false});
}

/* Types a line; the output must contain `part`, and a board if is_board. */
static void type(struct practice *practice, const char *line, const char *part,
                 bool is_board) {
    char *shown = NULL;
    SAMPLE_WRITTEN(shown, practice_line(practice, line, out));
    bool has_board = strstr(shown, "+--") != NULL;
    if (strstr(shown, part) == NULL || has_board != is_board) {
        fail_msg("%s: %s", line, shown);
    }
    free(shown);
}

TEST(test_greeting) {
    for (const struct game *const *game = games; *game != NULL; game++) {
        struct practice *practice = begin((*game)->id);
        char *shown = NULL, *board = NULL;
        struct position pos;
        struct options opt = {{0}};
        SAMPLE_WRITTEN(shown, practice_greet(practice, out));
        assert_non_null(strstr(shown, (*game)->title));
        assert_non_null(strstr(shown, "Type help"));
        game_start(*game, &opt, game_first(*game, &opt), &pos);
        SAMPLE_WRITTEN(board, board_draw_position(out, *game, &pos,
                                                  &(struct style){.unicode = false}));
        assert_non_null(strstr(shown, board));
        free(board);
        free(shown);
        practice_free(practice);
    }
}

TEST(test_a_game_with_dice) {
    struct practice *practice = begin("royal-ur");
    type(practice, "moves", "No move is due.", false);
    type(practice, "roll", "Thrown: ", true);
    type(practice, "new black", "Black is to throw", true);
    type(practice, "roll 2", "Black is to move: moves lists the 1 legal move.", true);
    type(practice, " moves ", "1) in-2", false);
    type(practice, "2", "There is no move with this number", false);
    type(practice, "0", "There is no move with this number", false);
    type(practice, "IN-2", "White is to throw", true);
    type(practice, "undo", "Black is to move", true);
    type(practice, "1", "White is to throw", true);
    type(practice, "rolls", "0 1 2 3", false);
    practice_free(practice);
}

TEST(test_mistakes) {
    struct practice *practice = begin("tablut");
    type(practice, "", "", false);
    type(practice, "help", "undo                take back", false);
    type(practice, "?", "quit                end", false);
    type(practice, "announce", "Nothing.", false);
    type(practice, "roll", "", false);
    type(practice, "move a1-a2", ".", false);
    type(practice, "frobnicate", "neither a command nor a move: type help", false);
    type(practice, "d1-a9", "along its rank or its file", false);
    type(practice, "d1 e2", "along its rank or its file", false);
    type(practice, "moves d1", "d1-b1 d1-c1 d1-d2 d1-d3 d1-d4", false);
    type(practice, "moves e5", "no move from there", false);
    type(practice, "D1 d4", "White is to move", false);
    type(practice, "undo", "Black is to move", false);
    type(practice, "board", "moves lists the 72 legal moves.", false);
    type(practice, "position x", ".", false);
    assert_false(practice_is_done(practice));
    type(practice, "bye", "", false);
    assert_true(practice_is_done(practice));
    practice_free(practice);
}

TEST(test_the_end) {
    struct practice *practice = begin("royal-ur");
    type(practice, "position 0,0 w14=w,b14=b 6,6 w 1", "White is to move", true);
    type(practice, "14-off", "White has won (", true);
    type(practice, "moves", "No move is due.", false);
    practice_free(practice);
}

/* --- cmd rules --- */

/* cmd_rules.c: `alea rules` as a process, with its input, output and exit status. */

/* `alea rules ARGUMENTS` with this input.  Returns what it says, owned. */
static char *run(const struct cli_row *row, const char *input, size_t len) {
    char path[] = "/tmp/alea-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, input, len), len);
    close(fd);
    char *said = run_row(cmd_rules, row, path);
    unlink(path);
    return said;
}

static const struct row {
    struct cli_row cli;
    const char *input;
} rows[] = {
    {{"no game", "", 0, "royal-ur "}, ""},
    {{"help", "--help", 0, "usage: alea rules"}, ""},
    {{"a game", "royal-ur", 0, "ok 4\n"}, "perft 1\n"},
    {{"a game and options", "royal-ur:legs=2", 0, "ok 4\n"}, "perft 1\n"},
    {{"no input", "royal-ur", 0, ""}, ""},
    {{"an empty line", "royal-ur", 0, "error unknown_command "}, "\n"},
    {{"a last line without its end", "royal-ur", 0, "ok 4\n"}, "perft 1"},
    {{"nothing is read after quit", "royal-ur", 0, "ok\n"}, "quit\nperft 1\n"},
    {{"the rules of one game", "tablut --book", 0, "## Tablut (`tablut`)"}, ""},
    {{"the same", "--book ur", 0, "## "}, ""},
    {{"the rules of an unknown game", "--book chess", 2, "known games: royal-ur"}, ""},
    {{"an unknown game", "chess", 2, "known games: royal-ur"}, ""},
    {{"an unknown option", "royal-ur:x=y", 2, "known options: legs=1|2"}, ""},
    {{"two games", "royal-ur ur", 2, "only one game"}, ""},
    {{"an unknown flag", "royal-ur --fast", 2, "unknown option"}, ""},
    {{"playouts of what", "--playouts 5", 2, "of which game?"}, ""},
    {{"how many playouts", "royal-ur --playouts", 2, "its value is missing: --playouts"},
     ""},
    {{"no playouts", "royal-ur --playouts 0", 2, "a number from 1"}, ""},
    {{"playouts of a word", "royal-ur --playouts x", 2, "a number"}, ""},
    {{"playouts", "royal-ur --playouts 5 --seed 7", 0, "5 games, "}, ""},
    {{"a book and playouts", "ur --book --playouts 5", 2, "only one of"}, ""},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char *said = run(&row->cli, row->input, strlen(row->input));
    if (row->cli.status == 0) { /* it begins so, or there is nothing */
        assert_ptr_equal(strstr(said, row->cli.said), said);
        assert_int_equal(said[0] == '\0', row->cli.said[0] == '\0');
    }
    free(said);
}

/* --- lines --- */

/* The shell answers each line exactly once, whatever is in it. */
TEST(test_stays_in_step) {
    static char input[3 * SHELL_LINE_BYTES_MAX];
    static const char lines[] = "perft 1\n\0perft 1\nperft\0 1\nperft 1\r\n";
    size_t len = 0;
    memset(input, 'x', sizeof input);
    len += SHELL_LINE_BYTES_MAX; /* the longest allowed */
    input[len++] = '\n';
    len += SHELL_LINE_BYTES_MAX + 1; /* one byte longer */
    input[len++] = '\n';
    memcpy(input + len, lines, sizeof lines - 1);
    len += sizeof lines - 1;
    const struct cli_row row = {"lines", "royal-ur", 0, "ok 4"};
    char *said = run(&row, input, len);
    static const char *const expected[] = {
        "error unknown_command ", "error long_line ", "ok 4",
        "error bad_text ",        "error bad_text ",  "ok 4"};
    const char *line = said;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_memory_equal(line, expected[i], strlen(expected[i]));
        line = strchr(line, '\n');
        assert_non_null(line);
        line++;
    }
    assert_string_equal(line, "");
    free(said);
}

/* The same seed plays the same games. */
TEST(test_playouts_repeat) {
    const struct cli_row row = {"games", "royal-ur --playouts 50 --seed 3", 0, "plies"};
    char *first = run(&row, "", 0), *again = run(&row, "", 0);
    assert_memory_equal(first, again, (size_t)(strstr(first, "plies") - first));
    free(first);
    free(again);
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
