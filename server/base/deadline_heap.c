#include "server/base/deadline_heap.h"

#include <stdlib.h>

#include "mem/mem.h"

void deadline_heap_fini(struct deadline_heap *heap) {
    free(heap->item);
    *heap = (struct deadline_heap){.n = 0};
}

static void put(struct deadline_heap *heap, uint32_t i, struct deadline *deadline) {
    heap->item[i] = deadline;
    deadline->place = i + 1;
}

/* Moves an item towards the root while it is earlier than its parent. */
static void rise(struct deadline_heap *heap, struct deadline *deadline) {
    uint32_t i = deadline->place - 1;
    for (uint32_t parent; i > 0; i = parent) {
        parent = (i - 1) / 2;
        if (heap->item[parent]->at_ms <= deadline->at_ms) {
            break;
        }
        put(heap, i, heap->item[parent]);
    }
    put(heap, i, deadline);
}

/* Moves an item away from the root while it is later than a child. */
static void sink(struct deadline_heap *heap, struct deadline *deadline) {
    uint32_t i = deadline->place - 1;
    for (uint32_t child; (child = 2 * i + 1) < heap->n; i = child) {
        if (child + 1 < heap->n &&
            heap->item[child + 1]->at_ms < heap->item[child]->at_ms) {
            child++;
        }
        if (heap->item[child]->at_ms >= deadline->at_ms) {
            break;
        }
        put(heap, i, heap->item[child]);
    }
    put(heap, i, deadline);
}

static void settle(struct deadline_heap *heap, struct deadline *deadline) {
    rise(heap, deadline);
    sink(heap, deadline);
}

static void remove_item(struct deadline_heap *heap, struct deadline *deadline) {
    struct deadline *last = heap->item[--heap->n];
    if (last != deadline) {
        put(heap, deadline->place - 1, last);
        settle(heap, last);
    }
    deadline->place = 0;
}

void deadline_heap_set(struct deadline_heap *heap, struct deadline *deadline,
                       uint64_t at_ms) {
    if (deadline->place != 0 && deadline->at_ms == at_ms) {
        return;
    }
    if (at_ms == DEADLINE_NEVER) {
        if (deadline->place != 0) {
            remove_item(heap, deadline);
        }
        return;
    }
    deadline->at_ms = at_ms;
    if (deadline->place == 0) {
        if (heap->n == heap->cap) {
            heap->cap = heap->cap == 0 ? 16 : heap->cap * 2;
            heap->item = mem_grow(heap->item, heap->cap, sizeof(struct deadline *));
        }
        put(heap, heap->n++, deadline);
    }
    settle(heap, deadline);
}

struct deadline *deadline_heap_first(const struct deadline_heap *heap, uint64_t now_ms) {
    return heap->n > 0 && heap->item[0]->at_ms <= now_ms ? heap->item[0] : NULL;
}

uint64_t deadline_heap_next_ms(const struct deadline_heap *heap) {
    return heap->n > 0 ? heap->item[0]->at_ms : DEADLINE_NEVER;
}
