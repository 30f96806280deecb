/* What the files of a connection share; for conn*.c only. */
#ifndef ALEA_SERVER_NET_CONN_INSIDE_H
#define ALEA_SERVER_NET_CONN_INSIDE_H

#include "server/net/conn.h"

static inline bool conn_is_closing(const struct conn *conn) {
    return uv_is_closing((const uv_handle_t *)&conn->tcp);
}

static inline bool conn_is_shaking(const struct conn *conn) {
    return conn->tls != NULL && tls_get_state(conn->tls) == TLS_HANDSHAKE;
}

/* conn.c */
/* Reads on. 0, or an error of libuv. */
int conn_read(struct conn *conn);
/* The connection is due in so long, and at no other time. */
void conn_set_due(struct conn *conn, uint64_t in_ms);

/* conn_write.c */
/* Adds a reference. */
void conn_queue_put(struct conn_queue *queue, struct buf *buf);
/* Drops all; nobody who sits and waits has memory for a queue. */
void conn_queue_fini(struct conn_queue *queue);

#endif
