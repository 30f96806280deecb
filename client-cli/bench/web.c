#include "client-cli/bench/web.h"

#include <string.h>

/* First bytes of frames: FIN and the opcode. */
enum { TEXT = 0x81, CLOSE = 0x88, PING = 0x89 };
#define MASKED 0x80
/* Header byte for a 16-bit length that follows; LENGTH_64: a 64-bit one. */
#define LENGTH_16 126
#define LENGTH_64 127

/* XORs n bytes with the mask, eight at once. */
static void mask_bytes(uint8_t *to, const char *from, size_t n, const uint8_t mask[4]) {
    uint64_t wide, word;
    memcpy(&wide, mask, 4);
    memcpy((uint8_t *)&wide + 4, mask, 4);
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        memcpy(&word, from + i, 8);
        word ^= wide;
        memcpy(to + i, &word, 8);
    }
    for (; i < n; i++) {
        to[i] = (uint8_t)from[i] ^ mask[i % 4];
    }
}

size_t bench_web_write(uint8_t *to, const char *lines, size_t len, uint32_t *mask) {
    uint8_t *at = to;
    for (const char *end; len > 0; len -= (size_t)(end - lines), lines = end) {
        end = memchr(lines, '\n', len);
        if (end == NULL) {
            break;
        }
        end++;
        size_t n = (size_t)(end - lines) - 1;
        *at++ = TEXT;
        if (n < LENGTH_16) {
            *at++ = (uint8_t)(MASKED | n);
        } else {
            *at++ = MASKED | LENGTH_16;
            *at++ = (uint8_t)(n >> 8);
            *at++ = (uint8_t)n;
        }
        *mask = *mask * 1664525 + 1013904223; /* need not be unpredictable */
        memcpy(at, mask, 4);
        mask_bytes(at + 4, lines, n, at);
        at += 4 + n;
    }
    return (size_t)(at - to);
}

/* Handles a complete header.  GOOD: go on. */
static enum bench_web_result begin(struct bench_web *web, unsigned *n_pings) {
    const uint8_t *header = web->header;
    web->n_header = 0;
    if (header[0] == CLOSE) {
        return BENCH_WEB_CLOSED;
    }
    if (header[0] == PING && header[1] == 0) {
        *n_pings += 1;
        return BENCH_WEB_GOOD;
    }
    if (header[0] != TEXT) {
        return BENCH_WEB_WRONG;
    }
    web->left =
        header[1] == LENGTH_16 ? (size_t)(header[2] << 8 | header[3]) : (size_t)header[1];
    web->in_text = true;
    return BENCH_WEB_GOOD;
}

enum bench_web_result bench_web_take(struct bench_web *web, const char *bytes, size_t n,
                                     struct lines *lines, unsigned *n_pings) {
    const char *end = bytes + n;
    while (bytes < end || web->in_text) {
        if (web->in_text) {
            size_t part = (size_t)(end - bytes);
            part = part < web->left ? part : web->left;
            if (lines != NULL && !lines_add(lines, bytes, part)) {
                return BENCH_WEB_WRONG;
            }
            bytes += part;
            web->left -= part;
            if (web->left > 0) {
                return BENCH_WEB_GOOD;
            }
            web->in_text = false;
            if (lines != NULL && !lines_add(lines, "\n", 1)) {
                return BENCH_WEB_WRONG;
            }
            continue;
        }
        web->header[web->n_header++] = (uint8_t)*bytes++;
        if (web->n_header < 2) {
            continue;
        }
        if (web->header[1] >= LENGTH_64) { /* 64-bit length, or masked */
            return BENCH_WEB_WRONG;
        }
        if (web->n_header == (web->header[1] == LENGTH_16 ? 4 : 2)) {
            enum bench_web_result result = begin(web, n_pings);
            if (result != BENCH_WEB_GOOD) {
                return result;
            }
        }
    }
    return BENCH_WEB_GOOD;
}
