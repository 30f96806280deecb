/* Randomness that is the same for each run of an input, also where code asks libsodium
 * for it. */
#ifndef ALEA_TESTS_FUZZ_CHANCE_H
#define ALEA_TESTS_FUZZ_CHANCE_H

#include <sodium.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

void chance_bytes(void *buf, size_t n);
/* Begins anew: the first call of each input. */
void chance_begin(void);

#endif
