/* alea play as a program, with a server that this test plays. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/listen.h"
#include "tests/unit/test.h"

#define LIMIT_S   60
#define GREETING  "* Games: type help [alea/1 alead/0.1.0]\r\n"
#define DIR_BYTES 32

/* alea play, its directory, and where it connects. */
struct visit {
    char dir[DIR_BYTES];
    int listener;
    struct process play;
    struct peer server; /* the latest connection, as the server sees it */
};

/* Runs it with a shell script, as "$0" "$@". */
static void start_as(struct visit *visit, enum process_stdio how, const char *script) {
    char alea[SERVER_PATH_BYTES], address[32], state[DIR_BYTES + 20];
    unsigned port;
    *visit = (struct visit){.dir = "/tmp/alea-test-XXXXXX"};
    assert_non_null(mkdtemp(visit->dir));
    visit->listener = listen_somewhere(&port);
    server_program(alea, "alea");
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", visit->dir);
    process_start(&visit->play, how,
                  (const char *const[]){"env", state, "sh", "-c", script, alea, "play",
                                        "--plain", "--name", "ann", address, NULL});
}

static void start(struct visit *visit, enum process_stdio how) {
    start_as(visit, how, "exec \"$0\" \"$@\"");
}

static void finish(struct visit *visit) {
    process_fini(&visit->play);
    peer_fini(&visit->server);
    close(visit->listener);
    process_must_succeed((const char *const[]){"rm", "-r", visit->dir, NULL}, LIMIT_S);
}

/* Waits until alea play connects. */
static void take_call(struct visit *visit) {
    int fd = accept(visit->listener, NULL, NULL);
    assert_true(fd >= 0);
    peer_init(&visit->server, fd);
}

/* Waits until alea play has shown this, in a line or not.  Returns what came before it,
 * borrowed until the next call. */
static const char *await_text(struct visit *visit, const char *text) {
    struct peer *stdio = &visit->play.stdio;
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    char *at = NULL;
    while ((at = stdio->buf != NULL ? strstr(stdio->buf + stdio->begin, text) : NULL) ==
           NULL) {
        assert_true(peer_fill(stdio, deadline_ms));
    }
    const char *before = stdio->buf + stdio->begin;
    *at = '\0';
    stdio->begin = (size_t)(at - stdio->buf) + strlen(text);
    return before;
}

/* The connection is lost, and the next one is not answered. */
static void lose(struct visit *visit) {
    start(visit, PROCESS_PTY);
    take_call(visit);
    peer_send_bytes(&visit->server, GREETING, strlen(GREETING));
    peer_line(&visit->server); /* its hello */
    peer_fini(&visit->server);
    take_call(visit);
}

/* While it tries to come back, what is typed is answered at once. */
TEST(test_a_server_that_does_not_answer) {
    struct visit visit;
    lose(&visit);
    peer_send(&visit.play.stdio, "board");
    const char *before = await_text(&visit, "Not sent: there is no connection.");
    assert_null(strstr(before, "Still no connection"));
    peer_fini(&visit.server);
    await_text(&visit, "Still no connection");
    take_call(&visit);
    peer_send_bytes(&visit.server, GREETING, strlen(GREETING));
    assert_non_null(strstr(peer_line(&visit.server), "hello"));
    finish(&visit);
}

/* Nor does it wait for the server when the user leaves. */
TEST(test_leaving_it) {
    struct visit visit;
    lose(&visit);
    peer_send(&visit.play.stdio, "quit");
    assert_int_equal(process_finish(&visit.play, LIMIT_S, NULL), 0);
    finish(&visit);
    lose(&visit);
    kill(visit.play.pid, SIGINT);
    assert_int_equal(process_finish(&visit.play, LIMIT_S, NULL), 1);
    finish(&visit);
}

/* --- the line that is being typed --- */

/* alea play is connected, and waits for an answer to its name. */
static void meet(struct visit *visit) {
    start(visit, PROCESS_PTY);
    take_call(visit);
    peer_send_bytes(&visit->server, GREETING, strlen(GREETING));
    assert_non_null(strstr(peer_line(&visit->server), "hello"));
    assert_non_null(strstr(peer_line(&visit->server), "name"));
    /* When it shows this it reads keys itself: before, the terminal would echo them. */
    peer_send(&visit->server, "{\"event\":\"notice\",\"text\":\"all is set\"}");
    await_text(visit, "all is set");
}

/* Ctrl-C drops it; only without one it ends the program. */
TEST(test_interrupt) {
    struct visit visit;
    meet(&visit);
    peer_send_bytes(&visit.play.stdio, "hel", 3);
    await_text(&visit, "hel");
    kill(visit.play.pid, SIGINT);
    await_text(&visit, "^C");
    peer_send(&visit.play.stdio, "board");
    assert_non_null(strstr(peer_line(&visit.server), "\"board\""));
    kill(visit.play.pid, SIGINT);
    assert_int_equal(process_finish(&visit.play, LIMIT_S, NULL), 0);
    finish(&visit);
}

TEST(test_terminate) {
    struct visit visit;
    meet(&visit);
    peer_send_bytes(&visit.play.stdio, "hel", 3);
    await_text(&visit, "hel");
    kill(visit.play.pid, SIGTERM);
    assert_int_equal(process_finish(&visit.play, LIMIT_S, NULL), 0);
    finish(&visit);
}

/* --- other terminals --- */

static void set_program(void) {
    char alea[SERVER_PATH_BYTES];
    server_program(alea, "alea");
    assert_int_equal(setenv("A", alea, 1), 0);
}

/* One that knows no escape sequences gets none. */
TEST(test_dumb) {
    const char *output;
    struct process process = {0};
    set_program();
    process_start(&process, PROCESS_PTY,
                  (const char *const[]){"sh", "-c",
                                        "TERM=dumb XDG_STATE_HOME=/dev/null exec \"$A\" "
                                        "play --local tablut:first=white --level=1",
                                        NULL});
    peer_send(&process.stdio, "quit");
    assert_int_equal(process_finish(&process, LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "Your turn, White."));
    assert_null(strchr(output, '\033'));
    process_fini(&process);
}

/* Without standard input it leaves, as at the end of the input. */
TEST(test_no_input) {
    struct visit visit;
    start_as(&visit, PROCESS_SOCKET, "exec \"$0\" \"$@\" <&-");
    take_call(&visit);
    peer_send_bytes(&visit.server, GREETING, strlen(GREETING));
    assert_int_equal(process_finish(&visit.play, LIMIT_S, NULL), 0);
    finish(&visit);
}

/* On a terminal that is large enough it takes over the whole screen, and gives it back
 * when it is stopped. */
TEST(test_screen) {
    const char *output;
    struct visit visit;
    start_as(&visit, PROCESS_PTY,
             "stty rows 24 cols 80; TERM=xterm exec \"$0\" play --name ann \"$5\"");
    take_call(&visit);
    peer_send_bytes(&visit.server, GREETING, strlen(GREETING));
    assert_non_null(strstr(peer_line(&visit.server), "hello"));
    assert_non_null(strstr(peer_line(&visit.server), "name"));
    await_text(&visit, "\033[?1049h");
    peer_send(&visit.server, "{\"event\":\"notice\",\"text\":\"all is set\"}");
    await_text(&visit, "all is set");
    peer_send_bytes(&visit.play.stdio, "board\r", 6);
    assert_non_null(strstr(peer_line(&visit.server), "\"board\""));
    kill(visit.play.pid, SIGTERM);
    assert_int_equal(process_finish(&visit.play, LIMIT_S, &output), 0);
    assert_non_null(strstr(output, "\033[?1049l"));
    finish(&visit);
}

/* --- save --- */

static const struct save_row {
    const char *name;
    const char *script; /* $D: an empty directory */
    const char *shown;
} save_rows[] = {
    {"in the home directory", "export HOME=\"$D\"; play '~/x.json '; cat \"$D\"/x.json",
     "\"game\":\"tablut\""},
    {"a blank in the name", "cd \"$D\"; play \"it's x\"; cat \"it's x\"",
     "Saved.  To check it: alea verify 'it'\\''s x'"},
    {"HOME is not set", "unset HOME; play '~/no/such/x'", "Not saved: /"},
};

TEST_ROWS(save_rows) {
    const struct save_row *row = table_row(state);
    char dir[] = "/tmp/alea-test-XXXXXX", script[800];
    const char *output;
    struct process process = {0};
    assert_non_null(mkdtemp(dir));
    assert_int_equal(setenv("D", dir, 1), 0);
    set_program();
    snprintf(script, sizeof script,
             "A=$(realpath \"$A\"); export XDG_STATE_HOME=\"$D\"\n"
             "play() { printf 'resign sure\\nsave %%s\\nquit\\n' \"$1\" |\n"
             "    \"$A\" play --local tablut:first=white --level=1; }\n%s",
             row->script);
    process_start(&process, PROCESS_SOCKET,
                  (const char *const[]){"sh", "-c", script, NULL});
    assert_int_equal(process_finish(&process, LIMIT_S, &output), 0);
    if (strstr(output, row->shown) == NULL) {
        fail_msg("shown: %s", output);
    }
    process_fini(&process);
    process_must_succeed((const char *const[]){"rm", "-r", dir, NULL}, LIMIT_S);
}
