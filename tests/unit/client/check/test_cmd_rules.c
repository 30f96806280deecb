/* cmd_rules.c: `alea rules` as a process, with its input, output and exit status. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/test.h"

#include "client-cli/check/shell.h"
#include "client-cli/commands.h"

#define ARGUMENT_BYTES 64
#define OUTPUT_BYTES   8192

struct ended {
    int status;
    char out[OUTPUT_BYTES]; /* NUL-terminated */
    char err[OUTPUT_BYTES];
};

static void read_back(FILE *file, char text[static OUTPUT_BYTES]) {
    rewind(file);
    text[fread(text, 1, OUTPUT_BYTES - 1, file)] = '\0';
    fclose(file);
}

/* Calls the command as main would; arguments are separated by spaces. */
static int call(const char *arguments) {
    char line[ARGUMENT_BYTES];
    strcpy(line, arguments);
    char *argv[ARGUMENT_BYTES / 2 + 2] = {line};
    int argc = 1;
    for (char *space = strchr(line, ' '); space != NULL; space = strchr(space, ' ')) {
        *space++ = '\0';
        argv[argc++] = space;
    }
    return cmd_rules(argc, argv);
}

/* Runs `alea ARGUMENTS` in a child process. */
static void run(const char *arguments, const char *input, size_t len,
                struct ended *result) {
    FILE *file[3] = {tmpfile(), tmpfile(), tmpfile()};
    for (int i = 0; i < 3; i++) {
        assert_non_null(file[i]);
    }
    assert_int_equal(fwrite(input, 1, len, file[0]), len);
    rewind(file[0]);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (int i = 0; i < 3; i++) {
            dup2(fileno(file[i]), i);
        }
        exit(call(arguments)); /* not _exit: leaks are detected at exit */
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    result->status = WEXITSTATUS(status);
    fclose(file[0]);
    read_back(file[1], result->out);
    read_back(file[2], result->err);
}

/* --- command lines --- */

static const struct row {
    const char *name;
    const char *arguments;
    const char *input;
    int status;
    const char *out; /* the beginning of the output */
    const char *err; /* part of the error output */
} rows[] = {
    {"no game", "rules", "", 0, "royal-ur ", ""},
    {"help", "rules --help", "", 0, "usage: alea rules", ""},
    {"a game", "rules royal-ur", "perft 1\n", 0, "ok 4\n", ""},
    {"a game and options", "rules royal-ur:legs=2", "perft 1\n", 0, "ok 4\n", ""},
    {"no input", "rules royal-ur", "", 0, "", ""},
    {"an empty line", "rules royal-ur", "\n", 0, "error unknown_command ", ""},
    {"a last line without its end", "rules royal-ur", "perft 1", 0, "ok 4\n", ""},
    {"nothing is read after quit", "rules royal-ur", "quit\nperft 1\n", 0, "ok\n", ""},
    {"the rules of one game", "rules tablut --book", "", 0, "## Tablut (`tablut`)", ""},
    {"the same", "rules --book ur", "", 0, "## ", ""},
    {"the rules of an unknown game", "rules --book chess", "", 2, "",
     "known games: royal-ur"},
    {"an unknown game", "rules chess", "", 2, "", "known games: royal-ur"},
    {"an unknown option", "rules royal-ur:x=y", "", 2, "", "known options: legs=1|2"},
    {"two games", "rules royal-ur ur", "", 2, "", "only one game"},
    {"an unknown flag", "rules royal-ur --fast", "", 2, "", "unknown option"},
    {"playouts of what", "rules --playouts 5", "", 2, "", "of which game?"},
    {"how many playouts", "rules royal-ur --playouts", "", 2, "",
     "its value is missing: --playouts"},
    {"no playouts", "rules royal-ur --playouts 0", "", 2, "", "a number from 1"},
    {"playouts of a word", "rules royal-ur --playouts x", "", 2, "", "a number"},
    {"playouts", "rules royal-ur --playouts 5 --seed 7", "", 0, "5 games, ", ""},
    {"a book and playouts", "rules ur --book --playouts 5", "", 2, "", "only one of"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    static struct ended got;
    run(row->arguments, row->input, strlen(row->input), &got);
    assert_int_equal(got.status, row->status);
    if (row->out[0] == '\0') {
        assert_string_equal(got.out, "");
    }
    assert_memory_equal(got.out, row->out, strlen(row->out));
    assert_non_null(strstr(got.err, row->err));
    assert_int_equal(row->err[0] == '\0', got.err[0] == '\0');
}

/* --- lines --- */

/* The shell answers each line exactly once, whatever is in it. */
TEST(test_stays_in_step) {
    static char input[3 * SHELL_LINE_BYTES_MAX];
    static const char lines[] = "perft 1\n\0perft 1\nperft\0 1\nperft 1\r\n";
    static struct ended got;
    size_t len = 0;
    memset(input, 'x', sizeof input);
    len += SHELL_LINE_BYTES_MAX; /* the longest allowed */
    input[len++] = '\n';
    len += SHELL_LINE_BYTES_MAX + 1; /* one byte longer */
    input[len++] = '\n';
    memcpy(input + len, lines, sizeof lines - 1);
    len += sizeof lines - 1;
    run("rules royal-ur", input, len, &got);
    assert_int_equal(got.status, 0);
    static const char *const expected[] = {
        "error unknown_command ", "error long_line ", "ok 4",
        "error bad_text ",        "error bad_text ",  "ok 4"};
    const char *line = got.out;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_memory_equal(line, expected[i], strlen(expected[i]));
        line = strchr(line, '\n');
        assert_non_null(line);
        line++;
    }
    assert_string_equal(line, "");
}

/* The same seed plays the same games. */
TEST(test_playouts_repeat) {
    static const char arguments[] = "rules royal-ur --playouts 50 --seed 3";
    static struct ended first, again;
    run(arguments, "", 0, &first);
    run(arguments, "", 0, &again);
    assert_int_equal(first.status, 0);
    size_t len = (size_t)(strstr(first.out, "plies") - first.out);
    assert_memory_equal(first.out, again.out, len);
}
