/* An operator of a real server: figures about its sockets and its disk. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/support/scene.h"

#define TALK " --limit say_per_minute=100000 --limit commands_burst=1000000"

/* The value of one row of stats. */
static json_int_t stat_of(struct peer *peer, const char *key) {
    peer_ask(peer, "{'cmd':'stats'}");
    const json_t *rows = json_object_get(peer_reply_to(peer, "stats"), "stats");
    size_t i;
    const json_t *row;
    json_array_foreach(rows, i, row) {
        if (strcmp(peer_text(row, "stat"), key) == 0) {
            return json_integer_value(json_object_get(row, "value"));
        }
    }
    fail_msg("no stat %s", key);
    return 0;
}

SCENE_WITH(bytes_are_counted, .args = "--operator-local") {
    struct peer *hal = scene_player(scene, "Hal");
    json_int_t in = stat_of(hal, "bytes_in"), out = stat_of(hal, "bytes_out");
    peer_ask(hal, "{'cmd':'ping','id':'%060d'}", 0);
    peer_reply_to(hal, "ping");
    static const char asked[] = "{'cmd':'stats'}\n";
    json_int_t ping_in = (json_int_t)strlen("{'cmd':'ping','id':''}\n") + 60;
    assert_int_equal(stat_of(hal, "bytes_in"),
                     in + 2 * (json_int_t)strlen(asked) + ping_in);
    assert_true(stat_of(hal, "bytes_out") > out + 60);
}

SCENE_WITH(transactions_are_timed, .args = "--operator-local --db DIR/alea.db") {
    struct peer *hal = scene_player(scene, "Hal");
    json_int_t n = stat_of(hal, "commits"), us = stat_of(hal, "commit_us");
    peer_ask(hal, "{'cmd':'create','game':'royal-ur'}");
    peer_reply_to(hal, "create");
    assert_int_equal(stat_of(hal, "commits"), n + 1);
    json_int_t took = stat_of(hal, "commit_us") - us;
    assert_true(took > 0);
    assert_true(stat_of(hal, "commit_us_max") >= took);
    assert_int_equal(stat_of(hal, "commits_failed"), 0);
}

/* Bob does not read while Ann chats: an operator sees that his output waits, and later
 * that the server has closed his connection. */
SCENE_WITH(
    who_does_not_read_is_seen,
    .args =
        "--operator-local --limit queue_bytes=200000 --limit pause_bytes=20000" TALK) {
    struct peer *hal = scene_player(scene, "Hal");
    struct pair pair = pair_begin(scene);
    int bytes = 2048;
    assert_int_equal(
        setsockopt(pair.bob->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes), 0);
    char text[401];
    memset(text, '#', sizeof text);
    text[sizeof text - 1] = '\0';
    json_int_t most = 0;
    for (int n_rounds = 0; stat_of(hal, "readers_closed") == 0; n_rounds++) {
        assert_in_range(n_rounds, 0, 1000);
        for (int i = 0; i < 50; i++) {
            peer_ask(pair.ann, "{'cmd':'say','text':'%s'}", text);
        }
        for (int i = 0; i < 50; i++) {
            peer_answer(pair.ann);
        }
        peer_ask(hal, "{'cmd':'clients','who':'Bob'}");
        const json_t *rows = json_object_get(peer_reply_to(hal, "clients"), "clients");
        json_int_t waits =
            json_integer_value(json_object_get(json_array_get(rows, 0), "queue_bytes"));
        most = waits > most ? waits : most;
    }
    assert_true(most > 16384);
    assert_int_equal(stat_of(hal, "connections"), 2);
}

/* ::1 counts as this machine, too. */
SCENE_WITH(by_ipv6, .args = "--operator-local --listen [::1]:0") {
    struct peer *hal = scene_text(scene);
    peer_send(hal, "clients");
    peer_expect_line(hal, "+ Connections:");
    peer_expect_line(hal, "    client");
    assert_non_null(strstr(peer_expect_line(hal, "         1"), "  ::1  "));
}

/* As after a signal: the answer, a goodbye, exit status 0. */
SCENE_WITH(shuts_down, .args = "--operator-local") {
    struct peer *hal = scene_player(scene, "Hal");
    struct pair pair = pair_begin(scene);
    peer_ask(hal, "{'cmd':'shutdown','sure':'sure'}");
    peer_reply_to(hal, "shutdown");
    assert_string_equal(peer_text(peer_message(hal), "code"), "shutting_down");
    peer_expect_end(hal);
    while (strcmp(peer_text(peer_message(pair.ann), "event"), "bye") != 0) {
    }
    peer_expect_end(pair.ann);
    server_stop(&scene->server, 0);
}

/* A request as Prometheus makes it. */
SCENE_WITH(gives_metrics, .args = "--operator-local --metrics-listen 127.0.0.1:0") {
    struct peer *hal = scene_player(scene, "Hal");
    struct peer http;
    peer_connect(&http, "127.0.0.1", scene->server.metrics_port);
    peer_send(&http, "GET /metrics HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r");
    peer_expect_line(&http, "HTTP/1.1 200 OK");
    peer_await_line(&http, "# TYPE alea_players gauge");
    assert_string_equal(peer_line(&http), "alea_players 1");
    peer_await_line(&http, "# TYPE alea_received_bytes_total counter");
    peer_expect_line(&http, "alea_received_bytes_total ");
    peer_expect_end(&http);
    peer_fini(&http);
    assert_int_equal(stat_of(hal, "players"), 1); /* the request did not count as a
                                                   * player */
}
