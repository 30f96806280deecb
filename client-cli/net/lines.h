/* Bytes as they come -> whole lines, up to a bound. */
#ifndef ALEA_CLIENT_NET_LINES_H
#define ALEA_CLIENT_NET_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
    size_t max;   /* most bytes that may wait: the longest line and its end */
    char *bytes;  /* owned */
    size_t start; /* those before it were handed out */
    size_t len;   /* bytes in use */
    size_t cap;
};

/* max: longest line in bytes, without its end. */
void lines_init(struct lines *lines, size_t max);
void lines_fini(struct lines *lines);
/* Appends bytes, which ends the loan of the last line.  False, and nothing is appended,
 * when more than the longest line would wait.  Out of memory ends the program (mem.h). */
bool lines_add(struct lines *lines, const char *bytes, size_t n);
/* The next whole line without its LF or CR LF, *len its bytes.  Returns borrowed, valid
 * until lines_add; NULL when there is none.  It may contain NULs; a NUL follows it. */
char *lines_next(struct lines *lines, size_t *len);
/* The same for a last line without an end, when no more bytes will come. */
char *lines_rest(struct lines *lines, size_t *len);

#endif
