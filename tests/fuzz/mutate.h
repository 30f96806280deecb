/* Changes of an input whose lines are what happens: by lines, most of which make sense,
 * so that what is done with them is reached, and not only what is refused.  libFuzzer
 * asks for them, and replay.c.  Whoever includes this has mutate_new_line. */
#ifndef ALEA_TESTS_FUZZ_MUTATE_H
#define ALEA_TESTS_FUZZ_MUTATE_H

#include <stdio.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

/* libFuzzer's own changes of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));

#define MUTATE_N(array)   (sizeof(array) / sizeof(array)[0])
#define MUTATE_LINE_BYTES 320

/* Writes a line that makes sense, with its end.  Returns its bytes. */
static size_t mutate_new_line(uint64_t *rng, char line[static MUTATE_LINE_BYTES]);

/* Where the n-th line begins. */
static inline size_t mutate_line_at(const uint8_t *data, size_t size, size_t n) {
    size_t at = 0;
    for (; n > 0 && at < size; n--) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        at = end != NULL ? (size_t)(end - data) + 1 : size;
    }
    return at;
}

/* Puts n bytes in the place of n_old ones, if there is room.  Returns the size then. */
static inline size_t mutate_replace(uint8_t *data, size_t size, size_t max, size_t at,
                                    size_t n_old, const char *with, size_t n) {
    if (size - n_old + n > max) {
        return size;
    }
    memmove(data + at + n, data + at + n_old, size - at - n_old);
    memcpy(data + at, with, n);
    return size - n_old + n;
}

/* The line here changes places with the next one, if both are short. */
static inline size_t mutate_swap(uint8_t *data, size_t size, size_t at, size_t len) {
    char line[MUTATE_LINE_BYTES];
    size_t next = mutate_line_at(data + at + len, size - at - len, 1);
    if (len <= sizeof line && next > 0 && data[at + len + next - 1] == '\n') {
        memcpy(line, data + at, len);
        memmove(data + at, data + at + len, next);
        memcpy(data + at + next, line, len);
    }
    return size;
}

/* One change of a line: another one before it, instead of it, it is gone, it comes again,
 * or it changes places with the next one. */
static inline size_t mutate_once(uint8_t *data, size_t size, size_t max, uint64_t *rng) {
    char line[MUTATE_LINE_BYTES];
    size_t n_lines = 1;
    for (size_t i = 0; i < size; i++) {
        n_lines += data[i] == '\n';
    }
    size_t n = random_below(rng, (unsigned)n_lines);
    size_t at = mutate_line_at(data, size, n);
    size_t old = mutate_line_at(data + at, size - at, 1);
    size_t len = mutate_new_line(rng, line);
    switch (random_below(rng, 8)) {
    case 0: return mutate_replace(data, size, max, at, old, "", 0);
    case 1: return mutate_replace(data, size, max, at, old, line, len);
    case 2:
        len = old < sizeof line ? old : 0;
        memcpy(line, data + at, len);
        return mutate_replace(data, size, max, at, 0, line, len);
    case 3: return mutate_swap(data, size, at, old);
    default: return mutate_replace(data, size, max, at, 0, line, len);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    uint64_t rng = seed;
    if (LLVMFuzzerMutate != NULL && random_below(&rng, 10) == 0) {
        return LLVMFuzzerMutate(data, size, max);
    }
    for (unsigned n = 1 + random_below(&rng, 5); n > 0; n--) {
        size = mutate_once(data, size, max, &rng);
    }
    return size;
}

#endif
