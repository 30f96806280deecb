/* Memory of a decoded message: allocated piece by piece, freed all at once. */
#ifndef ALEA_PROTO_JSON_ARENA_H
#define ALEA_PROTO_JSON_ARENA_H

#include <stddef.h>

/* Makes jansson allocate through mem.h, so encoding and decoding end the program when
 * memory runs out.  Otherwise a line that could not be decoded would be refused as
 * malformed.  Call it once, before anything else of proto. */
void proto_use_memory(void);

struct arena_block;

struct arena {
    struct arena_block *blocks; /* owned, the latest first */
};

/* Returns zeroed memory for n objects of size bytes, owned by the arena. */
void *arena_alloc(struct arena *arena, size_t n, size_t size);
/* Returns a copy that is safe to show (utf8_clean), owned by the arena. */
const char *arena_clean(struct arena *arena, const char *text);
/* The same for several lines; keeps the line ends. */
const char *arena_clean_page(struct arena *arena, const char *text);
void arena_free(struct arena *arena);

#endif
