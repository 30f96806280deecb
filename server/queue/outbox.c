#include "server/queue/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void outbox_fini(struct outbox *outbox) {
    outbox_drop(outbox, outbox->n);
    free(outbox->item);
    *outbox = (struct outbox){0};
}

void outbox_take(struct outbox *outbox, const struct outbox_item *item) {
    MEM_ROOM(outbox->item, outbox->n, outbox->cap, 64);
    outbox->item[outbox->n++] = *item;
}

void outbox_add(struct outbox *outbox, uint64_t conn, struct buf *buf,
                enum outbox_how how) {
    outbox_take(outbox, &(struct outbox_item){.conn = conn,
                                              .buf = buf_ref(buf),
                                              .always = how >= SEND_ALWAYS,
                                              .watched = how == SEND_WATCHED ||
                                                         how == SEND_WATCHED_ALWAYS});
}

void outbox_add_end(struct outbox *outbox, uint64_t conn, enum error_code why,
                    enum outbox_how how) {
    outbox_take(outbox, &(struct outbox_item){.conn = conn,
                                              .always = how >= SEND_ALWAYS,
                                              .why = (uint8_t)why});
}

void outbox_answers(struct outbox *outbox, uint16_t line) {
    outbox->item[outbox->n - 1].answers = true;
    outbox->item[outbox->n - 1].line = line;
}

void outbox_add_memory(struct outbox *outbox, uint64_t conn, struct buf *memory) {
    outbox_add(outbox, conn, memory, SEND_ALWAYS);
    outbox->item[outbox->n - 1].remembers = true;
}

void outbox_take_always(struct outbox *outbox, const struct outbox_item *item) {
    if (item->always) {
        outbox_take(outbox, item);
    } else {
        buf_unref(item->buf);
    }
}

void outbox_append(struct outbox *outbox, struct outbox *rest) {
    for (size_t i = 0; i < rest->n; i++) {
        outbox_take(outbox, &rest->item[i]);
    }
    rest->n = 0;
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
