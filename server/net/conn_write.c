/* The way out of a connection: from its queue to libuv, with TLS in between. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/net/conn.h"

/* Buffers of a write that need no allocation: a reply and an event or two. */
#define WRITE_FEW 8

/* One vectored write.  Holds its buffers until libuv is done with them. */
struct write {
    uv_write_t req; /* first: the write is its container */
    size_t n;
    struct buf *buf[];
};

/* --- progress --- */

static size_t unwritten_bytes(const struct conn *conn) {
    return uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
}

/* Call it before libuv gets more: a connection with nothing to write does not stall. */
static void note_progress(struct conn *conn, size_t more_bytes) {
    if (unwritten_bytes(conn) == 0) {
        conn->moved_ms = conn->shared->now_ms;
        conn->written_bytes = conn->handed_bytes;
    }
    conn->handed_bytes += (uint32_t)more_bytes;
}

uint64_t conn_stalled_ms(struct conn *conn) {
    uint32_t written = conn->handed_bytes - (uint32_t)unwritten_bytes(conn);
    if (unwritten_bytes(conn) == 0 || written != conn->written_bytes) {
        conn->moved_ms = conn->shared->now_ms;
        conn->written_bytes = written;
    }
    return conn->shared->now_ms - conn->moved_ms;
}

/* --- writing --- */

void conn_send(struct conn *conn, struct buf *buf) {
    buf_queue_put(&conn->queue, buf);
}

size_t conn_waiting_bytes(const struct conn *conn) {
    return conn->queue.bytes + (conn->wire != NULL ? conn->wire->bytes : 0) +
           uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
}

bool conn_lags(struct conn *conn) {
    conn->lagging = conn->lagging || unwritten_bytes(conn) > conn->shared->skip_bytes;
    return conn->lagging;
}

/* Stops reading from a peer that does not read. */
static void pause_or_resume(struct conn *conn) {
    bool pause = conn_waiting_bytes(conn) > conn->shared->pause_bytes;
    if (pause && !conn->paused) {
        uv_read_stop((uv_stream_t *)&conn->tcp);
    } else if (!pause && conn->paused && !conn->ending && !conn->held) {
        conn_read(conn);
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
    if (conn_is_closing(conn)) {
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

/* A message as bytes for the peer: in a frame if it is a WebSocket. */
static uv_buf_t bytes_of(const struct conn *conn, struct buf *buf) {
    size_t len = buf->len;
    char *bytes = buf->data;
    if (conn->web != NULL && web_is_open(conn->web)) {
        bytes = buf_frame(buf, &len);
    }
    return (uv_buf_t){.base = bytes, .len = len};
}

/* Makes a write of the part of a queue that the socket has not taken, after its first n
 * bytes.  libuv copies the uv_buf_t.  0, or an error of libuv. */
static int write_rest(struct conn *conn, const struct buf_queue *queue, uv_buf_t *bufs,
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
        write->buf[i] = buf_ref(buf_queue_get(queue, gone + i));
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

/* Empties a queue into one vectored write.  The socket nearly always takes all of it at
 * once, which needs neither a request of libuv nor another poll. */
static int start_write(struct conn *conn, struct buf_queue *queue) {
    uv_buf_t few[WRITE_FEW];
    uv_buf_t *bufs = queue->n <= WRITE_FEW ? few : mem_new(queue->n, sizeof *bufs);
    size_t n_bytes = 0;
    for (size_t i = 0; i < queue->n; i++) {
        struct buf *buf = buf_queue_get(queue, i);
        bufs[i] = queue == &conn->queue ? bytes_of(conn, buf)
                                        : uv_buf_init(buf->data, (unsigned)buf->len);
        n_bytes += bufs[i].len;
    }
    conn->shared->metrics->bytes_out += (int64_t)n_bytes;
    int taken = uv_try_write((uv_stream_t *)&conn->tcp, bufs, (unsigned)queue->n);
    int error = taken < 0 && taken != UV_EAGAIN ? taken : 0;
    size_t n = taken > 0 ? (size_t)taken : 0;
    if (error == 0 && n < n_bytes) {
        error = write_rest(conn, queue, bufs, n);
    }
    buf_queue_clear(queue);
    if (bufs != few) {
        free(bufs);
    }
    return error;
}

/* Encrypts what the owner has queued. */
static void encrypt(struct conn *conn) {
    for (size_t i = 0; i < conn->queue.n; i++) {
        uv_buf_t bytes = bytes_of(conn, buf_queue_get(&conn->queue, i));
        if (!tls_write(conn->tls, bytes.base, bytes.len)) {
            break; /* nothing can be sent any more */
        }
    }
    buf_queue_clear(&conn->queue);
    if (conn->ending) {
        tls_end(conn->tls);
    }
}

void conn_flush(struct conn *conn) {
    uv_stream_t *stream = (uv_stream_t *)&conn->tcp;
    if (conn_is_closing(conn)) {
        return;
    }
    if (conn->tls != NULL && !conn_in_handshake(conn)) {
        encrypt(conn);
    }
    struct buf_queue *queue = conn->tls != NULL ? conn->wire : &conn->queue;
    /* Compares what the peer has let wait, not one long answer. */
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
