#include "tests/fuzz/chance.h"

static uint64_t chance_state;

void chance_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&chance_state, 256);
    }
}

static uint32_t chance_number(void) {
    uint32_t number;
    chance_bytes(&number, sizeof number);
    return number;
}

static const char *chance_name(void) {
    return "fuzz";
}

void chance_begin(void) {
    static struct randombytes_implementation ours = {
        .implementation_name = chance_name,
        .random = chance_number,
        .buf = chance_bytes,
    };
    if (chance_state == 0) {
        randombytes_set_implementation(&ours);
    }
    chance_state = 1;
}
