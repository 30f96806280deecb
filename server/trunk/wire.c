#include "server/trunk/wire.h"

#include <string.h>

enum by { BY_FRONT = 1, BY_HUB = 2, BY_BOTH = 3 };

static const struct rule {
    uint8_t by;
    uint16_t least, most; /* bytes of the rest */
} rules[TRUNK_KINDS_N] = {
#define X(kind, by, least, most) [kind] = {by, least, most},
    TRUNK_FRAMES(X)
#undef X
};

size_t trunk_frame_read(struct trunk_frame *frame, bool is_hub, const uint8_t *bytes,
                        size_t n) {
    if (n < TRUNK_HEAD_BYTES || bytes[8] >= TRUNK_KINDS_N) {
        return 0;
    }
    frame->channel =
        (uint64_t)trunk_number_read(bytes) << 32 | trunk_number_read(bytes + 4);
    frame->kind = bytes[8];
    frame->n = (uint16_t)(bytes[9] << 8 | bytes[10]);
    frame->rest = bytes + TRUNK_HEAD_BYTES;
    const struct rule *rule = &rules[frame->kind];
    bool may = (rule->by & (is_hub ? BY_HUB : BY_FRONT)) != 0;
    bool fits = frame->n >= rule->least && frame->n <= rule->most;
    bool has_channel = (frame->channel != 0) == (rule->by != BY_BOTH);
    return may && fits && has_channel && frame->n <= n - TRUNK_HEAD_BYTES
               ? (size_t)TRUNK_HEAD_BYTES + frame->n
               : 0;
}

void trunk_head_write(uint8_t head[static TRUNK_HEAD_BYTES], uint64_t channel,
                      enum trunk_kind kind, size_t n) {
    trunk_number_write(head, (uint32_t)(channel >> 32));
    trunk_number_write(head + 4, (uint32_t)channel);
    head[8] = (uint8_t)kind;
    head[9] = (uint8_t)(n >> 8);
    head[10] = (uint8_t)n;
}

uint32_t trunk_number_read(const uint8_t bytes[static 4]) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

void trunk_number_write(uint8_t bytes[static 4], uint32_t number) {
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
    }
}

/* Flags, the length of the address, the address; what is remembered. */
size_t trunk_open_write(const struct trunk_open *open,
                        uint8_t rest[static 3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES]) {
    size_t len = strlen(open->address);
    rest[0] = (uint8_t)open->flags;
    rest[1] = (uint8_t)len;
    memcpy(rest + 2, open->address, len);
    if (open->n_memory > 0) {
        memcpy(rest + 2 + len, open->memory, open->n_memory);
    }
    return 2 + len + open->n_memory;
}

bool trunk_open_read(struct trunk_open *open, const struct trunk_frame *frame) {
    size_t len = frame->rest[1];
    char text[ADDRESS_BYTES] = "";
    if (len >= ADDRESS_BYTES || 2 + len > frame->n ||
        frame->n - 2 - len > TRUNK_MEMORY_BYTES) {
        return false;
    }
    memcpy(text, frame->rest + 2, len);
    open->flags = frame->rest[0];
    open->memory = frame->rest + 2 + len;
    open->n_memory = frame->n - 2 - len;
    memcpy(open->address, text, sizeof text);
    return len > 0 && strspn(text, "0123456789abcdef.:?") == len;
}
