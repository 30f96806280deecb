#include "fair/hmac.h"

#include <sodium.h>
#include <string.h>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

#define WITH_SHA __attribute__((target("sha,sse4.1")))

bool hmac_is_supported(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSE4_1) != 0 &&
           __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

/* The eight words of a state, in the order that the instructions need. */
struct words {
    __m128i abef, cdgh;
};

/* Rounds n to n + 3, with words n to n + 3 of the message. */
WITH_SHA static inline void four_rounds(struct words *s, int n, __m128i words) {
    __m128i sum = _mm_add_epi32(words, _mm_loadu_si128((const void *)(constants + n)));
    s->cdgh = _mm_sha256rnds2_epu32(s->cdgh, s->abef, sum);
    s->abef = _mm_sha256rnds2_epu32(s->abef, s->cdgh, _mm_shuffle_epi32(sum, 0x0E));
}

/* The next four words of the message schedule. */
WITH_SHA static inline __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d) {
    __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8(d, c, 4));
    return _mm_sha256msg2_epu32(sum, d);
}

WITH_SHA static inline __m128i big_endian(const uint8_t *bytes) {
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    return _mm_shuffle_epi8(_mm_loadu_si128((const void *)bytes), order);
}

/* Adds a block to a SHA-256. */
WITH_SHA static void hash_block(uint32_t state[static 8],
                                const uint8_t block[static HMAC_BLOCK_BYTES]) {
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const void *)state), 0xB1),
            efgh = _mm_shuffle_epi32(_mm_loadu_si128((const void *)(state + 4)), 0x1B);
    const struct words before = {_mm_alignr_epi8(badc, efgh, 8),
                                 _mm_blend_epi16(efgh, badc, 0xF0)};
    struct words s = before;
    __m128i w0 = big_endian(block), w1 = big_endian(block + 16),
            w2 = big_endian(block + 32), w3 = big_endian(block + 48);
    for (int n = 0;; n += 16) {
        four_rounds(&s, n, w0);
        four_rounds(&s, n + 4, w1);
        four_rounds(&s, n + 8, w2);
        four_rounds(&s, n + 12, w3);
        if (n == 48) {
            break;
        }
        w0 = next_words(w0, w1, w2, w3);
        w1 = next_words(w1, w2, w3, w0);
        w2 = next_words(w2, w3, w0, w1);
        w3 = next_words(w3, w0, w1, w2);
    }
    __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(s.abef, before.abef), 0x1B),
            dchg = _mm_shuffle_epi32(_mm_add_epi32(s.cdgh, before.cdgh), 0xB1);
    _mm_storeu_si128((void *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#else
bool hmac_is_supported(void) {
    return false;
}

static void hash_block(uint32_t state[static 8],
                       const uint8_t block[static HMAC_BLOCK_BYTES]) {
    (void)state, (void)block;
}
#endif

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
