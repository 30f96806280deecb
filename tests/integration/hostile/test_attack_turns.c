/* A client that sends a lot at once: the others are served in turn, its output is
 * bounded, and no request of its own is lost.  The loop runs in this process, so that the
 * tests can check iterations and bytes instead of times. */
#include <linux/sockios.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include "server/config/config.h"
#include "server/conn/conn.h"
#include "server/hub/hub.h"
#include "server/net/door.h"
#include "server/net/loop.h"
#include "server/people/clients.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "tests/support/peer.h"
#include "tests/unit/test.h"

/* A page of lines, which arrives in one read. */
#define LINES 2500

struct fixture {
    struct config config;
    struct store *store;
    struct loop *loop;
    uint16_t port;
};

static void open_fixture_at(struct fixture *fixture, const char *db, const char *option) {
    char *argv[] = {(char[]){"alead"},
                    (char[]){"--log-level=error"},
                    (char *)(uintptr_t)db,
                    (char[]){"--limit=commands_burst=1000000"},
                    (char[]){"--limit=connects_per_minute=1000000"},
                    (char *)(uintptr_t)option};
    const char *const endpoint[] = {"127.0.0.1:0"};
    enum exit_code code;
    char fault[FAULT_BYTES], text[ENDPOINT_BYTES];
    assert_true(config_read(&fixture->config, 6, argv, &code));
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    assert_non_null(fixture->store);
    fixture->loop = loop_new(&fixture->config.hub, fixture->store, endpoint, 1, fault);
    assert_non_null(fixture->loop);
    text_copy(text, sizeof text,
              listeners_get(loop_door(fixture->loop)->listeners, 0)->endpoint);
    fixture->port = (uint16_t)strtoul(strrchr(text, ':') + 1, NULL, 10);
}

static void open_fixture(struct fixture *fixture, const char *option) {
    open_fixture_at(fixture, "--db=:memory:", option);
}

static void close_fixture(struct fixture *fixture) {
    loop_free(fixture->loop);
    store_close(fixture->store);
}

static void turns(struct fixture *fixture, int n) {
    while (n-- > 0) {
        uv_run(loop_door(fixture->loop)->uv, UV_RUN_NOWAIT);
    }
}

/* Waits until the kernel has passed on all that a peer has sent: a busy one may do so
 * later.  What the loop does with it is counted in iterations. */
static void arrive(const struct peer *peer) {
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    for (int left = 1; left > 0; poll(NULL, 0, left > 0)) {
        assert_true(peer_now_ms() < deadline_ms);
        assert_int_equal(ioctl(peer->fd, SIOCOUTQ, &left), 0);
    }
}

/* Limits how much the kernel buffers for a peer that does not read. */
static void keep_bytes(struct peer *peer, int bytes) {
    assert_int_equal(setsockopt(peer->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes),
                     0);
}

/* Connects, and reads the greeting. */
static void come(struct fixture *fixture, struct peer *peer) {
    size_t n = people_n_clients(hub_people(loop_hub(fixture->loop)));
    peer_connect(peer, "127.0.0.1", fixture->port);
    while (people_n_clients(hub_people(loop_hub(fixture->loop))) == n) {
        turns(fixture, 1);
    }
    turns(fixture, 2);
    peer_expect_line(peer, "* Welcome to alea: type help [alea/1 alead/");
}

/* Sends this many of these lines in one piece. */
static void send_lines(struct peer *peer, const char *line, size_t n) {
    size_t len = strlen(line);
    char *all = malloc(n * len);
    assert_non_null(all);
    for (size_t i = 0; i < n; i++) {
        memcpy(all + i * len, line, len);
    }
    assert_true(peer_send_bytes(peer, all, n * len));
    arrive(peer);
    free(all);
}

/* How many lines have arrived at a peer. */
static size_t lines_there(struct peer *peer) {
    static char bytes[1 << 20];
    size_t lines = 0;
    for (ssize_t n; (n = recv(peer->fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            lines += bytes[i] == '\n';
        }
    }
    return lines;
}

/* The loop has answered a peer: as many lines arrive as are told here. */
static void expect_lines(struct peer *peer, size_t n) {
    struct pollfd in = {.fd = peer->fd, .events = POLLIN};
    assert_int_equal(poll(&in, 1, PEER_LIMIT_MS), 1);
    assert_int_equal(lines_there(peer), n);
}

/* Bob asks after Ann has sent a page: he waits only for a few of her lines. */
TEST(test_others_have_their_turn) {
    struct fixture fixture;
    struct peer ann, bob;
    open_fixture(&fixture, "--limit=commands_per_s=1000000");
    come(&fixture, &ann);
    come(&fixture, &bob);
    send_lines(&ann, "ping\n", LINES);
    turns(&fixture, 1);
    peer_send(&bob, "ping");
    arrive(&bob);
    turns(&fixture, 4);
    expect_lines(&bob, 1);
    size_t n = lines_there(&ann);
    assert_in_range(n, 1, 6 * CONN_LINES_AT_ONCE);
    for (int i = 0; n < LINES; i++) { /* Ann still gets every answer */
        assert_in_range(i, 0, LINES);
        turns(&fixture, 1);
        n += lines_there(&ann);
    }
    assert_int_equal(n, LINES);
    peer_fini(&ann);
    peer_fini(&bob);
    close_fixture(&fixture);
}

/* Many clients send pages: an iteration of the loop handles a bounded number of lines,
 * however many clients there are. */
TEST(test_many_pages) {
    enum { CROWD = 40 };
    struct fixture fixture;
    struct peer crowd[CROWD], bob;
    open_fixture(&fixture, "--limit=commands_per_s=1000000");
    for (int i = 0; i < CROWD; i++) {
        come(&fixture, &crowd[i]);
    }
    come(&fixture, &bob);
    for (int i = 0; i < CROWD; i++) {
        send_lines(&crowd[i], "ping\n", LINES);
    }
    turns(&fixture, 2); /* now all of them have been read */
    int64_t before = turn_metrics(hub_turns(loop_hub(fixture.loop)))->commands;
    assert_in_range(before, CROWD, 2 * CROWD * CONN_LINES_AT_ONCE);
    turns(&fixture, 2); /* an iteration first handles what was read before, then reads
                         * more */
    int64_t after = turn_metrics(hub_turns(loop_hub(fixture.loop)))->commands;
    assert_in_range(after - before, CONN_LINES_AT_ONCE, 8 * CONN_LINES_AT_ONCE);
    peer_send(&bob, "ping");
    arrive(&bob);
    turns(&fixture, 2);
    expect_lines(&bob, 1);
    for (int i = 0; i < CROWD; i++) { /* clients that leave in the middle of it are
                                       * forgotten */
        peer_fini(&crowd[i]);
    }
    while (people_n_clients(hub_people(loop_hub(fixture.loop))) > 1) {
        turns(&fixture, 1);
    }
    peer_fini(&bob);
    close_fixture(&fixture);
}

/* How many commits there are when this many clients create rooms at once. */
static int64_t commits_for(const char *db, unsigned n_rooms) {
    struct fixture fixture;
    struct peer *crowd = calloc(n_rooms, sizeof *crowd);
    assert_non_null(crowd);
    open_fixture_at(&fixture, db, "--limit=connections_per_address=1000");
    for (unsigned i = 0; i < n_rooms; i++) {
        come(&fixture, &crowd[i]);
        peer_send(&crowd[i], "name P%u", i);
        while (lines_there(&crowd[i]) == 0) {
            turns(&fixture, 1);
        }
    }
    for (unsigned i = 0; i < n_rooms; i++) {
        peer_send(&crowd[i], "create royal-ur");
        arrive(&crowd[i]);
    }
    int64_t before = turn_metrics(hub_turns(loop_hub(fixture.loop)))->commits;
    for (unsigned i = 0; i < n_rooms; i++) {
        for (size_t n = 0; n < 2;) { /* the reply and the state of the room */
            turns(&fixture, 1);
            n += lines_there(&crowd[i]);
        }
    }
    int64_t after = turn_metrics(hub_turns(loop_hub(fixture.loop)))->commits;
    for (unsigned i = 0; i < n_rooms; i++) {
        peer_fini(&crowd[i]);
    }
    free(crowd);
    close_fixture(&fixture);
    return after - before;
}

/* What comes at once, or during a commit, is one commit. */
TEST(test_a_turn_ends) {
    char dir[] = "/tmp/alea-XXXXXX", option[64], path[64];
    assert_in_range(commits_for("--db=:memory:", 128), 1, 3);
    assert_non_null(mkdtemp(dir));
    snprintf(option, sizeof option, "--db=%s/alea.db", dir);
    assert_in_range(commits_for(option, 128), 1, 6);
    snprintf(path, sizeof path, "%s/alea.db", dir);
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof path, "%s/alea.db-lock", dir);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(dir), 0);
}

/* Many clients chat in one iteration, and all receive everything: the output that waits
 * is bounded. */
TEST(test_many_shout) {
    enum { CROWD = 60, SHOUTERS = 20 };
    struct fixture fixture;
    struct peer crowd[CROWD];
    open_fixture(&fixture, "--limit=shouts_per_minute=1000");
    for (int i = 0; i < CROWD; i++) {
        come(&fixture, &crowd[i]);
        peer_send(&crowd[i], "name peer%d", i);
        turns(&fixture, 2);
        while (lines_there(&crowd[i]) == 0) {
            turns(&fixture, 1);
        }
    }
    for (int i = 0; i < SHOUTERS; i++) {
        send_lines(&crowd[i], "shout hey\n", CONN_LINES_AT_ONCE);
    }
    turns(&fixture, 2);
    assert_in_range(turn_outbox(hub_turns(loop_hub(fixture.loop)))->cap, 1,
                    2 * LOOP_OUTBOX_MAX);
    size_t n = 0;
    for (int i = 0; n < SHOUTERS * CONN_LINES_AT_ONCE; i++) { /* nothing is lost */
        assert_in_range(i, 0, 1000);
        turns(&fixture, 1);
        n += lines_there(&crowd[CROWD - 1]);
    }
    assert_int_equal(n, SHOUTERS * CONN_LINES_AT_ONCE);
    for (int i = 0; i < CROWD; i++) {
        peer_fini(&crowd[i]);
    }
    while (people_n_clients(hub_people(loop_hub(fixture.loop))) > 0) {
        turns(&fixture, 1);
    }
    close_fixture(&fixture);
}

/* A flood of connections is accepted over several iterations, and none is lost. */
TEST(test_many_come) {
    enum { CROWD = 50 };
    struct fixture fixture;
    struct peer crowd[CROWD];
    open_fixture(&fixture, "--limit=commands_per_s=1000000");
    for (int i = 0; i < CROWD; i++) {
        peer_connect(&crowd[i], "127.0.0.1", fixture.port);
    }
    size_t n = 0;
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    while (n < CROWD) {
        size_t before = n;
        assert_true(peer_now_ms() < deadline_ms);
        turns(&fixture, 1);
        n = people_n_clients(hub_people(loop_hub(fixture.loop)));
        assert_in_range(n - before, 0, 10);
    }
    for (int i = 0; i < CROWD; i++) {
        peer_fini(&crowd[i]);
    }
    while (people_n_clients(hub_people(loop_hub(fixture.loop))) > 0) {
        turns(&fixture, 1);
    }
    close_fixture(&fixture);
}

/* Ann requests a page of long answers and reads none: the server makes only as many as
 * may wait. */
TEST(test_answers_that_nobody_reads) {
    struct fixture fixture;
    struct peer ann;
    open_fixture(&fixture, "--limit=commands_per_s=1000000");
    come(&fixture, &ann);
    keep_bytes(&ann, 65536);
    send_lines(&ann, "help royal-ur\n", LINES);
    turns(&fixture, 3 * LINES / CONN_LINES_AT_ONCE);
    const struct metrics *metrics = turn_metrics(hub_turns(loop_hub(fixture.loop)));
    int64_t waiting = metrics->bytes_out;
    assert_in_range(waiting, 65536, 8 * 65536);
    size_t n = 0;
    while (metrics->commands < LINES) { /* when she reads, she gets all of them */
        n += lines_there(&ann);
        turns(&fixture, 1);
    }
    assert_true(metrics->bytes_out > 4 * waiting);
    assert_true(n > 0);
    peer_fini(&ann);
    close_fixture(&fixture);
}

/* A client that has closed its sending direction still gets all answers, over several
 * iterations, and then the end. */
TEST(test_half_closed) {
    struct fixture fixture;
    struct peer ann;
    open_fixture(&fixture, "--limit=commands_per_s=1000000");
    come(&fixture, &ann);
    send_lines(&ann, "ping\n", LINES);
    peer_hang_up(&ann);
    while (people_n_clients(hub_people(loop_hub(fixture.loop))) > 0) {
        turns(&fixture, 1);
    }
    turns(&fixture, 10);
    for (int i = 0; i < LINES; i++) {
        assert_string_equal(peer_line(&ann), "+ pong");
    }
    peer_expect_end(&ann);
    peer_fini(&ann);
    close_fixture(&fixture);
}

/* Default limits: of a page of commands, a hundred are done, and then the server says
 * goodbye. */
TEST(test_ten_thousand_in_a_packet) {
    struct fixture fixture;
    struct peer ann;
    open_fixture(&fixture, "--limit=commands_burst=100");
    come(&fixture, &ann);
    send_lines(&ann, "ping\n", 10000);
    while (people_n_clients(hub_people(loop_hub(fixture.loop))) > 0) {
        turns(&fixture, 1);
    }
    int n_done = 0, n_refused = 0;
    const char *line;
    while (strncmp(line = peer_line(&ann), "* ", 2) != 0) {
        n_done += strcmp(line, "+ pong") == 0;
        n_refused += strncmp(line, "- Too many commands: slow down", 12) == 0;
    }
    assert_in_range(n_done, 100, 100 + 50 * 5); /* a few more become due in the
                                                 * meantime */
    assert_in_range(n_refused, 200, 300);
    assert_non_null(strstr(line, "too many commands"));
    peer_fini(&ann);
    close_fixture(&fixture);
}

BEFORE_TESTS {
    signal(SIGPIPE, SIG_IGN);
    assert_true(sodium_init() >= 0);
}
