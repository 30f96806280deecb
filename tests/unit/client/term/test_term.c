/* The terminal of alea play and alea replay is restored when memory runs out, and set up
 * again when the program continues after Ctrl-Z.  posix_openpt is XSI. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "client-cli/net/wait.h"
#include "client-cli/term/screen.h"
#include "client-cli/term/term.h"
#include "mem/mem.h"
#include "tests/unit/test.h"

static void edit(void) {
    (void)term_new();
}

static void hide(void) {
    term_hide(term_new(), "Password: ");
}

static void take_screen(void) {
    (void)screen_new(STDIN_FILENO);
}

static struct row {
    const char *name;
    void (*take)(void);
} rows[] = {
    {"editing", edit}, {"a password", hide}, {"the screen of a replay", take_screen}};

static bool is_same(const struct termios *a, const struct termios *b) {
    return a->c_lflag == b->c_lflag && a->c_iflag == b->c_iflag &&
           a->c_oflag == b->c_oflag;
}

static int open_terminal(int *master) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(*master >= 0);
    assert_int_equal(grantpt(*master), 0);
    assert_int_equal(unlockpt(*master), 0);
    int terminal = open(ptsname(*master), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    return terminal;
}

/* Runs with its own terminal.  Exits with status 1 if the settings do not change. */
static _Noreturn void run(const struct row *row, int terminal) {
    struct termios before, now;
    setenv("TERM", "vt100", 1);
    for (int fd = 0; fd < 3; fd++) {
        dup2(terminal, fd);
    }
    tcgetattr(terminal, &before);
    row->take();
    if (tcgetattr(terminal, &now) != 0 || is_same(&before, &now)) {
        _exit(1);
    }
    mem_exit();
}

/* Does what a shell does: stops the program, and lets it continue. */
static _Noreturn void stop_and_go_on(void (*take)(struct term *), int terminal) {
    struct termios usual, ours, now;
    setenv("TERM", "vt100", 1);
    for (int fd = 0; fd < 3; fd++) {
        dup2(terminal, fd);
    }
    tcgetattr(terminal, &usual);
    wait_catch_resume();
    struct term *term = term_new();
    take(term);
    tcgetattr(terminal, &ours);
    struct wait_fd resumed = {.fd = wait_resume_fd()};
    bool was_calm = wait_for(&resumed, 1, 0) == WAIT_TIMEOUT && !wait_has_resumed();
    tcsetattr(terminal, TCSANOW, &usual);
    raise(SIGCONT);
    bool is_told = wait_for(&resumed, 1, 5000) == WAIT_READY && wait_has_resumed() &&
                   wait_for(&resumed, 1, 0) == WAIT_TIMEOUT;
    term_resume(term);
    tcgetattr(terminal, &now);
    bool is_taken = !is_same(&usual, &ours) && is_same(&ours, &now);
    term_free(term);
    tcgetattr(terminal, &now);
    _exit(!(was_calm && is_told && is_taken && is_same(&usual, &now)));
}

static void stay(struct term *term) {
    (void)term;
}

static void hide_typed(struct term *term) {
    term_hide(term, "Password: ");
}

TEST(test_stopped) {
    void (*const ways[])(struct term *) = {stay, hide_typed};
    for (size_t i = 0; i < 2; i++) {
        int status, master, terminal = open_terminal(&master);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            stop_and_go_on(ways[i], terminal);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        close(terminal);
        close(master);
    }
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct termios before, after;
    int status, master, terminal = open_terminal(&master);
    assert_int_equal(tcgetattr(terminal, &before), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run(row, terminal);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), MEM_EXIT_CODE);
    assert_int_equal(tcgetattr(terminal, &after), 0);
    assert_true(is_same(&before, &after));
    close(terminal);
    close(master);
}
