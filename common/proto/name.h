/* Names of players: 2 to 16 characters, Latin letters with or without diacritics, digits,
 * '_' and '-', a letter first.  They are kept in NFC, one code point a letter, and are
 * compared by their keys: names that differ in case or diacritics only are one name. */
#ifndef ALEA_PROTO_NAME_H
#define ALEA_PROTO_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/bounds.h"

/* A key, with its NUL: a letter becomes at most two of ASCII. */
#define NAME_KEY_BYTES (2 * NAME_CHARS_MAX + 1)

/* Whether this is a name, in NFC. */
bool name_is_valid(const char *text);
/* Copies text in NFC: a letter and the combining marks after it become one code point,
 * where the letters of names have one.  Not longer than text, and out may be text;
 * truncated to cap. */
void name_compose(const char *text, size_t len, char *out, size_t cap);
/* The key of a name: lower-case ASCII without diacritics, "Þóra" is "thora".  What is no
 * letter of names is copied.  Truncated to cap. */
void name_fold(const char *name, char *key, size_t cap);
/* Whether two names have the same key. */
bool name_is_same(const char *a, const char *b);

#endif
