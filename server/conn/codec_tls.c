/* The layer of TLS: ciphertext below, plain text above. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/conn/codec.h"

struct tls_codec {
    struct codec codec;    /* must be first */
    struct tls *tls;       /* owned */
    struct buf_queue wire; /* ciphertext to send */
    struct conn *conn;     /* its connection */
    bool has_heard;        /* the first byte has arrived */
    bool is_up;            /* the handshake is done, and the layer above was started */
};

static bool is_shaking(const struct tls_codec *codec) {
    return tls_get_state(codec->tls) == TLS_HANDSHAKE;
}

/* Starts the layer above after the handshake. */
static void go_up(struct tls_codec *codec) {
    if (!codec->is_up) {
        codec->is_up = true;
        codec->conn->n_shaking--;
        conn_begin_layer(codec->conn, codec->codec.above);
    }
}

/* The first text may arrive together with the end of the handshake. */
static void on_plain(void *owner, const void *bytes, size_t n) {
    struct tls_codec *codec = owner;
    go_up(codec);
    conn_feed(codec->conn, codec->codec.above, bytes, n);
}

static void on_cipher(void *owner, const void *bytes, size_t n) {
    struct tls_codec *codec = owner;
    struct buf *buf = buf_new(bytes, n);
    buf_queue_put(&codec->wire, buf);
    buf_unref(buf);
}

static const struct tls_ops tls_ops = {on_plain, on_cipher};

/* Sends a client without TLS on a TLS port one message, in plain text; a browser only if
 * it has sent something. */
static void leave(struct conn *conn, bool has_heard) {
    conn_clear_deadline(conn);
    buf_queue_clear(&conn->queue);
    conn_pop(conn);
    conn->n_shaking--;
    conn->has_tls = false;
    if (conn->bottom == NULL) {
        conn->shared->ops->not_tls(conn);
    } else if (has_heard) {
        conn_web_not_tls(conn);
    } else {
        conn_close(conn);
    }
}

static void begin(struct conn *conn, struct codec *codec) {
    (void)codec;
    conn_set_deadline(conn, conn->shared->tls_handshake_ms);
}

static void due(struct conn *conn, struct codec *codec) {
    if (((struct tls_codec *)codec)->has_heard) {
        conn_close(conn);
    } else {
        leave(conn, false);
    }
}

/* Decrypts, and sends the answers of TLS itself. */
static void feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n) {
    struct tls_codec *own = (struct tls_codec *)codec;
    if (!own->has_heard && n > 0 && !tls_is_record(bytes[0])) {
        leave(conn, true);
        if (!conn_is_closing(conn)) {
            conn_feed(conn, conn->bottom, bytes, n);
        }
        return;
    }
    own->has_heard = own->has_heard || n > 0;
    enum tls_state state = tls_feed(own->tls, bytes, n);
    if (conn_is_closing(conn)) {
        return;
    }
    if (state != TLS_HANDSHAKE) {
        go_up(own);
    }
    if (state == TLS_ENDED || state == TLS_BROKEN) {
        uv_read_stop((uv_stream_t *)&conn->tcp);
        conn_peer_ended(conn);
    }
    if (state == TLS_BROKEN) {
        conn_end(conn, WEB_CLOSE_NORMAL, ""); /* only the alert can be sent */
    }
    conn_flush(conn);
}

/* Encrypts; messages stay queued until the handshake is done. */
static void wrap(struct conn *conn, struct codec *codec, struct output *output) {
    struct tls_codec *own = (struct tls_codec *)codec;
    if (!is_shaking(own)) {
        bool works = true;
        for (size_t i = 0; i < output->queue->n && works; i++) {
            works = tls_write(own->tls, output->bytes[i].base, output->bytes[i].len);
        }
        buf_queue_clear(output->queue);
        if (conn->ending) {
            tls_end(own->tls);
        }
    }
    output_take(output, &own->wire);
}

static void free_codec(struct codec *codec) {
    struct tls_codec *own = (struct tls_codec *)codec;
    tls_free(own->tls);
    buf_queue_clear(&own->wire);
    free(own);
}

static const struct codec_ops ops = {
    .feed = feed, .begin = begin, .wrap = wrap, .due = due, .free = free_codec};

void conn_add_tls(struct conn *conn, const struct tls_context *context) {
    struct tls_codec *codec = mem_new(1, sizeof *codec);
    codec->codec.ops = &ops;
    codec->conn = conn;
    codec->tls = tls_context_accept(context, &tls_ops, codec);
    conn->has_tls = true;
    conn->n_shaking++;
    conn_push(conn, &codec->codec);
}
