#include "server/conn.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/socket.h"

/* Buffers of a write for which no memory is asked: a reply and an event or two. */
#define WRITE_FEW 8

/* One vectored write: holds its buffers until libuv is done with them. */
struct write {
    uv_write_t req; /* first: the write is its container */
    size_t n;
    struct buf *buf[];
};

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    (void)suggested;
    struct conn *conn = (struct conn *)handle;
    *buf = uv_buf_init(conn->shared->read_buf, CONN_READ_BYTES);
}

/* --- queues ---------------------------------------------------------------------------
 */

static struct buf *queue_get(const struct conn_queue *queue, size_t i) {
    return i < CONN_QUEUE_FEW ? queue->few[i] : queue->more[i - CONN_QUEUE_FEW];
}

static void queue_put(struct conn_queue *queue, struct buf *buf) {
    if (queue->n < CONN_QUEUE_FEW) {
        queue->few[queue->n] = buf_ref(buf);
    } else {
        size_t i = queue->n - CONN_QUEUE_FEW;
        if (i == queue->cap) {
            queue->cap = queue->cap == 0 ? 4 : queue->cap * 2;
            queue->more = mem_grow(queue->more, queue->cap, sizeof(struct buf *));
        }
        queue->more[i] = buf_ref(buf);
    }
    queue->n++;
    queue->bytes += buf->len;
}

/* Nobody who sits and waits has memory for a queue. */
static void queue_fini(struct conn_queue *queue) {
    for (size_t i = 0; i < queue->n; i++) {
        buf_unref(queue_get(queue, i));
    }
    free(queue->more);
    *queue = (struct conn_queue){.n = 0};
}

void conn_send(struct conn *conn, struct buf *buf) {
    queue_put(&conn->queue, buf);
}

/* --- the timer ------------------------------------------------------------------------
 */

static void on_freed(uv_handle_t *handle) {
    free(handle);
}

static void stop_timer(struct conn *conn) {
    if (conn->timer != NULL) {
        uv_close((uv_handle_t *)conn->timer, on_freed);
        conn->timer = NULL;
    }
}

static void start_timer(struct conn *conn, uv_timer_cb on_time, uint64_t ms) {
    stop_timer(conn);
    conn->timer = mem_new(1, sizeof *conn->timer);
    uv_timer_init(conn->tcp.loop, conn->timer);
    conn->timer->data = conn;
    uv_timer_start(conn->timer, on_time, ms, 0);
}

/* --- what comes -----------------------------------------------------------------------
 */

static bool is_closing(const struct conn *conn) {
    return uv_is_closing((const uv_handle_t *)&conn->tcp);
}

/* Refuses a telnet option, as long as the peer does not make a flood of it. */
static void answer_option(struct conn *conn) {
    if (conn->answers == CONN_ANSWERS_MAX) {
        return;
    }
    conn->answers++;
    struct buf *buf =
        buf_new((const char *)conn->frame.answer, sizeof conn->frame.answer);
    conn_send(conn, buf); /* flushed when all is read */
    buf_unref(buf);
}

/* Keeps bytes for conn_release. */
static void keep_rest(struct conn *conn, const uint8_t *bytes, size_t n) {
    conn->rest = mem_grow(conn->rest, conn->n_rest + n, 1);
    memcpy(conn->rest + conn->n_rest, bytes, n);
    conn->n_rest += n;
}

static void free_rest(char *rest, size_t n) {
    if (rest != NULL) {
        sodium_memzero(rest, n); /* there may be a password in it */
        free(rest);
    }
}

/* Lets others have their turn. */
static void yield_turn(struct conn *conn) {
    if (!conn->held && !conn->ending && !is_closing(conn)) {
        conn_hold(conn);
        conn->shared->ops->yields(conn);
    }
}

/* A line has come to its end, or is too long. */
static void count_line(struct conn *conn) {
    if (++conn->n_lines >= CONN_LINES_AT_ONCE) {
        yield_turn(conn);
    }
}

/* Bytes have come that are no line yet. */
static void count_noise(struct conn *conn, size_t n) {
    conn->noise_bytes += (uint32_t)n;
    if (conn->noise_bytes > CONN_NOISE_BYTES && !conn->held) {
        conn_hold(conn);
        conn->shared->ops->noise(conn);
    }
}

static void feed(struct conn *conn, const uint8_t *bytes, size_t n) {
    while (n > 0) {
        if (is_closing(conn) || conn->ending) {
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
            conn->noise_bytes = 0; /* told once a line */
            count_line(conn);
            break;
        case FRAME_ANSWER:
            answer_option(conn);
            count_noise(conn, used);
            break;
        }
    }
}

/* --- TLS ------------------------------------------------------------------------------
 */

static void on_plain(void *owner, const void *bytes, size_t n) {
    feed(owner, bytes, n);
}

static void on_cipher(void *owner, const void *bytes, size_t n) {
    struct conn *conn = owner;
    struct buf *buf = buf_new(bytes, n);
    queue_put(&conn->wire, buf);
    buf_unref(buf);
}

static const struct tls_ops tls_ops = {on_plain, on_cipher};

static bool is_shaking(const struct conn *conn) {
    return conn->tls != NULL && tls_get_state(conn->tls) == TLS_SHAKING;
}

/* Who comes to a port for TLS without it is told, and nothing else. */
static void leave_tls(struct conn *conn) {
    stop_timer(conn);
    queue_fini(&conn->queue);
    tls_free(conn->tls);
    conn->tls = NULL;
    conn->shared->ops->not_tls(conn);
}

static void on_handshake_late(uv_timer_t *timer) {
    struct conn *conn = timer->data;
    if (conn->has_spoken) {
        conn_close(conn);
    } else {
        leave_tls(conn);
    }
}

void conn_begin_tls(struct conn *conn, const struct tls_site *site) {
    conn->tls = tls_site_accept(site, &tls_ops, conn);
    start_timer(conn, on_handshake_late, conn->shared->tls_handshake_ms);
}

/* He may still read what he has asked for. */
static void tell_ended(struct conn *conn) {
    if (conn->held) {
        conn->ends_later = true;
    } else {
        conn->shared->ops->ended(conn);
    }
}

/* Takes in ciphertext, and sends what TLS itself has to say to it. */
static void feed_tls(struct conn *conn, const char *bytes, size_t n) {
    bool was_shaking = is_shaking(conn);
    enum tls_state state = tls_feed(conn->tls, bytes, n);
    if (is_closing(conn)) {
        return;
    }
    if (was_shaking && state != TLS_SHAKING) {
        stop_timer(conn);
    }
    if (state == TLS_ENDED || state == TLS_BROKEN) {
        uv_read_stop((uv_stream_t *)&conn->tcp);
        tell_ended(conn);
    }
    if (state == TLS_BROKEN) {
        conn_end(conn); /* but for the alert, nothing can be sent */
    }
    conn_flush(conn);
}

/* What the owner has queued becomes ciphertext, in its order. */
static void seal(struct conn *conn) {
    for (size_t i = 0; i < conn->queue.n; i++) {
        const struct buf *buf = queue_get(&conn->queue, i);
        if (!tls_write(conn->tls, buf->data, buf->len)) {
            break; /* nothing can be said any more */
        }
    }
    queue_fini(&conn->queue);
    if (conn->ending) {
        tls_end(conn->tls);
    }
}

/* --- reading --------------------------------------------------------------------------
 */

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct conn *conn = (struct conn *)stream;
    if (n == UV_EOF && is_shaking(conn)) {
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
    memset(buf->base, 0, (size_t)n); /* there may be a password in it */
    if (conn->queue.n > 0) {
        conn_flush(conn);
    }
    if ((size_t)n == CONN_READ_BYTES) {
        yield_turn(conn); /* there is more, and libuv would read on at once */
    }
}

void conn_hold(struct conn *conn) {
    conn->held = true;
    uv_read_stop((uv_stream_t *)&conn->tcp);
}

void conn_release(struct conn *conn) {
    if (!conn->held || is_closing(conn)) {
        return;
    }
    char *rest = conn->rest;
    size_t n = conn->n_rest;
    conn->held = false;
    conn->n_lines = 0;
    conn->rest = NULL;
    conn->n_rest = 0;
    feed(conn, (const uint8_t *)rest, n); /* it may be held again, with a new rest */
    free_rest(rest, n);
    if (conn->queue.n > 0) {
        conn_flush(conn);
    }
    if (conn->held || is_closing(conn)) {
        return;
    }
    if (conn->ends_later) {
        conn->ends_later = false;
        conn->shared->ops->ended(conn);
    } else if (!conn->paused && !conn->ending) {
        uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read);
    }
}

static void on_closed(uv_handle_t *handle) {
    struct conn *conn = (struct conn *)handle;
    queue_fini(&conn->queue);
    queue_fini(&conn->wire);
    tls_free(conn->tls);
    free_rest(conn->rest, conn->n_rest);
    frame_fini(&conn->frame);
    free(conn);
}

/* So that a line that is dead, and not closed, is noticed: when nothing is sent and when
 * something is that nobody takes.  Best effort: without these the connection works. */
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
    if (error != 0 || uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read) != 0) {
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
    if (IN6_IS_ADDR_V4MAPPED(&peer6->sin6_addr)) { /* through a socket for both */
        uv_inet_ntop(AF_INET, &peer6->sin6_addr.s6_addr[12], text, cap);
        return;
    }
    if (!IN6_IS_ADDR_LOOPBACK(&peer6->sin6_addr)) {
        memset(&peer6->sin6_addr.s6_addr[8], 0, 8); /* who has one has the whole /64 */
    }
    uv_ip6_name(peer6, text, cap);
}

/* --- progress -------------------------------------------------------------------------
 */

static size_t unwritten_bytes(const struct conn *conn) {
    return uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
}

/* Is called before libuv gets more: what has waited for nothing does not stall. */
static void note_progress(struct conn *conn, size_t more_bytes) {
    if (unwritten_bytes(conn) == 0) {
        conn->moved_ms = uv_now(conn->tcp.loop);
        conn->written_bytes = conn->handed_bytes;
    }
    conn->handed_bytes += more_bytes;
}

uint64_t conn_stalled_ms(struct conn *conn) {
    uint64_t written = conn->handed_bytes - unwritten_bytes(conn);
    if (unwritten_bytes(conn) == 0 || written != conn->written_bytes) {
        conn->moved_ms = uv_now(conn->tcp.loop);
        conn->written_bytes = written;
    }
    return uv_now(conn->tcp.loop) - conn->moved_ms;
}

/* --- writing --------------------------------------------------------------------------
 */

size_t conn_waiting_bytes(const struct conn *conn) {
    return conn->queue.bytes + conn->wire.bytes +
           uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
}

bool conn_lags(struct conn *conn) {
    conn->lagging = conn->lagging || unwritten_bytes(conn) > conn->shared->skip_bytes;
    return conn->lagging;
}

/* Reads only from peers who read. */
static void pause_or_resume(struct conn *conn) {
    bool pause = conn_waiting_bytes(conn) > conn->shared->pause_bytes;
    if (pause && !conn->paused) {
        uv_read_stop((uv_stream_t *)&conn->tcp);
    } else if (!pause && conn->paused && !conn->ending && !conn->held) {
        uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read);
    }
    conn->paused = pause;
}

static void write_free(struct write *write) {
    for (size_t i = 0; i < write->n; i++) {
        buf_unref(write->buf[i]);
    }
    free(write);
}

static void on_written(uv_write_t *req, int status) {
    struct conn *conn = (struct conn *)req->handle;
    write_free((struct write *)req);
    if (is_closing(conn)) {
        return;
    }
    if (status < 0 || (conn->ending && conn_waiting_bytes(conn) == 0)) {
        conn_close(conn);
        return;
    }
    pause_or_resume(conn);
    if (conn->lagging && conn_waiting_bytes(conn) == 0) {
        conn->lagging = false;
        conn->shared->ops->drained(conn);
    }
}

/* What the socket has not taken of a queue, n bytes of it being gone, becomes a write;
 * libuv keeps its own copy of the uv_buf_t.  0, or an error of libuv. */
static int write_rest(struct conn *conn, const struct conn_queue *queue, uv_buf_t *bufs,
                      size_t n) {
    size_t gone = 0;
    while (n >= bufs[gone].len) {
        n -= bufs[gone++].len;
    }
    bufs[gone].base += n;
    bufs[gone].len -= n;
    size_t left = queue->n - gone, left_bytes = 0;
    struct write *write = mem_new(1, sizeof *write + left * sizeof(struct buf *));
    write->n = left;
    for (size_t i = 0; i < left; i++) {
        write->buf[i] = buf_ref(queue_get(queue, gone + i));
        left_bytes += bufs[gone + i].len;
    }
    note_progress(conn, left_bytes);
    int error = uv_write(&write->req, (uv_stream_t *)&conn->tcp, bufs + gone,
                         (unsigned)left, on_written);
    if (error != 0) {
        write_free(write);
    }
    return error;
}

/* Empties a queue into one vectored write.  What the socket takes at once, which is
 * nearly always all, costs libuv no request, and the kernel no question whether there is
 * room again. */
static int start_write(struct conn *conn, struct conn_queue *queue) {
    uv_buf_t few[WRITE_FEW];
    uv_buf_t *bufs = queue->n <= WRITE_FEW ? few : mem_new(queue->n, sizeof *bufs);
    for (size_t i = 0; i < queue->n; i++) {
        struct buf *buf = queue_get(queue, i);
        bufs[i] = uv_buf_init(buf->data, (unsigned)buf->len);
    }
    conn->shared->metrics->bytes_out += (int64_t)queue->bytes;
    int taken = uv_try_write((uv_stream_t *)&conn->tcp, bufs, (unsigned)queue->n);
    int error = taken < 0 && taken != UV_EAGAIN ? taken : 0;
    size_t n = taken > 0 ? (size_t)taken : 0;
    if (error == 0 && n < queue->bytes) {
        error = write_rest(conn, queue, bufs, n);
    }
    queue_fini(queue);
    if (bufs != few) {
        free(bufs);
    }
    return error;
}

void conn_flush(struct conn *conn) {
    uv_stream_t *stream = (uv_stream_t *)&conn->tcp;
    if (is_closing(conn)) {
        return;
    }
    if (conn->tls != NULL && !is_shaking(conn)) {
        seal(conn);
    }
    struct conn_queue *queue = conn->tls != NULL ? &conn->wire : &conn->queue;
    /* Judged by what he has let wait, not by one long answer. */
    bool is_slow = queue->n > 0 &&
                   uv_stream_get_write_queue_size(stream) > conn->shared->queue_bytes;
    conn->shared->metrics->readers_closed += is_slow;
    if (is_slow || (queue->n > 0 && start_write(conn, queue) != 0)) {
        conn_close(conn);
        return;
    }
    if (conn->ending && conn_waiting_bytes(conn) == 0) {
        conn_close(conn);
        return;
    }
    pause_or_resume(conn);
}

static void on_linger(uv_timer_t *timer) {
    conn_close(timer->data);
}

void conn_end(struct conn *conn) {
    if (conn->ending || is_closing(conn)) {
        return;
    }
    if (is_shaking(conn)) {
        conn_close(conn);
        return;
    }
    conn->ending = true;
    uv_read_stop((uv_stream_t *)&conn->tcp);
    start_timer(conn, on_linger, CONN_LINGER_MS);
}

void conn_close(struct conn *conn) {
    if (is_closing(conn)) {
        return;
    }
    stop_timer(conn);
    uv_close((uv_handle_t *)&conn->tcp, on_closed);
    conn->shared->ops->closed(conn);
}
