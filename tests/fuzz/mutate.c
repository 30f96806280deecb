#include "tests/fuzz/mutate.h"

/* libFuzzer's own mutation of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));

/* The start of the n-th line. */
static size_t mutate_line_at(const uint8_t *data, size_t size, size_t n) {
    size_t at = 0;
    for (; n > 0 && at < size; n--) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        at = end != NULL ? (size_t)(end - data) + 1 : size;
    }
    return at;
}

/* Replaces n_old bytes by n others if there is room.  Returns the new size. */
static size_t mutate_replace(uint8_t *data, size_t size, size_t max, size_t at,
                             size_t n_old, const char *with, size_t n) {
    if (size - n_old + n > max) {
        return size;
    }
    memmove(data + at + n, data + at + n_old, size - at - n_old);
    memcpy(data + at, with, n);
    return size - n_old + n;
}

/* Swaps this line with the next one, if both are short. */
static size_t mutate_swap(uint8_t *data, size_t size, size_t at, size_t len) {
    char line[MUTATE_LINE_BYTES];
    size_t next = mutate_line_at(data + at + len, size - at - len, 1);
    if (len <= sizeof line && next > 0 && data[at + len + next - 1] == '\n') {
        memcpy(line, data + at, len);
        memmove(data + at, data + at + len, next);
        memcpy(data + at + next, line, len);
    }
    return size;
}

/* Changes a line: inserts another one before it, replaces it, removes it, repeats it, or
 * swaps it with the next one. */
static size_t mutate_once(uint8_t *data, size_t size, size_t max, uint64_t *rng,
                          mutate_line *new_line) {
    char line[MUTATE_LINE_BYTES];
    size_t n_lines = 1;
    for (size_t i = 0; i < size; i++) {
        n_lines += data[i] == '\n';
    }
    size_t n = random_below(rng, (unsigned)n_lines);
    size_t at = mutate_line_at(data, size, n);
    size_t old = mutate_line_at(data + at, size - at, 1);
    size_t len = new_line(rng, line);
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

size_t mutate(uint8_t *data, size_t size, size_t max, unsigned seed,
              mutate_line *new_line) {
    uint64_t rng = seed;
    if (LLVMFuzzerMutate != NULL && random_below(&rng, 10) == 0) {
        return LLVMFuzzerMutate(data, size, max);
    }
    for (unsigned n = 1 + random_below(&rng, 5); n > 0; n--) {
        size = mutate_once(data, size, max, &rng, new_line);
    }
    return size;
}
