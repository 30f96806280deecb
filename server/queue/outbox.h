/* Queued messages to clients.  Those of a turn wait until it is stored; the loop sends
 * those that are ready, in order, at the end of its turn. */
#ifndef ALEA_SERVER_QUEUE_OUTBOX_H
#define ALEA_SERVER_QUEUE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/errors.h"
#include "server/base/buf.h"

struct outbox {
    struct outbox_item {
        uint64_t conn;     /* the loop's connection id */
        struct buf *buf;   /* owned reference; NULL: close once all is written */
        bool always;       /* sent even if the turn is not stored */
        bool watched;      /* skipped if the reader lags, see rooms_mark_lagging */
        bool may_go;       /* lease_withhold has let it pass */
        bool answers;      /* the receiver's lines up to this one, */
        uint16_t line;     /* modulo 65536 */
        bool remembers;    /* buf is for its front, see gate_remember */
        uint8_t why;       /* without buf: the enum error_code of the goodbye */
        uint8_t n_drained; /* watched: rooms_drained calls of the receiver so far */
    } * item;
    size_t n, cap;
};

enum outbox_how {
    SEND_IF_STORED,      /* only if the turn is stored */
    SEND_WATCHED,        /* the same, for an event that the receiver only watches */
    SEND_ALWAYS,         /* even if the turn is not stored */
    SEND_WATCHED_ALWAYS, /* both */
};

/* A zeroed struct outbox is empty. */
void outbox_fini(struct outbox *outbox);
/* Queues buf for a connection, adding a reference. */
void outbox_add(struct outbox *outbox, uint64_t conn, struct buf *buf,
                enum outbox_how how);
/* Queues the end of a connection.  why: the reason; ERR_OK: somebody asked for it. */
void outbox_add_end(struct outbox *outbox, uint64_t conn, enum error_code why,
                    enum outbox_how how);
/* The item that was added last answers the receiver's lines up to this one. */
void outbox_answers(struct outbox *outbox, uint16_t line);
/* Queues what the connection's front is to remember. */
void outbox_add_memory(struct outbox *outbox, uint64_t conn, struct buf *memory);
/* Moves an item from another outbox to this one. */
void outbox_take(struct outbox *outbox, const struct outbox_item *item);
/* Moves an item of a failed turn here if it is sent anyway; else drops it. */
void outbox_take_always(struct outbox *outbox, const struct outbox_item *item);
/* Moves all items of rest to the end. */
void outbox_append(struct outbox *outbox, struct outbox *rest);
/* Drops the first n items. */
void outbox_drop(struct outbox *outbox, size_t n);

#endif
