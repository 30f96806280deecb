/* The rules shell: correct and wrong lines.  tests/rules has the answers of the games. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#include "client-cli/check/shell.h"

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
