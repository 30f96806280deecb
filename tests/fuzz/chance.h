/* Randomness that is the same for each run of an input, also where code asks libsodium
 * for it. */
#ifndef ALEA_TESTS_FUZZ_CHANCE_H
#define ALEA_TESTS_FUZZ_CHANCE_H

#include <sodium.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

static uint64_t chance_state;

static inline void chance_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&chance_state, 256);
    }
}

static inline uint32_t chance_number(void) {
    uint32_t number;
    chance_bytes(&number, sizeof number);
    return number;
}

static inline const char *chance_name(void) {
    return "fuzz";
}

/* Begins anew: the first call of each input. */
static inline void chance_begin(void) {
    static struct randombytes_implementation ours = {
        .implementation_name = chance_name,
        .random = chance_number,
        .buf = chance_bytes,
    };
    if (chance_state == 0) {
        randombytes_set_implementation(&ours);
    }
    chance_state = 1;
}

#endif
