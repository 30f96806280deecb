/* Random numbers for tests that can be repeated: ALEA_SEED=... */
#ifndef ALEA_TESTS_UNIT_RANDOM_H
#define ALEA_TESTS_UNIT_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The seed of this run, from the environment; printed, so that a failure can be seen
 * again. */
static inline uint64_t random_seed(void) {
    const char *text = getenv("ALEA_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 1;
    printf("ALEA_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

/* SplitMix64, by S. Vigna (public domain). */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0..n-1, n > 0. */
static inline unsigned random_below(uint64_t *state, unsigned n) {
    return (unsigned)((random_next(state) >> 32) * n >> 32);
}

#endif
