/* What is due when: the earliest first, without a look at the others. */
#ifndef ALEA_SERVER_BASE_DEADLINE_HEAP_H
#define ALEA_SERVER_BASE_DEADLINE_HEAP_H

#include <stddef.h>
#include <stdint.h>

#define DEADLINE_NEVER UINT64_MAX

/* A part, with the name due, of whatever has a time; DEADLINE_OF is the whole. */
struct deadline {
    uint64_t at_ms; /* meaningless while it is in no struct deadline_heap */
    uint32_t place; /* there, + 1; 0: in none */
};

#define DEADLINE_OF(part, type) ((type *)(void *)((char *)(part)-offsetof(type, due)))

struct deadline_heap {
    struct deadline **due; /* owned array of borrowed ones; a heap: each is not later than
                         the two below it, at twice its number and one more */
    uint32_t n, cap;
};

/* A zeroed struct deadline_heap, or struct deadline, is empty, or in none. */
void deadline_heap_fini(struct deadline_heap *dues);
/* It is due at this time, and at no other; DEADLINE_NEVER: takes it out. */
void deadline_heap_set(struct deadline_heap *dues, struct deadline *due, uint64_t at_ms);
/* The earliest one, if its time has come; NULL: nothing is due. */
struct deadline *deadline_heap_first(const struct deadline_heap *dues, uint64_t now_ms);
/* When the earliest one is due; DEADLINE_NEVER: there is none. */
uint64_t deadline_heap_next_ms(const struct deadline_heap *dues);

#endif
