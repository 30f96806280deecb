/* Mutations of inputs whose lines are actions: line by line, and mostly with valid lines,
 * so that more is reached than error messages.  Used by libFuzzer and replay.c. */
#ifndef ALEA_TESTS_FUZZ_MUTATE_H
#define ALEA_TESTS_FUZZ_MUTATE_H

#include <stdio.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

#define MUTATE_N(array)   (sizeof(array) / sizeof(array)[0])
#define MUTATE_LINE_BYTES 320

/* Writes a valid line, with its end.  Returns its length in bytes. */
typedef size_t mutate_line(uint64_t *rng, char line[static MUTATE_LINE_BYTES]);

/* Changes an input with such lines: see LLVMFuzzerCustomMutator. */
size_t mutate(uint8_t *data, size_t size, size_t max, unsigned seed,
              mutate_line *new_line);

#endif
