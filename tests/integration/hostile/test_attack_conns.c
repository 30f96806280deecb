/* Floods of connections: a running game goes on, and new clients are served again
 * afterwards.  See also tests/unit/server/hub/test_hub.c, test_limits.c. */
#define _GNU_SOURCE /* prlimit */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/conn/conn.h"
#include "tests/support/scene.h"

#define CROWD 100

/* Number of descriptors that the server uses. */
static rlim_t n_files(const struct scene *scene) {
    char path[64];
    rlim_t n = 0;
    snprintf(path, sizeof path, "/proc/%d/fd/", (int)scene->server.pid);
    for (int fd = 0; fd < 1024; fd++) {
        char file[80];
        snprintf(file, sizeof file, "%s%d", path, fd);
        n += faccessat(AT_FDCWD, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    }
    return n;
}

/* Waits until the server has closed the connections that were closed here. */
static void await_files(const struct scene *scene, rlim_t most) {
    int64_t until_ms = peer_now_ms() + PEER_LIMIT_MS;
    while (n_files(scene) > most) {
        assert_true(peer_now_ms() < until_ms);
    }
}

/* Connects without waiting for the server to accept.  Returns the descriptor. */
static int knock(uint16_t port) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    (void)connect(fd, (const struct sockaddr *)&at, sizeof at);
    return fd;
}

/* Many clients connect, send text, and leave. */
static void crowd(uint16_t port, const char *text) {
    int fd[CROWD];
    for (size_t i = 0; i < CROWD; i++) {
        fd[i] = knock(port);
    }
    for (size_t i = 0; i < CROWD; i++) {
        (void)send(fd[i], text, strlen(text), MSG_NOSIGNAL);
    }
    for (size_t i = 0; i < CROWD; i++) {
        close(fd[i]);
    }
}

/* --- too many --- */

SCENE_WITH(per_address, .args = "--limit connections_per_address=10") {
    struct pair pair = pair_begin(scene);
    struct peer many[CROWD];
    rlim_t before = n_files(scene);
    size_t n_in = 0, n_out = 0;
    for (size_t i = 0; i < CROWD; i++) {
        peer_connect(&many[i], "127.0.0.1", scene->server.port[0]);
    }
    for (size_t i = 0; i < CROWD; i++) {
        const char *told = peer_line(&many[i]);
        n_in += strncmp(told, "* Welcome to alea: type help [alea/1 ", 9) == 0;
        n_out += strstr(told, "Too many connections") != NULL;
    }
    assert_int_equal(n_in, 8);
    assert_int_equal(n_out, CROWD - 8);
    pair_move(&pair);
    for (size_t i = 0; i < CROWD; i++) {
        peer_fini(&many[i]);
    }
    await_files(scene, before);
    scene_expect_health(scene);
    pair_move(&pair);
}

/* Clients connect until the server has no descriptor left: the last one is not left
 * waiting, but sees the end.  Returns how many were accepted before. */
static size_t fill(struct scene *scene, struct peer *peers, size_t n) {
    for (size_t i = 0; i < n; i++) {
        peer_connect(&peers[i], "127.0.0.1", scene->server.port[0]);
        if (!peer_fill(&peers[i], peer_now_ms() + PEER_LIMIT_MS)) {
            peer_fini(&peers[i]);
            return i;
        }
        peer_expect_line(&peers[i], "* Welcome to alea: type help [alea/1 ");
    }
    fail_msg("there are descriptors for %zu", n);
    return n;
}

/* Connections of a crowd that left before they were accepted may use descriptors for a
 * moment longer.  Waits until a new client is answered. */
static void await_answer(uint16_t port, const char *ask) {
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    bool is_answered = false;
    while (!is_answered) {
        struct peer peer;
        assert_true(peer_now_ms() < deadline_ms);
        peer_connect(&peer, "127.0.0.1", port);
        peer_send(&peer, "%s", ask);
        is_answered = peer_fill(&peer, deadline_ms);
        peer_fini(&peer);
    }
}

/* The server has no descriptors left: new clients are not served, those connected are.
 * Once descriptors are free again, new clients are served, too. */
SCENE_WITH(no_descriptors,
           .args = "--metrics-listen 127.0.0.1:0 --limit connections_per_address=200 "
                   "--limit connects_per_minute=10000") {
    struct pair pair = pair_begin(scene);
    struct rlimit limit, few;
    rlim_t before = n_files(scene);
    assert_int_equal(prlimit(scene->server.pid, RLIMIT_NOFILE, NULL, &limit), 0);
    few = limit;
    few.rlim_cur = before + 5;
    assert_int_equal(prlimit(scene->server.pid, RLIMIT_NOFILE, &few, NULL), 0);
    for (int i = 0; i < 3; i++) {
        crowd(scene->server.port[0], "ping\n");
        crowd(scene->server.metrics_port, "GET /metrics HTTP/1.1\r\n\r\n");
        pair_move(&pair);
    }
    await_answer(scene->server.metrics_port, "GET /metrics HTTP/1.0\r\n\r\n");
    await_answer(scene->server.port[0], "ping");
    await_files(scene, before);
    scene_expect_health(scene);
    struct peer peers[CROWD];
    size_t n = fill(scene, peers, CROWD);
    pair_move(&pair);
    assert_int_equal(prlimit(scene->server.pid, RLIMIT_NOFILE, &limit, NULL), 0);
    for (size_t i = 0; i < n; i++) {
        peer_fini(&peers[i]);
    }
    scene_expect_health(scene);
    pair_move(&pair);
}

/* The system allows fewer descriptors than the server wants for its connections: the
 * server accepts fewer connections. */
SCENE_WITH(fewer_descriptors, .args = "--limit connections=1000000") {
    struct peer *peer = scene_player(scene, "Ann");
    peer_ask(peer, "{'cmd':'hello'}");
    const json_t *limits = json_object_get(peer_reply(peer), "limits");
    struct rlimit limit;
    assert_int_equal(prlimit(scene->server.pid, RLIMIT_NOFILE, NULL, &limit), 0);
    assert_in_range(json_integer_value(json_object_get(limits, "connections")), 1,
                    limit.rlim_cur < 1000000 ? limit.rlim_cur : 1000000);
}

/* --- many reconnects --- */

/* A client reconnects all the time while two others play.  Their game goes on, and the
 * client gets errors that say when to retry. */
SCENE_WITH(resume_storm,
           .args = "--limit connects_per_minute=110 --limit resume_per_minute=20") {
    struct pair pair = pair_begin(scene);
    struct peer *cyd = scene_player(scene, "Cyd");
    char token[TOKEN_BYTES + 1];
    peer_ask(cyd, "{'cmd':'name','name':'Cyd'}");
    snprintf(token, sizeof token, "%s", peer_text(peer_reply(cyd), "token"));
    peer_ask(cyd, "{'cmd':'create','game':'royal-ur'}");
    peer_reply(cyd);
    size_t n_back = 0, n_told = 0, n_out = 0;
    int64_t begin_ms = peer_now_ms();
    for (int i = 0; i < 200; i++) {
        struct peer again;
        peer_connect(&again, "127.0.0.1", scene->server.port[0]);
        const char *greeting = peer_line(&again);
        if (strncmp(greeting, "* Welcome to alea: type help [alea/1 ", 9) != 0) {
            assert_non_null(strstr(greeting, "Too many connections come from your"));
            n_out++;
        } else {
            peer_ask(&again, "{'cmd':'resume','token':'%s'}", token);
            const json_t *answer = peer_answer(&again);
            bool is_back = json_object_get(answer, "reply") != NULL;
            n_back += is_back;
            n_told += !is_back;
            assert_true(is_back || json_integer_value(
                                       json_object_get(answer, "retry_after_ms")) > 0);
        }
        peer_fini(&again);
        if (i % 50 == 0) {
            pair_move(&pair);
        }
    }
    /* At once, by both limits, and some more in the meantime. */
    int64_t passed_s = (peer_now_ms() - begin_ms) / 1000 + 1;
    assert_in_range(n_back, 20, 20 + passed_s * 20 / 60 + 1);
    assert_in_range(n_back + n_told, 100, 110 + passed_s * 110 / 60 + 1);
    assert_true(n_told > 0 && n_out > 0);
    pair_move(&pair);
}

/* --- dead connections --- */

/* The value of an option of the server's socket for this connection; -1: not
 * available. */
static int option_there(const struct scene *scene, const struct peer *peer, int option) {
    struct sockaddr_in own, other;
    socklen_t len = sizeof own;
    assert_int_equal(getsockname(peer->fd, (struct sockaddr *)&own, &len), 0);
    int pidfd = (int)syscall(SYS_pidfd_open, scene->server.pid, 0), value = -1;
    for (int n = 3; pidfd >= 0 && n < 64 && value < 0; n++) {
        int fd = (int)syscall(SYS_pidfd_getfd, pidfd, n, 0);
        socklen_t other_len = sizeof other, value_len = sizeof value;
        if (fd >= 0 && getpeername(fd, (struct sockaddr *)&other, &other_len) == 0 &&
            other.sin_port == own.sin_port) {
            assert_int_equal(getsockopt(fd, IPPROTO_TCP, option, &value, &value_len), 0);
        }
        if (fd >= 0) {
            close(fd);
        }
    }
    if (pidfd >= 0) {
        close(pidfd);
    }
    return value;
}

/* A dead connection that is not closed: the kernel sends probes and does not wait
 * forever.  Checks only the options: the kernel needs half a minute. */
SCENE(half_open) {
    struct peer *ann = scene_player(scene, "Ann");
    int timeout_ms = option_there(scene, ann, TCP_USER_TIMEOUT);
    if (timeout_ms < 0) {
        skip(); /* pidfd_getfd does not exist or is not allowed */
    }
    assert_int_equal(timeout_ms, CONN_DEAD_MS);
    assert_int_equal(option_there(scene, ann, TCP_KEEPIDLE), CONN_IDLE_S);
}

/* Bytes that look like TLS but are not: each connection and its descriptor are closed at
 * once. */
SCENE_WITH(tls_garbage, .args = "--tls-listen 127.0.0.1:0") {
    static const char *const garbage[] = {
        "\x16\x03\x01\x00\x04\xff\xff\xff\xff",   /* an unknown type of handshake
                                                   * message */
        "\x16\x03\x01\xff\xffxxxxxxxxxxxxxxxxxx", /* a record that is too long */
        "\x16\x03\x01\x00\x03\x01\x7f\xff",       /* the start of a hello of 8 MB */
        "\x16\xff\xff\x00\x01x",                  /* an unknown version */
    };
    struct pair pair = pair_begin(scene);
    rlim_t before = n_files(scene);
    for (int i = 0; i < CROWD; i++) {
        struct peer peer;
        const char *bytes = garbage[i % 4];
        size_t len = i % 4 == 0 ? 9 : i % 4 == 1 ? 23 : i % 4 == 2 ? 8 : 6;
        peer_connect(&peer, "127.0.0.1", scene->server.tls_port[0]);
        (void)peer_send_bytes(&peer, bytes, len);
        if (i % 4 == 2) {
            peer_hang_up(&peer); /* otherwise the server waits for tls_handshake_ms */
        }
        while (peer_fill(&peer, peer_now_ms() + PEER_LIMIT_MS)) {
        }
        peer_fini(&peer);
    }
    await_files(scene, before);
    pair_move(&pair);
}

/* --- the other ports --- */

/* A client of the metrics may have to wait until the crowd times out; players do not. */
SCENE_WITH(metrics_port, .args = "--metrics-listen 127.0.0.1:0") {
    struct pair pair = pair_begin(scene);
    for (int i = 0; i < 3; i++) {
        crowd(scene->server.metrics_port, "GET /metrics HTTP/1.1\r\n");
        crowd(scene->server.metrics_port, "nonsense\r\n\r\n");
        pair_move(&pair);
    }
    scene_expect_health(scene);
    pair_move(&pair);
}
