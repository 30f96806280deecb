/* What the other end of a trunk sends: the first byte says which end it is, and how long
 * the pieces are that arrive; the rest are the bytes after the greeting, not encrypted,
 * as they would be after that. */
#include "server/conn/codec.h"
#include "server/trunk/cipher.h"
#include "server/trunk/wire.h"
#include "tests/fuzz/fuzz.h"

/* What was read: how many frames, and a sum of their bytes. */
struct seen {
    size_t n_frames;
    uint64_t sum;
    bool fails;
};

static void read_frames(struct seen *seen, bool is_hub, const uint8_t *text, size_t len) {
    uint8_t *copy = (uint8_t *)fuzz_copy((const char *)text, len);
    size_t at = 0;
    while (at < len && !seen->fails) {
        struct trunk_frame frame;
        struct trunk_open open;
        size_t n = trunk_frame_read(&frame, is_hub, copy + at, len - at);
        assert(n <= len - at && (n == 0 || n == (size_t)TRUNK_HEAD_BYTES + frame.n));
        seen->fails = n == 0;
        at += n;
        if (n == 0) {
            continue;
        }
        for (size_t i = 0; i < frame.n; i++) {
            seen->sum = 31 * seen->sum + frame.rest[i];
        }
        seen->n_frames++;
        if (frame.kind == TRUNK_OPEN && trunk_open_read(&open, &frame)) {
            uint8_t again[3 + ADDRESS_BYTES + TRUNK_MEMORY_BYTES];
            assert(trunk_open_write(&open, again) == frame.n);
            assert(memcmp(again, frame.rest, frame.n) == 0);
        }
        if (frame.kind == TRUNK_RECORDS) {
            (void)conn_link_is_valid(frame.rest, frame.n);
        }
    }
    free(copy);
}

static struct seen hear(enum cipher_role role, const uint8_t *data, size_t size,
                        size_t step) {
    static struct cipher own, other;
    struct seen seen = {0};
    size_t used, len;
    cipher_init(&own, role, NULL);
    cipher_init(&other, 1 - role, NULL);
    enum cipher_result result =
        cipher_feed(&own, other.hello, CIPHER_HELLO_BYTES, &used, &len);
    assert(result == CIPHER_MET);
    for (size_t at = 0; at < size && !seen.fails; at += used) {
        size_t n = size - at < step ? size - at : step;
        result = cipher_feed(&own, data + at, n, &used, &len);
        assert(used <= n && len <= CIPHER_TEXT_BYTES);
        seen.fails = result == CIPHER_FAILED;
        if (result == CIPHER_TEXT || result == CIPHER_LAST) {
            read_frames(&seen, role == CIPHER_FRONT, own.text, len);
        }
    }
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0) {
        enum cipher_role role = (data[0] & 1) != 0 ? CIPHER_HUB : CIPHER_FRONT;
        struct seen whole = hear(role, data + 1, size - 1, SIZE_MAX);
        struct seen parts = hear(role, data + 1, size - 1, 1 + data[0] / 2U);
        assert(whole.n_frames == parts.n_frames && whole.sum == parts.sum);
        assert(whole.fails == parts.fails);
    }
    return 0;
}
