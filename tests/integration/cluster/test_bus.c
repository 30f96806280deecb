/* The bus over a real, private nats-server: nodes that meet, a server that dies, logins,
 * TLS, strangers.  The loops of the nodes run in this process. */
#define _GNU_SOURCE /* NOLINT: memmem */
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/config/config.h"
#include "tests/support/certs.h"
#include "tests/support/process.h"

#define NODES 2
#define KEY   "the key of the bus"

/* --- the server --- */

struct site {
    char dir[64];
    struct process nats;
    unsigned port; /* the same after a restart */
    char url[64];
};

/* Writes more lines to the configuration, and starts nats-server. */
static void start_nats(struct site *site, const char *lines) {
    char path[100], port[16];
    snprintf(path, sizeof path, "%s/nats.conf", site->dir);
    snprintf(port, sizeof port, "%d", site->port == 0 ? -1 : (int)site->port);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "host: 127.0.0.1\nlogtime: false\n%s", lines);
    assert_int_equal(fclose(out), 0);
    const char *const argv[] = {"nats-server", "-c", path, "-p", port, NULL};
    process_start(&site->nats, PROCESS_SOCKET, argv);
    for (const char *line; (line = peer_line(&site->nats.stdio)) != NULL;) {
        const char *at = strstr(line, "client connections on 127.0.0.1:");
        if (at != NULL) {
            site->port = (unsigned)strtoul(strrchr(at, ':') + 1, NULL, 10);
        }
        if (strstr(line, "Server is ready") != NULL) {
            snprintf(site->url, sizeof site->url, "nats://127.0.0.1:%u", site->port);
            return;
        }
    }
    fail_msg("nats-server does not start");
}

static void kill_nats(struct site *site) {
    kill(site->nats.pid, SIGKILL);
    process_finish(&site->nats, 10, NULL);
    process_fini(&site->nats);
}

static int open_site(void **state) {
    struct site *site = mem_new(1, sizeof *site);
    strcpy(site->dir, "/tmp/alea-bus.XXXXXX");
    assert_non_null(mkdtemp(site->dir));
    *state = site;
    return 0;
}

static int close_site(void **state) {
    struct site *site = *state;
    process_fini(&site->nats);
    process_must_succeed((const char *const[]){"rm", "-r", site->dir, NULL}, 10);
    free(site);
    return 0;
}

/* --- nodes --- */

struct node {
    struct config config;
    struct store *store;
    struct loop *loop;
    struct bus bus;
    bool is_up; /* the other node */
    unsigned n_downs;
    size_t n_heard;     /* messages */
    size_t bytes_heard; /* of the last one */
    char text[32];      /* and its beginning */
};

static struct node node[NODES];

static struct node *node_of(const struct hub *hub) {
    struct loop *first = node[0].loop;
    return first != NULL && loop_hub(first) == hub ? &node[0] : &node[1];
}

static void on_received(void *owner, int from, const void *bytes, size_t n) {
    struct node *heard = node_of(owner);
    assert_true(heard->is_up && from == (heard == &node[0] ? 2 : 1));
    heard->n_heard++;
    heard->bytes_heard = n;
    snprintf(heard->text, sizeof heard->text, "%.*s", n < 31 ? (int)n : 31,
             (const char *)bytes);
}

static void on_peer(void *owner, int slot, bool is_up) {
    struct node *met = node_of(owner);
    assert_true(slot == (met == &node[0] ? 2 : 1) && met->is_up != is_up);
    met->is_up = is_up;
    met->n_downs += !is_up;
}

static void on_join(struct hub *hub, const struct bus *bus) {
    node_of(hub)->bus = *bus;
}

static const struct bus_ops ops = {on_received, on_peer};

static void open_node(int i, uint64_t epoch, const char *url) {
    struct node *opened = &node[i];
    char *argv[] = {(char[]){"alead"}, (char[]){"--log-level=error"},
                    (char[]){"--db=:memory:"}};
    const char *const endpoint[] = {"127.0.0.1:0"};
    enum exit_code code;
    char fault[FAULT_BYTES] = "";
    memset(opened, 0, sizeof *opened);
    assert_true(config_read(&opened->config, 3, argv, &code));
    opened->store = store_open(&opened->config.hub.stored, fault);
    opened->loop = loop_new(&opened->config.hub, opened->store, endpoint, 1, fault);
    assert_non_null(opened->loop);
    const struct loop_bus_config config = {
        .slot = i + 1,
        .epoch = epoch,
        .key = (const uint8_t[BUS_KEY_BYTES]){KEY},
        .login = {.name = "test", .urls = url, .creds = "", .tls_ca = ""},
        .join = on_join,
        .ops = &ops,
    };
    bool is_open = loop_open_bus(opened->loop, &config, fault);
    assert_string_equal(fault, "");
    assert_true(is_open);
}

static void close_node(int i) {
    loop_free(node[i].loop);
    store_close(node[i].store);
    node[i].loop = NULL;
}

static void open_nodes(const char *url) {
    open_node(0, 1, url);
    open_node(1, 1, url);
}

static void close_nodes(void) {
    close_node(0);
    close_node(1);
}

/* Lets the nodes work for a moment.  False: too long already. */
static bool work(int64_t since_ms) {
    for (int i = 0; i < NODES; i++) {
        if (node[i].loop != NULL) {
            loop_step(node[i].loop);
        }
    }
    poll(NULL, 0, 1);
    return peer_now_ms() - since_ms < PEER_LIMIT_MS;
}

#define WAIT_UNTIL(condition)                                                            \
    for (int64_t since_ms = peer_now_ms(); !(condition);) {                              \
        assert_true(work(since_ms));                                                     \
    }

static bool are_up(bool is_up) {
    return node[0].is_up == is_up && node[1].is_up == is_up;
}

static void publish(int from, int to, const void *bytes, size_t n) {
    node[from].bus.publish(node[from].bus.owner, to, bytes, n);
}

static void say(int from, const char *text) {
    struct node *other = &node[1 - from];
    size_t n = other->n_heard;
    publish(from, BUS_ALL, text, strlen(text));
    WAIT_UNTIL(other->n_heard > n);
    assert_string_equal(other->text, text);
}

static const struct metrics *metrics_of(int i) {
    return hub_metrics(loop_hub(node[i].loop));
}

/* --- nodes that meet --- */

static void nodes_meet(void **state) {
    struct site *site = *state;
    start_nats(site, "");
    open_nodes(site->url);
    WAIT_UNTIL(are_up(true));
    say(0, "to the second");
    say(1, "to the first");
    size_t n = 3 * 1000 * 1000;
    char *bytes = mem_new(n, 1);
    for (unsigned i = 0; i < 20; i++) { /* more than the queue holds */
        publish(0, 2, bytes, n);
        WAIT_UNTIL(node[1].n_heard == 2 + i);
        assert_int_equal(node[1].bytes_heard, n);
    }
    free(bytes);
    int64_t received = 21;
    WAIT_UNTIL(metrics_of(1)->bus_received == received);
    WAIT_UNTIL(metrics_of(0)->bus_sent == received);
    assert_int_equal(metrics_of(1)->nodes_up, 1);
    assert_in_range(metrics_of(0)->bus_bytes_out, 60000000, 60200000);
    assert_int_equal(metrics_of(0)->bus_resets + metrics_of(0)->bus_lost, 0);
    close_node(0);
    WAIT_UNTIL(!node[1].is_up);
    open_node(0, 2, site->url);
    WAIT_UNTIL(are_up(true));
    say(0, "again");
    close_nodes();
}

static void a_server_that_dies_is_found_again(void **state) {
    struct site *site = *state;
    start_nats(site, "");
    open_nodes(site->url);
    for (int i = 0; i < 3; i++) {
        WAIT_UNTIL(are_up(true));
        say(0, "hello");
        kill_nats(site);
        WAIT_UNTIL(are_up(false));
        start_nats(site, "");
    }
    WAIT_UNTIL(are_up(true));
    say(1, "hello");
    close_nodes();
}

static void a_server_may_come_later(void **state) {
    struct site *site = *state;
    start_nats(site, "");
    kill_nats(site);
    open_nodes(site->url);
    for (int i = 0; i < 100; i++) {
        work(peer_now_ms());
    }
    start_nats(site, "");
    WAIT_UNTIL(are_up(true));
    close_nodes();
}

/* A server that stands still never makes us wait, and both nodes begin again. */
static void a_server_that_stands_still(void **state) {
    struct site *site = *state;
    start_nats(site, "");
    open_nodes(site->url);
    WAIT_UNTIL(are_up(true));
    kill(site->nats.pid, SIGSTOP);
    char *bytes = mem_new(LINK_MESSAGE_MAX, 1);
    publish(0, 2, bytes, LINK_MESSAGE_MAX);
    free(bytes);
    WAIT_UNTIL(are_up(false));
    kill(site->nats.pid, SIGCONT);
    WAIT_UNTIL(are_up(true));
    say(0, "hello");
    close_nodes();
}

/* --- logins --- */

struct line {
    struct nats *nats;
    bool is_up;
    char why[FAULT_BYTES]; /* it is down */
};

static void ignore_wake(void *owner) {
}

static struct nats *open_line(const struct nats_login *login, int slot,
                              char fault[static FAULT_BYTES]) {
    struct nats_config config = {.login = *login, .slot = slot, .wake = ignore_wake};
    links_name((const uint8_t[BUS_KEY_BYTES]){KEY}, config.name);
    return nats_open(&config, fault);
}

/* What becomes of the first attempt: up, or why not. */
static struct line try_login(const char *url, const char *creds, const char *tls_ca) {
    char fault[FAULT_BYTES];
    const struct nats_login login = {
        .name = "test", .urls = url, .creds = creds, .tls_ca = tls_ca};
    struct line line = {.nats = open_line(&login, 1, fault)};
    assert_non_null(line.nats);
    struct nats_event *event;
    WAIT_UNTIL((event = nats_take(line.nats)) != NULL);
    line.is_up = event->kind == NATS_UP;
    if (!line.is_up) {
        snprintf(line.why, sizeof line.why, "%s", (const char *)event->bytes);
    }
    free(event);
    nats_close(line.nats);
    return line;
}

static void expect_up(const char *url, const char *creds, const char *tls_ca) {
    struct line line = try_login(url, creds, tls_ca);
    assert_string_equal(line.why, "");
    assert_true(line.is_up);
}

static void expect_down(const char *url, const char *creds, const char *tls_ca,
                        const char *why) {
    struct line line = try_login(url, creds, tls_ca);
    assert_false(line.is_up);
    if (strstr(line.why, why) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", line.why, why);
    }
}

static void a_password(void **state) {
    struct site *site = *state;
    start_nats(site, "authorization { user: alea, password: sesame }\n");
    expect_down(site->url, "", "", "Authorization Violation");
    setenv("ALEA_BUS_USER", "alea", 1);
    expect_down(site->url, "", "", "Authorization Violation");
    setenv("ALEA_BUS_PASSWORD", "sesame", 1);
    expect_up(site->url, "", "");
    open_nodes(site->url);
    WAIT_UNTIL(are_up(true));
    close_nodes();
    unsetenv("ALEA_BUS_USER");
    unsetenv("ALEA_BUS_PASSWORD");
}

static void a_token(void **state) {
    struct site *site = *state;
    start_nats(site, "authorization { token: sesame }\n");
    expect_down(site->url, "", "", "Authorization Violation");
    setenv("ALEA_BUS_TOKEN", "sesame", 1);
    expect_up(site->url, "", "");
    unsetenv("ALEA_BUS_TOKEN");
}

static void credentials(void **state) {
    struct site *site = *state;
    struct process python = {0};
    const char *output;
    char creds[100], fault[FAULT_BYTES];
    const char *const argv[] = {
        "python3", "-c",
        "import sys; sys.path.insert(0, 'tests/cluster'); import bus;"
        "print(bus.make_credentials(sys.argv[1]))",
        site->dir, NULL};
    process_start(&python, PROCESS_SOCKET, argv);
    assert_int_equal(process_finish(&python, 30, &output), 0);
    start_nats(site, output);
    process_fini(&python);
    snprintf(creds, sizeof creds, "%s/alead.creds", site->dir);
    expect_down(site->url, "", "", "Authorization Violation");
    expect_up(site->url, creds, "");
    assert_int_equal(chmod(creds, 0644), 0);
    struct nats_login login = {
        .name = "test", .urls = site->url, .creds = creds, .tls_ca = ""};
    assert_null(open_line(&login, 1, fault));
    assert_non_null(strstr(fault, "can be read by others: chmod 600 them"));
    assert_int_equal(unlink(creds), 0);
    assert_null(open_line(&login, 1, fault));
    assert_non_null(strstr(fault, "No such file"));
}

static void small_payloads_are_refused(void **state) {
    struct site *site = *state;
    start_nats(site, "max_payload: 100000\n");
    expect_down(site->url, "", "",
                "max_payload of the server is 100000, and must be 131168 at least");
}

/* What finds no room in the queue is lost: what the system takes of a connection is
 * little compared with it. */
static void the_queue_has_an_end(void **state) {
    static uint8_t packet[LINK_PACKET_MAX];
    struct site *site = *state;
    char fault[FAULT_BYTES];
    start_nats(site, "");
    const struct nats_login login = {
        .name = "test", .urls = site->url, .creds = "", .tls_ca = ""};
    struct nats *nats = open_line(&login, 1, fault);
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

/* --- TLS --- */

static void start_with_tls(struct site *site, const struct cert_plan *plan) {
    char cert[100], key[100], lines[300];
    struct cert own = cert_make(plan);
    snprintf(cert, sizeof cert, "%s/cert.pem", site->dir);
    snprintf(key, sizeof key, "%s/key.pem", site->dir);
    snprintf(lines, sizeof lines, "tls { cert_file: \"%s\", key_file: \"%s\" }\n", cert,
             key);
    cert_write(&own, cert, key);
    cert_fini(&own);
    start_nats(site, lines);
    snprintf(site->url, sizeof site->url, "tls://localhost:%u", site->port);
}

static void certificates_are_verified(void **state) {
    struct site *site = *state;
    char ca_file[100], other_file[100], plain[64];
    snprintf(ca_file, sizeof ca_file, "%s/ca.pem", site->dir);
    snprintf(other_file, sizeof other_file, "%s/other.pem", site->dir);
    struct cert ca = cert_make(&(struct cert_plan){.name = "ca", .is_ca = true});
    struct cert other = cert_make(&(struct cert_plan){.name = "other", .is_ca = true});
    cert_write(&ca, ca_file, NULL);
    cert_write(&other, other_file, NULL);
    start_with_tls(site, &(struct cert_plan){.name = "nats",
                                             .hosts = "DNS:localhost,IP:127.0.0.1",
                                             .issuer = &ca});
    snprintf(plain, sizeof plain, "nats://127.0.0.1:%u", site->port);
    expect_up(site->url, "", ca_file);
    expect_down(site->url, "", other_file, "SSL handshake error");
    expect_down(site->url, "", "", "SSL handshake error");
    expect_down(plain, "", "", "SSL handshake error");
    char by_address[64];
    snprintf(by_address, sizeof by_address, "tls://127.0.0.1:%u", site->port);
    expect_up(by_address, "", ca_file);
    kill_nats(site);
    start_with_tls(site, &(struct cert_plan){.name = "localhost",
                                             .hosts = "DNS:nats.example.org",
                                             .issuer = &ca});
    expect_down(site->url, "", ca_file, "SSL handshake error");
    kill_nats(site);
    start_nats(site, "");
    snprintf(site->url, sizeof site->url, "tls://localhost:%u", site->port);
    expect_down(site->url, "", ca_file, "Secure Connection not available");
    cert_fini(&ca);
    cert_fini(&other);
}

static void a_ca_must_be_one(void **state) {
    char fault[FAULT_BYTES];
    const struct nats_login login = {
        .name = "test", .urls = "tls://localhost:1", .creds = "", .tls_ca = "/dev/null"};
    assert_null(open_line(&login, 1, fault));
    assert_true(strlen(fault) > 10);
}

/* --- strangers --- */

/* Somebody who may log in listens to all that is for node 2, and then says it again, with
 * garbage in between. */
static void strangers_change_nothing(void **state) {
    static const char secret[] = "nobody else may read this";
    struct site *site = *state;
    char fault[FAULT_BYTES];
    start_nats(site, "");
    const struct nats_login login = {
        .name = "stranger", .urls = site->url, .creds = "", .tls_ca = ""};
    struct nats *stranger = open_line(&login, 2, fault);
    assert_non_null(stranger);
    struct nats_event *heard[200], *event;
    size_t n = 0;
    WAIT_UNTIL((event = nats_take(stranger)) != NULL);
    assert_int_equal(event->kind, NATS_UP);
    free(event);
    open_nodes(site->url);
    WAIT_UNTIL(are_up(true));
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
    assert_int_equal(node[1].n_heard, 11);
    assert_int_equal(node[0].n_downs + node[1].n_downs, 0);
    close_nodes();
    nats_close(stranger);
    for (size_t i = 0; i < n; i++) {
        free(heard[i]);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_site, close_site)

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(nodes_meet),
        TEST(a_server_that_dies_is_found_again),
        TEST(a_server_may_come_later),
        TEST(a_server_that_stands_still),
        TEST(a_password),
        TEST(a_token),
        TEST(credentials),
        TEST(small_payloads_are_refused),
        TEST(the_queue_has_an_end),
        TEST(certificates_are_verified),
        TEST(a_ca_must_be_one),
        TEST(strangers_change_nothing),
    };
    struct libnats library;
    char fault[FAULT_BYTES];
    assert_true(sodium_init() >= 0);
    signal(SIGPIPE, SIG_IGN);
    if (!libnats_load(&library, fault)) {
        printf("skipped: %s\n[  SKIPPED ] bus\n", fault);
        return 0;
    }
    if (system("command -v nats-server >/dev/null") != 0) { /* NOLINT */
        puts("skipped: nats-server is not installed (Debian: nats-server)\n"
             "[  SKIPPED ] bus");
        return 0;
    }
    return cmocka_run_group_tests_name("bus", tests, NULL, NULL);
}
