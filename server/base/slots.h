/* Ids that are never used again -> pointers: how layers name each other's objects
 * without holding pointers that may have died. */
#ifndef ALEA_SERVER_BASE_SLOTS_H
#define ALEA_SERVER_BASE_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slots {
    struct slot {
        uint64_t id; /* of the object here; 0: free */
        union {
            void *object;      /* borrowed */
            struct {           /* free: */
                uint32_t next; /* next free slot + 1; 0: none; see slots_reserve, too */
                uint32_t prev; /* the one before it + 1; 0: it is the first */
            };
        };
    } * slot;
    uint32_t n_slots; /* allocated */
    uint32_t n_used;  /* objects */
    uint32_t free;    /* first free slot + 1; 0: none */
    uint64_t serial;  /* of the newest id */
};

/* A zeroed struct slots is empty.  slots_fini frees the table, not the objects. */
void slots_fini(struct slots *slots);
/* Adds an object (borrowed).  Returns its id, never 0. */
uint64_t slots_add(struct slots *slots, void *object);
/* Adds an object under the id that it had in an earlier table of this kind.  False: its
 * place is taken, or it was no id of such a table. */
bool slots_restore(struct slots *slots, uint64_t id, void *object);
/* An object of an earlier table is not here, and may come back one day: keeps its id and
 * its place free for slots_restore. */
void slots_reserve(struct slots *slots, uint64_t id);
/* This id, and all before it, are given to no object any more. */
void slots_skip(struct slots *slots, uint64_t id);
/* A small number that no other object of the table has now; whoever comes later may. */
uint32_t slots_place(uint64_t id);
/* The object with this id, or NULL. */
void *slots_get(const struct slots *slots, uint64_t id);
void slots_remove(struct slots *slots, uint64_t id);
/* The next object at or after *at, which moves past it; NULL at the end.  Objects may be
 * removed while walking; added ones may or may not be seen. */
void *slots_next(const struct slots *slots, uint32_t *at);

#endif
