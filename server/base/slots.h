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
    uint8_t maker;      /* of new ids; 0: the only one */
    struct index moved; /* restored ids that are not in their own slots: struct moved */
};

/* Makers of ids: the nodes of a cluster, each with a table of its own.  They are numbered
 * from 1 to SLOTS_MAKERS - 1; 0 is the only maker of a server that is alone. */
#define SLOTS_MAKERS 64
/* First bit of the maker in an id. */
#define SLOTS_MAKER_SHIFT 56

/* The next number of a maker after `last`.  Different makers never get the same one. */
static inline uint64_t slots_number(uint64_t last, unsigned maker) {
    return maker == 0 ? last + 1 : last + 1 + (maker - (last + 1)) % SLOTS_MAKERS;
}

/* A zeroed table is empty.  slots_fini frees the table, but not the objects. */
void slots_fini(struct slots *slots);
/* Adds an object (borrowed).  Returns its id, never 0. */
uint64_t slots_add(struct slots *slots, void *object);
/* Makes this maker's ids from now on, with serials above this one.  Ids of any maker can
 * be restored then.  Call it before the first id is made; maker must not be 0. */
void slots_set_maker(struct slots *slots, unsigned maker, uint32_t serial);
/* The serial of an id, if there are several makers. */
uint32_t slots_serial(uint64_t id);
/* A new id without an object, for a later slots_restore. */
uint64_t slots_draw(struct slots *slots);
/* Adds an object (borrowed) with an id from before a restart, from slots_draw, or from
 * another maker.  False: the id or its slot is in use, or it cannot be such an id. */
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
