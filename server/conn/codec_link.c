/* The layer of a connection that a link carries: the other end has made lines of the
 * bytes, and says goodbye. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/conn/codec.h"

/* Bytes of the record at the start. */
static size_t record_bytes(const uint8_t *record) {
    return LINK_HEAD_BYTES + ((size_t)record[1] << 8 | record[2]);
}

bool conn_link_is_valid(const uint8_t *records, size_t n) {
    while (n > 0) {
        size_t used = n >= LINK_HEAD_BYTES ? record_bytes(records) : SIZE_MAX;
        bool is_line = records[0] == LINK_LINE || records[0] == LINK_INTERRUPTED;
        size_t most = is_line ? LINK_RECORD_BYTES : LINK_HEAD_BYTES;
        if (records[0] >= LINK_RECORDS_N || used > most || used > n) {
            return false;
        }
        records += used;
        n -= used;
    }
    return true;
}

static void take(struct conn *conn, const uint8_t *record, size_t n) {
    const struct conn_ops *ops = conn->shared->ops;
    switch ((enum link_record)record[0]) {
    case LINK_LINE:
        ops->line(conn, (const char *)record + LINK_HEAD_BYTES, n - LINK_HEAD_BYTES);
        break;
    case LINK_TOO_LONG: ops->line_too_long(conn); break;
    case LINK_INTERRUPTED:
        ops->interrupted(conn, (const char *)record + LINK_HEAD_BYTES,
                         n - LINK_HEAD_BYTES);
        break;
    case LINK_BACK: ops->back(conn); break;
    case LINK_NOISE:
        conn_hold(conn);
        ops->garbage(conn);
        return;
    case LINK_NOT_TLS: ops->not_tls(conn); return;
    case LINK_ENDED: conn_peer_ended(conn); return;
    case LINK_RECORDS_N: return;
    }
    conn_count_line(conn);
}

static void feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n) {
    (void)codec;
    while (n > 0 && conn_takes(conn, bytes, n)) {
        size_t used = record_bytes(bytes);
        conn_link(conn)->ops->taken(conn_link(conn), used);
        /* A line has had an end. */
        conn->shared->metrics->bytes_in += (int64_t)used - LINK_HEAD_BYTES + 1;
        take(conn, bytes, used);
        bytes += used;
        n -= used;
    }
}

static void end(struct conn *conn, struct codec *codec, unsigned code,
                const char *reason) {
    (void)codec;
    conn_flush(conn); /* what was said before the end */
    if (!conn_is_closing(conn)) {
        conn_link(conn)->ops->end(conn_link(conn), code, reason);
    }
}

static void free_codec(struct codec *codec) {
    free(codec);
}

static const struct codec_ops ops = {
    .is_top = true, .feed = feed, .end = end, .free = free_codec};

/* The handle has no socket, and only lets the end come in a later turn of the loop. */
struct conn *conn_open_link(uv_loop_t *loop, struct conn_link *link,
                            struct conn_shared *shared) {
    struct conn *conn = mem_new(1, sizeof *conn);
    conn->shared = shared;
    uv_tcp_init(loop, &conn->tcp);
    conn->tcp.data = link;
    link->conn = conn;
    struct codec *codec = mem_new(1, sizeof *codec);
    codec->ops = &ops;
    conn_push(conn, codec);
    return conn;
}

bool conn_link_feed(struct conn *conn, uint64_t turn, const uint8_t *records, size_t n) {
    if (!conn_link_is_valid(records, n)) {
        return false;
    }
    if (conn_link(conn)->turn != turn) {
        conn_link(conn)->turn = turn;
        conn->n_lines = 0;
    }
    conn_feed(conn, conn->bottom, records, n);
    conn_heard(conn);
    return true;
}
