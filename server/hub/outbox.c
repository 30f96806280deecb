#include "server/hub/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void outbox_fini(struct outbox *outbox) {
    outbox_drop(outbox, outbox->n);
    free(outbox->item);
    *outbox = (struct outbox){0};
}

static void append(struct outbox *outbox, struct outbox_item item) {
    if (outbox->n == outbox->cap) {
        outbox->cap = outbox->cap == 0 ? 64 : outbox->cap * 2;
        outbox->item = mem_grow(outbox->item, outbox->cap, sizeof *outbox->item);
    }
    outbox->item[outbox->n++] = item;
}

void outbox_send(struct outbox *outbox, uint64_t conn, struct buf *buf) {
    append(outbox, (struct outbox_item){.conn = conn, .buf = buf_ref(buf)});
}

void outbox_send_always(struct outbox *outbox, uint64_t conn, struct buf *buf) {
    append(outbox,
           (struct outbox_item){.conn = conn, .buf = buf_ref(buf), .always = true});
}

void outbox_send_watched(struct outbox *outbox, uint64_t conn, struct buf *buf) {
    append(outbox,
           (struct outbox_item){.conn = conn, .buf = buf_ref(buf), .watched = true});
}

void outbox_close(struct outbox *outbox, uint64_t conn) {
    append(outbox, (struct outbox_item){.conn = conn, .always = true});
}

void outbox_mark_tentative(struct outbox *outbox) {
    if (!outbox->is_tentative) {
        outbox->is_tentative = true;
        outbox->n_committed = outbox->n;
    }
}

void outbox_settle(struct outbox *outbox) {
    outbox->is_tentative = false;
}

struct outbox outbox_withhold(struct outbox *outbox) {
    struct outbox kept = {.n = 0};
    for (size_t i = outbox->n_committed; outbox->is_tentative && i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        if (item->always) {
            append(&kept, *item);
        } else {
            buf_unref(item->buf);
        }
    }
    outbox->n = outbox->is_tentative ? outbox->n_committed : outbox->n;
    outbox->is_tentative = false;
    return kept;
}

void outbox_append(struct outbox *outbox, struct outbox *rest) {
    for (size_t i = 0; i < rest->n; i++) {
        append(outbox, rest->item[i]);
    }
    rest->n = 0;
    outbox_fini(rest);
}

void outbox_drop(struct outbox *outbox, size_t n) {
    for (size_t i = 0; i < n; i++) {
        buf_unref(outbox->item[i].buf);
    }
    if (n == 0) {
        return;
    }
    outbox->n -= n;
    outbox->n_committed = outbox->n_committed > n ? outbox->n_committed - n : 0;
    memmove(outbox->item, outbox->item + n, outbox->n * sizeof *outbox->item);
}
