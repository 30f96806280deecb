/* Reads the simplest kind of JSON object fast, and without memory: one level deep, with
 * strings of printable ASCII that have no escapes, and integers.  Most requests are such
 * objects.  Everything else is left to jansson (wire_in.h). */
#ifndef ALEA_PROTO_JSON_FLAT_H
#define ALEA_PROTO_JSON_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More members than most requests have. */
#define FLAT_MEMBERS_MAX 8

/* Points into the text that was read; nothing ends with a NUL. */
struct flat_member {
    const char *key, *text; /* text: the value; NULL if it is a number */
    size_t key_len, len;
    int64_t number;
};

struct flat {
    struct flat_member member[FLAT_MEMBERS_MAX];
    size_t n;
};

/* Reads a text, which flat borrows.  False: it is not such an object, and may or may not
 * be JSON.  True: jansson finds the same members in it. */
bool flat_read(const char *text, size_t len, struct flat *flat);
/* The member with this key, borrowed; NULL: none. */
const struct flat_member *flat_find(const struct flat *flat, const char *key);

#endif
