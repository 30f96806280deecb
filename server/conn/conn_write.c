/* The output of a connection: from its queue through its layers to libuv. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/conn/codec.h"

/* One vectored write.  Holds its buffers until libuv is done with them. */
struct write {
    uv_write_t req; /* must be first, to cast to the write */
    void (*moved)(struct conn *conn, bool fails); /* see conn_write */
    size_t n;
    struct buf *buf[];
};

/* --- progress --- */

static size_t unwritten_bytes(const struct conn *conn) {
    if (conn_link(conn) != NULL) {
        return conn_link(conn)->unwritten;
    }
    return uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
}

/* Call it before passing more to libuv: a connection with nothing to write does not
 * stall. */
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

void conn_send_owned(struct conn *conn, struct buf *buf) {
    if (buf != NULL) {
        conn_send(conn, buf);
        buf_unref(buf);
    }
}

size_t conn_waiting_bytes(const struct conn *conn) {
    return conn->queue.bytes + unwritten_bytes(conn);
}

bool conn_lags(struct conn *conn) {
    conn->lagging = conn->lagging || unwritten_bytes(conn) > conn->shared->skip_bytes;
    return conn->lagging;
}

static void write_free(struct write *write) {
    for (size_t i = 0; i < write->n; i++) {
        buf_unref(write->buf[i]);
    }
    free(write);
}

static void on_written(uv_write_t *req, int status) {
    struct write *write = (struct write *)req;
    write->moved((struct conn *)req->handle, status < 0);
    write_free(write);
}

/* Starts a libuv write for the rest of a queue after its first n bytes, which the socket
 * has taken.  libuv copies the uv_buf_t.  Returns 0 or a libuv error. */
static int write_rest(struct conn *conn, const struct buf_queue *queue, uv_buf_t *bufs,
                      size_t n, void (*moved)(struct conn *conn, bool fails)) {
    size_t gone = 0;
    while (n >= bufs[gone].len) {
        n -= bufs[gone++].len;
    }
    bufs[gone].base += n;
    bufs[gone].len -= n;
    size_t left = queue->n - gone, left_bytes = 0;
    struct write *write = mem_new(1, sizeof *write + left * sizeof(struct buf *));
    write->n = left;
    write->moved = moved;
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
 * once, without a libuv request or another poll. */
static int start_write(struct conn *conn, const struct output *output,
                       void (*moved)(struct conn *conn, bool fails)) {
    struct buf_queue *queue = output->queue;
    size_t n_bytes = 0;
    for (size_t i = 0; i < queue->n; i++) {
        n_bytes += output->bytes[i].len;
    }
    conn->shared->metrics->bytes_out += (int64_t)n_bytes;
    if (conn_link(conn) != NULL) {
        note_progress(conn, n_bytes);
        conn_link(conn)->ops->write(conn_link(conn), output->bytes, queue->n);
        buf_queue_clear(queue);
        return 0;
    }
    int taken =
        uv_try_write((uv_stream_t *)&conn->tcp, output->bytes, (unsigned)queue->n);
    int error = taken < 0 && taken != UV_EAGAIN ? taken : 0;
    size_t n = taken > 0 ? (size_t)taken : 0;
    if (error == 0 && n < n_bytes) {
        error = write_rest(conn, queue, output->bytes, n, moved);
    }
    buf_queue_clear(queue);
    return error;
}

/* --- through the layers --- */

static void output_drop(struct output *output) {
    if (output->bytes != output->few) {
        free(output->bytes);
    }
    output->bytes = output->few;
}

void output_take(struct output *output, struct buf_queue *queue) {
    const size_t n_few = sizeof output->few / sizeof output->few[0];
    output_drop(output);
    output->queue = queue;
    if (queue->n > n_few) {
        output->bytes = mem_new(queue->n, sizeof *output->bytes);
    }
    for (size_t i = 0; i < queue->n; i++) {
        struct buf *buf = buf_queue_get(queue, i);
        output->bytes[i].base = buf->data;
        output->bytes[i].len = buf->len;
    }
}

/* Wraps the queued messages, from the highest layer down. */
static void wrap(struct conn *conn, struct codec *codec, struct output *output) {
    if (codec->above != NULL) {
        wrap(conn, codec->above, output);
    }
    if (codec->ops->wrap != NULL) {
        codec->ops->wrap(conn, codec, output);
    }
}

/* Whether the peer reads too slowly.  Counts output from earlier flushes, not one long
 * new answer. */
static bool is_slow(struct conn *conn) {
    bool slow = unwritten_bytes(conn) > conn->shared->queue_bytes;
    conn->shared->metrics->readers_closed += slow;
    return slow;
}

bool conn_write(struct conn *conn, void (*moved)(struct conn *conn, bool fails)) {
    struct output output;
    output.bytes = output.few;
    output_take(&output, &conn->queue);
    if (conn->bottom != NULL) {
        wrap(conn, conn->bottom, &output);
    }
    bool fails =
        output.queue->n > 0 && (is_slow(conn) || start_write(conn, &output, moved) != 0);
    output_drop(&output);
    return !fails;
}
