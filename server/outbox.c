#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "server/mem.h"

void outbox_fini(struct outbox *outbox) {
    outbox_drop(outbox, outbox->n);
    free(outbox->item);
    *outbox = (struct outbox){0};
}

static void append(struct outbox *outbox, uint64_t conn, struct buf *buf) {
    if (outbox->n == outbox->cap) {
        outbox->cap = outbox->cap == 0 ? 64 : outbox->cap * 2;
        outbox->item = mem_grow(outbox->item, outbox->cap, sizeof *outbox->item);
    }
    outbox->item[outbox->n++] = (struct outbox_item){conn, buf};
}

void outbox_send(struct outbox *outbox, uint64_t conn, struct buf *buf) {
    append(outbox, conn, buf_ref(buf));
}

void outbox_close(struct outbox *outbox, uint64_t conn) {
    append(outbox, conn, NULL);
}

void outbox_drop(struct outbox *outbox, size_t n) {
    for (size_t i = 0; i < n; i++) {
        buf_unref(outbox->item[i].buf);
    }
    if (n == 0) {
        return;
    }
    outbox->n -= n;
    memmove(outbox->item, outbox->item + n, outbox->n * sizeof *outbox->item);
}
