#include "server/web/png.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

/* Bounds of a match in deflate; ours lie at the distance of a pixel or a row. */
#define MATCH_MIN 3
#define MATCH_MAX 258
/* Codes: the end of a block, and the first of a match. */
#define CODE_END   256
#define CODE_MATCH 257

struct writer {
    char *bytes; /* owned */
    size_t len, cap;
    uint32_t bits; /* not written yet, the first one lowest */
    unsigned n_bits;
};

static void put_byte(struct writer *w, unsigned byte) {
    MEM_ROOM(w->bytes, w->len, w->cap, 4096);
    w->bytes[w->len++] = (char)byte;
}

static void put_number(struct writer *w, uint32_t n) {
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        put_byte(w, n >> (shift - 8) & 0xFF);
    }
}

/* --- deflate --- */

/* Extra bits of deflate: the lowest bit comes first. */
static void put_bits(struct writer *w, uint32_t bits, unsigned n) {
    w->bits |= bits << w->n_bits;
    for (w->n_bits += n; w->n_bits >= 8; w->n_bits -= 8) {
        put_byte(w, w->bits & 0xFF);
        w->bits >>= 8;
    }
}

/* A code: its highest bit comes first. */
static void put_code(struct writer *w, uint32_t code, unsigned n) {
    uint32_t turned = 0;
    for (unsigned i = 0; i < n; i++) {
        turned |= (code >> i & 1U) << (n - 1 - i);
    }
    put_bits(w, turned, n);
}

/* A byte, the end, or the code of a length (RFC 1951, 3.2.6). */
static void put_symbol(struct writer *w, unsigned symbol) {
    if (symbol < 144) {
        put_code(w, 0x30 + symbol, 8);
    } else if (symbol < CODE_END) {
        put_code(w, 0x190 + symbol - 144, 9);
    } else if (symbol < 280) {
        put_code(w, symbol - CODE_END, 7);
    } else {
        put_code(w, 0xC0 + symbol - 280, 8);
    }
}

/* A code of lengths or distances: `fine` codes for each doubling, the first two without
 * extra bits.  Returns the code of n, from 0; sets the extra bits. */
static unsigned find_code(unsigned n, unsigned fine_bits, unsigned *extra_bits,
                          unsigned *extra) {
    unsigned doublings = 0;
    while (n >> (doublings + fine_bits + 1) != 0) {
        doublings++;
    }
    *extra_bits = doublings;
    *extra = n & ((1U << doublings) - 1);
    return (doublings << fine_bits) + (n >> doublings);
}

static void put_match(struct writer *w, unsigned length, unsigned distance) {
    unsigned n_bits, extra;
    if (length == MATCH_MAX) { /* it has a code of its own */
        put_symbol(w, 285);
    } else {
        put_symbol(w, CODE_MATCH + find_code(length - MATCH_MIN, 2, &n_bits, &extra));
        put_bits(w, extra, n_bits);
    }
    put_code(w, find_code(distance - 1, 1, &n_bits, &extra), 5);
    put_bits(w, extra, n_bits);
}

/* How many bytes from `at` on are those `distance` before them. */
static unsigned match_at(const uint8_t *bytes, size_t n, size_t at, size_t distance) {
    unsigned length = 0;
    while (distance <= at && length < MATCH_MAX && at + length < n &&
           bytes[at + length] == bytes[at + length - distance]) {
        length++;
    }
    return length;
}

static uint32_t adler(const uint8_t *bytes, size_t n) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* A zlib stream (RFC 1950) of one block. */
static void put_zlib(struct writer *w, const uint8_t *bytes, size_t n, unsigned stride) {
    put_byte(w, 0x78);
    put_byte(w, 0x01);
    put_bits(w, 3, 3); /* the last block, with fixed codes */
    for (size_t at = 0; at < n;) {
        unsigned row = match_at(bytes, n, at, stride), run = match_at(bytes, n, at, 1);
        unsigned best = row >= run ? row : run;
        if (best < MATCH_MIN) {
            put_symbol(w, bytes[at++]);
            continue;
        }
        put_match(w, best, row >= run ? stride : 1);
        at += best;
    }
    put_symbol(w, CODE_END);
    put_bits(w, 0, 7); /* to a whole byte */
    w->bits = w->n_bits = 0;
    put_number(w, adler(bytes, n));
}

/* --- chunks --- */

static uint32_t crc(const char *bytes, size_t n) {
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        sum ^= (unsigned char)bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320U : 0);
        }
    }
    return ~sum;
}

/* Begins a chunk; returns where. */
static size_t begin_chunk(struct writer *w, const char *type) {
    put_number(w, 0); /* its length, known at its end */
    for (unsigned i = 0; i < 4; i++) {
        put_byte(w, (unsigned char)type[i]);
    }
    return w->len;
}

static void end_chunk(struct writer *w, size_t begin) {
    uint32_t n = (uint32_t)(w->len - begin);
    for (unsigned i = 0; i < 4; i++) {
        w->bytes[begin - 8 + i] = (char)(n >> (24 - 8 * i));
    }
    put_number(w, crc(w->bytes + begin - 4, n + 4));
}

static void put_head(struct writer *w, const struct png_picture *picture) {
    static const unsigned char signature[] = {0x89, 'P',  'N',  'G',
                                              '\r', '\n', 0x1A, '\n'};
    static const unsigned char form[] = {8, 3, 0, 0, 0}; /* 8 bits, a palette */
    for (size_t i = 0; i < sizeof signature; i++) {
        put_byte(w, signature[i]);
    }
    size_t chunk = begin_chunk(w, "IHDR");
    put_number(w, picture->width);
    put_number(w, picture->height);
    for (size_t i = 0; i < sizeof form; i++) {
        put_byte(w, form[i]);
    }
    end_chunk(w, chunk);
    chunk = begin_chunk(w, "PLTE");
    for (unsigned i = 0; i < picture->n_colours; i++) {
        put_byte(w, picture->palette[i] >> 16 & 0xFF);
        put_byte(w, picture->palette[i] >> 8 & 0xFF);
        put_byte(w, picture->palette[i] & 0xFF);
    }
    end_chunk(w, chunk);
}

char *png_write(const struct png_picture *picture, size_t *len) {
    struct writer w = {.bytes = NULL};
    size_t stride = picture->width + 1U; /* a row begins with its filter: none */
    uint8_t *rows = mem_new(picture->height, stride);
    for (size_t y = 0; y < picture->height; y++) {
        memcpy(rows + y * stride + 1, picture->pixel + y * picture->width,
               picture->width);
    }
    put_head(&w, picture);
    size_t chunk = begin_chunk(&w, "IDAT");
    put_zlib(&w, rows, picture->height * stride, (unsigned)stride);
    end_chunk(&w, chunk);
    end_chunk(&w, begin_chunk(&w, "IEND"));
    free(rows);
    *len = w.len;
    return w.bytes;
}
