/* Loads memory into the processor's cache before it is needed.  With thousands of rooms,
 * a move spends most of its time waiting for memory. */
#ifndef ALEA_SERVER_BASE_PREFETCH_H
#define ALEA_SERVER_BASE_PREFETCH_H

#include <stddef.h>

/* Bytes that a processor loads at once. */
#define CACHE_LINE_BYTES 64

/* Starts to load len bytes, without waiting for them. */
static inline void prefetch(const void *from, size_t len) {
    for (size_t i = 0; i < len; i += CACHE_LINE_BYTES) {
        __builtin_prefetch((const char *)from + i);
    }
}

#endif
