/* alea replay on a terminal, which it restores.  openpty is
 * not POSIX, posix_openpt is XSI. */
#define _XOPEN_SOURCE 700

#include "client-cli/commands.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>

#include "tests/unit/client/run_cmd.h"
#include "tests/unit/test.h"

/* Timeout for expected output; only failing tests wait this long. */
#define PATIENCE_MS 60000
#define SEEN_BYTES  262144
#define KEYS_MAX    8

/* A program with its own terminal. */
struct session {
    int terminal; /* our end */
    int other;    /* its end, which we keep open to check the settings */
    pid_t child;
    struct termios before;
    char seen[SEEN_BYTES]; /* output since the last key */
    size_t len;
};

/* standard_input: a file, or NULL for the terminal. */
static void start(struct session *session, const char *standard_input, const char *args) {
    session->terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(session->terminal >= 0);
    assert_int_equal(grantpt(session->terminal), 0);
    assert_int_equal(unlockpt(session->terminal), 0);
    session->other = open(ptsname(session->terminal), O_RDWR | O_NOCTTY);
    assert_true(session->other >= 0);
    assert_int_equal(tcgetattr(session->other, &session->before), 0);
    session->len = 0;
    session->child = fork();
    assert_int_not_equal(session->child, -1);
    if (session->child == 0) {
        signal(SIGINT, SIG_DFL); /* they are ignored in a test that runs in the
                                  * background */
        signal(SIGQUIT, SIG_DFL);
        signal(SIGHUP, SIG_DFL); /* it is ignored under nohup */
        setenv("TERM", "xterm", 1);
        unsetenv("NO_COLOR");
        /* In a new session, /dev/tty is the program's terminal. */
        setsid();
        close(open(ptsname(session->terminal), O_RDWR));
        int in = standard_input != NULL ? open(standard_input, O_RDONLY) : session->other;
        dup2(in, STDIN_FILENO);
        run_in_child(cmd_replay, args, session->other);
    }
}

/* Reads the output until it contains this text. */
static void expect(struct session *session, const char *text) {
    session->seen[session->len] = '\0';
    while (strstr(session->seen, text) == NULL) {
        struct pollfd fd = {.fd = session->terminal, .events = POLLIN};
        if (poll(&fd, 1, PATIENCE_MS) != 1) {
            fail_msg("no '%s' in: %s", text, session->seen);
        }
        ssize_t n = read(session->terminal, session->seen + session->len,
                         SEEN_BYTES - 1 - session->len);
        assert_true(n > 0);
        session->len += (size_t)n;
        session->seen[session->len] = '\0';
    }
}

static void type(struct session *session, const char *keys) {
    session->len = 0;
    assert_int_equal(write(session->terminal, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Waits for the end, and checks that the terminal is restored.  Returns the status of
 * waitpid. */
static int finish(struct session *session) {
    int status;
    struct termios after;
    expect(session, "\033[?1049l");
    assert_int_equal(waitpid(session->child, &status, 0), session->child);
    assert_int_equal(tcgetattr(session->other, &after), 0);
    assert_int_equal(after.c_lflag, session->before.c_lflag);
    assert_int_equal(after.c_iflag, session->before.c_iflag);
    assert_memory_equal(after.c_cc, session->before.c_cc, sizeof after.c_cc);
    close(session->terminal);
    close(session->other);
    return status;
}

static const struct keys_row {
    const char *name;
    struct {
        const char *keys;
        const char *shown;
    } steps[KEYS_MAX];
} keys_rows[] = {
    {"next and back",
     {{" ", "1/9: "},
      {"n", "2/9: "},
      {"\033[C", "3/9: "},
      {"b", "2/9: "},
      {"\033[D", "1/9: "}}},
    {"the end and the start", {{"G", "9/9: "}, {"g", "0/9: "}, {"\033[F", "9/9: "}}},
    {"not beyond the start", {{"b", "0/9: "}, {"bb ", "1/9: "}}},
    {"not beyond the end", {{"G", "9/9: "}, {" ", "9/9: "}, {"b", "8/9: "}}},
    {"the result is told at the end", {{"G", "White (ann) wins: Black (bob) resigned."}}},
    {"a number", {{"7", "Go to step 7: Enter"}, {"\r", "7/9: "}, {"0\r", "0/9: "}}},
    {"a number put right",
     {{"38", "Go to step 38: Enter"}, {"\177", "Go to step 3: Enter"}, {"\r", "3/9: "}}},
    {"a number too large", {{"99999999999999999999\r", "9/9: "}}},
    {"a number given up", {{"3", "Go to step 3"}, {"n", "1/9: "}, {"\r", "2/9: "}}},
    {"other keys do nothing", {{"xyz\033[15~", "0/9: "}, {" ", "1/9: "}}},
};

TEST_ROWS(keys_rows) {
    static struct session session;
    const struct keys_row *row = table_row(state);
    start(&session, NULL, EXAMPLE);
    expect(&session, "q quit");
    for (size_t i = 0; i < KEYS_MAX && row->steps[i].keys != NULL; i++) {
        type(&session, row->steps[i].keys);
        expect(&session, row->steps[i].shown);
    }
    type(&session, "q");
    int status = finish(&session);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static const struct signal_row {
    const char *name;
    int number;
} signal_rows[] = {
    {"SIGINT", SIGINT},
    {"SIGTERM", SIGTERM},
    {"SIGHUP", SIGHUP},
    {"SIGQUIT", SIGQUIT},
};

TEST_ROWS(signal_rows) {
    static struct session session;
    const struct signal_row *row = table_row(state);
    start(&session, NULL, EXAMPLE);
    expect(&session, "q quit");
    session.len = 0;
    assert_int_equal(kill(session.child, row->number), 0);
    int status = finish(&session);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), row->number);
}

/* The program restores the terminal when it is suspended, and takes it again when it
 * continues. */
TEST(test_stop) {
    static struct session session;
    struct termios stopped;
    int status;
    start(&session, NULL, EXAMPLE);
    expect(&session, "q quit");
    session.len = 0;
    /* SIGTSTP would not stop an orphaned process group. */
    assert_int_equal(kill(session.child, SIGSTOP), 0);
    assert_int_equal(waitpid(session.child, &status, WUNTRACED), session.child);
    assert_true(WIFSTOPPED(status));
    stopped = session.before; /* as a shell would set it */
    assert_int_equal(tcsetattr(session.other, TCSANOW, &stopped), 0);
    assert_int_equal(kill(session.child, SIGCONT), 0);
    expect(&session, "q quit"); /* the screen is drawn again */
    type(&session, "n");        /* works without Enter: the terminal is raw again */
    expect(&session, "1/9: ");
    type(&session, "q");
    assert_int_equal(finish(&session), 0);
}

/* The record comes from standard input, so the keys come from the terminal. */
TEST(test_dash) {
    static struct session session;
    start(&session, EXAMPLE, "-");
    expect(&session, "q quit");
    type(&session, "n");
    expect(&session, "1/9: ");
    type(&session, "q");
    assert_int_equal(finish(&session), 0);
}

TEST(test_plain) {
    static struct session session;
    start(&session, NULL, "--plain " EXAMPLE);
    expect(&session, "q quit");
    assert_null(strstr(session.seen, "\033[0m")); /* no colours */
    type(&session, "\004");
    assert_int_equal(finish(&session), 0);
}
