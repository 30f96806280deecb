#include <stdint.h>
#include <string.h>

#include "proto/command.h"

/* A code point and how many bytes wrote it; 0 bytes: not UTF-8. */
struct decoded {
    uint32_t point;
    size_t bytes;
};

static struct decoded decode(const uint8_t *at, size_t n) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const struct decoded malformed = {0, 0};
    if (at[0] < 0x80) {
        return (struct decoded){at[0], 1};
    }
    size_t bytes = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    if (at[0] < 0xC2 || at[0] > 0xF4 || n < bytes) {
        return malformed;
    }
    uint32_t point = at[0] & (0x7FU >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return malformed;
        }
        point = point << 6 | (at[i] & 0x3FU);
    }
    bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point < least[bytes] || is_surrogate || point > 0x10FFFF) {
        return malformed;
    }
    return (struct decoded){point, bytes};
}

bool utf8_is_text(const char *text, size_t len) {
    const uint8_t *at = (const uint8_t *)text;
    for (size_t i = 0; i < len;) {
        if (at[i] - 1U < 0x7F) { /* ASCII, as nearly all is */
            i++;
            continue;
        }
        struct decoded next = decode(at + i, len - i);
        if (next.bytes == 0 || next.point == 0) {
            return false;
        }
        i += next.bytes;
    }
    return true;
}

/* Whether a terminal might obey this instead of showing it. */
static bool is_control(uint32_t point) {
    bool is_c0 = point < 0x20 && point != '\t';
    bool is_del_or_c1 = point >= 0x7F && point < 0xA0;
    bool is_line_end = point == 0x2028 || point == 0x2029;
    bool is_bidi = point == 0x061C || point == 0x200E || point == 0x200F ||
                   (point >= 0x202A && point <= 0x202E) ||
                   (point >= 0x2066 && point <= 0x2069);
    return is_c0 || is_del_or_c1 || is_line_end || is_bidi;
}

void utf8_clean(const char *text, size_t len, char *out, size_t cap) {
    const uint8_t *at = (const uint8_t *)text;
    size_t used = 0;
    for (size_t i = 0; i < len;) {
        if (at[i] >= ' ' && at[i] <= '~' && used + 1 < cap) { /* nearly always */
            out[used++] = text[i++];
            continue;
        }
        struct decoded next = decode(at + i, len - i);
        if (next.bytes == 0) {
            i++;
            continue;
        }
        if (!is_control(next.point)) {
            if (used + next.bytes >= cap) {
                break;
            }
            memcpy(out + used, text + i, next.bytes);
            used += next.bytes;
        }
        i += next.bytes;
    }
    out[used] = '\0';
}
