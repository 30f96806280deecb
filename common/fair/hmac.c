#define OPENSSL_SUPPRESS_DEPRECATED /* what replaces these functions allocates */
#include "fair/hmac.h"

#include <openssl/sha.h>
#include <sodium.h>
#include <string.h>

/* Adds a block to a SHA-256. */
static void hash_block(uint32_t state[static 8],
                       const uint8_t block[static HMAC_BLOCK_BYTES]) {
    SHA256_CTX hash;
    memcpy(hash.h, state, sizeof hash.h);
    SHA256_Transform(&hash, block);
    memcpy(state, hash.h, sizeof hash.h);
    sodium_memzero(&hash, sizeof hash);
}

/* Big-endian. */
static void put_word(uint8_t *to, uint32_t word) {
    for (int i = 0; i < 4; i++) {
        to[i] = (uint8_t)(word >> (24 - 8 * i));
    }
}

/* The state after the key's block, with its bytes XORed with pad. */
static void begin(uint32_t state[static 8], const uint8_t *key, uint8_t pad) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t block[HMAC_BLOCK_BYTES];
    for (size_t i = 0; i < sizeof block; i++) {
        block[i] = i < HMAC_KEY_BYTES ? key[i] ^ pad : pad;
    }
    memcpy(state, first, sizeof first);
    hash_block(state, block);
    sodium_memzero(block, sizeof block);
}

void hmac_begin(struct hmac *hmac, const uint8_t key[static HMAC_KEY_BYTES]) {
    hmac->len = 0;
    begin(hmac->inner, key, 0x36);
    begin(hmac->outer, key, 0x5c);
}

void hmac_add(struct hmac *hmac, const void *bytes, size_t n) {
    const uint8_t *from = bytes;
    while (n > 0) {
        size_t used = hmac->len % HMAC_BLOCK_BYTES, room = HMAC_BLOCK_BYTES - used;
        size_t part = n < room ? n : room;
        memcpy(hmac->block + used, from, part);
        hmac->len += part;
        from += part;
        n -= part;
        if (part == room) {
            hash_block(hmac->inner, hmac->block);
        }
    }
}

/* Finishes a hash whose last block has `used` bytes.  len: bytes of all its blocks, with
 * the key's. */
static void finish(uint32_t state[static 8], uint8_t block[static HMAC_BLOCK_BYTES],
                   size_t used, uint64_t len, uint8_t hash[static HMAC_BYTES]) {
    const size_t len_at = HMAC_BLOCK_BYTES - sizeof len;
    block[used++] = 0x80;
    if (used > len_at) {
        while (used < HMAC_BLOCK_BYTES) {
            block[used++] = 0;
        }
        hash_block(state, block);
        used = 0;
    }
    memset(block + used, 0, len_at - used);
    put_word(block + len_at, (uint32_t)(len >> 29));
    put_word(block + len_at + 4, (uint32_t)(len << 3));
    hash_block(state, block);
    for (size_t i = 0; i < 8; i++) {
        put_word(hash + 4 * i, state[i]);
    }
}

void hmac_end(struct hmac *hmac, uint8_t code[static HMAC_BYTES]) {
    uint8_t block[HMAC_BLOCK_BYTES];
    finish(hmac->inner, hmac->block, hmac->len % HMAC_BLOCK_BYTES,
           HMAC_BLOCK_BYTES + hmac->len, block);
    finish(hmac->outer, block, HMAC_BYTES, HMAC_BLOCK_BYTES + HMAC_BYTES, code);
    sodium_memzero(block, sizeof block);
    sodium_memzero(hmac, sizeof *hmac);
}
