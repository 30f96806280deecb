/* Bytes to send: immutable, reference-counted, shared by all receivers. */
#ifndef ALEA_SERVER_BASE_BUF_H
#define ALEA_SERVER_BASE_BUF_H

#include <stddef.h>

struct buf {
    size_t refs;
    size_t len;
    char data[];
};

/* A copy of len bytes, with one reference.  Returns owned, as the others here. */
struct buf *buf_new(const char *data, size_t len);
/* A copy with '\n' appended: one line of JSON mode. */
struct buf *buf_new_line(const char *data, size_t len);
/* A copy with "\r\n" for every '\n': lines of text mode. */
struct buf *buf_new_crlf(const char *data, size_t len);
struct buf *buf_ref(struct buf *buf);
void buf_unref(struct buf *buf);

#endif
