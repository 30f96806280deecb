/* Randomness that is the same for each run of an input, even where code uses
 * libsodium's. */
#ifndef ALEA_TESTS_FUZZ_CHANCE_H
#define ALEA_TESTS_FUZZ_CHANCE_H

#include <sodium.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

void chance_bytes(void *buf, size_t n);
/* Starts the random numbers again; call it first for each input. */
void chance_begin(void);

#endif
