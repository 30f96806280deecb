/* A queue of shared buffers to be written to a connection. */
#ifndef ALEA_SERVER_CONN_BUF_QUEUE_H
#define ALEA_SERVER_CONN_BUF_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/buf.h"

/* Buffers that fit without allocation: an answer and an event. */
#define BUF_QUEUE_FEW 2

/* Empty when zeroed. */
struct buf_queue {
    struct buf *few[BUF_QUEUE_FEW]; /* references: the first ones */
    struct buf **more;              /* the others; owned array */
    uint32_t n, cap;                /* buffers in both; capacity of more */
    size_t bytes;                   /* in all of them */
};

/* Adds a buffer, with a new reference to it. */
void buf_queue_put(struct buf_queue *queue, struct buf *buf);
/* Buffer i, from 0; borrowed. */
struct buf *buf_queue_get(const struct buf_queue *queue, size_t i);
/* Drops all buffers, and frees the array: an idle connection has no memory here. */
void buf_queue_clear(struct buf_queue *queue);

#endif
