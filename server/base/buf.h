/* Bytes to be sent: immutable, shared by every receiver, counted. */
#ifndef ALEA_SERVER_BASE_BUF_H
#define ALEA_SERVER_BASE_BUF_H

#include <stddef.h>

struct buf {
    size_t refs;
    size_t len;
    char data[];
};

/* A copy of len bytes, with one reference. */
struct buf *buf_new(const char *data, size_t len);
/* A copy with a '\n' after it: one line of JSON mode. */
struct buf *buf_new_line(const char *data, size_t len);
/* A copy with every '\n' made "\r\n": lines of text mode. */
struct buf *buf_new_crlf(const char *data, size_t len);
struct buf *buf_ref(struct buf *buf);
void buf_unref(struct buf *buf);

#endif
