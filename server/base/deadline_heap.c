#include "server/base/deadline_heap.h"

#include <stdlib.h>

#include "mem/mem.h"

void deadline_heap_fini(struct deadline_heap *dues) {
    free(dues->due);
    *dues = (struct deadline_heap){.n = 0};
}

static void put(struct deadline_heap *dues, uint32_t i, struct deadline *due) {
    dues->due[i] = due;
    due->place = i + 1;
}

/* Moves one up from its place as far as it is earlier than those above it. */
static void rise(struct deadline_heap *dues, struct deadline *due) {
    uint32_t i = due->place - 1;
    for (uint32_t above; i > 0; i = above) {
        above = (i - 1) / 2;
        if (dues->due[above]->at_ms <= due->at_ms) {
            break;
        }
        put(dues, i, dues->due[above]);
    }
    put(dues, i, due);
}

/* And down as far as it is later than those below it. */
static void sink(struct deadline_heap *dues, struct deadline *due) {
    uint32_t i = due->place - 1;
    for (uint32_t below; (below = 2 * i + 1) < dues->n; i = below) {
        if (below + 1 < dues->n &&
            dues->due[below + 1]->at_ms < dues->due[below]->at_ms) {
            below++;
        }
        if (dues->due[below]->at_ms >= due->at_ms) {
            break;
        }
        put(dues, i, dues->due[below]);
    }
    put(dues, i, due);
}

static void settle(struct deadline_heap *dues, struct deadline *due) {
    rise(dues, due);
    sink(dues, due);
}

static void take_out(struct deadline_heap *dues, struct deadline *due) {
    struct deadline *last = dues->due[--dues->n];
    if (last != due) {
        put(dues, due->place - 1, last);
        settle(dues, last);
    }
    due->place = 0;
}

void deadline_heap_set(struct deadline_heap *dues, struct deadline *due, uint64_t at_ms) {
    if (due->place != 0 && due->at_ms == at_ms) {
        return;
    }
    if (at_ms == DEADLINE_NEVER) {
        if (due->place != 0) {
            take_out(dues, due);
        }
        return;
    }
    due->at_ms = at_ms;
    if (due->place == 0) {
        if (dues->n == dues->cap) {
            dues->cap = dues->cap == 0 ? 16 : dues->cap * 2;
            dues->due = mem_grow(dues->due, dues->cap, sizeof(struct deadline *));
        }
        put(dues, dues->n++, due);
    }
    settle(dues, due);
}

struct deadline *deadline_heap_first(const struct deadline_heap *dues, uint64_t now_ms) {
    return dues->n > 0 && dues->due[0]->at_ms <= now_ms ? dues->due[0] : NULL;
}

uint64_t deadline_heap_next_ms(const struct deadline_heap *dues) {
    return dues->n > 0 ? dues->due[0]->at_ms : DEADLINE_NEVER;
}
