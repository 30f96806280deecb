/* Messages on their way out: those of a turn wait with it; those that are ready are sent,
 * in order, at the end of the loop's turn. */
#ifndef ALEA_SERVER_HUB_OUTBOX_H
#define ALEA_SERVER_HUB_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/errors.h"
#include "server/base/buf.h"

struct outbox {
    struct outbox_item {
        uint64_t conn;     /* connection id of the loop */
        uint64_t answers;  /* the request of another node that this answers; 0: none */
        struct buf *buf;   /* owned reference; NULL: close it once all is written */
        bool always;       /* sent whatever becomes of the turn */
        bool watched;      /* left out when the reader is behind, see hub_mark_lagging */
        uint8_t why;       /* without buf: the enum error_code of the goodbye */
        uint8_t n_drained; /* watched: hub_drained calls of the receiver so far */
    } * item;
    size_t n, cap;
};

enum outbox_how {
    SEND_IF_STORED, /* only if the turn is stored */
    SEND_WATCHED,   /* the same, and what happens in a room that the receiver only watches
                     */
    SEND_ALWAYS,    /* whatever becomes of the turn */
    SEND_WATCHED_ALWAYS, /* both */
};

/* A zeroed struct outbox is empty. */
void outbox_fini(struct outbox *outbox);
/* Queues buf, of which a reference is added, for a connection. */
void outbox_add(struct outbox *outbox, uint64_t conn, struct buf *buf,
                enum outbox_how how);
/* The same; answers: the request of another node that it answers, 0: none. */
void outbox_add_answer(struct outbox *outbox, uint64_t conn, struct buf *buf,
                       enum outbox_how how, uint64_t answers);
/* Queues the end of a connection, and why it ends; ERR_OK: for no other reason than that
 * somebody wished it. */
void outbox_add_end(struct outbox *outbox, uint64_t conn, enum error_code why,
                    enum outbox_how how);
/* Takes an item of another one. */
void outbox_take(struct outbox *outbox, const struct outbox_item *item);
/* Takes an item of a turn that has failed, if it is sent nevertheless; else drops it. */
void outbox_take_always(struct outbox *outbox, const struct outbox_item *item);
/* Appends what is in rest, and empties that. */
void outbox_append(struct outbox *outbox, struct outbox *rest);
/* Drops the first n items. */
void outbox_drop(struct outbox *outbox, size_t n);

#endif
