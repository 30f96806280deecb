/* Memory of a decoded message: allocated piece by piece, freed all at once.
 *
 * In alead and alea, running out of memory ends the program (proto_use_memory).  Only a
 * test that gives jansson another allocator sees `failed`, and the NULL and "" that
 * functions here and in message/inside.h then return. */
#ifndef ALEA_PROTO_JSON_ARENA_H
#define ALEA_PROTO_JSON_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* Makes jansson allocate through mem.h, so encoding and decoding end the program when
 * memory runs out.  Otherwise a line that could not be decoded would be refused as
 * malformed.  Call it once, before anything else of proto. */
void proto_use_memory(void);

struct arena_block;

struct arena {
    struct arena_block *blocks; /* owned, the latest first */
    bool failed;                /* a request returned NULL: the message is incomplete */
};

/* Returns zeroed memory for n objects of size bytes, owned by the arena; NULL: out of
 * memory.  Uses jansson's allocator, so a test can make it fail. */
void *arena_alloc(struct arena *arena, size_t n, size_t size);
/* Returns a copy that is safe to show (utf8_clean), owned by the arena; "": out of
 * memory. */
const char *arena_clean(struct arena *arena, const char *text);
/* The same for several lines; keeps the line ends. */
const char *arena_clean_page(struct arena *arena, const char *text);
void arena_free(struct arena *arena);

#endif
