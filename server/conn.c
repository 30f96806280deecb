#include "server/conn.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/mem.h"

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

/* Refuses a telnet option, as long as the peer does not make a flood of it. */
static void answer_option(struct conn *conn) {
    if (conn->answers == CONN_ANSWERS_MAX) {
        return;
    }
    conn->answers++;
    struct buf *buf =
        buf_new((const char *)conn->frame.answer, sizeof conn->frame.answer);
    conn_queue(conn, buf);
    buf_unref(buf);
    conn_flush(conn);
}

static void feed(struct conn *conn, const uint8_t *bytes, size_t n) {
    while (n > 0) {
        size_t used = 0;
        enum frame_result result = frame_feed(&conn->frame, bytes, n, &used);
        bytes += used;
        n -= used;
        if (uv_is_closing((uv_handle_t *)&conn->tcp)) {
            return;
        }
        switch (result) {
        case FRAME_MORE: break;
        case FRAME_LINE:
            conn->shared->ops->line(conn, conn->frame.line, conn->frame.len);
            break;
        case FRAME_TOO_LONG: conn->shared->ops->line_too_long(conn); break;
        case FRAME_ANSWER: answer_option(conn); break;
        }
    }
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct conn *conn = (struct conn *)stream;
    if (n == UV_EOF) {
        conn->shared->ops->ended(conn); /* he may still read what he has asked for */
    } else if (n < 0) {
        conn_close(conn);
    } else if (n > 0) {
        feed(conn, (const uint8_t *)buf->base, (size_t)n);
    }
}

static void on_freed(uv_handle_t *handle) {
    free(handle);
}

static void on_closed(uv_handle_t *handle) {
    struct conn *conn = (struct conn *)handle;
    for (size_t i = 0; i < conn->n_queue; i++) {
        buf_unref(conn->queue[i]);
    }
    free(conn->queue);
    free(conn);
}

/* So that a line that is dead, and not closed, is noticed: when nothing is sent and when
 * something is that nobody takes.  Best effort: without these the connection works. */
static void set_options(struct conn *conn) {
    (void)uv_tcp_nodelay(&conn->tcp, 1);
    (void)uv_tcp_keepalive(&conn->tcp, 1, CONN_IDLE_S);
#ifdef TCP_USER_TIMEOUT
    uv_os_fd_t fd;
    const unsigned unacknowledged_ms = CONN_DEAD_MS;
    if (uv_fileno((const uv_handle_t *)&conn->tcp, &fd) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_ms,
                   sizeof unacknowledged_ms);
    }
#endif
}

struct conn *conn_accept(uv_stream_t *listener, struct conn_shared *shared) {
    struct conn *conn = mem_new(1, sizeof *conn);
    conn->shared = shared;
    frame_init(&conn->frame);
    uv_tcp_init(listener->loop, &conn->tcp);
    if (uv_accept(listener, (uv_stream_t *)&conn->tcp) != 0 ||
        uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read) != 0) {
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
    memset(&peer6->sin6_addr.s6_addr[8], 0, 8); /* whoever has one has the whole /64 */
    uv_ip6_name(peer6, text, cap);
}

void conn_queue(struct conn *conn, struct buf *buf) {
    if (conn->n_queue == conn->cap_queue) {
        conn->cap_queue = conn->cap_queue == 0 ? 4 : conn->cap_queue * 2;
        conn->queue = mem_grow(conn->queue, conn->cap_queue, sizeof(struct buf *));
    }
    conn->queue[conn->n_queue++] = buf_ref(buf);
    conn->queued_bytes += buf->len;
}

static size_t waiting_bytes(const struct conn *conn) {
    return conn->queued_bytes +
           uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
}

/* Reads only from peers who read. */
static void pause_or_resume(struct conn *conn) {
    bool pause = waiting_bytes(conn) > conn->shared->pause_bytes;
    if (pause && !conn->paused) {
        uv_read_stop((uv_stream_t *)&conn->tcp);
    } else if (!pause && conn->paused && !conn->ending) {
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
    if (uv_is_closing((uv_handle_t *)&conn->tcp)) {
        return;
    }
    if (status < 0 || (conn->ending && waiting_bytes(conn) == 0)) {
        conn_close(conn);
    } else {
        pause_or_resume(conn);
    }
}

/* Moves the queue into one write; libuv keeps its own copy of the uv_buf_t. */
static int start_write(struct conn *conn) {
    size_t n = conn->n_queue;
    struct write *write = mem_new(1, sizeof *write + n * sizeof(struct buf *));
    uv_buf_t *bufs = mem_new(n, sizeof *bufs);
    write->n = n;
    for (size_t i = 0; i < n; i++) {
        write->buf[i] = conn->queue[i];
        bufs[i] = uv_buf_init(conn->queue[i]->data, (unsigned)conn->queue[i]->len);
    }
    conn->n_queue = 0;
    conn->queued_bytes = 0;
    int error =
        uv_write(&write->req, (uv_stream_t *)&conn->tcp, bufs, (unsigned)n, on_written);
    free(bufs);
    if (error != 0) {
        write_free(write);
    }
    return error;
}

void conn_flush(struct conn *conn) {
    uv_stream_t *stream = (uv_stream_t *)&conn->tcp;
    if (uv_is_closing((uv_handle_t *)&conn->tcp)) {
        return;
    }
    /* Judged by what he has let wait, not by one long answer. */
    bool is_slow = conn->n_queue > 0 &&
                   uv_stream_get_write_queue_size(stream) > conn->shared->queue_bytes;
    if (is_slow || (conn->n_queue > 0 && start_write(conn) != 0)) {
        conn_close(conn);
        return;
    }
    if (conn->ending && waiting_bytes(conn) == 0) {
        conn_close(conn);
        return;
    }
    pause_or_resume(conn);
}

static void on_linger(uv_timer_t *timer) {
    conn_close(timer->data);
}

void conn_end(struct conn *conn) {
    if (conn->ending || uv_is_closing((uv_handle_t *)&conn->tcp)) {
        return;
    }
    conn->ending = true;
    uv_read_stop((uv_stream_t *)&conn->tcp);
    conn->linger = mem_new(1, sizeof *conn->linger);
    uv_timer_init(conn->tcp.loop, conn->linger);
    conn->linger->data = conn;
    uv_timer_start(conn->linger, on_linger, CONN_LINGER_MS, 0);
}

void conn_close(struct conn *conn) {
    if (uv_is_closing((uv_handle_t *)&conn->tcp)) {
        return;
    }
    if (conn->linger != NULL) {
        uv_close((uv_handle_t *)conn->linger, on_freed);
        conn->linger = NULL;
    }
    uv_close((uv_handle_t *)&conn->tcp, on_closed);
    conn->shared->ops->closed(conn);
}
