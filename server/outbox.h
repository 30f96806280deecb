/* What one turn of the loop wants sent: filled by the hub, sent by the loop at its end,
 * in order. */
#ifndef ALEA_SERVER_OUTBOX_H
#define ALEA_SERVER_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

#include "server/buf.h"

struct outbox {
    struct outbox_item {
        uint64_t conn;   /* connection id of the loop */
        struct buf *buf; /* owned reference; NULL: close it once all is written */
    } * item;
    size_t n, cap;
};

/* A zeroed struct outbox is empty. */
void outbox_fini(struct outbox *outbox);
/* Queues buf, of which a reference is added, for a connection. */
void outbox_send(struct outbox *outbox, uint64_t conn, struct buf *buf);
/* Queues the end of a connection. */
void outbox_close(struct outbox *outbox, uint64_t conn);
/* Drops the first n items. */
void outbox_drop(struct outbox *outbox, size_t n);

#endif
