#include "server/net/door.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/limits/rate_limits.h"
#include "server/net/discovery.h"
#include "server/net/scrape.h"

static struct door *door_of(const struct conn *conn) {
    return (struct door *)conn->shared;
}

/* Handles a new connection from this address.  A browser is a visitor until it opens a
 * WebSocket. */
static void arrive(struct door *door, struct conn *conn, const char *address) {
    void *owner = door->shared.owner;
    if ((conn->kind & LISTENER_WEB) == 0) {
        door->ops->add_client(owner, conn, address);
        return;
    }
    conn->visitor = door->ops->add_visitor(owner, address);
    if (conn->visitor == NULL) {
        conn_close(conn);
    }
}

static void end_pending(struct door *door, struct conn *conn) {
    if (conn->is_pending) {
        door->ops->remove_pending(door->shared.owner);
        conn->is_pending = false;
    }
}

void door_proxied(struct conn *conn, const char *address) {
    struct door *door = door_of(conn);
    char own[ENDPOINT_BYTES];
    conn_address(conn, own, sizeof own);
    end_pending(door, conn);
    conn->is_proxied = true;
    door->proxy_fails = false;
    arrive(door, conn, address[0] != '\0' ? address : own);
}

/* Logs the first failure since the last success. */
void door_not_proxied(struct conn *conn, const char *why) {
    struct door *door = door_of(conn);
    char address[ENDPOINT_BYTES];
    conn_address(conn, address, sizeof address);
    if (!door->proxy_fails) {
        log_line(door->log, LOG_WARN, "proxy_header_wrong address=%s why=%s", address,
                 LOG_QUOTED(why));
    }
    door->proxy_fails = true;
}

/* The browser has become a client. */
void door_opened(struct conn *conn) {
    struct door *door = door_of(conn);
    struct address_counts *visitor = conn->visitor;
    char address[ADDRESS_BYTES];
    text_copy(address, sizeof address, visitor->address);
    conn->visitor = NULL;
    door->ops->remove_visitor(door->shared.owner, visitor);
    door->ops->add_client(door->shared.owner, conn, address);
}

void door_forget(struct conn *conn) {
    struct door *door = door_of(conn);
    slots_remove(&door->conns, conn->id);
    end_pending(door, conn);
    door->ops->remove_visitor(door->shared.owner, conn->visitor);
}

/* Adds the layers of a connection, from the top. */
static void add_layers(struct door *door, struct conn *conn) {
    bool is_tls = (conn->kind & LISTENER_TLS) != 0;
    if ((conn->kind & LISTENER_WEB) != 0) {
        conn_add_web(conn, &door->site, is_tls);
    }
    if (is_tls) {
        conn_add_tls(conn, door->context);
    }
    if (conn->is_pending) {
        conn_add_proxy(conn);
    }
    conn_begin(conn);
}

static bool on_accept(void *owner, int fd, unsigned kind) {
    struct door *door = owner;
    if (kind == LISTENER_METRICS) {
        return scrape_accept(door->scrape, fd);
    }
    if (door->ops->accepted != NULL) {
        door->ops->accepted(door->shared.owner);
    }
    if ((kind & LISTENER_TRUNK) != 0) {
        return door->ops->add_front(door->shared.owner, fd);
    }
    struct conn *conn = conn_open(door->uv, fd, &door->shared);
    if (conn == NULL) {
        return false;
    }
    conn->id = slots_add(&door->conns, conn);
    conn->kind = (uint8_t)kind;
    if (!conn_is_in(conn, door->proxy, door->n_proxies)) {
        char address[ENDPOINT_BYTES];
        conn_address(conn, address, sizeof address);
        add_layers(door, conn);
        arrive(door, conn, address);
    } else if (door->ops->add_pending(door->shared.owner)) {
        conn->is_pending = true;
        add_layers(door, conn);
    } else {
        conn_close(conn);
    }
    return true;
}

/* --- connections that yield --- */

/* How many of them continue per turn, with CONN_LINES_AT_ONCE lines each. */
#define TURN_CONNS 4

void door_yield(struct conn *conn) {
    struct yielding *yielding = &door_of(conn)->yielding;
    if (yielding->n == yielding->cap && yielding->first > yielding->cap / 2) {
        yielding->n -= yielding->first;
        memmove(yielding->conn, yielding->conn + yielding->first,
                yielding->n * sizeof *yielding->conn);
        yielding->first = 0;
    }
    MEM_ROOM(yielding->conn, yielding->n, yielding->cap, 64);
    yielding->conn[yielding->n++] = conn->id;
}

bool door_has_work(const struct door *door) {
    for (size_t i = door->yielding.first; i < door->yielding.n; i++) {
        const struct conn *conn = slots_get(&door->conns, door->yielding.conn[i]);
        if (conn == NULL || !conn->paused) {
            return true;
        }
    }
    return false;
}

/* Lets the first connections in the queue continue.  Those with unsent output keep their
 * place; those that wait lose it.  A line of one may make another one wait. */
static void on_next_turn(uv_idle_t *idle) {
    struct door *door = idle->data;
    void *owner = door->shared.owner;
    struct yielding *yielding = &door->yielding;
    if (yielding->first == yielding->n) {
        yielding->first = yielding->n = 0;
        return;
    }
    struct conn *next[TURN_CONNS];
    size_t n_next = 0, n_kept = 0, at = yielding->first;
    uint64_t *first = yielding->conn + at;
    for (; at < yielding->n && n_next < TURN_CONNS; at++) {
        struct conn *conn = slots_get(&door->conns, yielding->conn[at]);
        if (conn == NULL || door->ops->is_waiting(owner, conn)) {
            continue;
        }
        if (conn->paused) {
            first[n_kept++] = conn->id;
        } else {
            next[n_next++] = conn;
        }
    }
    yielding->first = at - n_kept;
    memmove(yielding->conn + yielding->first, first, n_kept * sizeof *first);
    for (size_t i = 0; i < n_next; i++) {
        if (!door->ops->is_waiting(owner, next[i])) {
            conn_release(next[i]);
        }
    }
}

void door_plan_turn(struct door *door, bool is_awake) {
    if (is_awake) {
        uv_idle_start(&door->next_turn, on_next_turn);
    } else {
        uv_idle_stop(&door->next_turn);
    }
}

/* --- start and end --- */

void door_init(struct door *door, uv_loop_t *uv, const struct limits *limits,
               const struct log *log) {
    const struct listeners_config listening = {log, on_accept, door, door->is_shared};
    door->uv = uv;
    door->log = log;
    door->shared.queue_bytes = (size_t)limits->queue_bytes;
    door->shared.pause_bytes = (size_t)limits->pause_bytes;
    door->shared.skip_bytes = (size_t)limits->skip_bytes;
    door->shared.tls_handshake_ms = (uint64_t)limits->tls_handshake_ms;
    door->shared.web_request_ms = (uint64_t)limits->web_request_ms;
    door->shared.web_ping_ms = (uint64_t)limits->web_ping_ms;
    door->listeners = listeners_new(uv, &listening);
    uv_idle_init(uv, &door->next_turn);
    door->next_turn.data = door;
}

bool door_listen(struct door *door, unsigned kind, const char *const *endpoint, size_t n,
                 char fault[static FAULT_BYTES]) {
    for (size_t i = 0; i < n; i++) {
        char why[FAULT_BYTES];
        if (endpoint_is_covered(endpoint, n, i)) {
            log_line(door->log, LOG_WARN, "listen_skipped address=%s why=%s", endpoint[i],
                     LOG_QUOTED("another address of the same option includes it"));
            continue;
        }
        if (!listeners_add(door->listeners, endpoint[i], kind,
                           endpoint_is_v6_only(endpoint, n, i), why)) {
            snprintf(fault, FAULT_BYTES, "cannot listen on %.60s: %.80s", endpoint[i],
                     why);
            return false;
        }
    }
    return true;
}

bool door_give_metrics(struct door *door, const char *endpoint,
                       char fault[static FAULT_BYTES]) {
    const struct scrape_config config = {door->ops->measure, door->shared.owner,
                                         SCRAPE_REQUEST_MS};
    char why[FAULT_BYTES];
    door->scrape = scrape_new(door->uv, &config);
    if (listeners_add(door->listeners, endpoint, LISTENER_METRICS, false, why)) {
        return true;
    }
    snprintf(fault, FAULT_BYTES, "cannot give metrics on %.50s: %.80s", endpoint, why);
    return false;
}

void door_discover(struct door *door, const struct limits *limits, const char *title,
                   const char *boot) {
    const struct discovery_config told = {
        .log = door->log,
        .title = title,
        .finds_burst = limits->finds_burst,
        .finds_per_s = limits->finds_per_s,
        .boot = boot,
        .n_players = door->ops->n_players,
        .owner = door->shared.owner,
    };
    door->discovery = discovery_new(door->uv, &told, door->listeners);
}

void door_stop(struct door *door) {
    if (!door->is_stopping && door->hooks != NULL) {
        door->hooks->on_stop(door->hooks->arg);
    }
    door->ops->stop(door->shared.owner);
}

static void on_signal(uv_signal_t *signal, int number) {
    struct door *door = signal->data;
    if (number == SIGHUP) {
        door->hooks->on_hangup(door->hooks->arg);
    } else if (door->is_stopping) {
        uv_stop(door->uv);
    } else {
        door_stop(door);
    }
}

void door_catch_signals(struct door *door, const struct signal_hooks *hooks) {
    static const int numbers[DOOR_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    door->hooks = hooks;
    for (size_t i = 0; i < DOOR_SIGNALS; i++) {
        uv_signal_init(door->uv, &door->signal[i]);
        door->signal[i].data = door;
        uv_signal_start(&door->signal[i], on_signal, numbers[i]);
        /* A second signal is caught, but its handle does not keep the loop running. */
        uv_unref((uv_handle_t *)&door->signal[i]);
    }
}

void door_run(struct door *door) {
    uv_run(door->uv, UV_RUN_DEFAULT);
}

void door_close(struct door *door) {
    uint32_t at = 0;
    listeners_close(door->listeners);
    if (door->discovery != NULL) {
        discovery_close(door->discovery);
    }
    if (door->scrape != NULL) {
        scrape_close(door->scrape);
    }
    for (struct conn *conn; (conn = slots_next(&door->conns, &at)) != NULL;) {
        if (conn->visitor != NULL || conn->is_pending) {
            conn_close(conn);
        }
    }
}

void door_end(struct door *door) {
    uv_close((uv_handle_t *)&door->next_turn, NULL);
    for (size_t i = 0; door->hooks != NULL && i < DOOR_SIGNALS; i++) {
        uv_close((uv_handle_t *)&door->signal[i], NULL);
    }
}

void door_fini(struct door *door) {
    discovery_free(door->discovery);
    scrape_free(door->scrape);
    listeners_free(door->listeners);
    free(door->yielding.conn);
    slots_fini(&door->conns);
    deadline_heap_fini(&door->shared.deadlines);
}
