#include "tests/unit/random.h"

#include "engine/splitmix.h"

uint64_t random_seed(void) {
    const char *text = getenv("ALEA_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 1;
    printf("ALEA_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

uint64_t random_next(uint64_t *state) {
    return splitmix_next(state);
}

unsigned random_below(uint64_t *state, unsigned n) {
    return splitmix_below(state, n);
}
