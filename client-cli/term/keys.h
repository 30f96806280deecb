/* Keys of a terminal that sends them one by one, as bytes. */
#ifndef ALEA_CLIENT_TERM_KEYS_H
#define ALEA_CLIENT_TERM_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum key_kind {
    KEY_NONE, /* nothing that we know: to be ignored */
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
    unsigned digit; /* 0..9, of KEY_DIGIT */
};

/* Takes a key from the beginning of some bytes.  Returns how many it is made of; 0 when
 * it is not whole yet. */
size_t key_take(const char *bytes, size_t len, struct key *key);

#endif
