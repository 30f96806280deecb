/* Bytes of a socket: the first one chooses a length, the others are received at once,
 * byte by byte, and in pieces of that length.  What is heard must be the same. */
#include "tests/fuzz/fuzz.h"

#include "proto/frame.h"

/* What a frame gave. */
struct heard {
    char *text; /* owned */
    size_t len;
};

static void hear(struct heard *heard, char mark, const void *bytes, size_t n) {
    heard->text[heard->len++] = mark;
    if (n > 0) {
        memcpy(heard->text + heard->len, bytes, n);
    }
    heard->len += n;
}

static void feed(struct frame *frame, const uint8_t *bytes, size_t n,
                 struct heard *heard) {
    for (;;) {
        size_t used;
        enum frame_result result = frame_feed(frame, bytes, n, &used);
        assert(used <= n && frame->len <= LINE_BYTES_MAX);
        bytes += used;
        n -= used;
        switch (result) {
        case FRAME_MORE: assert(n == 0); return;
        case FRAME_LINE: hear(heard, '<', frame->line, frame->len); break;
        case FRAME_TOO_LONG: hear(heard, '!', NULL, 0); break;
        case FRAME_ANSWER: hear(heard, '?', frame->answer, sizeof frame->answer); break;
        }
    }
}

/* Feeds the bytes so many at once. */
static struct heard hear_pieces(const uint8_t *bytes, size_t n, size_t piece) {
    struct frame frame = {0};
    /* A byte gives at most itself, three bytes of an answer, and a mark. */
    struct heard heard = {.text = malloc(5 * n + 1)};
    assert(heard.text != NULL);
    for (size_t at = 0; at < n; at += piece) {
        size_t len = piece < n - at ? piece : n - at;
        char *copy = fuzz_copy((const char *)bytes + at, len);
        feed(&frame, (const uint8_t *)copy, len, &heard);
        free(copy);
    }
    frame_fini(&frame);
    return heard;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    size_t n = size - 1;
    struct heard whole = hear_pieces(data + 1, n, size);
    const size_t pieces[] = {1, (size_t)2 + data[0]};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct heard cut = hear_pieces(data + 1, n, pieces[i]);
        assert(cut.len == whole.len && memcmp(cut.text, whole.text, cut.len) == 0);
        free(cut.text);
    }
    free(whole.text);
    return 0;
}
