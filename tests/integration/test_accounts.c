/* Accounts of a real server: while it checks a password, it serves other clients, and it
 * answers the requests of each in order. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/scene.h"

#define TLS "--tls-listen 127.0.0.1:0"

/* Lines that arrive in one packet with slow commands. */
SCENE(in_order) {
    static const char lines[] = "#1 name Ann\r\n#2 register 12345678\r\n#3 ping\r\n"
                                "#4 login ann 1234 5678\r\n#5 login ann 12345678\r\n"
                                "#6 register 12345678\r\n#7 quit\r\n#8 ping\r\n";
    static const char *const answers[] = {
        "+ #1 You are Ann.",  "+ #2 The name Ann is yours",
        "+ #3 pong",          "- #4 Wrong password",
        "+ #5 Welcome, Ann.", "- #6 Your name is registered already",
        "+ #7 Goodbye.",
    };
    struct peer *peer = scene_text(scene);
    assert_true(peer_send_bytes(peer, lines, sizeof lines - 1));
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const char *line = peer_line(peer);
        while (line != NULL && line[0] == ' ') {
            line = peer_line(peer);
        }
        assert_non_null(line);
        if (strncmp(line, answers[i], strlen(answers[i])) != 0) {
            fail_msg("\"%s\" is not \"%s\"", line, answers[i]);
        }
    }
    peer_expect_line(peer, "* The connection is closed: you have quit.");
    peer_expect_end(peer);
}
SCENE_ALSO(in_order_with_tls, in_order, .args = TLS, .tls = true);

/* A line that is too long, and one that is cut, while a password is checked. */
SCENE(odd_lines) {
    struct peer *peer = scene_text(scene);
    char line[5000];
    memset(line, 'x', sizeof line);
    peer_send(peer, "name Ann");
    peer_await_line(peer, "    resume ");
    peer_send(peer, "register 12345678\n%.*s", (int)sizeof line, line);
    assert_true(peer_send_bytes(peer, "pi", 2));
    peer_send(peer, "ng");
    peer_expect_line(peer, "+ The name Ann is yours");
    peer_expect_line(peer, "- A line may have at most 4096 bytes");
    peer_expect_line(peer, "+ pong");
}

/* A client that has closed its sending direction still gets all answers, and then the
 * end. */
SCENE(half_closed) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "name Ann\nregister 12345678\nlogin ann 12345678\n#last ping");
    peer_hang_up(peer);
    peer_await_line(peer, "+ The name Ann is yours");
    peer_await_line(peer, "+ Welcome, Ann.");
    peer_await_line(peer, "+ #last pong");
    peer_expect_end(peer);
}
SCENE_ALSO(half_closed_with_tls, half_closed, .args = TLS, .tls = true);

/* A client that leaves before its password is checked leaves nothing behind, and does not
 * delay the others; the server can stop in the meantime. */
SCENE(gone) {
    struct peer *ann = scene_text(scene), *bob = scene_player(scene, "Bob");
    peer_send(ann, "name Ann");
    peer_await_line(ann, "    resume ");
    for (int i = 0; i < 5; i++) {
        struct peer peer;
        peer_connect(&peer, scene->server.host[0], scene->server.port[0]);
        peer_send(&peer, "name Cid%d\nregister 12345678\nquit", i);
        peer_fini(&peer);
    }
    peer_ask(bob, "{'cmd':'ping'}");
    peer_reply(bob);
    peer_send(ann, "register 12345678");
    peer_expect_line(ann, "+ The name Ann is yours");
    peer_send(ann, "login ann 87654321");
    server_stop(&scene->server, SIGTERM);
    peer_await_line(ann, "* The connection is closed: the server is shutting down");
    peer_expect_end(ann);
}

/* --- a user at a terminal --- */

/* Waits until this text was written, even without the end of its line; `never` must not
 * come before it. */
static void await_text(struct peer *peer, const char *text, const char *never) {
    size_t len = strlen(text);
    for (;;) {
        for (size_t at = peer->begin; at + len <= peer->end; at++) {
            if (strncmp(peer->buf + at, never, strlen(never)) == 0) {
                fail_msg("\"%s\" was shown", never);
            }
            if (memcmp(peer->buf + at, text, len) == 0) {
                peer->begin = at + len;
                return;
            }
        }
        if (!peer_fill(peer, peer_now_ms() + PEER_LIMIT_MS)) {
            fail_msg("\"%s\" was not written", text);
        }
    }
}

/* Passwords are not shown, nor kept in the line history (Ctrl-P). */
SCENE(at_a_terminal) {
    char program[SERVER_PATH_BYTES], address[32], home[SERVER_PATH_BYTES + 16];
    server_program(program, "alea");
    snprintf(address, sizeof address, "127.0.0.1:%u", scene->server.port[0]);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", scene->server.dir);
    const char *argv[] = {"env",    home,  "TERM=xterm", program, "play",
                          "--name", "Ann", "--plain",    address, NULL};
    struct process *process = scene_run(scene, PROCESS_PTY, argv);
    struct peer *tty = &process->stdio;
    await_text(tty, "You are Ann.", "herons");
    peer_send(tty, "register");
    await_text(tty, "A new password, 8 bytes or more: ", "herons");
    peer_send(tty, "blueherons");
    await_text(tty, "Type it again: ", "herons");
    peer_send(tty, "blueherons");
    await_text(tty, "The name Ann is yours", "herons");
    peer_send(tty, "login ann blueherons"); /* shown while it is typed, but not kept */
    await_text(tty, "Welcome, Ann.", "(not told)");
    peer_send(tty, "ping");
    await_text(tty, "pong", "herons");
    peer_send(tty, "\x10\x10"); /* two lines back in the history, which has only ping */
    await_text(tty, "pong", "herons");
    peer_send(tty, "quit");
    assert_int_equal(process_finish(process, SERVER_LIMIT_S, NULL), 0);
}
