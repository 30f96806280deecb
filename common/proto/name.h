/* Players' names: 2 to 16 characters; Latin letters with or without diacritics, digits,
 * '_' and '-'; the first is a letter.  They are kept in NFC, with one code point for each
 * letter, and compared by their keys: names that differ only in case or diacritics are
 * the same.  shape.h says which are valid. */
#ifndef ALEA_PROTO_NAME_H
#define ALEA_PROTO_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"

/* Longest key, with its NUL: each letter becomes at most two of ASCII. */
#define NAME_KEY_BYTES (2 * NAME_CHARS_MAX + 1)

/* Copies text in NFC: a letter and its combining marks become one code point, if that is
 * a letter of names.  The result is never longer than text.  out may be text itself.
 * Truncates to cap. */
void name_compose(const char *text, size_t len, char *out, size_t cap);
/* Writes the key of a name: lower-case ASCII without diacritics ("Þóra" becomes "thora").
 * Copies characters that names cannot have.  Truncates to cap. */
void name_fold(const char *name, char *key, size_t cap);
/* The letter of ASCII that looks like a letter of names (É: E, þ: t); '?': it is none. */
char name_plain_letter(uint32_t point);
/* Whether two names have the same key. */
bool name_is_same(const char *a, const char *b);

#endif
