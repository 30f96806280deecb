/* A table from ids to objects.  Ids are never reused, so modules can refer to each
 * other's objects without dangling pointers. */
#ifndef ALEA_SERVER_BASE_SLOTS_H
#define ALEA_SERVER_BASE_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/index.h"

struct slots {
    struct slot {
        uint64_t id; /* of this object; 0: free */
        union {
            void *object;      /* borrowed */
            struct {           /* free: */
                uint32_t next; /* next free slot + 1; 0: none; or SLOT_RESERVED */
                uint32_t prev; /* previous free slot + 1; 0: this is the first */
            };
        };
    } * slot;
    uint32_t n_slots;   /* allocated */
    uint32_t n_used;    /* objects */
    uint32_t free;      /* first free slot + 1; 0: none */
    uint64_t serial;    /* of the newest id */
    struct index moved; /* restored ids that are not in their own slots: struct moved */
};

/* A zeroed table is empty.  slots_fini frees the table, but not the objects. */
void slots_fini(struct slots *slots);
/* Adds an object (borrowed).  Returns its id, never 0. */
uint64_t slots_add(struct slots *slots, void *object);
/* Adds an object (borrowed) with an id from before a restart, or of another process.
 * False: the id or its slot is in use, or it cannot be such an id. */
bool slots_restore(struct slots *slots, uint64_t id, void *object);
/* Keeps the slot of an id from before a restart free for a later slots_restore. */
void slots_reserve(struct slots *slots, uint64_t id);
/* Never gives this id, or an earlier one, to a new object. */
void slots_skip(struct slots *slots, uint64_t id);
/* The index of an id's slot: small, and unique among the objects that exist now. */
uint32_t slots_place(const struct slots *slots, uint64_t id);
/* The object with this id; borrowed; NULL: none. */
void *slots_get(const struct slots *slots, uint64_t id);
/* Removes an object; there must be one with this id. */
void slots_remove(struct slots *slots, uint64_t id);
/* The next object at or after *at, which moves past it; NULL at the end.  You may remove
 * objects meanwhile; objects that you add may be skipped. */
void *slots_next(const struct slots *slots, uint32_t *at);

#endif
