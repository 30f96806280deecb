/* Changes of an input whose lines are what happens: by lines, most of which make sense,
 * so that what is done with them is reached, and not only what is refused.  libFuzzer
 * asks for them, and replay.c. */
#ifndef ALEA_TESTS_FUZZ_MUTATE_H
#define ALEA_TESTS_FUZZ_MUTATE_H

#include <stdio.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

#define MUTATE_N(array)   (sizeof(array) / sizeof(array)[0])
#define MUTATE_LINE_BYTES 320

/* Writes a line that makes sense, with its end.  Returns its bytes. */
typedef size_t mutate_line(uint64_t *rng, char line[static MUTATE_LINE_BYTES]);

/* Some changes of an input, with these new lines: see LLVMFuzzerCustomMutator. */
size_t mutate(uint8_t *data, size_t size, size_t max, unsigned seed,
              mutate_line *new_line);

#endif
