#include "server/scrape.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/listener.h"
#include "server/socket.h"

/* Connections that the kernel keeps for us. */
#define BACKLOG 16

struct scrape {
    struct scrape_config config;
    struct MHD_Daemon *daemon; /* owned; NULL: closed */
    uv_poll_t ready;           /* its epoll descriptor */
    uv_timer_t due;            /* its time-outs */
    uv_timer_t rest;           /* active: ready is not, since accepting fails */
    int fd;                    /* of daemon: listens */
    char endpoint[ENDPOINT_BYTES];
};

/* --- answers --- */

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status,
                              struct MHD_Response *response) {
    if (response == NULL) {
        return MHD_NO; /* GCOVR_EXCL_LINE: no memory: the connection is closed */
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

/* Called once the head of a request is there; what a refused one has beside it is not
 * read. */
/* NOLINTBEGIN(readability-function-size,readability-non-const-parameter): libmicrohttpd
 * says so */
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

static void turn(struct scrape *scrape);

static void on_due(uv_timer_t *timer) {
    turn(timer->data);
}

static unsigned count_connections(const struct scrape *scrape) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(scrape->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info != NULL ? info->num_connections : 0;
}

/* Does what can be done without waiting.  At its limit libmicrohttpd stops listening, and
 * begins again in the first run after a connection has ended, which nothing but us asks
 * for. */
static void turn(struct scrape *scrape) {
    MHD_UNSIGNED_LONG_LONG wait_ms;
    unsigned before, n = count_connections(scrape);
    do {
        before = n;
        (void)MHD_run(scrape->daemon);
        n = count_connections(scrape);
    } while (n < before);
    if (MHD_get_timeout(scrape->daemon, &wait_ms) == MHD_YES) {
        uv_timer_start(&scrape->due, on_due, wait_ms, 0);
    } else {
        uv_timer_stop(&scrape->due);
    }
}

static void on_ready(uv_poll_t *ready, int status, int events);

static void on_rested(uv_timer_t *timer) {
    struct scrape *scrape = timer->data;
    uv_poll_start(&scrape->ready, UV_READABLE, on_ready);
}

/* Without descriptors libmicrohttpd leaves who has come where he is, and asks for the
 * next turn at once, again and again: then we let some time pass. */
static void on_ready(uv_poll_t *ready, int status, int events) {
    struct scrape *scrape = ready->data;
    struct pollfd newcomer = {.fd = scrape->fd, .events = POLLIN};
    unsigned before = count_connections(scrape);
    (void)status;
    (void)events;
    turn(scrape);
    if (before < SCRAPE_CONNECTIONS_MAX && count_connections(scrape) == before &&
        poll(&newcomer, 1, 0) > 0) {
        uv_poll_stop(&scrape->ready);
        uv_timer_start(&scrape->rest, on_rested, LISTENER_REST_MS, 0);
    }
}

/* --- start and end --- */

/* A socket that listens at this address, whose numbers are then in text; -1 with errno.
 */
static int listen_at(const struct addrinfo *at, char text[static ENDPOINT_BYTES]) {
    int fd = socket_listen(at->ai_addr, at->ai_addrlen, BACKLOG);
    struct sockaddr_storage own = {.ss_family = AF_UNSPEC};
    socklen_t len = sizeof own;
    char host[64], port[8];
    if (fd >= 0 && getsockname(fd, (struct sockaddr *)&own, &len) == 0 &&
        getnameinfo((const struct sockaddr *)&own, len, host, sizeof host, port,
                    sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) == 0) {
        bool is_v6 = own.ss_family == AF_INET6;
        snprintf(text, ENDPOINT_BYTES, is_v6 ? "[%s]:%s" : "%s:%s", host, port);
        return fd;
    }
    int error = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = error;
    return -1;
}

/* A socket that listens there; -1 with a fault. */
static int open_socket(struct scrape *scrape, char fault[static FAULT_BYTES]) {
    struct endpoint at;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    if (!endpoint_read(&at, scrape->config.endpoint)) {
        snprintf(fault, FAULT_BYTES, ENDPOINT_FORM);
        return -1;
    }
    int why = getaddrinfo(at.host, at.port, &hints, &found);
    if (why != 0) {
        snprintf(fault, FAULT_BYTES, "cannot give metrics on %s: %s",
                 scrape->config.endpoint, gai_strerror(why));
        return -1;
    }
    int fd = listen_at(found, scrape->endpoint);
    if (fd < 0) {
        snprintf(fault, FAULT_BYTES, "cannot give metrics on %s: %s",
                 scrape->config.endpoint, strerror(errno));
    }
    freeaddrinfo(found);
    return fd;
}

/* Takes fd.  NULL: it does not start. */
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

/* Its epoll descriptor becomes one of the loop. */
static bool join_loop(struct scrape *scrape, uv_loop_t *loop) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(scrape->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    if (info == NULL || uv_poll_init(loop, &scrape->ready, info->epoll_fd) != 0) {
        return false;
    }
    uv_timer_init(loop, &scrape->due);
    uv_timer_init(loop, &scrape->rest);
    scrape->ready.data = scrape;
    scrape->due.data = scrape;
    scrape->rest.data = scrape;
    uv_poll_start(&scrape->ready, UV_READABLE, on_ready);
    return true;
}

struct scrape *scrape_new(uv_loop_t *loop, const struct scrape_config *config,
                          char fault[static FAULT_BYTES]) {
    struct scrape *scrape = mem_new(1, sizeof *scrape);
    scrape->config = *config;
    int fd = open_socket(scrape, fault);
    scrape->daemon = fd >= 0 ? start_daemon(scrape, fd) : NULL;
    scrape->fd = fd;
    if (scrape->daemon != NULL && join_loop(scrape, loop)) {
        return scrape;
    }
    if (fd >= 0) {
        snprintf(fault, FAULT_BYTES, "cannot give metrics on %s: no descriptors",
                 config->endpoint);
    }
    if (scrape->daemon != NULL) {
        MHD_stop_daemon(scrape->daemon);
    }
    free(scrape);
    return NULL;
}

void scrape_endpoint(const struct scrape *scrape, char text[static ENDPOINT_BYTES]) {
    memcpy(text, scrape->endpoint, ENDPOINT_BYTES);
}

void scrape_close(struct scrape *scrape) {
    if (scrape->daemon == NULL) {
        return;
    }
    uv_close((uv_handle_t *)&scrape->ready, NULL); /* before its descriptor goes */
    uv_close((uv_handle_t *)&scrape->due, NULL);
    uv_close((uv_handle_t *)&scrape->rest, NULL);
    MHD_stop_daemon(scrape->daemon);
    scrape->daemon = NULL;
}

void scrape_free(struct scrape *scrape) {
    free(scrape);
}
