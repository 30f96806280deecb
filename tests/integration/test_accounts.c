/* Accounts of a real server: while a password is checked the others are served, and the
 * requests of each are answered in their order. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/scene.h"

/* Lines that come in one packet with those that take long. */
static void in_order(struct scene *scene) {
    static const char lines[] = "#1 name Ann\r\n#2 register 12345678\r\n#3 ping\r\n"
                                "#4 login ann 1234 5678\r\n#5 login ann 12345678\r\n"
                                "#6 register 12345678\r\n#7 quit\r\n#8 ping\r\n";
    static const char *const answers[] = {
        "+ #1 You are Ann.",     "+ #2 The name Ann is yours", "+ #3 pong",
        "- #4 wrong_password: ", "+ #5 Welcome, Ann.",         "- #6 already_registered",
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
    peer_expect_line(peer, "* The connection is closed: as you wished.");
    peer_expect_end(peer);
}

/* A line that is too long, and one that is cut, while a password is checked. */
static void odd_lines(struct scene *scene) {
    struct peer *peer = scene_text(scene);
    char line[5000];
    memset(line, 'x', sizeof line);
    peer_send(peer, "name Ann");
    peer_await_line(peer, "    resume ");
    peer_send(peer, "register 12345678\n%.*s", (int)sizeof line, line);
    assert_true(peer_send_bytes(peer, "pi", 2));
    peer_send(peer, "ng");
    peer_expect_line(peer, "+ The name Ann is yours");
    peer_expect_line(peer, "- line_too_long: ");
    peer_expect_line(peer, "+ pong");
}

/* Who sends nothing more still gets all answers, and then the end. */
static void half_closed(struct scene *scene) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "name Ann\nregister 12345678\nlogin ann 12345678\n#last ping");
    peer_hang_up(peer);
    peer_await_line(peer, "+ The name Ann is yours");
    peer_await_line(peer, "+ Welcome, Ann.");
    peer_await_line(peer, "+ #last pong");
    peer_expect_end(peer);
}

/* Who goes before his password is checked leaves nothing behind, and nobody waits for
 * him; the server can be stopped meanwhile. */
static void gone(struct scene *scene) {
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

int main(void) {
    static const char tls[] = "--tls-listen 127.0.0.1:0";
    static const struct scene_test tests[] = {
        {.name = "in order", .run = in_order},
        {.name = "in order, with TLS", .run = in_order, .args = tls, .tls = true},
        {.name = "odd lines", .run = odd_lines},
        {.name = "half-closed", .run = half_closed},
        {.name = "half-closed, with TLS", .run = half_closed, .args = tls, .tls = true},
        {.name = "gone", .run = gone},
    };
    return SCENE_MAIN("accounts", tests);
}
