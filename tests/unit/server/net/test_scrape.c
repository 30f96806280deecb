/* Metrics over HTTP, on real sockets: one loop for the server and the test. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/conn/conn.h"
#include "server/net/listener.h"
#include "server/net/scrape.h"
#include "server/web/http.h"
#include "tests/unit/test.h"

/* Time limit for anything expected, in s. */
#define LIMIT_S 60

static const struct log quiet = {.level = LOG_ERROR};

struct context {
    uv_loop_t loop;
    struct scrape *scrape;
    struct listeners *listeners;
    struct metrics metrics;
    int n_measured;
    char host[ENDPOINT_BYTES];
    uint16_t port;
};

static const struct metrics *measure(void *owner) {
    struct context *context = owner;
    context->n_measured++;
    return &context->metrics;
}

static bool on_accept(void *owner, int fd, unsigned kind) {
    struct context *context = owner;
    (void)kind;
    return scrape_accept(context->scrape, fd);
}

static void open_site(struct context *context, const char *endpoint,
                      uint64_t request_ms) {
    char fault[FAULT_BYTES] = "", text[ENDPOINT_BYTES];
    *context = (struct context){.metrics = {.moves = 42}};
    assert_int_equal(uv_loop_init(&context->loop), 0);
    const struct scrape_config config = {measure, context, request_ms};
    const struct listeners_config listening = {&quiet, on_accept, context, false};
    context->scrape = scrape_new(&context->loop, &config);
    context->listeners = listeners_new(&context->loop, &listening);
    assert_true(
        listeners_add(context->listeners, endpoint, LISTENER_METRICS, false, fault));
    text_copy(text, ENDPOINT_BYTES, listeners_get(context->listeners, 0)->endpoint);
    context->port = (uint16_t)strtoul(strrchr(text, ':') + 1, NULL, 10);
    assert_true(context->port > 0);
}

static void close_site(struct context *context) {
    listeners_close(context->listeners);
    scrape_close(context->scrape);
    while (uv_run(&context->loop, UV_RUN_DEFAULT) != 0) {
    }
    listeners_free(context->listeners);
    scrape_free(context->scrape);
    assert_int_equal(uv_loop_close(&context->loop), 0);
}

/* Connects from 127.0.0.1 plus n, which looks like another machine to the server. */
static int connect_from(const struct context *context, unsigned n) {
    struct sockaddr_in own = {.sin_family = AF_INET};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(context->port)};
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + n);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    return fd;
}

static int connect_to(const struct context *context) {
    return connect_from(context, 0);
}

/* Sends half a request on every connection that the server allows, from as many addresses
 * as needed. */
static void take_all(struct context *context, int fd[SCRAPE_CONNECTIONS_MAX]) {
    for (unsigned i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        fd[i] = connect_from(context, i / SCRAPE_PER_ADDRESS_MAX);
        assert_int_equal(send(fd[i], "GET /met", 8, MSG_NOSIGNAL), 8);
        uv_run(&context->loop, UV_RUN_NOWAIT);
    }
}

static void say(int fd, const char *text) {
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Runs the loop and reads until the connection is closed. */
static char *hear(struct context *context, int fd) {
    static char text[65536];
    size_t len = 0;
    uint64_t until = uv_hrtime() + (uint64_t)LIMIT_S * 1000000000;
    for (;;) {
        ssize_t n = recv(fd, text + len, sizeof text - 1 - len, 0);
        if (n == 0 || (n < 0 && errno == ECONNRESET)) {
            break;
        }
        assert_true(n > 0 || errno == EAGAIN || errno == EWOULDBLOCK);
        assert_true(uv_hrtime() < until);
        len += n > 0 ? (size_t)n : 0;
        uv_run(&context->loop, UV_RUN_NOWAIT);
    }
    text[len] = '\0';
    close(fd);
    return text;
}

static char *ask(struct context *context, const char *request) {
    int fd = connect_to(context);
    say(fd, request);
    return hear(context, fd);
}

static void expect(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("\"%s\" does not have \"%s\"", text, part);
    }
}

#define REQUEST(method, path)                                                            \
    method " " path " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"

TEST(gives_what_is_counted) {
    struct context context;
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    const char *told = ask(&context, REQUEST("GET", "/metrics"));
    assert_int_equal(strncmp(told, "HTTP/1.1 200 OK\r\n", 17), 0);
    expect(told, "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n");
    size_t len;
    char *body = metrics_text(&context.metrics, &len);
    assert_string_equal(strstr(told, "\r\n\r\n") + 4, body);
    expect(body, "\nalea_moves_total 42\n");
    free(body);
    assert_int_equal(context.n_measured, 1);
    context.metrics.moves = 43; /* measured again for each request */
    expect(ask(&context, REQUEST("GET", "/metrics?x=1")), "\nalea_moves_total 43\n");
    close_site(&context);
}

TEST(head_has_no_body) {
    struct context context;
    open_site(&context, "localhost:0", SCRAPE_REQUEST_MS);
    const char *told = ask(&context, REQUEST("HEAD", "/metrics"));
    assert_int_equal(strncmp(told, "HTTP/1.1 200 OK\r\n", 17), 0);
    expect(told, "\r\nContent-Length: ");
    assert_string_equal(strstr(told, "\r\n\r\n") + 4, "");
    close_site(&context);
}

static struct refused_row {
    const char *name, *request, *status;
} refused_rows[] = {
    {"another path", REQUEST("GET", "/"), "HTTP/1.1 404 "},
    {"a longer path", REQUEST("GET", "/metrics/"), "HTTP/1.1 404 "},
    {"POST", REQUEST("POST", "/metrics"), "HTTP/1.1 405 "},
    {"DELETE", REQUEST("DELETE", "/metrics"), "HTTP/1.1 405 "},
    {"a body",
     "POST /metrics HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000000\r\n\r\nabc",
     "HTTP/1.1 405 "},
    {"no host", "GET /metrics HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "},
    {"no HTTP", "name ann\r\n\r\n", "HTTP/1.1 400 "},
    {"a WebSocket",
     "GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
     "HTTP/1.1 404 "},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    struct context context;
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    const char *told = ask(&context, row->request);
    if (strncmp(told, row->status, strlen(row->status)) != 0) {
        fail_msg("%s: %s", row->name, told);
    }
    assert_int_equal(context.n_measured, 0);
    expect(ask(&context, REQUEST("GET", "/metrics")), "HTTP/1.1 200 OK");
    close_site(&context);
}

/* A peer that sends no more gets what it has asked for; one that goes on is cut off. */
TEST(the_end_of_the_input) {
    struct context context;
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    int fd = connect_to(&context);
    say(fd, "GET /metrics HTTP/1.0\r\n\r\n");
    assert_int_equal(shutdown(fd, SHUT_WR), 0);
    expect(hear(&context, fd), "alea_moves_total 42");
    fd = connect_to(&context);
    say(fd, "GET /met");
    assert_int_equal(shutdown(fd, SHUT_WR), 0);
    assert_string_equal(hear(&context, fd), "");
    fd = connect_to(&context);
    say(fd, "GET /metrics HTTP/1.0\r\nCookie: ");
    static char sweets[2 * CONN_READ_BYTES];
    memset(sweets, 'a', sizeof sweets - 1);
    for (int i = 0; i < 1000 && send(fd, sweets, sizeof sweets, MSG_NOSIGNAL) != -1;
         i++) {
        uv_run(&context.loop, UV_RUN_NOWAIT);
    }
    (void)hear(&context, fd);
    assert_int_equal(context.n_measured, 1);
    close_site(&context);
}

/* The header of a request has a maximum length. */
TEST(a_long_head_is_refused) {
    struct context context;
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    char head[2 * HTTP_HEAD_BYTES_MAX];
    memset(head, 'a', sizeof head);
    memcpy(head, "GET /", 5);
    head[sizeof head - 1] = '\0';
    const char *told = ask(&context, head);
    assert_int_equal(strncmp(told, "HTTP/1.1 4", 10), 0);
    assert_int_equal(context.n_measured, 0);
    close_site(&context);
}

/* Idle connections time out, which makes room for others. */
TEST(silent_connections_are_closed) {
    struct context context;
    int fd[SCRAPE_CONNECTIONS_MAX];
    open_site(&context, "127.0.0.1:0", 1000);
    take_all(&context, fd);
    const char *refused = ask(&context, REQUEST("GET", "/metrics"));
    if (refused[0] != '\0') { /* otherwise it has waited for a free connection */
        expect(refused, "alea_moves_total 42");
    }
    for (int i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        assert_null(strstr(hear(&context, fd[i]), "200 OK"));
    }
    expect(ask(&context, REQUEST("GET", "/metrics")), "alea_moves_total 42");
    close_site(&context);
}

TEST(more_than_so_many_at_once_are_not_served) {
    struct context context;
    int fd[SCRAPE_CONNECTIONS_MAX];
    char byte;
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    take_all(&context, fd);
    int more = connect_from(&context, SCRAPE_CONNECTIONS_MAX);
    say(more, REQUEST("GET", "/metrics"));
    for (int i = 0; i < 100; i++) {
        uv_run(&context.loop, UV_RUN_NOWAIT);
    }
    assert_true(recv(more, &byte, 1, 0) <= 0);
    close(more);
    assert_int_equal(context.n_measured, 0);
    for (int i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        close(fd[i]);
    }
    expect(ask(&context, REQUEST("GET", "/metrics")), "alea_moves_total 42");
    close_site(&context);
}

/* An address at its limit that connects again does not delay other addresses. */
TEST(one_address_leaves_some) {
    struct context context;
    int fd[SCRAPE_PER_ADDRESS_MAX];
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    for (int i = 0; i < SCRAPE_PER_ADDRESS_MAX; i++) {
        fd[i] = connect_to(&context);
        say(fd[i], "GET /met");
    }
    for (int i = 0; i < SCRAPE_CONNECTIONS_MAX; i++) {
        assert_string_equal(ask(&context, REQUEST("GET", "/metrics")), "");
    }
    int other = connect_from(&context, 1);
    say(other, REQUEST("GET", "/metrics"));
    expect(hear(&context, other), "alea_moves_total 42");
    for (int i = 0; i < SCRAPE_PER_ADDRESS_MAX; i++) {
        close(fd[i]);
    }
    close_site(&context);
}

/* A half-sent request is cut off when the server stops. */
TEST(stops_at_once) {
    struct context context;
    open_site(&context, "127.0.0.1:0", SCRAPE_REQUEST_MS);
    int fd = connect_to(&context);
    say(fd, "GET /met");
    for (int i = 0; i < 10; i++) {
        uv_run(&context.loop, UV_RUN_NOWAIT);
    }
    uint64_t began = uv_hrtime();
    close_site(&context);
    assert_true(uv_hrtime() - began < (uint64_t)5 * 1000000000);
    close(fd);
}
