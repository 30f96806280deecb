#include "server/base/buf.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

_Static_assert(offsetof(struct buf, frame) + BUF_FRAME_BYTES ==
                   offsetof(struct buf, data),
               "the header comes just before the data");

static struct buf *buf_sized(size_t len) {
    struct buf *buf = mem_grow(NULL, 1, sizeof *buf + len);
    buf->refs = 1;
    buf->len = len;
    buf->is_bare = false;
    buf->n_frame = 0;
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

struct buf *buf_new_bare(const char *data, size_t len, const char *more,
                         size_t more_len) {
    struct buf *buf = buf_sized(len + more_len);
    memcpy(buf->data, data, len);
    if (more_len > 0) {
        memcpy(buf->data + len, more, more_len);
    }
    buf->is_bare = true;
    return buf;
}

/* --- frames of a WebSocket (RFC 6455, 5.2) --- */

static size_t without_line_end(const struct buf *buf) {
    size_t len = buf->len;
    len -= len > 0 && buf->data[len - 1] == '\n';
    len -= len > 0 && buf->data[len - 1] == '\r';
    return len;
}

/* Writes the header of a text frame in front of the data. */
static void make_frame(struct buf *buf, size_t len) {
    uint8_t *data = buf->frame + BUF_FRAME_BYTES, *at = data;
    size_t n_length = len < 126 ? 0 : len <= UINT16_MAX ? 2 : 8;
    for (size_t i = 0, rest = len; i < n_length; i++, rest >>= 8) {
        *--at = (uint8_t)rest;
    }
    *--at = (uint8_t)(n_length == 0 ? len : n_length == 2 ? 126 : 127);
    *--at = 0x81; /* the only frame of a text message */
    buf->n_frame = (uint8_t)(data - at);
}

char *buf_frame(struct buf *buf, size_t *len) {
    if (buf->is_bare) {
        *len = buf->len;
        return buf->data;
    }
    size_t n = without_line_end(buf);
    if (buf->n_frame == 0) {
        make_frame(buf, n);
    }
    *len = buf->n_frame + n;
    return (char *)(buf->frame + BUF_FRAME_BYTES - buf->n_frame);
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

/* --- queues --- */

struct buf *buf_queue_get(const struct buf_queue *queue, size_t i) {
    return i < BUF_QUEUE_FEW ? queue->few[i] : queue->more[i - BUF_QUEUE_FEW];
}

void buf_queue_put(struct buf_queue *queue, struct buf *buf) {
    if (queue->n < BUF_QUEUE_FEW) {
        queue->few[queue->n] = buf_ref(buf);
    } else {
        size_t i = queue->n - BUF_QUEUE_FEW;
        if (i == queue->cap) {
            queue->cap = queue->cap == 0 ? 4 : queue->cap * 2;
            queue->more = mem_grow(queue->more, queue->cap, sizeof(struct buf *));
        }
        queue->more[i] = buf_ref(buf);
    }
    queue->n++;
    queue->bytes += buf->len;
}

void buf_queue_clear(struct buf_queue *queue) {
    for (size_t i = 0; i < queue->n; i++) {
        buf_unref(buf_queue_get(queue, i));
    }
    free(queue->more);
    *queue = (struct buf_queue){.n = 0};
}
