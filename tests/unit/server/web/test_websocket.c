/* Frames of a WebSocket: messages, however they are cut, and everything that a peer must
 * not send. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/bounds.h"
#include "server/base/buf.h"
#include "server/web/websocket.h"
#include "tests/unit/server/web/frames.h"

#define HEARD_BYTES 20000

/* What a WebSocket has made of bytes: "<line>", "!" for one too long, "?" for a ping with
 * its payload, "x1002" for an end. */
struct heard {
    char text[HEARD_BYTES];
    size_t len;
};

static void hear(struct heard *heard, char mark, const void *bytes, size_t n) {
    assert_true(heard->len + n + 2 < sizeof heard->text);
    heard->text[heard->len++] = mark;
    if (n > 0) {
        memcpy(heard->text + heard->len, bytes, n);
    }
    heard->len += n;
    heard->text[heard->len] = '\0';
}

static void feed(struct websocket *ws, const uint8_t *bytes, size_t n,
                 struct heard *heard) {
    for (;;) {
        size_t used;
        char code[8];
        enum websocket_result result = websocket_feed(ws, bytes, n, &used);
        assert_true(used <= n);
        bytes += used;
        n -= used;
        switch (result) {
        case WEBSOCKET_MORE: assert_int_equal(n, 0); return;
        case WEBSOCKET_LINE: hear(heard, '<', websocket_line(ws), ws->len); break;
        case WEBSOCKET_TOO_LONG: hear(heard, '!', NULL, 0); break;
        case WEBSOCKET_PING: hear(heard, '?', ws->control, ws->n_control); break;
        case WEBSOCKET_CLOSE:
            snprintf(code, sizeof code, "%d", ws->code);
            hear(heard, 'x', code, strlen(code));
            break;
        }
    }
}

/* Feeds the bytes in pieces of this many. */
static void hear_pieces(const uint8_t *bytes, size_t n, size_t piece,
                        struct heard *heard) {
    struct websocket ws = {.len = 0};
    heard->len = 0;
    heard->text[0] = '\0';
    for (size_t at = 0; at < n; at += piece) {
        feed(&ws, bytes + at, n - at < piece ? n - at : piece, heard);
    }
    websocket_fini(&ws);
}

/* Whatever the cuts, this is heard. */
static void expect(const uint8_t *bytes, size_t n, const char *expected) {
    static const size_t pieces[] = {1, 2, 3, 7, 100, 4095, 1000000};
    static struct heard heard;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        hear_pieces(bytes, n, pieces[i], &heard);
        assert_string_equal(heard.text, expected);
    }
}

TEST(test_messages) {
    uint8_t bytes[400];
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, "one", 3);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "", 0);
    n += frame_write(bytes + n, FRAME_TEXT, "t", 1);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PING, "hi", 2);
    n += frame_write(bytes + n, FRAME_MORE_PARTS, "", 0);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PONG, "who", 3);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_MORE_PARTS, "wo", 2);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PING, NULL, 0);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_CLOSE,
                     "\x03\xe8"
                     "bye",
                     5);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "late", 4);
    expect(bytes, n, "<one<?hi<two?x1000");
}

TEST(test_long) {
    static uint8_t bytes[4 * LINE_BYTES_MAX];
    static char text[LINE_BYTES_MAX + 2], expected[LINE_BYTES_MAX + 10];
    memset(text, 'a', LINE_BYTES_MAX + 1);
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, text, LINE_BYTES_MAX);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, text, LINE_BYTES_MAX + 1);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "b", 1);
    snprintf(expected, sizeof expected, "<%.*s!<b", LINE_BYTES_MAX, text);
    expect(bytes, n, expected);
}

/* 200 bytes have a longer header than 100, and 70,000 the longest. */
TEST(test_lengths) {
    static uint8_t bytes[70100];
    static char text[70000];
    memset(text, 'c', sizeof text);
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, text, sizeof text);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_TEXT, "d", 1);
    expect(bytes, n, "!<d");
}

TEST(test_not_allowed) {
    static const struct {
        const char *what;
        const char *bytes;
        size_t n;
        const char *expected;
    } rows[] = {
        {"no mask",
         "\x81\x01"
         "a",
         3, "x1002"},
        {"a reserved bit",
         "\xC1\x81"
         "0000"
         "a",
         7, "x1002"},
        {"an unknown opcode",
         "\x83\x81"
         "0000"
         "a",
         7, "x1002"},
        {"an unknown control opcode",
         "\x8B\x80"
         "0000",
         6, "x1002"},
        {"a part without a beginning",
         "\x80\x81"
         "0000"
         "a",
         7, "x1002"},
        {"a beginning within a message",
         "\x01\x81"
         "0000"
         "a"
         "\x81\x81"
         "0000"
         "b",
         14, "x1002"},
        {"a ping in parts",
         "\x09\x80"
         "0000",
         6, "x1002"},
        {"a ping of 126 bytes",
         "\x89\xFE\x00\x7E"
         "0000",
         8, "x1002"},
        {"a length that is too long for its value",
         "\x81\xFE\x00\x01"
         "0000"
         "a",
         9, "x1002"},
        {"a length of 2^63",
         "\x81\xFF\x80\0\0\0\0\0\0\0"
         "0000",
         14, "x1002"},
        {"binary",
         "\x82\x81"
         "0000"
         "a",
         7, "x1003"},
        {"bad UTF-8", "\x81\x81\0\0\0\0\xFF", 7, "x1007"},
        {"a surrogate", "\x81\x83\0\0\0\0\xED\xA0\x80", 9, "x1007"},
        {"half a code to close with", "\x88\x81\0\0\0\0\x03", 7, "x1002"},
        {"code 1005", "\x88\x82\0\0\0\0\x03\xED", 8, "x1002"},
        {"code 2999", "\x88\x82\0\0\0\0\x0B\xB7", 8, "x1002"},
        {"a reason that is not UTF-8", "\x88\x83\0\0\0\0\x03\xE8\xFF", 9, "x1007"},
        {"closing without a code",
         "\x88\x80"
         "0000",
         6, "x1000"},
        {"closing with one's own code", "\x88\x82\0\0\0\0\x0B\xB8", 8, "x3000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].what);
        expect((const uint8_t *)rows[i].bytes, rows[i].n, rows[i].expected);
    }
}

/* Between two messages a WebSocket has no memory of its own. */
TEST(test_memory) {
    uint8_t bytes[100];
    size_t n = frame_write(bytes, FRAME_FIN | FRAME_TEXT, "one", 3);
    n += frame_write(bytes + n, FRAME_FIN | FRAME_PING, "two", 3);
    static struct heard heard;
    for (size_t cut = 1; cut < n; cut++) {
        struct websocket ws = {.len = 0};
        feed(&ws, bytes, cut, &heard);
        feed(&ws, bytes + cut, n - cut, &heard);
        assert_null(ws.frames);
        assert_null(ws.text);
        assert_null(ws.control);
        websocket_fini(&ws);
    }
}

/* The example of RFC 6455, 1.3. */
TEST(test_accept) {
    char accept[WEBSOCKET_ACCEPT_BYTES];
    websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

static void expect_frame(size_t n, const char *header, size_t n_header) {
    char *line = malloc(n + 1);
    assert_non_null(line);
    memset(line, 'e', n + 1);
    struct buf *buf = buf_new_line(line, n);
    for (int i = 0; i < 2; i++) { /* made once, and used again */
        size_t len;
        const char *frame = buf_frame(buf, &len);
        assert_int_equal(len, n_header + n);
        assert_memory_equal(frame, header, n_header);
        assert_memory_equal(frame + n_header, line, n);
    }
    buf_unref(buf);
    free(line);
}

TEST(test_frames_out) {
    expect_frame(0, "\x81\x00", 2);
    expect_frame(125, "\x81\x7D", 2);
    expect_frame(126, "\x81\x7E\x00\x7E", 4);
    expect_frame(65535, "\x81\x7E\xFF\xFF", 4);
    expect_frame(65536, "\x81\x7F\0\0\0\0\0\x01\0\0", 10);
}
