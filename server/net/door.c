#include "server/net/door.h"

#include <stdio.h>

#include "server/limits/address_table.h"

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

bool door_accept(struct door *door, int fd, unsigned kind) {
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

/* --- start and end --- */

void door_init(struct door *door, uv_loop_t *uv, const struct limits *limits,
               const struct log *log,
               bool (*on_accept)(void *owner, int fd, unsigned kind)) {
    const struct listeners_config listening = {log, on_accept, door->shared.owner,
                                               door->is_shared};
    door->uv = uv;
    door->log = log;
    door->shared.queue_bytes = (size_t)limits->queue_bytes;
    door->shared.pause_bytes = (size_t)limits->pause_bytes;
    door->shared.skip_bytes = (size_t)limits->skip_bytes;
    door->shared.tls_handshake_ms = (uint64_t)limits->tls_handshake_ms;
    door->shared.web_request_ms = (uint64_t)limits->web_request_ms;
    door->shared.web_ping_ms = (uint64_t)limits->web_ping_ms;
    door->listeners = listeners_new(uv, &listening);
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

void door_close(struct door *door) {
    uint32_t at = 0;
    listeners_close(door->listeners);
    for (struct conn *conn; (conn = slots_next(&door->conns, &at)) != NULL;) {
        if (conn->visitor != NULL || conn->is_pending) {
            conn_close(conn);
        }
    }
}

void door_fini(struct door *door) {
    listeners_free(door->listeners);
    slots_fini(&door->conns);
    deadline_heap_fini(&door->shared.deadlines);
}
