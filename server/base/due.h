/* What is due when: the earliest first, without a look at the others. */
#ifndef ALEA_SERVER_BASE_DUE_H
#define ALEA_SERVER_BASE_DUE_H

#include <stddef.h>
#include <stdint.h>

#define DUE_NEVER UINT64_MAX

/* A part, with the name due, of whatever has a time; DUE_OF is the whole. */
struct due {
    uint64_t at_ms; /* meaningless while it is in no struct dues */
    uint32_t place; /* there, + 1; 0: in none */
};

#define DUE_OF(part, type) ((type *)(void *)((char *)(part)-offsetof(type, due)))

struct dues {
    struct due **due; /* owned array of borrowed ones; a heap: each is not later than
                         the two below it, at twice its number and one more */
    uint32_t n, cap;
};

/* A zeroed struct dues, or struct due, is empty, or in none. */
void dues_fini(struct dues *dues);
/* It is due at this time, and at no other; DUE_NEVER: takes it out. */
void dues_set(struct dues *dues, struct due *due, uint64_t at_ms);
/* The earliest one, if its time has come; NULL: nothing is due. */
struct due *dues_first(const struct dues *dues, uint64_t now_ms);
/* When the earliest one is due; DUE_NEVER: there is none. */
uint64_t dues_next_ms(const struct dues *dues);

#endif
