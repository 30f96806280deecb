/* Memory that is there, or the program ends.  Tolerable only because every size that a
 * peer drives is bounded (limits.h, proto/bounds.h).  What is not one of our allocations
 * but a library's is given to it from here, too: no library is sure of what it does when
 * it gets none, and what it answers then looks like a fault of somebody else. */
#ifndef ALEA_MEM_MEM_H
#define ALEA_MEM_MEM_H

#include <stddef.h>
#include <stdio.h>

/* Exit status when there is no memory: EX_OSERR of sysexits.h.  No signal: nobody needs a
 * picture of a memory that was merely full. */
#define MEM_EXIT_CODE 71

/* Ends the program now, with one line on standard error and MEM_EXIT_CODE: nothing is
 * flushed, and nobody told.  What a store has acknowledged is in its file. */
_Noreturn void mem_end(void);
/* Called by mem_end in a program that defines it, before anything else: there is no
 * memory. */
void mem_before_end(void) __attribute__((weak));
/* p, or mem_end when it is NULL. */
void *mem_there(void *p);
/* Zeroed memory for n objects of size bytes. */
void *mem_new(size_t n, size_t size);
/* Like realloc for n objects; new bytes are not zeroed. */
void *mem_grow(void *p, size_t n, size_t size);

/* Like malloc, realloc and strndup; free() gives back.  Of no bytes they are something
 * that can be freed; mem_resize to 0 frees, and is NULL. */
void *mem_take(size_t len_bytes);
void *mem_resize(void *p, size_t len_bytes);
char *mem_copy(const char *text, size_t len_bytes);

/* Like open_memstream, which leaves holes in the text where memory was missing: *text,
 * closed by a NUL, and *len are right after fflush and fclose; the caller frees *text. */
FILE *mem_stream(char **text, size_t *len);

#endif
