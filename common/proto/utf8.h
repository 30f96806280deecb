/* UTF-8: reading it, and cleaning what strangers have written. */
#ifndef ALEA_PROTO_UTF8_H
#define ALEA_PROTO_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest code point, in bytes. */
#define UTF8_BYTES_MAX 4

/* Reads the code point at the beginning of len > 0 bytes.  Returns how many bytes wrote
 * it; 0: they are not UTF-8. */
size_t utf8_read(const char *text, size_t len, uint32_t *point);
/* Writes a code point, without a NUL.  Returns how many bytes that took. */
size_t utf8_write(uint32_t point, char out[static UTF8_BYTES_MAX]);
/* Whether these bytes are well-formed UTF-8 without NUL. */
bool utf8_is_text(const char *text, size_t len);
/* Copies text without what a terminal might obey (C0 but TAB, DEL, C1, U+2028..9, bidi
 * controls) and without invisible characters, so that it can be shown to somebody.
 * Joiners and variation selectors stay where scripts and emoji need them.  Truncates at
 * a whole character. */
void utf8_clean(const char *text, size_t len, char *out, size_t cap);
/* The same, but only what a terminal might obey is dropped: for secrets, which nobody is
 * shown, and which are compared byte by byte. */
void utf8_drop_controls(const char *text, size_t len, char *out, size_t cap);

#endif
