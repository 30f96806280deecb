/* The bus over a real, private nats-server: nodes that meet, a server that dies, and
 * strangers.  test_bus_login.c tests how a node logs in. */
#define _GNU_SOURCE /* NOLINT: memmem */
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "tests/support/site.h"

static void publish(int from, int to, const void *bytes, size_t n) {
    site_node[from].bus.publish(site_node[from].bus.owner, to, bytes, n);
}

static void say(int from, const char *text) {
    struct site_node *other = &site_node[1 - from];
    size_t n = other->n_heard;
    publish(from, BUS_ALL, text, strlen(text));
    WAIT_UNTIL(other->n_heard > n);
    assert_string_equal(other->text, text);
}

static const struct metrics *metrics_of(int i) {
    return hub_metrics(loop_hub(site_node[i].loop));
}

/* --- nodes that meet --- */

static void nodes_meet(void **state) {
    struct site *site = *state;
    site_start_nats(site, "");
    site_open_nodes(site->url);
    WAIT_UNTIL(site_nodes_are_up(true));
    say(0, "to the second");
    say(1, "to the first");
    size_t n = 3 * 1000 * 1000;
    char *bytes = mem_new(n, 1);
    for (unsigned i = 0; i < 20; i++) { /* more than the queue holds */
        publish(0, 2, bytes, n);
        WAIT_UNTIL(site_node[1].n_heard == 2 + i);
        assert_int_equal(site_node[1].bytes_heard, n);
    }
    free(bytes);
    int64_t received = 21;
    WAIT_UNTIL(metrics_of(1)->bus_received == received);
    WAIT_UNTIL(metrics_of(0)->bus_sent == received);
    assert_int_equal(metrics_of(1)->nodes_up, 1);
    assert_in_range(metrics_of(0)->bus_bytes_out, 60000000, 60200000);
    assert_int_equal(metrics_of(0)->bus_resets + metrics_of(0)->bus_lost, 0);
    site_close_node(0);
    WAIT_UNTIL(!site_node[1].is_up);
    site_open_node(0, 2, site->url);
    WAIT_UNTIL(site_nodes_are_up(true));
    say(0, "again");
    site_close_nodes();
}

static void a_server_that_dies_is_found_again(void **state) {
    struct site *site = *state;
    site_start_nats(site, "");
    site_open_nodes(site->url);
    for (int i = 0; i < 3; i++) {
        WAIT_UNTIL(site_nodes_are_up(true));
        say(0, "hello");
        site_kill_nats(site);
        WAIT_UNTIL(site_nodes_are_up(false));
        site_start_nats(site, "");
    }
    WAIT_UNTIL(site_nodes_are_up(true));
    say(1, "hello");
    site_close_nodes();
}

static void a_server_may_come_later(void **state) {
    struct site *site = *state;
    site_start_nats(site, "");
    site_kill_nats(site);
    site_open_nodes(site->url);
    for (int i = 0; i < 100; i++) {
        site_work(peer_now_ms());
    }
    site_start_nats(site, "");
    WAIT_UNTIL(site_nodes_are_up(true));
    site_close_nodes();
}

/* A server that stands still never makes us wait, and both nodes begin again. */
static void a_server_that_stands_still(void **state) {
    struct site *site = *state;
    site_start_nats(site, "");
    site_open_nodes(site->url);
    WAIT_UNTIL(site_nodes_are_up(true));
    kill(site->nats.pid, SIGSTOP);
    char *bytes = mem_new(LINK_MESSAGE_MAX, 1);
    publish(0, 2, bytes, LINK_MESSAGE_MAX);
    free(bytes);
    WAIT_UNTIL(site_nodes_are_up(false));
    kill(site->nats.pid, SIGCONT);
    WAIT_UNTIL(site_nodes_are_up(true));
    say(0, "hello");
    site_close_nodes();
}

/* What finds no room in the queue is lost: what the system takes of a connection is
 * little compared with it. */
static void the_queue_has_an_end(void **state) {
    static uint8_t packet[LINK_PACKET_MAX];
    struct site *site = *state;
    char fault[FAULT_BYTES];
    site_start_nats(site, "");
    const struct nats_login login = {
        .name = "test", .urls = site->url, .creds = "", .tls_ca = ""};
    struct nats *nats = site_open_line(&login, 1, fault);
    assert_non_null(nats);
    struct nats_event *event;
    WAIT_UNTIL((event = nats_take(nats)) != NULL);
    assert_int_equal(event->kind, NATS_UP);
    free(event);
    kill(site->nats.pid, SIGSTOP);
    struct transport line = nats_transport(nats);
    size_t n = 0;
    int64_t since_ms = peer_now_ms();
    while (line.send(line.owner, 2, packet, sizeof packet)) {
        n += sizeof packet;
        assert_true(n < 2 * (size_t)NATS_QUEUE_MAX);
    }
    bool is_full = n > NATS_QUEUE_MAX - sizeof packet && nats_n_lost(nats) == 1;
    /* On a busy machine the connection may be given up before it is full. */
    assert_true(is_full || peer_now_ms() - since_ms >= NATS_TIMEOUT_MS);
    kill(site->nats.pid, SIGKILL);
    nats_close(nats);
}

/* --- strangers --- */

/* Somebody who may log in listens to all that is for node 2, and then says it again, with
 * garbage in between. */
static void strangers_change_nothing(void **state) {
    static const char secret[] = "nobody else may read this";
    struct site *site = *state;
    char fault[FAULT_BYTES];
    site_start_nats(site, "");
    const struct nats_login login = {
        .name = "stranger", .urls = site->url, .creds = "", .tls_ca = ""};
    struct nats *stranger = site_open_line(&login, 2, fault);
    assert_non_null(stranger);
    struct nats_event *heard[200], *event;
    size_t n = 0;
    WAIT_UNTIL((event = nats_take(stranger)) != NULL);
    assert_int_equal(event->kind, NATS_UP);
    free(event);
    site_open_nodes(site->url);
    WAIT_UNTIL(site_nodes_are_up(true));
    for (int i = 0; i < 10; i++) {
        say(0, secret);
    }
    struct transport line = nats_transport(stranger);
    while (n < 14) {
        WAIT_UNTIL((event = nats_take(stranger)) != NULL);
        assert_null(memmem(event->bytes, event->n, secret, sizeof secret - 1));
        assert_true(event->kind == NATS_PACKET && event->n > 40);
        heard[n++] = event;
    }
    int64_t refused = metrics_of(1)->bus_refused;
    for (size_t i = 0; i < n; i++) {
        uint8_t garbage[1000];
        randombytes_buf(garbage, sizeof garbage);
        assert_true(line.send(line.owner, 2, garbage, sizeof garbage));
        assert_true(line.send(line.owner, 2, heard[i]->bytes, heard[i]->n));
        assert_true(line.send(line.owner, BUS_ALL, heard[i]->bytes, heard[i]->n));
    }
    WAIT_UNTIL(metrics_of(1)->bus_refused == refused + 3 * (int64_t)n);
    say(0, "as before");
    assert_int_equal(site_node[1].n_heard, 11);
    assert_int_equal(site_node[0].n_downs + site_node[1].n_downs, 0);
    site_close_nodes();
    nats_close(stranger);
    for (size_t i = 0; i < n; i++) {
        free(heard[i]);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        SITE_TEST(nodes_meet),
        SITE_TEST(a_server_that_dies_is_found_again),
        SITE_TEST(a_server_may_come_later),
        SITE_TEST(a_server_that_stands_still),
        SITE_TEST(the_queue_has_an_end),
        SITE_TEST(strangers_change_nothing),
    };
    if (!site_begin("bus")) {
        return 0;
    }
    return cmocka_run_group_tests_name("bus", tests, NULL, NULL);
}
