#include "tests/fuzz/terminal.h"

/* The length of the colour sequence of view/style.c that is here; 0: there is none. */
static size_t terminal_colour(const char *at, size_t n) {
    static const char *const ours[] = {"\033[1;33m", "\033[1;35m", "\033[32m",
                                       "\033[2m",    "\033[1;36m", "\033[0m"};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        size_t len = strlen(ours[i]);
        if (n >= len && memcmp(at, ours[i], len) == 0) {
            return len;
        }
    }
    return 0;
}

/* The code point that begins here, and its length in bytes. */
static uint32_t terminal_point(const char *at, size_t n, size_t *bytes) {
    unsigned char first = (unsigned char)at[0];
    *bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    assert(first < 0x80 || (first >= 0xC2 && first <= 0xF4));
    assert(*bytes <= n);
    uint32_t point = *bytes == 1 ? first : first & (0x7FU >> *bytes);
    for (size_t i = 1; i < *bytes; i++) {
        assert(((unsigned char)at[i] & 0xC0) == 0x80);
        point = point << 6 | ((unsigned char)at[i] & 0x3F);
    }
    return point;
}

/* Checks that it is neither a control character, nor one that ends a line or changes its
 * direction. */
static void terminal_check_point(uint32_t point) {
    assert(point >= 0x20 && (point < 0x7F || point >= 0xA0));
    assert(point != 0x2028 && point != 0x2029);
    assert(point != 0x061C && point != 0x200E && point != 0x200F);
    assert(point < 0x202A || point > 0x202E);
    assert(point < 0x2066 || point > 0x2069);
}

void terminal_check(const char *text, size_t len, bool colour) {
    for (size_t at = 0, bytes; at < len; at += bytes) {
        bytes = colour ? terminal_colour(text + at, len - at) : 0;
        if (bytes == 0 && (text[at] == '\n' || text[at] == '\t')) {
            bytes = 1;
        }
        if (bytes == 0) {
            terminal_check_point(terminal_point(text + at, len - at, &bytes));
        }
    }
}
