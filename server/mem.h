/* Memory that is there or the program ends.  Tolerable only because every size that a
 * peer drives is bounded (limits.h, proto/bounds.h). */
#ifndef ALEA_SERVER_MEM_H
#define ALEA_SERVER_MEM_H

#include <stddef.h>

/* Zeroed memory for n objects of size bytes; aborts when there is none. */
void *mem_new(size_t n, size_t size);
/* Like realloc for n objects; new bytes are not zeroed; aborts when there is none. */
void *mem_grow(void *p, size_t n, size_t size);

#endif
