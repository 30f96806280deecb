#include "rules/happened.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

void happened_add(struct happened *h, enum happening_kind kind, uint8_t side,
                  const char *at, uint8_t n) {
    if (h == NULL) {
        return;
    }
    size_t len = strlen(at);
    assert(h->n < HAPPENED_MAX && len < SQUARE_BYTES);
    struct happening *item = &h->item[h->n++];
    *item = (struct happening){.kind = (uint8_t)kind, .side = side, .n = n};
    memcpy(item->at, at, len);
}

const char *happening_name(enum happening_kind kind) {
    static const char *const names[HAPPENING_KIND_COUNT] = {
#define X(id, name) [id] = (name),
        HAPPENING_KINDS(X)
#undef X
    };
    return names[kind];
}

enum happening_kind happening_find(const char *name) {
    enum happening_kind kind = 0;
    while (kind < HAPPENING_KIND_COUNT && strcmp(happening_name(kind), name) != 0) {
        kind++;
    }
    return kind;
}
