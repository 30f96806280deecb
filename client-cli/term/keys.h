/* Turns the bytes that a terminal sends into keys. */
#ifndef ALEA_CLIENT_TERM_KEYS_H
#define ALEA_CLIENT_TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum key_kind {
    KEY_NONE, /* unknown: ignore it */
    KEY_NEXT,
    KEY_BACK,
    KEY_FIRST,
    KEY_LAST,
    KEY_DIGIT,
    KEY_ERASE,
    KEY_ENTER,
    KEY_QUIT,
};

struct key {
    enum key_kind kind;
    unsigned digit; /* for KEY_DIGIT: 0..9 */
};

/* Reads a key from the start of `bytes`.  Returns its length in bytes; 0 when it is
 * incomplete. */
size_t key_take(const char *bytes, size_t len, struct key *key);

#endif
