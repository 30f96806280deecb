/* The layer that reads the PROXY header at the start of a connection, then removes
 * itself. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/conn/codec.h"
#include "server/conn/proxy.h"

struct proxy_codec {
    struct codec codec; /* must be first */
    struct proxy_reader reader;
};

static void begin(struct conn *conn, struct codec *codec) {
    (void)codec;
    conn_set_deadline(conn, conn->shared->tls_handshake_ms);
}

static void refuse(struct conn *conn, const char *why) {
    conn->shared->ops->not_proxied(conn, why);
    conn_close(conn);
}

static void due(struct conn *conn, struct codec *codec) {
    (void)codec;
    refuse(conn, "it does not come");
}

static void feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n) {
    struct proxy_reader *reader = &((struct proxy_codec *)codec)->reader;
    size_t used;
    switch (proxy_feed(reader, bytes, n, &used)) {
    case PROXY_MORE: return;
    case PROXY_WRONG: refuse(conn, reader->why); return;
    case PROXY_DONE: break;
    }
    conn->n_shaking--;
    conn->shared->ops->proxied(conn, reader->address);
    if (conn_is_closing(conn)) {
        return;
    }
    conn_pop(conn);
    conn_begin_layer(conn, conn->bottom);
    conn_feed(conn, conn->bottom, bytes + used, n - used);
}

static void free_codec(struct codec *codec) {
    free(codec);
}

static const struct codec_ops ops = {
    .feed = feed, .begin = begin, .due = due, .free = free_codec};

void conn_add_proxy(struct conn *conn) {
    struct proxy_codec *codec = mem_new(1, sizeof *codec);
    codec->codec.ops = &ops;
    conn->n_shaking++;
    conn_push(conn, &codec->codec);
}
