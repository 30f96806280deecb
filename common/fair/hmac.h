/* HMAC-SHA256 that can stop after the beginning of a message, and go on with many ends,
 * with the SHA-256 of OpenSSL: it uses the SHA extensions of processors, and is four
 * times as fast as libsodium.  A test compares both.  For fair.h and fair.c only. */
#ifndef ALEA_FAIR_HMAC_H
#define ALEA_FAIR_HMAC_H

#include <stddef.h>
#include <stdint.h>

#define HMAC_KEY_BYTES   32
#define HMAC_BYTES       32
#define HMAC_BLOCK_BYTES 64

/* A message being hashed; as secret as its key. */
struct hmac {
    uint32_t inner[8], outer[8];     /* states of the two hashes, after the key */
    uint64_t len;                    /* bytes of the message so far */
    uint8_t block[HMAC_BLOCK_BYTES]; /* its last len % 64 bytes */
};

void hmac_begin(struct hmac *hmac, const uint8_t key[static HMAC_KEY_BYTES]);
void hmac_add(struct hmac *hmac, const void *bytes, size_t n);
/* Writes the code.  Wipes hmac. */
void hmac_end(struct hmac *hmac, uint8_t code[static HMAC_BYTES]);

#endif
