/* Reads the simplest kind of JSON object fast and without memory: one level deep, with
 * integers and strings of printable ASCII without escapes.  Most requests are such
 * objects.  Leaves everything else to jansson (wire_in.h). */
#ifndef ALEA_PROTO_JSON_FLAT_H
#define ALEA_PROTO_JSON_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More members than most requests have. */
#define FLAT_MEMBERS_MAX 8

/* Points into the text that was read, so nothing ends with a NUL. */
struct flat_member {
    const char *key, *text; /* text: the value; NULL if it is a number */
    size_t key_len, len;
    int64_t number;
};

struct flat {
    struct flat_member member[FLAT_MEMBERS_MAX];
    size_t n;
};

/* Reads a text, which flat borrows.  True: jansson would find the same members.  False:
 * it is not such an object, and may or may not be JSON. */
bool flat_read(const char *text, size_t len, struct flat *flat);
/* The member with this key, borrowed; NULL: none. */
const struct flat_member *flat_find(const struct flat *flat, const char *key);

#endif
