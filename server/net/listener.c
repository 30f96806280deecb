#include "server/net/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/conn/socket.h"
#include "server/net/bound.h"

/* Connections that the kernel may queue between two turns of the loop: enough for all
 * clients that reconnect at once after a restart.  Any more would retry after a
 * second. */
#define BACKLOG 4096

struct listeners {
    uv_loop_t *loop;
    struct listeners_config config;
    struct listener one[6 * LISTEN_MAX]; /* of the six kinds */
    size_t n;
    uv_timer_t rest; /* active: accepting pauses */
    int spare;       /* a reserved descriptor, owned; see turn_away; -1: none */
    bool has_failed; /* the last accept */
};

/* --- accepting --- */

static void keep_spare(struct listeners *all) {
    if (all->spare < 0) {
        all->spare = open("/", O_RDONLY | O_CLOEXEC);
    }
}

/* When out of descriptors, accepts a connection with the reserved one and closes it;
 * otherwise the client would wait in the kernel's queue.  Returns 0, or the error of
 * accept; EAGAIN: no connection is pending. */
static int turn_away(struct listeners *all, int fd, int why) {
    if (all->spare < 0) {
        return why;
    }
    close(all->spare);
    all->spare = -1;
    int newcomer = socket_accept(fd);
    int error = newcomer >= 0 ? 0 : errno;
    if (newcomer >= 0) {
        socket_drop(newcomer);
    }
    keep_spare(all);
    return error;
}

/* Logs the first failure since the last success. */
static void note_failure(struct listeners *all, const char *error) {
    if (!all->has_failed) {
        log_line(all->config.log, LOG_WARN, "accept_failed error=%s", error);
    }
    all->has_failed = true;
}

/* Whether an error of accept concerns only one connection that is already gone.  On Linux
 * accept(2) also reports network errors of the new connection. */
static bool is_per_connection_error(int error) {
    switch (error) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case EPERM: /* a firewall */
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
    case ETIMEDOUT: return true;
    default: return false;
    }
}

enum taken {
    TAKEN_ONE, /* accepted, closed or gone: try the next one */
    TAKEN_NONE,
    TAKEN_FAILS, /* accept fails, and would fail again at once */
};

static enum taken take_one(struct listener *listener) {
    struct listeners *all = listener->all;
    int fd = socket_accept(listener->fd);
    if (fd >= 0) {
        if (all->config.on_accept(all->config.owner, fd, listener->kind)) {
            all->has_failed = false;
        } else {
            note_failure(all, "accept");
        }
        return TAKEN_ONE;
    }
    int why = errno, error = why;
    if (error == EMFILE || error == ENFILE) {
        /* Linux reports this even if no connection is pending. */
        error = turn_away(all, listener->fd, error);
    }
    if (error == EAGAIN || error == EWOULDBLOCK) {
        return TAKEN_NONE;
    }
    if (is_per_connection_error(error)) {
        return TAKEN_ONE;
    }
    note_failure(all, uv_err_name(uv_translate_sys_error(why)));
    return error == 0 ? TAKEN_ONE : TAKEN_FAILS;
}

static void on_ready(uv_poll_t *ready, int status, int events);

static void on_rested(uv_timer_t *timer) {
    struct listeners *all = timer->data;
    keep_spare(all);
    for (size_t i = 0; i < all->n; i++) {
        uv_poll_start(&all->one[i].ready, UV_READABLE, on_ready);
    }
}

static void rest(struct listeners *all) {
    for (size_t i = 0; i < all->n; i++) {
        uv_poll_stop(&all->one[i].ready);
    }
    uv_timer_start(&all->rest, on_rested, LISTENER_REST_MS, 0);
}

/* The poll handle reports any remaining connections again in the next turn. */
static void on_ready(uv_poll_t *ready, int status, int events) {
    struct listener *listener = (struct listener *)ready;
    enum taken taken = status == 0 ? TAKEN_ONE : TAKEN_FAILS;
    (void)events;
    for (int i = 0; i < LISTENER_TURN_ACCEPTS && taken == TAKEN_ONE; i++) {
        taken = take_one(listener);
    }
    if (taken == TAKEN_FAILS) {
        rest(listener->all);
    }
}

/* --- start and end --- */

struct listeners *listeners_new(uv_loop_t *loop, const struct listeners_config *config) {
    struct listeners *all = mem_new(1, sizeof *all);
    all->loop = loop;
    all->config = *config;
    all->spare = -1;
    keep_spare(all);
    uv_timer_init(loop, &all->rest);
    all->rest.data = all;
    return all;
}

/* Adds a listener; takes fd.  False: that failed. */
static bool add_one(struct listeners *all, int fd, unsigned kind) {
    struct listener *listener = &all->one[all->n];
    if (!socket_address(fd, &listener->own) ||
        uv_poll_init(all->loop, &listener->ready, fd) != 0) {
        close(fd);
        return false;
    }
    endpoint_write((const struct sockaddr *)&listener->own, listener->endpoint);
    listener->all = all;
    listener->fd = fd;
    listener->kind = kind;
    uv_poll_start(&listener->ready, UV_READABLE, on_ready);
    all->n++;
    return true;
}

static size_t count_of_kind(const struct listeners *all, unsigned kind) {
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++) {
        n += all->one[i].kind == kind;
    }
    return n;
}

bool listeners_add(struct listeners *all, const char *endpoint, unsigned kind,
                   bool v6_only, char why[static FAULT_BYTES]) {
    bool is_shared = all->config.is_shared && kind != LISTENER_METRICS; /* of one alone */
    const struct bound_how how = {all->config.log, BACKLOG,
                                  (v6_only ? SOCKET_V6_ONLY : 0U) |
                                      (is_shared ? SOCKET_SHARED : 0U)};
    struct bound bound;
    if (!bound_open(&bound, endpoint, &how, why)) {
        return false;
    }
    bool fits = count_of_kind(all, kind) + bound.n <= LISTEN_MAX;
    snprintf(why, FAULT_BYTES, "%s",
             fits ? "no descriptors" : "too many addresses to listen on");
    size_t i = 0;
    while (fits && i < bound.n) {
        all->one[all->n].v6_only = v6_only;
        fits = add_one(all, bound.fd[i++], kind);
    }
    while (i < bound.n) {
        close(bound.fd[i++]);
    }
    return fits;
}

const struct listener *listeners_get(const struct listeners *all, size_t i) {
    return i < all->n ? &all->one[i] : NULL;
}

void listeners_close(struct listeners *all) {
    for (size_t i = 0; i < all->n; i++) {
        uv_close((uv_handle_t *)&all->one[i].ready, NULL);
        close(all->one[i].fd);
    }
    all->n = 0;
    uv_close((uv_handle_t *)&all->rest, NULL);
    if (all->spare >= 0) {
        close(all->spare);
    }
}

void listeners_free(struct listeners *all) {
    free(all);
}
