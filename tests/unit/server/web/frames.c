#include "tests/unit/server/web/frames.h"

size_t frame_write(uint8_t *to, unsigned first, const void *payload, size_t n) {
    static const uint8_t mask[4] = {0x12, 0xF0, 0x55, 0x00};
    const uint8_t *bytes = payload;
    size_t at = 0, n_length = n < 126 ? 0 : n < 65536 ? 2 : 8;
    to[at++] = (uint8_t)first;
    to[at++] = (uint8_t)(0x80 | (n_length == 0 ? n : n_length == 2 ? 126 : 127));
    for (size_t i = n_length; i-- > 0;) {
        to[at++] = (uint8_t)(n >> (8 * i));
    }
    for (size_t i = 0; i < 4; i++) {
        to[at++] = mask[i];
    }
    for (size_t i = 0; i < n; i++) {
        to[at++] = bytes[i] ^ mask[i % 4];
    }
    return at;
}
