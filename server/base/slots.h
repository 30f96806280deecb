/* A table from ids to objects.  An id is never used again, so modules can refer to each
 * other's objects without pointers that may dangle. */
#ifndef ALEA_SERVER_BASE_SLOTS_H
#define ALEA_SERVER_BASE_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slots {
    struct slot {
        uint64_t id; /* of this object; 0: free */
        union {
            void *object;      /* borrowed */
            struct {           /* free: */
                uint32_t next; /* next free slot + 1; 0: none, or reserved */
                uint32_t prev; /* previous free slot + 1; 0: this is the first */
            };
        };
    } * slot;
    uint32_t n_slots; /* allocated */
    uint32_t n_used;  /* objects */
    uint32_t free;    /* first free slot + 1; 0: none */
    uint64_t serial;  /* of the newest id */
};

/* Empty when zeroed.  slots_fini frees the table, not the objects. */
void slots_fini(struct slots *slots);
/* Adds an object (borrowed).  Returns its id, never 0. */
uint64_t slots_add(struct slots *slots, void *object);
/* Adds an object with the id that it had before a restart.  False: its slot is taken, or
 * it cannot be such an id. */
bool slots_restore(struct slots *slots, uint64_t id, void *object);
/* Keeps the slot of an id from before a restart free for a later slots_restore. */
void slots_reserve(struct slots *slots, uint64_t id);
/* Never uses this id, or those before it, for a new object. */
void slots_skip(struct slots *slots, uint64_t id);
/* The index of the slot of an id: small, and unique among the objects that exist now. */
uint32_t slots_place(uint64_t id);
/* The object with this id, or NULL. */
void *slots_get(const struct slots *slots, uint64_t id);
void slots_remove(struct slots *slots, uint64_t id);
/* The next object at or after *at, which moves past it; NULL at the end.  You may remove
 * objects meanwhile; ones that you add may or may not be seen. */
void *slots_next(const struct slots *slots, uint32_t *at);

#endif
