/* Walking through a line of JSON without building anything: only as much as a load
 * generator needs, which must cost less than the server that made the line.  Everybody
 * else reads messages with proto/message.h. */
#ifndef ALEA_CLIENT_BENCH_SCAN_H
#define ALEA_CLIENT_BENCH_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value, borrowed from the line.  All zero: there is none. */
struct part {
    const char *at; /* its bytes; those of a string without the quotes, as written */
    size_t len;
    char kind; /* '"' a string, '{', '[', '0' a number, 't', 'f', 'n'; 0: none */
};

struct scan {
    const char *at, *end;
    bool is_begun; /* a member or an item has been read */
    bool is_bad;   /* this is not JSON */
};

/* A scan of the members, or items, of a whole text that is an object or an array. */
struct scan scan_of(const char *text, size_t len);
/* The next member of an object.  False at its end, or when it is not one: scan->is_bad.
 */
bool scan_member(struct scan *scan, struct part *key, struct part *value);
/* The next item of an array, in the same way. */
bool scan_item(struct scan *scan, struct part *value);

/* Whether this is a string, written exactly so. */
bool part_is(const struct part *part, const char *text);
/* Whether both are of the same kind, with the same bytes. */
bool part_equals(const struct part *a, const struct part *b);
/* A whole number that fits; false when it is not one. */
bool part_number(const struct part *part, uint64_t *n);

#endif
