/* Bytes to send: immutable, reference-counted, shared by all receivers; and queues of
 * them. */
#ifndef ALEA_SERVER_BASE_BUF_H
#define ALEA_SERVER_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest header of a WebSocket frame that a server sends. */
#define BUF_FRAME_BYTES 10

struct buf {
    size_t refs;
    size_t len;
    bool is_bare;                   /* sent unchanged even to a WebSocket */
    uint8_t n_frame;                /* bytes of the header; 0: not made yet */
    uint8_t frame[BUF_FRAME_BYTES]; /* its last n_frame bytes are the header of data */
    char data[];
};

/* A copy of len bytes with one reference.  Like all buf_new*, returns owned. */
struct buf *buf_new(const char *data, size_t len);
/* A copy with '\n' appended: one line of JSON mode. */
struct buf *buf_new_line(const char *data, size_t len);
/* A copy with "\r\n" for every '\n': lines of text mode. */
struct buf *buf_new_crlf(const char *data, size_t len);
/* A copy of two pieces, joined, that is sent unchanged even to a WebSocket. */
struct buf *buf_new_bare(const char *data, size_t len, const char *more, size_t more_len);
/* The message as a WebSocket text frame of *len bytes, without the line end; borrowed.
 * The header is made once for all receivers.  A bare buffer is returned unchanged. */
char *buf_frame(struct buf *buf, size_t *len);
struct buf *buf_ref(struct buf *buf);
/* Frees the buffer with its last reference; NULL is allowed. */
void buf_unref(struct buf *buf);

/* --- a queue of buffers, to be written to a connection --- */

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
