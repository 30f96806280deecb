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
    bool is_bare;                   /* it is sent as it is, also to a WebSocket */
    uint8_t n_frame;                /* bytes of the header; 0: not made yet */
    uint8_t frame[BUF_FRAME_BYTES]; /* its last n_frame bytes, just before data */
    char data[];
};

/* A copy of len bytes, with one reference.  Returns owned, as the others here. */
struct buf *buf_new(const char *data, size_t len);
/* A copy with '\n' appended: one line of JSON mode. */
struct buf *buf_new_line(const char *data, size_t len);
/* A copy with "\r\n" for every '\n': lines of text mode. */
struct buf *buf_new_crlf(const char *data, size_t len);
/* A copy of two pieces that is sent as it is, also to a WebSocket. */
struct buf *buf_new_bare(const char *data, size_t len, const char *more, size_t more_len);
/* The same message as a text frame of a WebSocket, without the line end: *len bytes.
 * Made once for all receivers.  Borrowed. */
char *buf_frame(struct buf *buf, size_t *len);
struct buf *buf_ref(struct buf *buf);
void buf_unref(struct buf *buf);

#endif
