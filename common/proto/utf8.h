/* Reads UTF-8, and makes text from strangers safe to show. */
#ifndef ALEA_PROTO_UTF8_H
#define ALEA_PROTO_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest code point, in bytes. */
#define UTF8_BYTES_MAX 4

/* Reads the code point at the start of len > 0 bytes.  Returns its length in bytes; 0:
 * not UTF-8. */
size_t utf8_read(const char *text, size_t len, uint32_t *point);
/* Writes a code point without a NUL.  Returns its length in bytes. */
size_t utf8_write(uint32_t point, char out[static UTF8_BYTES_MAX]);
/* Returns the length of the byte order mark at the start of a text; 0: there is none.
 * Editors and libraries on Windows put it before the first line. */
size_t utf8_mark_len(const char *text, size_t len);
/* Whether these bytes are well-formed UTF-8 without NUL. */
bool utf8_is_text(const char *text, size_t len);
/* Copies text in a form that is safe to show.  Drops invisible characters and whatever a
 * terminal might obey (C0 except TAB, DEL, C1, U+2028 and U+2029, bidi controls).  Keeps
 * joiners and variation selectors where scripts and emoji need them.  Truncates to cap at
 * a character boundary. */
void utf8_clean(const char *text, size_t len, char *out, size_t cap);
/* The same, but keeps invisible characters: for secrets, which are never shown, and are
 * compared byte by byte. */
void utf8_drop_controls(const char *text, size_t len, char *out, size_t cap);

#endif
