#include "tests/unit/random.h"

uint64_t random_seed(void) {
    const char *text = getenv("ALEA_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 1;
    printf("ALEA_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

unsigned random_below(uint64_t *state, unsigned n) {
    return (unsigned)((random_next(state) >> 32) * n >> 32);
}
