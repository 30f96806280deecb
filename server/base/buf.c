#include "server/base/buf.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

static struct buf *buf_sized(size_t len) {
    struct buf *buf = mem_grow(NULL, 1, sizeof *buf + len);
    buf->refs = 1;
    buf->len = len;
    return buf;
}

struct buf *buf_new(const char *data, size_t len) {
    struct buf *buf = buf_sized(len);
    memcpy(buf->data, data, len);
    return buf;
}

struct buf *buf_new_line(const char *data, size_t len) {
    struct buf *buf = buf_sized(len + 1);
    memcpy(buf->data, data, len);
    buf->data[len] = '\n';
    return buf;
}

struct buf *buf_new_crlf(const char *data, size_t len) {
    size_t n_lines = 0;
    for (size_t i = 0; i < len; i++) {
        n_lines += data[i] == '\n';
    }
    struct buf *buf = buf_sized(len + n_lines);
    char *to = buf->data;
    for (size_t i = 0; i < len; i++) {
        if (data[i] == '\n') {
            *to++ = '\r';
        }
        *to++ = data[i];
    }
    return buf;
}

struct buf *buf_ref(struct buf *buf) {
    buf->refs++;
    return buf;
}

void buf_unref(struct buf *buf) {
    if (buf != NULL && --buf->refs == 0) {
        free(buf);
    }
}
