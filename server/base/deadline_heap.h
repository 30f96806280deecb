/* Deadlines, the earliest first: a binary heap of pointers into the structs that have a
 * deadline. */
#ifndef ALEA_SERVER_BASE_DEADLINE_HEAP_H
#define ALEA_SERVER_BASE_DEADLINE_HEAP_H

#include <stddef.h>
#include <stdint.h>

#define DEADLINE_NEVER UINT64_MAX

/* Embed it, as the member `deadline`, in whatever has one; DEADLINE_OF finds the whole
 * again.  A zeroed one is in no heap. */
struct deadline {
    uint64_t at_ms; /* valid only while it is in a heap */
    uint32_t place; /* index in the heap + 1; 0: in none */
};

#define DEADLINE_OF(part, type)                                                          \
    ((type *)(void *)((char *)(part)-offsetof(type, deadline)))

/* A zeroed heap is empty. */
struct deadline_heap {
    struct deadline **item; /* owned array of borrowed ones: item i is not later than its
                               children, items 2i + 1 and 2i + 2 */
    uint32_t n, cap;
};

/* Frees the array.  Ignores what is still in it. */
void deadline_heap_fini(struct deadline_heap *heap);
/* Sets or moves a deadline; DEADLINE_NEVER removes it. */
void deadline_heap_set(struct deadline_heap *heap, struct deadline *deadline,
                       uint64_t at_ms);
/* The earliest deadline if it has passed, else NULL.  It stays in the heap. */
struct deadline *deadline_heap_first(const struct deadline_heap *heap, uint64_t now_ms);
/* The time of the earliest deadline; DEADLINE_NEVER: there is none. */
uint64_t deadline_heap_next_ms(const struct deadline_heap *heap);

#endif
