#include "tests/support/site.h"

#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

#define KEY "the key of the bus"

/* --- the server --- */

void site_start_nats(struct site *site, const char *lines) {
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

void site_kill_nats(struct site *site) {
    kill(site->nats.pid, SIGKILL);
    process_finish(&site->nats, 10, NULL);
    process_fini(&site->nats);
}

int site_open(void **state) {
    struct site *site = mem_new(1, sizeof *site);
    strcpy(site->dir, "/tmp/alea-bus.XXXXXX");
    assert_non_null(mkdtemp(site->dir));
    *state = site;
    return 0;
}

int site_close(void **state) {
    struct site *site = *state;
    process_fini(&site->nats);
    process_must_succeed((const char *const[]){"rm", "-r", site->dir, NULL}, 10);
    free(site);
    return 0;
}

/* --- nodes --- */

struct site_node site_node[SITE_NODES];

static struct site_node *node_of(const struct hub *hub) {
    struct loop *first = site_node[0].loop;
    return first != NULL && loop_hub(first) == hub ? &site_node[0] : &site_node[1];
}

static void on_received(void *owner, int from, const void *bytes, size_t n) {
    struct site_node *heard = node_of(owner);
    assert_true(heard->is_up && from == (heard == &site_node[0] ? 2 : 1));
    heard->n_heard++;
    heard->bytes_heard = n;
    snprintf(heard->text, sizeof heard->text, "%.*s", n < 31 ? (int)n : 31,
             (const char *)bytes);
}

static void on_peer(void *owner, int slot, bool is_up) {
    struct site_node *met = node_of(owner);
    assert_true(slot == (met == &site_node[0] ? 2 : 1) && met->is_up != is_up);
    met->is_up = is_up;
    met->n_downs += !is_up;
}

static void on_join(struct hub *hub, const struct bus *bus) {
    node_of(hub)->bus = *bus;
}

static const struct bus_ops ops = {on_received, on_peer};

void site_open_node(int i, uint64_t epoch, const char *url) {
    struct site_node *opened = &site_node[i];
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

void site_close_node(int i) {
    loop_free(site_node[i].loop);
    store_close(site_node[i].store);
    site_node[i].loop = NULL;
}

void site_open_nodes(const char *url) {
    site_open_node(0, 1, url);
    site_open_node(1, 1, url);
}

void site_close_nodes(void) {
    site_close_node(0);
    site_close_node(1);
}

bool site_work(int64_t since_ms) {
    for (int i = 0; i < SITE_NODES; i++) {
        if (site_node[i].loop != NULL) {
            loop_step(site_node[i].loop);
        }
    }
    poll(NULL, 0, 1);
    return peer_now_ms() - since_ms < PEER_LIMIT_MS;
}

bool site_nodes_are_up(bool is_up) {
    return site_node[0].is_up == is_up && site_node[1].is_up == is_up;
}

static void ignore_wake(void *owner) {
}

struct nats *site_open_line(const struct nats_login *login, int slot,
                            char fault[static FAULT_BYTES]) {
    struct nats_config config = {.login = *login, .slot = slot, .wake = ignore_wake};
    links_name((const uint8_t[BUS_KEY_BYTES]){KEY}, config.name);
    return nats_open(&config, fault);
}

bool site_begin(const char *group) {
    struct libnats library;
    char fault[FAULT_BYTES];
    assert_true(sodium_init() >= 0);
    signal(SIGPIPE, SIG_IGN);
    if (!libnats_load(&library, fault)) {
        printf("skipped: %s\n[  SKIPPED ] %s\n", fault, group);
        return false;
    }
    if (system("command -v nats-server >/dev/null") != 0) { /* NOLINT */
        printf("skipped: nats-server is not installed (Debian: nats-server)\n"
               "[  SKIPPED ] %s\n",
               group);
        return false;
    }
    return true;
}
