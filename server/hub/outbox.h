/* What one turn of the loop sends: filled by the hub, sent in order at the end of the
 * turn. */
#ifndef ALEA_SERVER_HUB_OUTBOX_H
#define ALEA_SERVER_HUB_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/buf.h"

struct outbox {
    struct outbox_item {
        uint64_t conn;   /* connection id of the loop */
        struct buf *buf; /* owned reference; NULL: close it once all is written */
        bool always;     /* sent whatever becomes of the turn */
        bool watched;    /* left out when the reader is behind, see hub_mark_lagging */
    } * item;
    size_t n, cap;
    bool is_tentative; /* items from n_committed on depend on the next commit */
    size_t n_committed;
};

/* A zeroed struct outbox is empty. */
void outbox_fini(struct outbox *outbox);
/* Queues buf, of which a reference is added, for a connection. */
void outbox_send(struct outbox *outbox, uint64_t conn, struct buf *buf);
/* The same for what is sent even if the turn fails. */
void outbox_send_always(struct outbox *outbox, uint64_t conn, struct buf *buf);
/* The same for what happens in a room that the receiver only watches. */
void outbox_send_watched(struct outbox *outbox, uint64_t conn, struct buf *buf);
/* Queues the end of a connection. */
void outbox_close(struct outbox *outbox, uint64_t conn);
/* Marks every item queued from now on as tentative, i.e. dependent on the next commit.
 * No effect if already marked. */
void outbox_mark_tentative(struct outbox *outbox);
/* The commit succeeded: no item is tentative any more. */
void outbox_settle(struct outbox *outbox);
/* The commit failed: removes the tentative items.  Returns (owned) those of them that are
 * sent all the same: the ones marked `always`, and ends of connections. */
struct outbox outbox_withhold(struct outbox *outbox);
/* Appends what is in rest, and empties it. */
void outbox_append(struct outbox *outbox, struct outbox *rest);
/* Drops the first n items. */
void outbox_drop(struct outbox *outbox, size_t n);

#endif
