/* Programs that are asked for moves: good ones, and all that can be wrong with them.  The
 * test tells what time it is, so nothing here waits for a time to pass. */
#include "client-cli/engine/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/test.h"

#define LIMIT_MS 60000

/* A program that answers `go` with this command of the shell, everything else with ok. */
#define PROGRAM(go)                                                                      \
    "while read word rest; do case $word in go) " go ";; *) echo ok;; esac; done"

static struct program *make(const char *command) {
    return program_new(command, &game_royal_ur, &(struct options){{0}});
}

/* Asks for the only move, in-2. */
static void ask(struct program *program, uint64_t now_ms) {
    static const char text[] = "7,7 - 0,0 w 2";
    struct options opt = {{0}};
    struct position pos;
    struct text_in in = text_in_of(text, strlen(text));
    assert_true(game_read(&game_royal_ur, &opt, &in, &pos));
    program_ask(program, &pos, 50, now_ms);
}

/* Waits until it has answered or failed, with the clock at now_ms. */
static enum program_status await(struct program *program, uint64_t now_ms) {
    enum program_status status;
    while ((status = program_look(program, now_ms)) == PROGRAM_THINKING) {
        struct pollfd polled = {.fd = program_fd(program), .events = POLLIN};
        assert_true(polled.fd >= 0);
        assert_int_equal(poll(&polled, 1, LIMIT_MS), 1);
    }
    return status;
}

static void expect_move(struct program *program, uint64_t now_ms) {
    ask(program, now_ms);
    assert_int_equal(await(program, now_ms), PROGRAM_ANSWERED);
    assert_int_equal(program_take(program).to, 2);
    assert_int_equal(program_n_failed(program), 0);
}

static void expect_no_child(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* --- programs that fail --- */

static const struct row {
    const char *name;
    const char *command;
    const char *fault; /* how it begins */
} rows[] = {
    {"it is not there", "/nowhere/x 2>/dev/null", "it ended with exit status 127"},
    {"it ends at once", "exit 3", "it ended with exit status 3"},
    {"it is killed", "kill -9 $$", "it ended by signal 9"},
    {"it ends when asked", PROGRAM("exit 4"), "it ended with exit status 4"},
    {"it closes its output", "exec >/dev/null <&1; sleep 1000", "it closed its output"},
    {"an illegal move", PROGRAM("echo ok in-9"), "its move is not legal: in-9"},
    {"a move of another game", PROGRAM("echo ok e1-e4"), "its move is not legal: e1-e4"},
    {"blanks alone", PROGRAM("echo 'ok  '"), "it answered without a move"},
    {"more than a move", PROGRAM("echo ok in-2 x"), "its move is not legal: in-2 x"},
    {"no move", PROGRAM("echo ok"), "it answered without a move"},
    {"an error", PROGRAM("echo error not_now no"), "it answered: error not_now no"},
    {"another answer", PROGRAM("echo in-2"), "it answered: in-2"},
    {"no answer to position", "echo no; sleep 1000", "it answered: no"},
    {"control characters", PROGRAM("printf 'a\\033[31mb\\n'"), "it answered: a"},
    {"a flood of lines", "yes", "it answered: y"},
    {"a flood of good lines", "yes ok", "it answered without a move"},
    {"a line without end", "tr '\\0' x </dev/zero", "it wrote a line that is too long"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct program *program = make(row->command);
    ask(program, 0);
    assert_int_equal(await(program, 0), PROGRAM_FAILED);
    const char *fault = program_fault(program);
    assert_string_equal(strstr(fault, row->fault) == fault ? "" : fault, "");
    assert_null(strchr(fault, '\033'));
    assert_in_range(program_n_failed(program), 1, 2); /* one that ends is asked twice */
    program_free(program);
    expect_no_child();
}

/* --- programs that go on --- */

TEST(test_good) {
    struct program *program = make(PROGRAM("echo ok in-2"));
    for (int i = 0; i < 3; i++) {
        expect_move(program, 0);
    }
    program_free(program);
    expect_no_child();
}

/* As libraries on Windows do. */
TEST(test_byte_order_mark) {
    struct program *program = make("printf '\\357\\273\\277'; " PROGRAM("echo ok in-2"));
    expect_move(program, 0);
    program_free(program);
    expect_no_child();
}

/* It ends at the first question; the second one that is started answers.  A file tells
 * which it is. */
TEST(test_started_again) {
    char command[256], path[] = "/tmp/alea-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    snprintf(command, sizeof command,
             "test -e %s && { read a; rm %s; exit 1; }; " PROGRAM("echo ok in-2"), path,
             path);
    struct program *program = make(command);
    expect_move(program, 0);
    assert_int_equal(access(path, F_OK), -1);
    program_free(program);
}

/* It ends between two questions. */
TEST(test_ended_meanwhile) {
    struct program *program = make("read a; echo ok; read a; echo ok in-2");
    expect_move(program, 0);
    expect_move(program, 0);
    program_free(program);
}

/* What it writes after its answer belongs to no question. */
TEST(test_talks_unasked) {
    struct program *program = make(PROGRAM("printf 'ok in-2\\nok in-3\\n'"));
    expect_move(program, 0);
    expect_move(program, 0);
    program_free(program);
}

TEST(test_too_slow) {
    struct program *program = make(PROGRAM("sleep 1000"));
    ask(program, 1000);
    uint64_t due_ms = program_due_ms(program);
    assert_int_equal(due_ms, 1000 + 50 + PROGRAM_MARGIN_MS + PROGRAM_START_MS);
    assert_int_equal(program_look(program, due_ms - 1), PROGRAM_THINKING);
    assert_int_equal(program_look(program, due_ms), PROGRAM_FAILED);
    assert_string_equal(program_fault(program), "it was too slow, with 50 ms");
    program_free(program);
    expect_no_child();
}

/* It is started at once after the first failure, then later and later. */
TEST(test_back_off) {
    struct program *program = make("exit 1");
    uint64_t now_ms = 0, waited_ms[8];
    for (unsigned i = 0; i < 8; i++) {
        ask(program, now_ms);
        waited_ms[i] = 0;
        if (program_fd(program) < 0) { /* it waits for its start */
            waited_ms[i] = program_due_ms(program) - now_ms;
            assert_int_equal(program_look(program, program_due_ms(program) - 1),
                             PROGRAM_THINKING);
            now_ms = program_due_ms(program);
        }
        assert_int_equal(await(program, now_ms), PROGRAM_FAILED);
        program_fault(program);
    }
    assert_int_equal(waited_ms[0], 0);
    assert_int_equal(waited_ms[2], 2000);
    assert_int_equal(waited_ms[3], 4000);
    assert_int_equal(waited_ms[7], PROGRAM_BACK_OFF_MOST_MS);
    assert_int_equal(program_n_failed(program), 9); /* the first was asked twice */
    program_free(program);
}

/* It gets no descriptors of ours, and knows its game. */
TEST(test_environment) {
    assert_int_equal(dup2(STDERR_FILENO, 77), 77);
    struct program *program =
        make(PROGRAM("test ! -e /proc/$$/fd/77 && echo ok $ALEA_GAME"));
    ask(program, 0);
    assert_int_equal(await(program, 0), PROGRAM_FAILED);
    assert_string_equal(program_fault(program), "its move is not legal: royal-ur");
    program_free(program);
    close(77);
}

/* A signal of the terminal, such as Ctrl-C, reaches our group and not its. */
TEST(test_group) {
    char command[256];
    snprintf(command, sizeof command,
             PROGRAM("test $(ps -o pgid= -p $$) -ne %ld && echo ok in-2"),
             (long)getpgrp());
    struct program *program = make(command);
    expect_move(program, 0);
    program_free(program);
}
