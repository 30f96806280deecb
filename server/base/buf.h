/* Bytes to send: immutable, reference-counted, shared by all receivers. */
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

#endif
