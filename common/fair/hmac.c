#define OPENSSL_SUPPRESS_DEPRECATED /* what replaces these functions allocates */
#include "fair/hmac.h"

#include <openssl/sha.h>
#include <sodium.h>
#include <string.h>

/* A SHA-256 of the key's block and len more bytes.  block: its last len % 64 bytes. */
static void resume(SHA256_CTX *hash, const uint32_t state[static 8], uint64_t len,
                   const uint8_t block[static HMAC_BLOCK_BYTES]) {
    uint64_t bits = (HMAC_BLOCK_BYTES + len) * 8;
    SHA256_Init(hash);
    memcpy(hash->h, state, sizeof hash->h);
    memcpy(hash->data, block, sizeof hash->data);
    hash->num = (unsigned)(len % HMAC_BLOCK_BYTES);
    hash->Nl = (SHA_LONG)bits;
    hash->Nh = (SHA_LONG)(bits >> 32);
}

/* The state after the key's block, with its bytes XORed with pad. */
static void begin(uint32_t state[static 8], const uint8_t *key, uint8_t pad) {
    SHA256_CTX hash;
    uint8_t block[HMAC_BLOCK_BYTES];
    for (size_t i = 0; i < sizeof block; i++) {
        block[i] = i < HMAC_KEY_BYTES ? key[i] ^ pad : pad;
    }
    SHA256_Init(&hash);
    SHA256_Update(&hash, block, sizeof block);
    memcpy(state, hash.h, sizeof hash.h);
    sodium_memzero(&hash, sizeof hash);
    sodium_memzero(block, sizeof block);
}

void hmac_begin(struct hmac *hmac, const uint8_t key[static HMAC_KEY_BYTES]) {
    *hmac = (struct hmac){.len = 0};
    begin(hmac->inner, key, 0x36);
    begin(hmac->outer, key, 0x5c);
}

void hmac_add(struct hmac *hmac, const void *bytes, size_t n) {
    SHA256_CTX hash;
    resume(&hash, hmac->inner, hmac->len, hmac->block);
    SHA256_Update(&hash, bytes, n);
    hmac->len += n;
    memcpy(hmac->inner, hash.h, sizeof hash.h);
    memcpy(hmac->block, hash.data, sizeof hash.data);
    sodium_memzero(&hash, sizeof hash);
}

void hmac_end(struct hmac *hmac, uint8_t code[static HMAC_BYTES]) {
    uint8_t block[HMAC_BLOCK_BYTES] = {0};
    SHA256_CTX hash;
    resume(&hash, hmac->inner, hmac->len, hmac->block);
    SHA256_Final(block, &hash);
    resume(&hash, hmac->outer, 0, block);
    SHA256_Update(&hash, block, HMAC_BYTES);
    SHA256_Final(code, &hash);
    sodium_memzero(&hash, sizeof hash);
    sodium_memzero(block, sizeof block);
    sodium_memzero(hmac, sizeof *hmac);
}
