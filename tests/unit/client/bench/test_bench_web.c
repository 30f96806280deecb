/* The load generator's end of a WebSocket: lines to frames and back. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/bench/web.h"
#include "proto/bounds.h"

TEST(test_lines_become_frames) {
    static const size_t lengths[] = {0, 1, 7, 8, 9, 125, 126, 300};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char lines[400];
        uint8_t frames[420];
        uint32_t mask = 5;
        size_t n = lengths[i], header = n < 126 ? 2 : 4;
        for (size_t at = 0; at < n; at++) {
            lines[at] = (char)('a' + at % 26);
        }
        memcpy(lines + n, "\nb\n", 3);
        size_t len = bench_web_write(frames, lines, n + 3, &mask);
        assert_int_equal(len, header + 4 + n + 2 + 4 + 1);
        assert_true(len <= n + 3 + 2 * BENCH_WEB_MORE_BYTES);
        assert_int_equal(frames[0], 0x81);
        assert_int_equal(frames[1], 0x80 | (n < 126 ? n : 126));
        if (n >= 126) {
            assert_int_equal(frames[2] << 8 | frames[3], n);
        }
        const uint8_t *key = frames + header, *text = key + 4, *next = text + n;
        for (size_t at = 0; at < n; at++) {
            assert_int_equal(text[at] ^ key[at % 4], lines[at]);
        }
        assert_int_equal(next[1], 0x81);
        assert_int_equal(next[6] ^ next[2], 'b');
        assert_memory_not_equal(key, next + 2, 4); /* another mask */
    }
}

/* Takes the bytes in pieces of this many, and returns what was heard, "x" for a close and
 * "!" for what is wrong. */
static const char *hear(const char *bytes, size_t n, size_t piece) {
    static char heard[1000];
    struct bench_web web = {.left = 0};
    struct lines lines;
    unsigned n_pings = 0;
    enum bench_web_result result = BENCH_WEB_GOOD;
    size_t len = 0, got;
    lines_init(&lines, LINE_OUT_BYTES_MAX);
    for (size_t at = 0; at < n && result == BENCH_WEB_GOOD; at += piece) {
        size_t part = n - at < piece ? n - at : piece;
        result = bench_web_take(&web, bytes + at, part, &lines, &n_pings);
        for (const char *line; (line = lines_next(&lines, &got)) != NULL;) {
            len += (size_t)snprintf(heard + len, sizeof heard - len, "<%s", line);
        }
    }
    lines_fini(&lines);
    snprintf(heard + len, sizeof heard - len, "?%u%s", n_pings,
             result == BENCH_WEB_CLOSED  ? "x"
             : result == BENCH_WEB_WRONG ? "!"
                                         : "");
    return heard;
}

TEST(test_frames_become_lines) {
    static char bytes[500], expected[400];
    memcpy(bytes, "\x81\x02hi\x89\0\x81\0\x81\x7e\x01\x00", 12);
    memset(bytes + 12, 'c', 256);
    memcpy(bytes + 268, "\x81\x01z\x88\x02\x03\xe8\x81", 8);
    snprintf(expected, sizeof expected, "<hi<<%.256s<z?1x", bytes + 12);
    for (size_t piece = 1; piece < 300; piece++) {
        assert_string_equal(hear(bytes, 276, piece), expected);
    }
}

TEST(test_wrong) {
    static const char *const wrong[] = {"\x82\x01z", "\x01\x01z", "\x81\x7f", "\x81\x81",
                                        "\x89\x01z"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_string_equal(hear(wrong[i], strlen(wrong[i]), 1), "?0!");
        assert_string_equal(hear(wrong[i], strlen(wrong[i]), 9), "?0!");
    }
}

/* Spectators only count. */
TEST(test_nobody_reads) {
    struct bench_web web = {.left = 0};
    unsigned n_pings = 0;
    assert_int_equal(bench_web_take(&web, "\x81\x02hi\x89\0\x81", 7, NULL, &n_pings),
                     BENCH_WEB_GOOD);
    assert_int_equal(n_pings, 1);
}
