/* Splits received bytes into lines, up to a maximum length. */
#ifndef ALEA_CLIENT_NET_LINES_H
#define ALEA_CLIENT_NET_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
    size_t max;   /* most bytes that are kept: the longest line and its end */
    char *bytes;  /* owned */
    size_t start; /* bytes before this have been handed out */
    size_t len;   /* bytes in use */
    size_t cap;
};

/* max: longest line, in bytes without its end. */
void lines_init(struct lines *lines, size_t max);
void lines_fini(struct lines *lines);
/* Appends bytes; invalidates the last line that was handed out.  False, without
 * appending, if a line would be too long.  Out of memory ends the program (mem.h). */
bool lines_add(struct lines *lines, const char *bytes, size_t n);
/* The next whole line without its LF or CR LF; *len is its length in bytes.  Borrowed
 * until lines_add; NULL: there is none.  It may contain NULs; a NUL follows it. */
char *lines_next(struct lines *lines, size_t *len);
/* As lines_next, for the last line, which may lack an end: no more bytes will come. */
char *lines_rest(struct lines *lines, size_t *len);

#endif
