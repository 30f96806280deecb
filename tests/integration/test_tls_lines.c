/* A real alead with TLS: its lines are the same as without TLS, for all clients, and
 * however a connection ends. */
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/scene.h"
#include "tests/support/tls_peer.h"

/* Simultaneous connections; each has a child process of the test. */
#define MANY 40

#define ARGS "--tls-listen 127.0.0.1:0 --limit commands_burst=1000"

SCENE_WITH(old_version, .args = ARGS, .tls = true) {
    static const int versions[] = {TLS1_VERSION, TLS1_1_VERSION};
    struct peer peer;
    for (int i = 0; i < 2; i++) {
        peer_connect_tls(&peer, scene->server.tls_host[0], scene->server.tls_port[0],
                         versions[i]);
        assert_null(peer_line(&peer));
        peer_fini(&peer);
    }
    peer_connect_tls(&peer, scene->server.tls_host[0], scene->server.tls_port[0],
                     TLS1_2_VERSION);
    peer_expect_line(&peer, "* Welcome to alea: type help [alea/1");
    peer_fini(&peer);
    scene_expect_health(scene);
}

static bool says_tls(struct peer *peer) {
    peer_ask(peer, "{'cmd':'hello'}");
    json_t *tls = json_object_get(peer_reply(peer), "tls");
    assert_true(json_is_boolean(tls));
    return json_is_true(tls);
}

SCENE_WITH(hello, .args = ARGS, .tls = true) {
    struct peer plain;
    assert_true(says_tls(scene_text(scene)));
    peer_connect(&plain, scene->server.host[0], scene->server.port[0]);
    peer_expect_line(&plain, "* Welcome to alea: type help [alea/1");
    assert_false(says_tls(&plain));
    peer_fini(&plain);
}

SCENE_WITH(bytes_of_all_kinds, .args = ARGS, .tls = true) {
    struct peer *peer = scene_text(scene);
    for (const char *at = "#1 ping\r\n"; *at != '\0'; at++) {
        assert_true(peer_send_bytes(peer, at, 1));
    }
    peer_expect_line(peer, "+ #1 pong");
    char line[5001];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    assert_true(peer_send_bytes(peer, line, sizeof line));
    peer_expect_line(peer, "- A line may have at most 4096 bytes");
    assert_true(peer_send_bytes(peer, "\xff\xfb\x01ping\n", 8)); /* IAC WILL ECHO */
    peer_expect_line(peer, "\xff\xfe\x01+ pong");
    peer_send(peer, "GET / HTTP/1.1");
    peer_expect_line(peer, "* The connection is closed: this is not a web server");
    peer_expect_end(peer);
}

/* A client that has sent close_notify still gets its answers. */
SCENE_WITH(half_closed, .args = ARGS, .tls = true) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "help");
    peer_send(peer, "#7 ping");
    peer_hang_up(peer);
    peer_await_line(peer, "+ #7 pong");
    assert_null(peer_line(peer));
    scene_expect_health(scene);
}

SCENE_WITH(goodbye, .args = ARGS, .tls = true) {
    struct peer *peer = scene_text(scene);
    peer_send(peer, "quit");
    peer_await_line(peer, "* The connection is closed: you have quit");
    assert_null(peer_line(peer)); /* the peer does not report a cut */
    struct peer *other = scene_text(scene);
    server_stop(&scene->server, SIGTERM);
    peer_expect_line(other, "* The connection is closed: the server is shutting down");
    assert_null(peer_line(other));
}

/* A client disconnects in the middle of a TLS record; another in the middle of a game. */
SCENE_WITH(cut_by_the_client, .args = ARGS, .tls = true) {
    static const char part[] = "\x16\x03\x01\x02\x00\x01";
    struct peer cut;
    struct pair pair = pair_begin(scene);
    json_int_t seq = json_integer_value(json_object_get(pair.ann->state, "seq"));
    peer_connect(&cut, scene->server.tls_host[0], scene->server.tls_port[0]);
    assert_true(peer_send_bytes(&cut, part, sizeof part - 1));
    peer_fini(&cut);
    peer_fini(pair.bob);
    json_t *seats = json_object_get(pair_await_seq(pair.ann, seq + 1), "seats");
    assert_true(json_is_true(json_object_get(json_object_get(seats, "black"), "away")));
    scene_expect_health(scene);
}

SCENE_WITH(many_connections, .args = ARGS, .tls = true) {
    struct peer peers[MANY];
    for (int i = 0; i < MANY; i++) {
        peer_connect_tls(&peers[i], scene->server.tls_host[0], scene->server.tls_port[0],
                         i % 2 == 0 ? TLS1_2_VERSION : TLS1_3_VERSION);
        peer_send(&peers[i], "#%d ping", i);
    }
    for (int i = MANY - 1; i >= 0; i--) {
        char expected[30];
        snprintf(expected, sizeof expected, "+ #%d pong", i);
        peer_await_line(&peers[i], expected);
        peer_fini(&peers[i]);
    }
    scene_expect_health(scene);
}

/* More lines at once than one turn takes: what is kept until the next turn is plain text
 * by then, and must not be decrypted again. */
SCENE_WITH(many_lines, .args = ARGS " --limit commands_burst=1000000", .tls = true) {
    peer_ask_for_help(scene_text(scene), 100);
}

/* One connection too many: the server closes it without a message, and spends no
 * handshake on it. */
SCENE_WITH(one_too_many, .args = "--tls-listen 127.0.0.1:0 --limit connections=1",
           .tls = true) {
    struct peer *first = scene_text(scene);
    struct peer second;
    peer_connect_tls(&second, scene->server.tls_host[0], scene->server.tls_port[0], 0);
    assert_null(peer_line(&second));
    peer_fini(&second);
    peer_send(first, "ping");
    peer_expect_line(first, "+ pong");
}

/* A connection that is refused before the handshake is closed at once, not after the
 * handshake timeout. */
SCENE_WITH(refused_at_once,
           .args = "--tls-listen 127.0.0.1:0 --limit connections=1 "
                   "--limit tls_handshake_ms=600000",
           .tls = true) {
    struct peer *first = scene_text(scene);
    int64_t begin_ms = peer_now_ms();
    for (int i = 0; i < MANY; i++) {
        struct peer silent;
        peer_connect(&silent, scene->server.tls_host[0], scene->server.tls_port[0]);
        assert_null(peer_line(&silent));
        peer_fini(&silent);
    }
    assert_in_range(peer_now_ms(), begin_ms, begin_ms + PEER_LIMIT_MS);
    peer_send(first, "ping");
    peer_expect_line(first, "+ pong");
}

/* A server that was idle for longer than a handshake may take gives a new connection its
 * whole time. */
SCENE_WITH(after_a_pause, .args = ARGS " --limit tls_handshake_ms=300") {
    enum { LIMIT_MS = 300 };
    struct pollfd quiet = {.fd = scene_text(scene)->fd, .events = POLLIN};
    assert_int_equal(poll(&quiet, 1, 3 * LIMIT_MS), 0);
    struct peer silent;
    int64_t begin_ms = peer_now_ms();
    peer_connect(&silent, scene->server.tls_host[0], scene->server.tls_port[0]);
    peer_expect_line(&silent, "- This port speaks TLS only: use alea play --tls");
    assert_in_range(peer_now_ms(), begin_ms + LIMIT_MS / 2, begin_ms + PEER_LIMIT_MS);
    peer_fini(&silent);
}
