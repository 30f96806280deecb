#include "proto/json/wire_out.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "proto/utf8.h"

/* --- memory --- */

/* A state event of any game fits without growing. */
#define FIRST_BYTES 4096

static void grow(struct wire_out *out, size_t n) {
    size_t cap = out->cap > 0 ? out->cap : FIRST_BYTES;
    while (cap - out->len < n) {
        assert(cap <= SIZE_MAX / 2);
        cap *= 2;
    }
    out->text = mem_grow(out->text, cap, 1);
    out->cap = cap;
}

/* Returns where to write the next bytes; there is room for n. */
static inline char *room_for(struct wire_out *out, size_t n) {
    if (out->cap - out->len < n) {
        grow(out, n);
    }
    return out->text + out->len;
}

/* Everything before `to` has been written. */
static inline void written(struct wire_out *out, const char *to) {
    out->len = (size_t)(to - out->text);
}

/* Copies n bytes.  Returns where the next one goes.  Nearly all keys and texts are short:
 * two overlapping copies of fixed size are quicker than calling memcpy.  (cppcheck 2.10
 * mixes up the branches if bytes is a literal such as "true".) */
static inline char *copied(char *to, const char *bytes, size_t n) {
    if (n > 16) {
        memcpy(to, bytes, n);
    } else if (n >= 8) {
        uint64_t first, last;
        memcpy(&first, bytes, sizeof first);
        /* cppcheck-suppress pointerOutOfBoundsCond */
        memcpy(&last, bytes + n - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + n - sizeof last, &last, sizeof last);
    } else if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, bytes, sizeof first);
        /* cppcheck-suppress pointerOutOfBoundsCond */
        memcpy(&last, bytes + n - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + n - sizeof last, &last, sizeof last);
    } else if (n > 0) {
        char middle = bytes[n / 2], last = bytes[n - 1];
        to[0] = bytes[0];
        to[n / 2] = middle;
        to[n - 1] = last;
    }
    return to + n;
}

void wire_out_clear(struct wire_out *out) {
    out->len = 0;
    out->depth = 0;
    out->follows = false;
}

void wire_out_fini(struct wire_out *out) {
    free(out->text);
    *out = (struct wire_out){.len = 0};
}

char *wire_out_take(struct wire_out *out) {
    *room_for(out, 1) = '\0';
    char *text = out->text;
    out->text = NULL;
    wire_out_fini(out);
    return text;
}

/* --- structure --- */

/* Writes what precedes a value: a comma if needed, and the key.  Returns where the value
 * goes; there is room for n bytes of it. */
static inline char *put_key(struct wire_out *out, const char *key, size_t len, size_t n) {
    char *to = room_for(out, sizeof ",\"\":" + len + n);
    *to = ',';
    to += out->follows;
    out->follows = true;
    if (key != NULL) {
        *to++ = '"';
        to = copied(to, key, len);
        *to++ = '"';
        *to++ = ':';
    }
    return to;
}

void wire_begin_keyed(struct wire_out *out, const char *key, size_t key_len,
                      char bracket) {
    char *to = put_key(out, key, key_len, 1);
    *to++ = bracket;
    written(out, to);
    out->depth++;
    out->follows = false;
}

static void end(struct wire_out *out, char bracket) {
    assert(out->depth > 0);
    out->depth--;
    char *to = room_for(out, 1);
    *to++ = bracket;
    written(out, to);
    out->follows = true;
}

void wire_end_object(struct wire_out *out) {
    end(out, '}');
}

void wire_end_array(struct wire_out *out) {
    end(out, ']');
}

void wire_reopen_object(struct wire_out *out) {
    assert(out->depth == 0 && out->len > 2);
    assert(out->text[out->len - 1] == '}');
    out->len--;
    out->depth++;
}

/* --- values --- */

/* Checks eight bytes at once.  The high bit of a result byte is set if that byte is below
 * a space, above a tilde, a quotation mark or a backslash.  A borrow may also set it in
 * the next byte; that only costs time. */
static inline uint64_t odd_bytes(uint64_t word) {
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\';
    return high & ((word - ones * ' ') | word | (word + ones) |
                   ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash));
}

/* Up to eight bytes as one word; copies of others take the place of missing ones. */
static inline uint64_t word_of(const char *text, size_t len) {
    uint64_t word;
    uint32_t first, last;
    if (len == sizeof word) {
        memcpy(&word, text, sizeof word);
        return word;
    }
    if (len >= sizeof first) {
        memcpy(&first, text, sizeof first);
        memcpy(&last, text + len - sizeof last, sizeof last);
        return (uint64_t)first << 32 | last;
    }
    unsigned char a = (unsigned char)text[0], b = (unsigned char)text[len / 2],
                  c = (unsigned char)text[len - 1];
    return UINT64_C(0x2020202020) << 24 | (uint64_t)a << 16 | (uint64_t)b << 8 | c;
}

/* Whether no byte needs an escape: all are printable ASCII, but no quotation mark or
 * backslash. */
static bool is_plain(const char *text, size_t len) {
    uint64_t odd = 0;
    for (; len > sizeof odd; len -= sizeof odd, text += sizeof odd) {
        odd |= odd_bytes(word_of(text, sizeof odd));
    }
    return len == 0 || (odd | odd_bytes(word_of(text, len))) == 0;
}

/* The letter after the backslash; 0: there is no short escape. */
static char escape_of(char c) {
    switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return '\0';
    }
}

/* Most bytes that one byte of a string can become. */
#define ESCAPED_BYTES 6

/* Writes UTF-8 as the content of a string; there must be room.  Returns where the next
 * byte goes. */
static char *put_escaped(char *to, const char *text, size_t len) {
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        char letter = escape_of(text[i]);
        if (letter != '\0') {
            *to++ = '\\';
            *to++ = letter;
        } else if (c < 0x20) {
            const char escape[ESCAPED_BYTES] = {'\\',           'u',           '0', '0',
                                                digits[c >> 4], digits[c & 15]};
            to = copied(to, escape, sizeof escape);
        } else {
            *to++ = text[i];
        }
    }
    return to;
}

/* The same for the rest of a text that is not UTF-8. */
static char *put_cleaned(char *to, const char *text, size_t len) {
    char *clean = mem_alloc(len + 1);
    utf8_clean(text, len, clean, len + 1);
    to = put_escaped(to, clean, strlen(clean));
    free(clean);
    return to;
}

/* Puts a text that needs escapes, or is not UTF-8. */
static void put_odd_text(struct wire_out *out, const char *key, size_t key_len,
                         const char *text, size_t len) {
    char *to = put_key(out, key, key_len, 2 + ESCAPED_BYTES * len);
    *to++ = '"';
    to =
        utf8_is_text(text, len) ? put_escaped(to, text, len) : put_cleaned(to, text, len);
    *to++ = '"';
    written(out, to);
}

void wire_put_text_keyed(struct wire_out *out, const char *key, size_t key_len,
                         const char *text) {
    size_t len = strlen(text);
    if (!is_plain(text, len)) {
        put_odd_text(out, key, key_len, text, len);
        return;
    }
    char *to = put_key(out, key, key_len, 2 + len);
    *to++ = '"';
    to = copied(to, text, len);
    *to++ = '"';
    written(out, to);
}

void wire_put_short(struct wire_out *out, const char *key, const char *text,
                    size_t most) {
    char *to = room_for(out, sizeof ",\"\":\"\"" + most);
    *to = ',';
    to += out->follows;
    *to++ = '"';
    while (*key != '\0') {
        *to++ = *key++;
    }
    *to++ = '"';
    *to++ = ':';
    *to++ = '"';
    while (*text != '\0') {
        *to++ = *text++;
    }
    *to++ = '"';
    out->follows = true;
    written(out, to);
}

/* Bytes of the longest number, with sign. */
#define NUMBER_BYTES 20

void wire_put_number_keyed(struct wire_out *out, const char *key, size_t key_len,
                           int64_t n) {
    if (n >= 0 && n < 10) { /* the usual case */
        char *to = put_key(out, key, key_len, 1);
        *to++ = (char)('0' + n);
        written(out, to);
        return;
    }
    char digits[NUMBER_BYTES], *at = digits + sizeof digits;
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0) {
        *--at = '-';
    }
    size_t len = (size_t)(digits + sizeof digits - at);
    written(out, copied(put_key(out, key, key_len, len), at, len));
}

/* Shortens the exponent after the 'e': "+06" becomes 6. */
static void shorten_exponent(char *at) {
    const char *digits = at + 1;
    at += *at == '-';
    digits += strspn(digits, "0");
    memmove(at, digits, strlen(digits) + 1);
}

void wire_put_real(struct wire_out *out, const char *key, double n) {
    char text[32];
    int len = snprintf(text, sizeof text - sizeof ".0", "%.15g", n);
    char *e = strchr(text, 'e');
    if (e != NULL) {
        shorten_exponent(e + 1);
    } else if (strchr(text, '.') == NULL) { /* keeps it a real number */
        snprintf(text + len, sizeof ".0", ".0");
    }
    wire_put_json(out, key, text);
}

/* Writes a number and a comma. */
static inline char *put_small(char *to, uint8_t n) {
    if (n >= 100) {
        *to++ = (char)('0' + n / 100);
    }
    if (n >= 10) {
        *to++ = (char)('0' + n / 10 % 10);
    }
    *to++ = (char)('0' + n % 10);
    *to++ = ',';
    return to;
}

void wire_put_numbers_keyed(struct wire_out *out, const char *key, size_t key_len,
                            const uint8_t *values, size_t n) {
    char *to = put_key(out, key, key_len, sizeof "[]" + n * (sizeof "255," - 1));
    *to++ = '[';
    for (size_t i = 0; i < n; i++) {
        to = put_small(to, values[i]);
    }
    to -= n > 0;
    *to++ = ']';
    written(out, to);
}

void wire_put_timestamp(struct wire_out *out, const char *key, int64_t time_s) {
    char text[TIMESTAMP_BYTES] = "";
    if (time_s != 0) {
        timestamp_write(time_s, text);
    }
    wire_put_text_or_null(out, key, text);
}

void wire_put_json_keyed(struct wire_out *out, const char *key, size_t key_len,
                         const char *json, size_t len) {
    written(out, copied(put_key(out, key, key_len, len), json, len));
}
