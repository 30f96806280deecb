#include "proto/utf8.h"

#include <string.h>

size_t utf8_read(const char *text, size_t len, uint32_t *point) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t *at = (const uint8_t *)text;
    *point = at[0];
    if (at[0] < 0x80) {
        return 1;
    }
    size_t bytes = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    if (at[0] < 0xC2 || at[0] > 0xF4 || len < bytes) {
        return 0;
    }
    *point = at[0] & (0x7FU >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return 0;
        }
        *point = *point << 6 | (at[i] & 0x3FU);
    }
    bool is_surrogate = *point >= 0xD800 && *point <= 0xDFFF;
    return *point < least[bytes] || is_surrogate || *point > 0x10FFFF ? 0 : bytes;
}

size_t utf8_write(uint32_t point, char out[static UTF8_BYTES_MAX]) {
    size_t bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const uint8_t first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = bytes - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (point & 0x3F));
        point >>= 6;
    }
    out[0] = (char)(first[bytes] | point);
    return bytes;
}

/* Whether eight bytes are ASCII without a NUL. */
static bool is_ascii(const char *text) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return ((word | (word - ones)) & ones << 7) == 0;
}

size_t utf8_mark_len(const char *text, size_t len) {
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};
    bool has_mark = len >= sizeof mark && memcmp(text, mark, sizeof mark) == 0;
    return has_mark ? sizeof mark : 0;
}

bool utf8_is_text(const char *text, size_t len) {
    for (size_t i = 0; i < len;) {
        if (len - i >= 8 && is_ascii(text + i)) {
            i += 8;
            continue;
        }
        if ((uint8_t)text[i] - 1U < 0x7F) { /* ASCII, the usual case */
            i++;
            continue;
        }
        uint32_t point;
        size_t bytes = utf8_read(text + i, len - i, &point);
        if (bytes == 0 || point == 0) {
            return false;
        }
        i += bytes;
    }
    return true;
}

/* --- cleaning --- */

/* What a terminal might obey (true), and what is invisible (false).  Sorted. */
static const struct range {
    uint32_t first, last;
    bool is_control;
} dropped[] = {
    {0x0000, 0x0008, true},    /* C0 up to TAB */
    {0x000A, 0x001F, true},    /* C0 after TAB */
    {0x007F, 0x009F, true},    /* DEL, C1 */
    {0x00AD, 0x00AD, false},   /* soft hyphen */
    {0x034F, 0x034F, false},   /* combining grapheme joiner */
    {0x061C, 0x061C, true},    /* Arabic letter mark */
    {0x115F, 0x1160, false},   /* Hangul fillers */
    {0x17B4, 0x17B5, false},   /* Khmer inherent vowels */
    {0x180B, 0x180F, false},   /* Mongolian variation selectors, vowel separator */
    {0x200B, 0x200B, false},   /* zero width space */
    {0x200E, 0x200F, true},    /* bidi marks */
    {0x2028, 0x202E, true},    /* line and paragraph separators, bidi embeddings */
    {0x2060, 0x2065, false},   /* word joiner, invisible operators */
    {0x2066, 0x2069, true},    /* bidi isolates */
    {0x206A, 0x206F, false},   /* deprecated format controls */
    {0x3164, 0x3164, false},   /* Hangul filler */
    {0xFE00, 0xFE0D, false},   /* variation selectors, except those of emoji */
    {0xFEFF, 0xFEFF, false},   /* byte order mark */
    {0xFFA0, 0xFFA0, false},   /* halfwidth Hangul filler */
    {0xFFF0, 0xFFFB, false},   /* reserved; interlinear annotations */
    {0x1BCA0, 0x1BCA3, false}, /* shorthand format controls */
    {0x1D173, 0x1D17A, false}, /* musical format controls */
    {0xE0000, 0xE0FFF, false}, /* tags, more variation selectors */
};

#define N_DROPPED (sizeof dropped / sizeof dropped[0])

/* Finds the range of a code point; NULL: none. */
static const struct range *find_range(uint32_t point) {
    size_t i = 0;
    while (i < N_DROPPED && point > dropped[i].last) {
        i++;
    }
    return i < N_DROPPED && point >= dropped[i].first ? &dropped[i] : NULL;
}

/* ZERO WIDTH JOINER and NON-JOINER.  Persian, Indic scripts and emoji need them between
 * two characters. */
static bool is_joiner(uint32_t point) {
    return point == 0x200C || point == 0x200D;
}

/* Selects text or emoji form of the character before it. */
static bool is_selector(uint32_t point) {
    return point == 0xFE0E || point == 0xFE0F;
}

/* The first character of a script with joiners, Arabic; symbols and emoji come later. */
#define FIRST_JOINED 0x0600

/* The state of cleaning a text. */
struct cleaning {
    char *out;
    size_t cap, used;
    uint32_t before; /* last visible character; 0: none that can be joined */
    uint32_t joiner; /* joiner to write before the next character; 0: none */
    bool selected;   /* the last character has a selector */
};

static bool put(struct cleaning *c, uint32_t first, uint32_t second) {
    char bytes[2 * UTF8_BYTES_MAX];
    size_t n = first != 0 ? utf8_write(first, bytes) : 0;
    n += utf8_write(second, bytes + n);
    if (c->used + n >= c->cap) {
        return false;
    }
    memcpy(c->out + c->used, bytes, n);
    c->used += n;
    return true;
}

/* Takes the next character.  False: it does not fit. */
static bool take(struct cleaning *c, uint32_t point) {
    if (find_range(point) != NULL) {
        return true;
    }
    if (is_joiner(point)) {
        c->joiner = c->before >= FIRST_JOINED ? point : 0;
        return true;
    }
    if (is_selector(point)) {
        if (c->before < FIRST_JOINED || c->selected || c->joiner != 0) {
            return true;
        }
        c->selected = true;
        return put(c, 0, point);
    }
    uint32_t joiner = point >= FIRST_JOINED ? c->joiner : 0;
    c->before = point;
    c->joiner = 0;
    c->selected = false;
    return put(c, joiner, point);
}

void utf8_clean(const char *text, size_t len, char *out, size_t cap) {
    struct cleaning c = {.out = out, .cap = cap};
    for (size_t i = 0; i < len;) {
        if (text[i] >= ' ' && text[i] <= '~' && c.used + 1 < cap) { /* the usual case */
            out[c.used++] = text[i++];
            c.before = c.joiner = 0;
            continue;
        }
        uint32_t point;
        size_t bytes = utf8_read(text + i, len - i, &point);
        if (bytes == 0) {
            i++;
        } else if (take(&c, point)) {
            i += bytes;
        } else {
            break;
        }
    }
    out[c.used] = '\0';
}

void utf8_drop_controls(const char *text, size_t len, char *out, size_t cap) {
    size_t used = 0;
    for (size_t i = 0; i < len;) {
        uint32_t point;
        size_t bytes = utf8_read(text + i, len - i, &point);
        const struct range *range = bytes > 0 ? find_range(point) : NULL;
        if (bytes > 0 && (range == NULL || !range->is_control)) {
            if (used + bytes >= cap) {
                break;
            }
            memcpy(out + used, text + i, bytes);
            used += bytes;
        }
        i += bytes > 0 ? bytes : 1;
    }
    out[used] = '\0';
}
