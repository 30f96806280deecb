/* Finds the earliest of many deadlines: a binary heap of pointers to structs that each
 * embed a deadline. */
#ifndef ALEA_SERVER_BASE_DEADLINE_HEAP_H
#define ALEA_SERVER_BASE_DEADLINE_HEAP_H

#include <stddef.h>
#include <stdint.h>

#define DEADLINE_NEVER UINT64_MAX

/* Embed this as the member `deadline`; DEADLINE_OF finds the enclosing struct.  A zeroed
 * one is in no heap. */
struct deadline {
    uint64_t at_ms; /* valid only while it is in a heap */
    uint32_t place; /* index in the heap + 1; 0: in none */
};

#define DEADLINE_OF(part, type)                                                          \
    ((type *)(void *)((char *)(part)-offsetof(type, deadline)))

/* A zeroed heap is empty. */
struct deadline_heap {
    struct deadline **item; /* owned array, borrowed items: item i is not later than its
                               children, items 2i + 1 and 2i + 2 */
    uint32_t n, cap;
};

/* Frees the array, but does not touch the deadlines in it. */
void deadline_heap_fini(struct deadline_heap *heap);
/* Adds or moves a deadline; DEADLINE_NEVER removes it. */
void deadline_heap_set(struct deadline_heap *heap, struct deadline *deadline,
                       uint64_t at_ms);
/* The earliest deadline if it is due, else NULL; borrowed.  It stays in the heap. */
struct deadline *deadline_heap_first(const struct deadline_heap *heap, uint64_t now_ms);
/* The time of the earliest deadline; DEADLINE_NEVER: there is none. */
uint64_t deadline_heap_next_ms(const struct deadline_heap *heap);

#endif
