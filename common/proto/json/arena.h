/* Memory of a decoded message: taken piece by piece, given back all at once. */
#ifndef ALEA_PROTO_JSON_ARENA_H
#define ALEA_PROTO_JSON_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* Lets jansson take its memory from mem.h, so that encoding and decoding end the program
 * when memory runs out.  Without this, a line that could not be decoded for want of
 * memory would be refused as a wrong one.  Call it once, before anything else of proto.
 */
void proto_use_memory(void);

struct arena_block;

struct arena {
    struct arena_block *blocks; /* owned, the latest first */
    bool failed;                /* memory ran out; what was asked for since is NULL */
};

/* Zeroed memory for n objects of size bytes; NULL when there is none.  Taken from where
 * jansson takes its own, so that a test can refuse it. */
void *arena_take(struct arena *arena, size_t n, size_t size);
/* A copy for showing: without control characters.  "" when there is no memory. */
const char *arena_clean(struct arena *arena, const char *text);
/* The same for a text of several lines, whose line ends are kept. */
const char *arena_clean_page(struct arena *arena, const char *text);
void arena_free(struct arena *arena);

#endif
