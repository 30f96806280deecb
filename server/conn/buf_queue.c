#include "server/conn/buf_queue.h"

#include <stdlib.h>

#include "mem/mem.h"

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
