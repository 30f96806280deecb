#include "server/base/slots.h"

#include <assert.h>
#include <stdlib.h>

#include "mem/mem.h"

/* An id is serial << SLOT_BITS | slot, and unique over 2^32 objects.  Ids from
 * MAKER_SHIFT on come from databases that several servers once used at the same time. */
#define SLOT_BITS   24
#define SLOT_MASK   ((UINT64_C(1) << SLOT_BITS) - 1)
#define MAKER_SHIFT 56
/* In slot.next: the slot is reserved, and not in the free list. */
#define SLOT_RESERVED UINT32_MAX
/* Slots below this can hold a restored id: twice as many as the limit `connections`
 * allows, as a front also has connections that it turns away. */
#define SLOTS_RESTORED_MAX (UINT32_C(1) << 21)

/* A restored id whose object is in another slot than the id says. */
struct moved {
    uint64_t id;
    uint32_t place;
};

static struct moved *find_moved(const struct slots *slots, uint64_t id) {
    uint64_t hash = index_hash(&slots->moved, &id, sizeof id);
    uint32_t at = 0;
    struct moved *moved;
    do {
        moved = index_next(&slots->moved, hash, &at);
    } while (moved != NULL && moved->id != id);
    return moved;
}

static void add_moved(struct slots *slots, uint64_t id, uint32_t place) {
    struct moved *moved = mem_new(1, sizeof *moved);
    *moved = (struct moved){id, place};
    index_add(&slots->moved, index_hash(&slots->moved, &id, sizeof id), moved);
}

static void remove_moved(struct slots *slots, uint64_t id) {
    struct moved *moved = slots->moved.n_used > 0 ? find_moved(slots, id) : NULL;
    if (moved != NULL) {
        index_remove(&slots->moved, index_hash(&slots->moved, &id, sizeof id), moved);
        free(moved);
    }
}

void slots_fini(struct slots *slots) {
    for (uint32_t i = 0; slots->moved.n_used > 0 && i < slots->n_slots; i++) {
        remove_moved(slots, slots->slot[i].id);
    }
    index_fini(&slots->moved);
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

/* Takes any free slot. */
static uint32_t take_any(struct slots *slots) {
    if (slots->free == 0) {
        grow(slots);
    }
    uint32_t i = slots->free - 1;
    take_free(slots, i);
    slots->n_used++;
    return i;
}

static uint64_t new_id(struct slots *slots, uint32_t place) {
    return ++slots->serial << SLOT_BITS | place;
}

uint64_t slots_add(struct slots *slots, void *object) {
    uint32_t i = take_any(slots);
    uint64_t id = new_id(slots, i);
    slots->slot[i] = (struct slot){.id = id, .object = object};
    return id;
}

static uint32_t own_place(uint64_t id) {
    return (uint32_t)(id & SLOT_MASK);
}

/* Finds the slot with this id.  False: there is none. */
static bool find(const struct slots *slots, uint64_t id, uint32_t *place) {
    *place = own_place(id);
    if (id != 0 && *place < slots->n_slots && slots->slot[*place].id == id) {
        return true;
    }
    const struct moved *moved = slots->moved.n_used > 0 ? find_moved(slots, id) : NULL;
    *place = moved != NULL ? moved->place : 0;
    return moved != NULL;
}

uint32_t slots_place(const struct slots *slots, uint64_t id) {
    uint32_t place;
    return find(slots, id, &place) ? place : own_place(id);
}

/* Whether a table can have made the id. */
static bool is_own(uint64_t id) {
    return id >> MAKER_SHIFT == 0;
}

void slots_skip(struct slots *slots, uint64_t id) {
    uint64_t serial = id >> SLOT_BITS;
    if (is_own(id) && serial > slots->serial) {
        slots->serial = serial;
    }
}

/* Makes sure that the slot of an id from before a restart exists, and that no new id is
 * below it.  False: the slot is in use, or this cannot be such an id. */
static bool find_place(struct slots *slots, uint64_t id, uint32_t *place) {
    uint32_t i = own_place(id);
    if (id >> SLOT_BITS == 0 || i >= SLOTS_RESTORED_MAX || !is_own(id)) {
        return false;
    }
    slots_skip(slots, id);
    while (i >= slots->n_slots) {
        grow(slots);
    }
    *place = i;
    return slots->slot[i].id == 0;
}

/* Takes this free slot, unless it is reserved already. */
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
    if (find(slots, id, &i)) {
        return false;
    }
    if (find_place(slots, id, &i)) {
        take_place(slots, i);
        slots->n_used++;
    } else if (!is_own(id)) {
        i = take_any(slots);
        add_moved(slots, id, i);
    } else {
        return false;
    }
    slots->slot[i] = (struct slot){.id = id, .object = object};
    return true;
}

void *slots_get(const struct slots *slots, uint64_t id) {
    uint32_t i = own_place(id);
    if (i < slots->n_slots && slots->slot[i].id == id && id != 0) { /* the usual case */
        return slots->slot[i].object;
    }
    return find(slots, id, &i) ? slots->slot[i].object : NULL;
}

void slots_remove(struct slots *slots, uint64_t id) {
    uint32_t i;
    bool is_there = find(slots, id, &i);
    assert(is_there);
    (void)is_there;
    remove_moved(slots, id);
    put_free(slots, i);
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
