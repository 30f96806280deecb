#include "server/cluster/pack.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

/* --- out --- */

void pack_fini(struct pack *pack) {
    free(pack->bytes);
    *pack = (struct pack){0};
}

static uint8_t *need(struct pack *pack, size_t n) {
    if (pack->cap - pack->n < n) {
        pack->cap = pack->cap + n < 256 ? 256 : 2 * (pack->cap + n);
        pack->bytes = mem_grow(pack->bytes, pack->cap, 1);
    }
    uint8_t *at = pack->bytes + pack->n;
    pack->n += n;
    return at;
}

void pack_number(struct pack *pack, uint64_t number) {
    for (; number >= 128; number >>= 7) {
        *need(pack, 1) = (uint8_t)(number | 128);
    }
    *need(pack, 1) = (uint8_t)number;
}

void pack_signed(struct pack *pack, int64_t number) {
    uint64_t bits = (uint64_t)number << 1;
    pack_number(pack, number < 0 ? ~bits : bits);
}

void pack_real(struct pack *pack, double real) {
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    pack_number(pack, bits);
}

void pack_bytes(struct pack *pack, const void *bytes, size_t n) {
    pack_number(pack, n);
    if (n > 0) {
        memcpy(need(pack, n), bytes, n);
    }
}

void pack_text(struct pack *pack, const char *text) {
    pack_bytes(pack, text, strlen(text));
}

/* --- in --- */

struct unpack unpack_of(const void *bytes, size_t n) {
    return (struct unpack){.at = bytes, .left = n};
}

static void fail(struct unpack *in) {
    in->fails = true;
    in->left = 0;
}

uint64_t unpack_number(struct unpack *in, uint64_t most) {
    uint64_t number = 0;
    for (unsigned shift = 0; in->left > 0; shift += 7) {
        uint8_t byte = *in->at++;
        in->left--;
        if (shift == 63 && byte > 1) {
            break;
        }
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            if (number > most) {
                break;
            }
            return number;
        }
    }
    fail(in);
    return 0;
}

bool unpack_flag(struct unpack *in) {
    return unpack_number(in, 1) != 0;
}

int64_t unpack_signed(struct unpack *in) {
    uint64_t bits = unpack_number(in, UINT64_MAX);
    uint64_t half = bits >> 1;
    return (int64_t)((bits & 1) != 0 ? ~half : half);
}

double unpack_real(struct unpack *in) {
    uint64_t bits = unpack_number(in, UINT64_MAX);
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

const void *unpack_bytes(struct unpack *in, size_t *n, size_t most) {
    *n = (size_t)unpack_number(in, most);
    if (*n > in->left) {
        fail(in);
        *n = 0;
    }
    const void *bytes = in->at;
    in->at += *n;
    in->left -= *n;
    return bytes;
}

void unpack_text(struct unpack *in, char *text, size_t cap) {
    size_t n;
    const void *bytes = unpack_bytes(in, &n, cap - 1);
    if (n > 0 && memchr(bytes, '\0', n) != NULL) {
        fail(in);
        n = 0;
    }
    if (n > 0) {
        memcpy(text, bytes, n);
    }
    text[n] = '\0';
}
