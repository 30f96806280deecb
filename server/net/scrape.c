#include "server/net/scrape.h"

#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/conn/socket.h"
#include "server/net/bound.h"
#include "server/net/listener.h"

/* Connections that the kernel may queue. */
#define BACKLOG 16

/* One address.  Each has its own libmicrohttpd daemon, as a daemon has only one
 * socket. */
struct outlet {
    struct MHD_Daemon *daemon; /* owned */
    uv_poll_t ready;           /* its epoll descriptor */
    uv_timer_t due;            /* its timeouts */
    uv_timer_t rest;           /* active: ready is stopped after a failed accept */
    int fd;                    /* the daemon's listening socket */
};

struct scrape {
    struct scrape_config config;
    struct outlet outlet[BOUND_MOST];
    size_t n; /* 0: closed */
};

/* --- answers --- */

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status,
                              struct MHD_Response *response) {
    if (response == NULL) {
        return MHD_NO; /* GCOVR_EXCL_LINE: out of memory: the connection is closed */
    }
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status,
                              const char *text) {
    char body[40];
    snprintf(body, sizeof body, "%s\n", text);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(body), body, MHD_RESPMEM_MUST_COPY);
    if (response != NULL && status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    }
    return answer(connection, status, response);
}

static enum MHD_Result give_metrics(struct MHD_Connection *connection,
                                    const struct scrape *scrape) {
    size_t len;
    char *text = metrics_text(scrape->config.measure(scrape->config.owner), &len);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(len, text, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        free(text);
        return MHD_NO;
    }
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
                                  "text/plain; version=0.0.4; charset=utf-8");
    return answer(connection, MHD_HTTP_OK, response);
}

/* Called when a request's header has arrived.  The body of a refused request is not
 * read. */
/* NOLINTBEGIN(readability-function-size,readability-non-const-parameter): libmicrohttpd's
 * signature */
static enum MHD_Result on_request(void *cls, struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  const char *version, const char *upload,
                                  size_t *upload_bytes, void **request) {
    (void)version;
    (void)upload;
    (void)upload_bytes;
    (void)request;
    if (strcmp(url, "/metrics") != 0) {
        return refuse(connection, MHD_HTTP_NOT_FOUND, "there is only /metrics");
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 &&
        strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET");
    }
    return give_metrics(connection, cls);
}
/* NOLINTEND(readability-function-size,readability-non-const-parameter) */

/* --- the loop --- */

static void turn(struct outlet *outlet);

static void on_due(uv_timer_t *timer) {
    turn(timer->data);
}

static unsigned count_connections(const struct outlet *outlet) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(outlet->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info != NULL ? info->num_connections : 0;
}

/* Runs the daemon without blocking.  At its connection limit libmicrohttpd stops
 * listening; it starts again in the first run after a connection has ended, so another
 * run follows. */
static void turn(struct outlet *outlet) {
    MHD_UNSIGNED_LONG_LONG wait_ms;
    unsigned before, n = count_connections(outlet);
    do {
        before = n;
        (void)MHD_run(outlet->daemon);
        n = count_connections(outlet);
    } while (n < before);
    if (MHD_get_timeout(outlet->daemon, &wait_ms) == MHD_YES) {
        uv_timer_start(&outlet->due, on_due, wait_ms, 0);
    } else {
        uv_timer_stop(&outlet->due);
    }
}

static void on_ready(uv_poll_t *ready, int status, int events);

static void on_rested(uv_timer_t *timer) {
    struct outlet *outlet = timer->data;
    uv_poll_start(&outlet->ready, UV_READABLE, on_ready);
}

/* When out of descriptors, libmicrohttpd leaves new connections pending, and the loop
 * would call it again at once, endlessly.  So it pauses for a while. */
static void on_ready(uv_poll_t *ready, int status, int events) {
    struct outlet *outlet = ready->data;
    struct pollfd newcomer = {.fd = outlet->fd, .events = POLLIN};
    unsigned before = count_connections(outlet);
    (void)status;
    (void)events;
    turn(outlet);
    if (before < SCRAPE_CONNECTIONS_MAX && count_connections(outlet) == before &&
        poll(&newcomer, 1, 0) > 0) {
        uv_poll_stop(&outlet->ready);
        uv_timer_start(&outlet->rest, on_rested, LISTENER_REST_MS, 0);
    }
}

/* --- start and end --- */

/* Takes fd.  NULL: the daemon does not start. */
static struct MHD_Daemon *start_daemon(struct scrape *scrape, int fd) {
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL, 0, NULL, NULL, on_request, scrape, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)SCRAPE_CONNECTIONS_MAX,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)SCRAPE_PER_ADDRESS_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, scrape->config.timeout_s,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)SCRAPE_MEMORY_BYTES,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (daemon == NULL) {
        close(fd);
    }
    return daemon;
}

/* Watches its epoll descriptor in our loop. */
static bool join_loop(struct outlet *outlet, uv_loop_t *loop) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(outlet->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    if (info == NULL || uv_poll_init(loop, &outlet->ready, info->epoll_fd) != 0) {
        return false;
    }
    uv_timer_init(loop, &outlet->due);
    uv_timer_init(loop, &outlet->rest);
    outlet->ready.data = outlet;
    outlet->due.data = outlet;
    outlet->rest.data = outlet;
    uv_poll_start(&outlet->ready, UV_READABLE, on_ready);
    return true;
}

/* Adds an address; takes fd.  False: out of descriptors. */
static bool add_outlet(struct scrape *scrape, uv_loop_t *loop, int fd) {
    struct outlet *outlet = &scrape->outlet[scrape->n];
    outlet->fd = fd;
    outlet->daemon = start_daemon(scrape, fd);
    if (outlet->daemon == NULL) {
        return false;
    }
    if (!join_loop(outlet, loop)) {
        MHD_stop_daemon(outlet->daemon);
        return false;
    }
    scrape->n++;
    return true;
}

struct scrape *scrape_new(uv_loop_t *loop, const struct scrape_config *config,
                          char fault[static FAULT_BYTES]) {
    struct bound bound;
    char why[FAULT_BYTES];
    fault[0] = '\0';
    const struct bound_how how = {.log = config->log, .backlog = BACKLOG};
    if (!bound_open(&bound, config->endpoint, &how, why)) {
        snprintf(fault, FAULT_BYTES, "cannot give metrics on %.50s: %.80s",
                 config->endpoint, why);
        return NULL;
    }
    struct scrape *scrape = mem_new(1, sizeof *scrape);
    scrape->config = *config;
    size_t i = 0;
    while (i < bound.n && add_outlet(scrape, loop, bound.fd[i])) {
        i++;
    }
    if (i == bound.n) {
        return scrape;
    }
    while (++i < bound.n) {
        close(bound.fd[i]);
    }
    snprintf(fault, FAULT_BYTES, "cannot give metrics on %s: no descriptors",
             config->endpoint);
    return scrape;
}

bool scrape_endpoint(const struct scrape *scrape, size_t i,
                     char text[static ENDPOINT_BYTES]) {
    struct sockaddr_storage own;
    if (i >= scrape->n || !socket_address(scrape->outlet[i].fd, &own)) {
        return false;
    }
    endpoint_write((const struct sockaddr *)&own, text);
    return true;
}

void scrape_close(struct scrape *scrape) {
    for (size_t i = 0; i < scrape->n; i++) {
        struct outlet *outlet = &scrape->outlet[i];
        uv_close((uv_handle_t *)&outlet->ready,
                 NULL); /* before its descriptor is closed */
        uv_close((uv_handle_t *)&outlet->due, NULL);
        uv_close((uv_handle_t *)&outlet->rest, NULL);
        MHD_stop_daemon(outlet->daemon);
    }
    scrape->n = 0;
}

void scrape_free(struct scrape *scrape) {
    free(scrape);
}
