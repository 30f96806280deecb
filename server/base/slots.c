#include "server/base/slots.h"

#include <assert.h>
#include <stdlib.h>

#include "mem/mem.h"

/* An id is serial << SLOT_BITS | slot: unique over 2^40 objects. */
#define SLOT_BITS 24
#define SLOT_MASK ((UINT64_C(1) << SLOT_BITS) - 1)
/* Instead of the next free slot: this one is reserved, and in no list. */
#define SLOT_RESERVED UINT32_MAX
/* Most slots that a restored id may use: as many as limit connections allows. */
#define SLOTS_RESTORED_MAX 1000000

void slots_fini(struct slots *slots) {
    free(slots->slot);
    *slots = (struct slots){0};
}

/* Adds a slot at the head of the free list. */
static void put_free(struct slots *slots, uint32_t i) {
    slots->slot[i] = (struct slot){.next = slots->free};
    if (slots->free != 0) {
        slots->slot[slots->free - 1].prev = i + 1;
    }
    slots->free = i + 1;
}

/* Removes a slot from the free list. */
static void take_free(struct slots *slots, uint32_t i) {
    uint32_t next = slots->slot[i].next, prev = slots->slot[i].prev;
    if (prev == 0) {
        slots->free = next;
    } else {
        slots->slot[prev - 1].next = next;
    }
    if (next != 0) {
        slots->slot[next - 1].prev = prev;
    }
}

static void grow(struct slots *slots) {
    uint32_t n = slots->n_slots == 0 ? 16 : slots->n_slots * 2;
    assert(n <= SLOT_MASK);
    slots->slot = mem_grow(slots->slot, n, sizeof *slots->slot);
    for (uint32_t i = n; i-- > slots->n_slots;) {
        put_free(slots, i);
    }
    slots->n_slots = n;
}

uint64_t slots_add(struct slots *slots, void *object) {
    if (slots->free == 0) {
        grow(slots);
    }
    uint32_t i = slots->free - 1;
    struct slot *slot = &slots->slot[i];
    take_free(slots, i);
    slots->n_used++;
    *slot = (struct slot){.id = ++slots->serial << SLOT_BITS | i, .object = object};
    return slot->id;
}

uint32_t slots_place(uint64_t id) {
    return (uint32_t)(id & SLOT_MASK);
}

void slots_skip(struct slots *slots, uint64_t id) {
    uint64_t serial = id >> SLOT_BITS;
    slots->serial = serial > slots->serial ? serial : slots->serial;
}

/* Makes sure that the slot of an id from before a restart exists, and that no id up to it
 * is given again.  False: the slot is taken, or it cannot be such an id. */
static bool find_place(struct slots *slots, uint64_t id, uint32_t *place) {
    uint32_t i = slots_place(id);
    if (id >> SLOT_BITS == 0 || i >= SLOTS_RESTORED_MAX) {
        return false;
    }
    slots_skip(slots, id);
    while (i >= slots->n_slots) {
        grow(slots);
    }
    *place = i;
    return slots->slot[i].id == 0;
}

/* No new object gets this free slot. */
static void take_place(struct slots *slots, uint32_t i) {
    if (slots->slot[i].next != SLOT_RESERVED) {
        take_free(slots, i);
        slots->slot[i].next = SLOT_RESERVED;
    }
}

void slots_reserve(struct slots *slots, uint64_t id) {
    uint32_t i;
    if (find_place(slots, id, &i)) {
        take_place(slots, i);
    }
}

bool slots_restore(struct slots *slots, uint64_t id, void *object) {
    uint32_t i;
    if (!find_place(slots, id, &i)) {
        return false;
    }
    take_place(slots, i);
    slots->slot[i] = (struct slot){.id = id, .object = object};
    slots->n_used++;
    return true;
}

void *slots_get(const struct slots *slots, uint64_t id) {
    uint64_t i = id & SLOT_MASK;
    return id != 0 && i < slots->n_slots && slots->slot[i].id == id
               ? slots->slot[i].object
               : NULL;
}

void slots_remove(struct slots *slots, uint64_t id) {
    assert(slots_get(slots, id) != NULL);
    put_free(slots, slots_place(id));
    slots->n_used--;
}

void *slots_next(const struct slots *slots, uint32_t *at) {
    while (*at < slots->n_slots) {
        const struct slot *slot = &slots->slot[(*at)++];
        if (slot->id != 0) {
            return slot->object;
        }
    }
    return NULL;
}
