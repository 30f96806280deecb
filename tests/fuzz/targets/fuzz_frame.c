/* Bytes from a socket.  The first byte is a length; the others are received at once, byte
 * by byte, in pieces of that length and, if there are few, cut in two at every byte.  The
 * lines and answers must always be the same and, without telnet commands and keys, equal
 * to those of a simpler reader. */
#include "tests/fuzz/fuzz.h"

#include "proto/frame.h"

/* Inputs of this many bytes are cut everywhere. */
#define CUT_BYTES 64

/* The output of a frame. */
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
        case FRAME_ANSWER:
            /* IAC WONT or DONT: a peer never answers these. */
            assert(frame->answer[0] == 255);
            assert(frame->answer[1] == 252 || frame->answer[1] == 254);
            hear(heard, '?', frame->answer, sizeof frame->answer);
            break;
        case FRAME_ASKED: hear(heard, 'A', NULL, 0); break;
        }
    }
}

/* Feeds the bytes in pieces of this size, but the first piece of the other size. */
static struct heard hear_pieces(const uint8_t *bytes, size_t n, size_t first,
                                size_t other) {
    struct frame frame = {0};
    /* A byte causes at most itself, three bytes of an answer, and a mark. */
    struct heard heard = {.text = malloc(5 * n + 1)};
    assert(heard.text != NULL);
    for (size_t at = 0, piece = first; at < n; at += piece, piece = other) {
        size_t len = piece < n - at ? piece : n - at;
        char *copy = fuzz_copy((const char *)bytes + at, len);
        feed(&frame, (const uint8_t *)copy, len, &heard);
        free(copy);
    }
    frame_fini(&frame);
    return heard;
}

/* Erases the last character of a line: up to three bytes 10xxxxxx, and the one before. */
static size_t erase(const char *line, size_t len) {
    size_t least = len > 3 ? len - 3 : 0;
    while (len > least && (line[len - 1] & 0xC0) == 0x80) {
        len--;
    }
    return len > 0 ? len - 1 : 0;
}

static size_t erase_word(const char *line, size_t len) {
    bool is_word = false;
    while (len > 0 && (line[len - 1] != ' ' || !is_word)) {
        is_word = is_word || line[len - 1] != ' ';
        len--;
    }
    return len;
}

/* What bytes without telnet commands and keys must give: no parser of those, one byte at
 * a time. */
static struct heard hear_simply(const uint8_t *bytes, size_t n) {
    struct heard heard = {.text = malloc(2 * n + 1)};
    assert(heard.text != NULL);
    char line[LINE_BYTES_MAX];
    size_t len = 0;
    bool is_too_long = false;
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = bytes[i];
        if (byte == '\r' || byte == '\n') {
            if (!is_too_long) {
                hear(&heard, '<', line, len);
            }
            len = 0;
            is_too_long = false;
            bool is_pair = byte == '\r' && i + 1 < n;
            i += is_pair && (bytes[i + 1] == '\n' || bytes[i + 1] == '\0');
        } else if (byte == 0x08 || byte == 0x7F) {
            len = erase(line, len);
        } else if (byte == 0x03 || byte == 0x15) {
            len = 0;
        } else if (byte == 0x17) {
            len = erase_word(line, len);
        } else if (len == LINE_BYTES_MAX) {
            hear(&heard, '!', NULL, 0);
            len = 0;
            is_too_long = true;
        } else if (!is_too_long) {
            line[len++] = (char)byte;
        }
    }
    return heard;
}

static void expect(const struct heard *expected, struct heard heard) {
    assert(heard.len == expected->len);
    assert(memcmp(heard.text, expected->text, heard.len) == 0);
    free(heard.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    size_t n = size - 1;
    const uint8_t *bytes = data + 1;
    size_t piece = (size_t)2 + data[0];
    struct heard whole = hear_pieces(bytes, n, size, size);
    expect(&whole, hear_pieces(bytes, n, 1, 1));
    expect(&whole, hear_pieces(bytes, n, piece, piece));
    for (size_t first = 1; n <= CUT_BYTES && first < n; first++) {
        expect(&whole, hear_pieces(bytes, n, first, n));
    }
    if (memchr(bytes, 255, n) == NULL && memchr(bytes, 0x1B, n) == NULL) {
        expect(&whole, hear_simply(bytes, n));
    }
    free(whole.text);
    return 0;
}
