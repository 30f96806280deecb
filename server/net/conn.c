/* A connection: opening, reading, TLS, closing. */
#include "server/net/conn.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/net/socket.h"

/* --- deadlines --- */

static void set_deadline(struct conn *conn, uint64_t in_ms) {
    deadline_heap_set(&conn->shared->deadlines, &conn->deadline,
                      conn->shared->now_ms + in_ms);
}

static void clear_deadline(struct conn *conn) {
    deadline_heap_set(&conn->shared->deadlines, &conn->deadline, DEADLINE_NEVER);
}

bool conn_is_closing(const struct conn *conn) {
    return uv_is_closing((const uv_handle_t *)&conn->tcp);
}

bool conn_in_handshake(const struct conn *conn) {
    return conn->tls != NULL && tls_get_state(conn->tls) == TLS_HANDSHAKE;
}

/* --- lines --- */

/* Refuses a telnet option; a flood of them is ignored. */
static void answer_option(struct conn *conn) {
    if (conn->answers == CONN_ANSWERS_MAX) {
        return;
    }
    conn->answers++;
    struct buf *buf =
        buf_new((const char *)conn->frame.answer, sizeof conn->frame.answer);
    conn_send(conn, buf); /* flushed once all is read */
    buf_unref(buf);
}

/* Keeps bytes until conn_release. */
static void keep_rest(struct conn *conn, const uint8_t *bytes, size_t n) {
    if (n == 0) {
        return;
    }
    size_t before = conn->rest != NULL ? conn->rest->n : 0;
    conn->rest = mem_grow(conn->rest, sizeof *conn->rest + before + n, 1);
    memcpy(conn->rest->bytes + before, bytes, n);
    conn->rest->n = before + n;
}

static void free_rest(struct conn_rest *rest) {
    if (rest != NULL) {
        sodium_memzero(rest->bytes, rest->n); /* it may contain a password */
        free(rest);
    }
}

/* Gives others their turn. */
static void yield_turn(struct conn *conn) {
    if (!conn->held && !conn->ending && !conn_is_closing(conn)) {
        conn_hold(conn);
        conn->shared->ops->yields(conn);
    }
}

/* Counts a line, also one that is too long. */
static void count_line(struct conn *conn) {
    if (++conn->n_lines >= CONN_LINES_AT_ONCE) {
        yield_turn(conn);
    }
}

/* Counts bytes without the end of a line. */
static void count_noise(struct conn *conn, size_t n) {
    conn->noise_bytes += (uint32_t)n;
    if (conn->noise_bytes > CONN_NOISE_BYTES && !conn->held) {
        conn_hold(conn);
        conn->shared->ops->noise(conn);
    }
}

static void feed_lines(struct conn *conn, const uint8_t *bytes, size_t n) {
    while (n > 0) {
        if (conn_is_closing(conn) || conn->ending) {
            return;
        }
        if (conn->held) {
            keep_rest(conn, bytes, n);
            return;
        }
        size_t used = 0;
        enum frame_result result = frame_feed(&conn->frame, bytes, n, &used);
        bytes += used;
        n -= used;
        switch (result) {
        case FRAME_MORE: count_noise(conn, used); break;
        case FRAME_LINE:
            conn->shared->ops->line(conn, conn->frame.line, conn->frame.len);
            frame_drop_line(&conn->frame);
            conn->noise_bytes = 0;
            count_line(conn);
            break;
        case FRAME_TOO_LONG:
            conn->shared->ops->line_too_long(conn);
            conn->noise_bytes = 0; /* this line was reported */
            count_line(conn);
            break;
        case FRAME_ANSWER:
            answer_option(conn);
            count_noise(conn, used);
            break;
        }
    }
}

/* --- HTTP and WebSocket --- */

void conn_begin_web(struct conn *conn, const struct web_site *site, bool is_tls) {
    conn->web = web_new(site, is_tls);
    set_deadline(conn, conn->shared->web_request_ms);
}

/* Sends a buffer, which it takes; NULL: nothing. */
static void send_owned(struct conn *conn, struct buf *buf) {
    if (buf != NULL) {
        conn_send(conn, buf);
        buf_unref(buf);
    }
}

static void ping(struct conn *conn) {
    send_owned(conn, web_ping());
    set_deadline(conn, conn->shared->web_ping_ms);
    conn_flush(conn);
}

/* Handles what `used` bytes have become. */
static void take_web(struct conn *conn, enum web_result result, size_t used) {
    size_t len;
    switch (result) {
    case WEB_MORE: count_noise(conn, used); break;
    case WEB_LINE: {
        const char *line = web_line(conn->web, &len);
        conn->shared->ops->line(conn, line, len);
        conn->noise_bytes = 0;
        count_line(conn);
        break;
    }
    case WEB_TOO_LONG:
        conn->shared->ops->line_too_long(conn);
        conn->noise_bytes = 0;
        count_line(conn);
        break;
    case WEB_SEND:
        send_owned(conn, web_take_answer(conn->web));
        if (web_is_open(conn->web)) {
            count_noise(conn, used);
        } else { /* a whole request, as good as a line */
            set_deadline(conn, conn->shared->web_request_ms);
            conn->noise_bytes = 0;
        }
        count_line(conn);
        break;
    case WEB_OPEN:
        send_owned(conn, web_take_answer(conn->web));
        set_deadline(conn, conn->shared->web_ping_ms);
        conn->shared->ops->opened(conn);
        break;
    case WEB_END:
        send_owned(conn, web_take_answer(conn->web));
        conn_end(conn);
        break;
    }
}

static void feed_web(struct conn *conn, const uint8_t *bytes, size_t n) {
    enum web_result result = WEB_SEND;
    while (result != WEB_MORE && !conn_is_closing(conn) && !conn->ending) {
        if (conn->held) {
            keep_rest(conn, bytes, n);
            return;
        }
        size_t used = 0;
        result = web_feed(conn->web, bytes, n, &used);
        bytes += used;
        n -= used;
        take_web(conn, result, used);
    }
}

static void feed(struct conn *conn, const uint8_t *bytes, size_t n) {
    if (conn->web != NULL) {
        feed_web(conn, bytes, n);
    } else {
        feed_lines(conn, bytes, n);
    }
}

/* --- TLS --- */

static void on_plain(void *owner, const void *bytes, size_t n) {
    feed(owner, bytes, n);
}

static void on_cipher(void *owner, const void *bytes, size_t n) {
    struct conn *conn = owner;
    struct buf *buf = buf_new(bytes, n);
    buf_queue_put(conn->wire, buf);
    buf_unref(buf);
}

static const struct tls_ops tls_ops = {on_plain, on_cipher};

/* A client without TLS on a TLS port gets one message, in plain text. */
static void leave_tls(struct conn *conn) {
    clear_deadline(conn);
    buf_queue_clear(&conn->queue);
    tls_free(conn->tls);
    conn->tls = NULL;
    if (conn->web != NULL) {
        conn_close(conn); /* browsers say it themselves */
    } else {
        conn->shared->ops->not_tls(conn);
    }
}

static void end_handshake(struct conn *conn) {
    if (conn->has_spoken) {
        conn_close(conn);
    } else {
        leave_tls(conn);
    }
}

void conn_begin_tls(struct conn *conn, const struct tls_context *context) {
    conn->wire = mem_new(1, sizeof *conn->wire);
    conn->tls = tls_context_accept(context, &tls_ops, conn);
    set_deadline(conn, conn->shared->tls_handshake_ms);
}

/* The peer sends no more, but may still read what it has asked for. */
static void tell_ended(struct conn *conn) {
    if (conn->held) {
        conn->ends_later = true;
    } else {
        conn->shared->ops->ended(conn);
    }
}

/* Feeds ciphertext to TLS, and sends what TLS itself answers. */
static void feed_tls(struct conn *conn, const char *bytes, size_t n) {
    bool was_in_handshake = conn_in_handshake(conn);
    enum tls_state state = tls_feed(conn->tls, bytes, n);
    if (conn_is_closing(conn)) {
        return;
    }
    if (was_in_handshake && state != TLS_HANDSHAKE && conn->web == NULL) {
        clear_deadline(conn);
    } else if (was_in_handshake && state != TLS_HANDSHAKE && !web_is_open(conn->web)) {
        set_deadline(conn, conn->shared->web_request_ms);
    }
    if (state == TLS_ENDED || state == TLS_BROKEN) {
        uv_read_stop((uv_stream_t *)&conn->tcp);
        tell_ended(conn);
    }
    if (state == TLS_BROKEN) {
        conn_end(conn); /* nothing but the alert can be sent */
    }
    conn_flush(conn);
}

/* --- reading --- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    (void)suggested;
    struct conn *conn = (struct conn *)handle;
    *buf = uv_buf_init(conn->shared->read_buf, CONN_READ_BYTES);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct conn *conn = (struct conn *)stream;
    if (n == UV_EOF && conn_in_handshake(conn)) {
        conn_close(conn);
        return;
    }
    if (n == UV_EOF) {
        tell_ended(conn);
    } else if (n < 0) {
        conn_close(conn);
    }
    if (n <= 0) {
        return;
    }
    conn->shared->metrics->bytes_in += n;
    conn->n_lines = 0;
    bool is_first = !conn->has_spoken;
    conn->has_spoken = true;
    if (conn->tls != NULL && is_first && !tls_is_record((uint8_t)buf->base[0])) {
        leave_tls(conn);
    }
    if (conn->tls != NULL) {
        feed_tls(conn, buf->base, (size_t)n);
    } else {
        feed(conn, (const uint8_t *)buf->base, (size_t)n);
    }
    memset(buf->base, 0, (size_t)n); /* it may contain a password */
    if (conn->queue.n > 0) {
        conn_flush(conn);
    }
    if ((size_t)n == CONN_READ_BYTES) {
        yield_turn(conn); /* more has arrived, and libuv would read it at once */
    }
    conn->shared->ops->heard(conn);
}

int conn_read(struct conn *conn) {
    return uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read);
}

void conn_hold(struct conn *conn) {
    conn->held = true;
    uv_read_stop((uv_stream_t *)&conn->tcp);
}

void conn_release(struct conn *conn) {
    if (!conn->held || conn_is_closing(conn)) {
        return;
    }
    struct conn_rest *rest = conn->rest;
    conn->held = false;
    conn->n_lines = 0;
    conn->rest = NULL;
    if (rest != NULL || conn->web != NULL) { /* wslay may have read further */
        static const uint8_t none[1];
        feed(conn, rest != NULL ? rest->bytes : none, rest != NULL ? rest->n : 0);
        free_rest(rest); /* conn may be held again, with a new rest */
    }
    if (conn->queue.n > 0) {
        conn_flush(conn);
    }
    if (conn->held || conn_is_closing(conn)) {
        return;
    }
    if (conn->ends_later) {
        conn->ends_later = false;
        conn->shared->ops->ended(conn);
    } else if (!conn->paused && !conn->ending) {
        conn_read(conn);
    }
}

/* --- opening and closing --- */

static void on_closed(uv_handle_t *handle) {
    struct conn *conn = (struct conn *)handle;
    buf_queue_clear(&conn->queue);
    tls_free(conn->tls);
    web_free(conn->web);
    if (conn->wire != NULL) {
        buf_queue_clear(conn->wire);
        free(conn->wire);
    }
    free_rest(conn->rest);
    frame_fini(&conn->frame);
    free(conn);
}

/* Lets TCP notice a dead connection, idle or with data that nobody acknowledges.  Best
 * effort: the connection works without these options. */
static void set_options(struct conn *conn) {
    (void)uv_tcp_nodelay(&conn->tcp, 1);
    (void)uv_tcp_keepalive(&conn->tcp, 1, CONN_IDLE_S);
    int send_bytes = CONN_SEND_BYTES;
    (void)uv_send_buffer_size((uv_handle_t *)&conn->tcp, &send_bytes);
#ifdef TCP_USER_TIMEOUT
    uv_os_fd_t fd;
    const unsigned unacknowledged_ms = CONN_DEAD_MS;
    if (uv_fileno((const uv_handle_t *)&conn->tcp, &fd) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_ms,
                   sizeof unacknowledged_ms);
    }
#endif
}

struct conn *conn_open(uv_loop_t *loop, int fd, struct conn_shared *shared) {
    struct conn *conn = mem_new(1, sizeof *conn);
    conn->shared = shared;
    uv_tcp_init(loop, &conn->tcp);
    int error = uv_tcp_open(&conn->tcp, fd);
    if (error != 0) {
        socket_drop(fd);
    }
    if (error != 0 || conn_read(conn) != 0) {
        uv_close((uv_handle_t *)&conn->tcp, on_closed);
        return NULL;
    }
    set_options(conn);
    return conn;
}

void conn_address(const struct conn *conn, char *text, size_t cap) {
    struct sockaddr_storage peer;
    int len = sizeof peer;
    snprintf(text, cap, "?");
    if (uv_tcp_getpeername(&conn->tcp, (struct sockaddr *)&peer, &len) != 0) {
        return;
    }
    if (peer.ss_family != AF_INET6) {
        uv_ip4_name((const struct sockaddr_in *)&peer, text, cap);
        return;
    }
    struct sockaddr_in6 *peer6 = (struct sockaddr_in6 *)&peer;
    if (IN6_IS_ADDR_V4MAPPED(&peer6->sin6_addr)) { /* from a socket for IPv6 and IPv4 */
        uv_inet_ntop(AF_INET, &peer6->sin6_addr.s6_addr[12], text, cap);
        return;
    }
    if (!IN6_IS_ADDR_LOOPBACK(&peer6->sin6_addr)) {
        memset(&peer6->sin6_addr.s6_addr[8], 0, 8); /* one host has the whole /64 */
    }
    uv_ip6_name(peer6, text, cap);
}

void conn_close(struct conn *conn) {
    if (conn_is_closing(conn)) {
        return;
    }
    clear_deadline(conn);
    uv_close((uv_handle_t *)&conn->tcp, on_closed);
    conn->shared->ops->closed(conn);
}

void conn_end(struct conn *conn) {
    if (conn->ending || conn_is_closing(conn)) {
        return;
    }
    if (conn_in_handshake(conn)) {
        conn_close(conn);
        return;
    }
    if (conn->web != NULL) {
        send_owned(conn, web_close(conn->web));
    }
    conn->ending = true;
    uv_read_stop((uv_stream_t *)&conn->tcp);
    set_deadline(conn, CONN_LINGER_MS);
}

void conn_do_due(struct conn_shared *shared) {
    for (struct deadline *deadline;
         (deadline = deadline_heap_first(&shared->deadlines, shared->now_ms)) != NULL;) {
        struct conn *conn = DEADLINE_OF(deadline, struct conn);
        clear_deadline(conn);
        bool is_browser = conn->web != NULL && !conn_in_handshake(conn);
        if (is_browser && web_is_open(conn->web) && !conn->ending) {
            ping(conn);
        } else if (conn->ending || is_browser) {
            conn_close(conn); /* it does not read our goodbye, or asks for nothing */
        } else {
            end_handshake(conn);
        }
    }
}
