/* A table from ids to objects.  An id is never used again, so modules can refer to each
 * other's objects without pointers that may dangle. */
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
                uint32_t next; /* next free slot + 1; 0: none, or reserved */
                uint32_t prev; /* previous free slot + 1; 0: this is the first */
            };
        };
    } * slot;
    uint32_t n_slots;   /* allocated */
    uint32_t n_used;    /* objects */
    uint32_t free;      /* first free slot + 1; 0: none */
    uint64_t serial;    /* of the newest id */
    uint8_t maker;      /* of new ids; 0: there are no other makers */
    struct index moved; /* restored ids that are not in their own places: struct moved */
};

/* Makers of ids, each with a table of its own: 0..SLOTS_MAKERS - 1. */
#define SLOTS_MAKERS 64
/* The bit of an id where its maker begins. */
#define SLOTS_MAKER_SHIFT 56

/* The next number after `last` of a maker: no other one gives the same.  Maker 0: there
 * are no others. */
static inline uint64_t slots_number(uint64_t last, unsigned maker) {
    return maker == 0 ? last + 1 : last + 1 + (maker - (last + 1)) % SLOTS_MAKERS;
}

/* Empty when zeroed.  slots_fini frees the table, not the objects. */
void slots_fini(struct slots *slots);
/* Adds an object (borrowed).  Returns its id, never 0. */
uint64_t slots_add(struct slots *slots, void *object);
/* From now on new ids are those of this maker, which has made none above serial; any
 * maker's can be restored.  Call it before the first id is made. */
void slots_set_maker(struct slots *slots, unsigned maker, uint32_t serial);
/* The serial of an id of one of several makers. */
uint32_t slots_serial(uint64_t id);
/* An id that no object has or will get, but for a later slots_restore. */
uint64_t slots_draw(struct slots *slots);
/* Adds an object with the id that it had before a restart, or that another maker has
 * given it.  False: its slot is taken, or it cannot be such an id. */
bool slots_restore(struct slots *slots, uint64_t id, void *object);
/* Keeps the slot of an id from before a restart free for a later slots_restore. */
void slots_reserve(struct slots *slots, uint64_t id);
/* Never uses this id, or those before it, for a new object. */
void slots_skip(struct slots *slots, uint64_t id);
/* The index of the slot of an id that is in use: small, and unique among the objects that
 * exist now. */
uint32_t slots_place(const struct slots *slots, uint64_t id);
/* The object with this id, or NULL. */
void *slots_get(const struct slots *slots, uint64_t id);
void slots_remove(struct slots *slots, uint64_t id);
/* The next object at or after *at, which moves past it; NULL at the end.  You may remove
 * objects meanwhile; ones that you add may or may not be seen. */
void *slots_next(const struct slots *slots, uint32_t *at);

#endif
