#include "fair/fair.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* Longest beginning and end of a message, with their NUL.  The sizes in fair.h have room
 * for a separator each; a number has at most ten digits. */
#define BEGINNING_BYTES (FAIR_GAME_ID_BYTES + 2 * FAIR_NONCE_BYTES + 1)
#define END_BYTES       (10 + 1 + 10 + 1)

_Static_assert(FAIR_SECRET_BYTES == HMAC_KEY_BYTES, "the key of B(j)");

/* The byte stream of one throw, B(0) B(1) ..., where
 * B(j) = HMAC-SHA256(secret, "GAMEID:WHITENONCE:BLACKNONCE:k:j"). */
struct stream {
    struct hmac begun;         /* the beginning of all messages */
    uint32_t k;                /* number of the throw */
    uint32_t next;             /* j of the block after this one */
    size_t used;               /* bytes of the block already used */
    uint8_t block[HMAC_BYTES]; /* B(next - 1) */
};

static struct stream stream_of(const struct fair *fair, uint32_t k) {
    struct stream stream = {.begun = fair->begun, .k = k, .used = HMAC_BYTES};
    if (!fair->has_begun) {
        struct fair begun = *fair;
        fair_begin(&begun);
        stream.begun = begun.begun;
        sodium_memzero(&begun, sizeof begun);
    }
    return stream;
}

void fair_begin(struct fair *fair) {
    char message[BEGINNING_BYTES];
    struct text_out out = text_out_of(message, sizeof message);
    if (fair->has_begun) {
        return;
    }
    text_put(&out, fair->game_id);
    text_put_char(&out, ':');
    text_put(&out, fair->nonce[SIDE_WHITE]);
    text_put_char(&out, ':');
    text_put(&out, fair->nonce[SIDE_BLACK]);
    text_put_char(&out, ':');
    assert(out.len < out.cap);
    hmac_begin(&fair->begun, fair->secret);
    hmac_add(&fair->begun, out.buf, out.len);
    fair->has_begun = true;
    fair->game_id = NULL;
    fair->nonce[SIDE_WHITE] = NULL;
    fair->nonce[SIDE_BLACK] = NULL;
}

static void fill_block(struct stream *stream) {
    char message[END_BYTES];
    struct text_out out = text_out_of(message, sizeof message);
    text_put_number(&out, stream->k);
    text_put_char(&out, ':');
    text_put_number(&out, stream->next++);
    assert(out.len < out.cap);
    struct hmac hmac = stream->begun;
    hmac_add(&hmac, out.buf, out.len);
    hmac_end(&hmac, stream->block);
    stream->used = 0;
}

static uint8_t next_byte(struct stream *stream) {
    if (stream->used == HMAC_BYTES) {
        fill_block(stream);
    }
    return stream->block[stream->used++];
}

/* Skips bytes from the largest multiple of n_faces on (252 for six faces).  So all faces
 * are equally likely. */
static void throw_dice(struct stream *stream, const struct dice_kind *kind,
                       uint8_t faces[static DICE_MAX]) {
    unsigned limit = 256U / kind->n_faces * kind->n_faces;
    for (unsigned i = 0; i < kind->n_dice; i++) {
        uint8_t byte;
        do {
            byte = next_byte(stream);
        } while (byte >= limit);
        faces[i] = (uint8_t)(kind->lowest + byte % kind->n_faces);
    }
}

void fair_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                uint8_t faces[static DICE_MAX]) {
    struct stream stream = stream_of(fair, k);
    throw_dice(&stream, kind, faces);
    sodium_memzero(&stream, sizeof stream);
}

void fair_start_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                      uint8_t faces[static SIDE_COUNT][DICE_MAX]) {
    struct stream stream = stream_of(fair, k);
    throw_dice(&stream, kind, faces[SIDE_WHITE]);
    throw_dice(&stream, kind, faces[SIDE_BLACK]);
    sodium_memzero(&stream, sizeof stream);
}

static void sha256_hex(const uint8_t *bytes, size_t len,
                       char hex[static FAIR_HEX_BYTES]) {
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, bytes, len);
    sodium_bin2hex(hex, FAIR_HEX_BYTES, hash, sizeof hash);
}

void fair_commitment(const uint8_t secret[static FAIR_SECRET_BYTES],
                     char hex[static FAIR_HEX_BYTES]) {
    sha256_hex(secret, FAIR_SECRET_BYTES, hex);
}

void fair_seal(const char *nonce, char hex[static FAIR_HEX_BYTES]) {
    sha256_hex((const uint8_t *)nonce, strlen(nonce), hex);
}

void fair_secret_to_hex(const uint8_t secret[static FAIR_SECRET_BYTES],
                        char hex[static FAIR_HEX_BYTES]) {
    sodium_bin2hex(hex, FAIR_HEX_BYTES, secret, FAIR_SECRET_BYTES);
}

bool fair_secret_from_hex(const char *hex, uint8_t secret[static FAIR_SECRET_BYTES]) {
    return strlen(hex) == FAIR_HEX_BYTES - 1 &&
           sodium_hex2bin(secret, FAIR_SECRET_BYTES, hex, FAIR_HEX_BYTES - 1, NULL, NULL,
                          NULL) == 0;
}
