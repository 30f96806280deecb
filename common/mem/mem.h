/* Allocation that succeeds or ends the program.  This is acceptable only because every
 * size that a peer controls is bounded (limits.h, proto/bounds.h).  Libraries allocate
 * here too: few handle a failure well, and the errors they report then are misleading. */
#ifndef ALEA_MEM_MEM_H
#define ALEA_MEM_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit status when memory runs out: EX_OSERR of sysexits.h.  Not a signal: a core dump
 * would not help. */
#define MEM_EXIT_CODE 71

/* Ends the program at once, with a line on standard error and MEM_EXIT_CODE.  Flushes
 * nothing and tells no peer; whatever a store has acknowledged is in its file. */
_Noreturn void mem_exit(void);
/* A program may define this: mem_exit calls it first.  It must not allocate. */
void mem_before_exit(void) __attribute__((weak));
/* Returns p, or calls mem_exit if it is NULL. */
void *mem_checked(void *p);
/* Returns zeroed memory for n objects of size bytes; the caller frees it with free(). */
void *mem_new(size_t n, size_t size);
/* Like realloc for n objects of size bytes; new bytes are not zeroed. */
void *mem_grow(void *p, size_t n, size_t size);

/* Makes room for one more item in an array that has n of cap: doubles cap, from `first`
 * on. */
#define MEM_ROOM(array, n, cap, first)                                                   \
    do {                                                                                 \
        if ((n) == (cap)) {                                                              \
            (cap) = (cap) == 0 ? (first) : 2 * (cap);                                    \
            (array) = mem_grow((array), (cap), sizeof *(array));                         \
        }                                                                                \
    } while (false)

/* Like malloc, realloc and strndup; free() releases the result.  For 0 bytes, mem_alloc
 * returns a pointer that can be freed; mem_realloc frees p and returns NULL. */
void *mem_alloc(size_t len_bytes);
void *mem_realloc(void *p, size_t len_bytes);
char *mem_copy(const char *text, size_t len_bytes);

/* Like open_memstream, which silently loses text when memory runs out.  After fflush or
 * fclose, *text is the text with a NUL, and *len its length.  The caller frees *text. */
FILE *mem_stream(char **text, size_t *len);

#endif
