/* SplitMix64, by S. Vigna (public domain): repeatable pseudo-random numbers.  The seed is
 * the first state. */
#ifndef ALEA_ENGINE_SPLITMIX_H
#define ALEA_ENGINE_SPLITMIX_H

#include <stdint.h>

static inline uint64_t splitmix_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0..n-1, n > 0.  The bias is less than n / 2^32. */
static inline unsigned splitmix_below(uint64_t *state, unsigned n) {
    return (unsigned)((splitmix_next(state) >> 32) * n >> 32);
}

/* 0 <= x < 1. */
static inline double splitmix_unit(uint64_t *state) {
    return (double)(splitmix_next(state) >> 11) / 9007199254740992.0; /* 2^53 */
}

#endif
