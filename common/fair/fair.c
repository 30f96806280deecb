#include "fair/fair.h"

#include <assert.h>
#include <string.h>

#define BLOCK_BYTES crypto_auth_hmacsha256_BYTES
/* Longest beginning and end of a message, with their NUL.  The sizes in fair.h have room
 * for a separator each; a number has at most ten digits. */
#define BEGINNING_BYTES (FAIR_GAME_ID_BYTES + 2 * FAIR_NONCE_BYTES + 1)
#define END_BYTES       (10 + 1 + 10 + 1)

_Static_assert(FAIR_SECRET_BYTES == crypto_auth_hmacsha256_KEYBYTES, "the key of B(j)");

/* The byte stream of one throw, B(0) B(1) ..., where
 * B(j) = HMAC-SHA256(secret, "GAMEID:WHITENONCE:BLACKNONCE:k:j"). */
struct stream {
    const struct fair *fair;
    uint32_t k;                 /* number of the throw */
    uint32_t next;              /* j of the block after this one */
    size_t used;                /* bytes of the block already used */
    uint8_t block[BLOCK_BYTES]; /* B(next - 1) */
};

static struct stream stream_of(const struct fair *fair, uint32_t k) {
    return (struct stream){.fair = fair, .k = k, .used = BLOCK_BYTES};
}

/* Writes the message up to the number of the throw. */
static struct text_out put_beginning(const struct fair *fair,
                                     char message[static BEGINNING_BYTES]) {
    struct text_out out = text_out_of(message, BEGINNING_BYTES);
    text_put(&out, fair->game_id);
    text_put_char(&out, ':');
    text_put(&out, fair->nonce[SIDE_WHITE]);
    text_put_char(&out, ':');
    text_put(&out, fair->nonce[SIDE_BLACK]);
    text_put_char(&out, ':');
    assert(out.len < out.cap);
    return out;
}

static void hash_text(crypto_auth_hmacsha256_state *hmac, const struct text_out *out) {
    crypto_auth_hmacsha256_update(hmac, (const uint8_t *)out->buf, out->len);
}

/* Hashes the secret, and the beginning of the message. */
static void hash_beginning(const struct fair *fair, crypto_auth_hmacsha256_state *hmac) {
    char message[BEGINNING_BYTES];
    struct text_out out = put_beginning(fair, message);
    crypto_auth_hmacsha256_init(hmac, fair->secret, sizeof fair->secret);
    hash_text(hmac, &out);
}

static void begin(struct fair *fair, bool fast) {
    if (fair->has_begun) {
        return;
    }
    if (fast) {
        char message[BEGINNING_BYTES];
        struct text_out out = put_beginning(fair, message);
        hmac_begin(&fair->fast, fair->secret);
        hmac_add(&fair->fast, out.buf, out.len);
    } else {
        hash_beginning(fair, &fair->begun);
    }
    fair->has_begun = true;
    fair->is_fast = fast;
    fair->game_id = NULL;
    fair->nonce[SIDE_WHITE] = NULL;
    fair->nonce[SIDE_BLACK] = NULL;
}

void fair_begin(struct fair *fair) {
    begin(fair, hmac_is_supported());
}

void fair_begin_slowly(struct fair *fair) {
    begin(fair, false);
}

/* Computes B(j) from the end of its message. */
static void hash_end(const struct fair *fair, const struct text_out *end,
                     uint8_t block[static BLOCK_BYTES]) {
    if (fair->has_begun && fair->is_fast) {
        struct hmac hmac = fair->fast;
        hmac_add(&hmac, end->buf, end->len);
        hmac_end(&hmac, block);
        return;
    }
    crypto_auth_hmacsha256_state hmac;
    if (fair->has_begun) {
        hmac = fair->begun;
    } else {
        hash_beginning(fair, &hmac);
    }
    hash_text(&hmac, end);
    crypto_auth_hmacsha256_final(&hmac, block);
}

static void fill_block(struct stream *stream) {
    char message[END_BYTES];
    struct text_out out = text_out_of(message, sizeof message);
    text_put_number(&out, stream->k);
    text_put_char(&out, ':');
    text_put_number(&out, stream->next++);
    assert(out.len < out.cap);
    hash_end(stream->fair, &out, stream->block);
    stream->used = 0;
}

static uint8_t next_byte(struct stream *stream) {
    if (stream->used == BLOCK_BYTES) {
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
}

void fair_start_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                      uint8_t faces[static SIDE_COUNT][DICE_MAX]) {
    struct stream stream = stream_of(fair, k);
    throw_dice(&stream, kind, faces[SIDE_WHITE]);
    throw_dice(&stream, kind, faces[SIDE_BLACK]);
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

bool fair_is_nonce(const char *text, size_t len) {
    if (len >= FAIR_NONCE_BYTES) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if (text[i] <= ' ' || text[i] > '~' || text[i] == ':') {
            return false;
        }
    }
    return true;
}

bool fair_is_hex(const char *text, size_t len) {
    if (len != FAIR_HEX_BYTES - 1) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        bool is_letter = text[i] >= 'a' && text[i] <= 'f';
        if (!is_digit && !is_letter) {
            return false;
        }
    }
    return true;
}

void fair_secret_to_hex(const uint8_t secret[static FAIR_SECRET_BYTES],
                        char hex[static FAIR_HEX_BYTES]) {
    sodium_bin2hex(hex, FAIR_HEX_BYTES, secret, FAIR_SECRET_BYTES);
}

bool fair_secret_from_hex(const char *hex, uint8_t secret[static FAIR_SECRET_BYTES]) {
    if (!fair_is_hex(hex, strlen(hex))) {
        return false;
    }
    (void)sodium_hex2bin(secret, FAIR_SECRET_BYTES, hex, FAIR_HEX_BYTES - 1, NULL, NULL,
                         NULL);
    return true;
}
