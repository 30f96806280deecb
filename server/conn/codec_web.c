/* The layer for browsers: HTTP, then a WebSocket, whose messages are lines. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/conn/codec.h"

struct web_codec {
    struct codec codec; /* must be first; no layer is above */
    struct web *web;    /* owned */
};

static struct web *web_of(const struct codec *codec) {
    return ((const struct web_codec *)codec)->web;
}

/* Handles the result of feeding `used` bytes. */
static void take(struct conn *conn, struct web *web, enum web_result result,
                 size_t used) {
    const struct conn_ops *ops = conn->shared->ops;
    size_t len;
    switch (result) {
    case WEB_MORE: conn_count_garbage(conn, used); break;
    case WEB_LINE: {
        const char *line = web_line(web, &len);
        ops->line(conn, line, len);
        conn->garbage_bytes = 0;
        conn_count_line(conn);
        break;
    }
    case WEB_TOO_LONG:
        ops->line_too_long(conn);
        conn->garbage_bytes = 0;
        conn_count_line(conn);
        break;
    case WEB_SEND:
        conn_send_owned(conn, web_take_answer(web));
        if (web_is_open(web)) {
            conn_count_garbage(conn, used);
        } else { /* a whole request counts as a line */
            conn_set_deadline(conn, conn->shared->web_request_ms);
            conn->garbage_bytes = 0;
        }
        conn_count_line(conn);
        break;
    case WEB_OPEN:
        conn_send_owned(conn, web_take_answer(web));
        conn_set_deadline(conn, conn->shared->web_ping_ms);
        ops->opened(conn);
        break;
    case WEB_ASK:
        conn_set_deadline(conn, conn->shared->web_request_ms);
        ops->opened(conn);
        break;
    case WEB_END:
        conn_send_owned(conn, web_take_answer(web));
        conn_end(conn, WEB_CLOSE_NORMAL, "");
        break;
    }
}

static void feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n) {
    struct web *web = web_of(codec);
    enum web_result result = WEB_SEND;
    while (result != WEB_MORE && conn_takes(conn, bytes, n)) {
        size_t used = 0;
        result = web_feed(web, bytes, n, &used);
        bytes += used;
        n -= used;
        take(conn, web, result, used);
    }
}

static void begin(struct conn *conn, struct codec *codec) {
    if (!web_is_open(web_of(codec))) {
        conn_set_deadline(conn, conn->shared->web_request_ms);
    }
}

/* Answers a request that the hub was asked about: the first message becomes the answer,
 * and all others are dropped. */
static void answer(struct conn *conn, struct web *web, struct output *output) {
    struct buf_queue answers = {.n = 0};
    for (size_t i = 0; i < output->queue->n; i++) {
        struct buf *buf = buf_queue_get(output->queue, i);
        struct buf *made =
            buf->is_bare ? buf_ref(buf) : web_answer_asked(web, buf->data, buf->len);
        if (made != NULL) {
            buf_queue_put(&answers, made);
            buf_unref(made);
        }
    }
    buf_queue_clear(output->queue);
    *output->queue = answers;
    output_take(output, output->queue);
    if (!web_is_asking(web)) {
        conn_end(conn, WEB_CLOSE_NORMAL, "");
    }
}

/* Frames messages.  Answers over HTTP are sent as they are (buf_new_bare). */
static void wrap(struct conn *conn, struct codec *codec, struct output *output) {
    if (web_was_asked(web_of(codec))) {
        answer(conn, web_of(codec), output);
        return;
    }
    for (size_t i = 0; web_is_open(web_of(codec)) && i < output->queue->n; i++) {
        output->bytes[i].base =
            buf_frame(buf_queue_get(output->queue, i), &output->bytes[i].len);
    }
}

void conn_web_not_tls(struct conn *conn) {
    struct web *web = web_of(conn->bottom);
    web_not_tls(web);
    conn_send_owned(conn, web_take_answer(web));
    conn_end(conn, WEB_CLOSE_NORMAL, "");
}

static void end(struct conn *conn, struct codec *codec, unsigned code,
                const char *reason) {
    conn_send_owned(conn, web_answer_asked(web_of(codec), NULL, 0));
    conn_send_owned(conn, web_close(web_of(codec), code, reason));
}

/* Pings a WebSocket.  Disconnects a browser that sends no request; one that still reads
 * an answer gets the time of slow readers (limit stall_ms), as its line may be slow. */
static void due(struct conn *conn, struct codec *codec) {
    bool is_open = web_is_open(web_of(codec));
    if (is_open && !conn->ending) {
        conn_send_owned(conn, web_ping());
        conn_set_deadline(conn, conn->shared->web_ping_ms);
        conn_flush(conn);
    } else if (web_is_asking(web_of(codec))) { /* the hub is slow */
        conn_end(conn, WEB_CLOSE_NORMAL, "");
        conn_flush(conn);
    } else if (!is_open && conn_waiting_bytes(conn) > 0) {
        conn_set_deadline(conn, conn->shared->web_request_ms);
    } else {
        conn_close(conn);
    }
}

static void free_codec(struct codec *codec) {
    web_free(web_of(codec));
    free(codec);
}

static const struct codec_ops ops = {.is_top = true,
                                     .feed = feed,
                                     .begin = begin,
                                     .wrap = wrap,
                                     .end = end,
                                     .due = due,
                                     .free = free_codec};

void conn_add_web(struct conn *conn, const struct web_site *site, bool is_tls) {
    struct web_codec *codec = mem_new(1, sizeof *codec);
    codec->codec.ops = &ops;
    codec->web = web_new(site, is_tls);
    conn_push(conn, &codec->codec);
}
