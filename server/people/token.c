#include "server/people/token.h"

#include <sodium.h>
#include <string.h>

#include "server/people/state.h"

#define ID_BYTES 8

#define RAW_BYTES (ID_BYTES + TOKEN_SECRET_BYTES)

_Static_assert(RAW_BYTES % 5 == 0 && RAW_BYTES / 5 * 8 == TOKEN_BYTES, "no padding");

/* Five bytes are eight letters. */
static void write_letters(const uint8_t raw[static 5], char text[static 8]) {
    uint64_t bits = 0;
    for (int i = 0; i < 5; i++) {
        bits = bits << 8 | raw[i];
    }
    for (int i = 0; i < 8; i++) {
        text[i] = BASE32[bits >> (35 - 5 * i) & 31];
    }
}

static bool read_letters(const char text[static 8], uint8_t raw[static 5]) {
    static const char letters[] = BASE32;
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) {
        const char *letter = memchr(letters, text[i], sizeof letters - 1);
        if (letter == NULL) {
            return false;
        }
        bits = bits << 5 | (uint64_t)(letter - letters);
    }
    for (int i = 0; i < 5; i++) {
        raw[i] = (uint8_t)(bits >> (32 - 8 * i));
    }
    return true;
}

static void hash_token(const uint8_t raw[static RAW_BYTES],
                       uint8_t hash[static TOKEN_HASH_BYTES]) {
    crypto_generichash(hash, TOKEN_HASH_BYTES, raw, RAW_BYTES, NULL, 0);
}

void token_write(uint64_t session, const uint8_t secret[static TOKEN_SECRET_BYTES],
                 char token[static TOKEN_BYTES + 1],
                 uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t raw[RAW_BYTES];
    for (int i = 0; i < ID_BYTES; i++) {
        raw[i] = (uint8_t)(session >> (8 * (ID_BYTES - 1 - i)));
    }
    memcpy(raw + ID_BYTES, secret, TOKEN_SECRET_BYTES);
    for (size_t i = 0; i < RAW_BYTES / 5; i++) {
        write_letters(raw + 5 * i, token + 8 * i);
    }
    token[TOKEN_BYTES] = '\0';
    hash_token(raw, hash);
    sodium_memzero(raw, sizeof raw);
}

bool token_read(const char *token, uint64_t *session,
                uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t raw[RAW_BYTES];
    if (strlen(token) != TOKEN_BYTES) {
        return false;
    }
    for (size_t i = 0; i < RAW_BYTES / 5; i++) {
        if (!read_letters(token + 8 * i, raw + 5 * i)) {
            return false;
        }
    }
    *session = 0;
    for (int i = 0; i < ID_BYTES; i++) {
        *session = *session << 8 | raw[i];
    }
    hash_token(raw, hash);
    sodium_memzero(raw, sizeof raw);
    return true;
}

void people_draw_token(const struct people *people, uint64_t session,
                       char token[static TOKEN_BYTES + 1],
                       uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t secret[TOKEN_SECRET_BYTES];
    people->config->random_bytes(secret, sizeof secret);
    token_write(session, secret, token, hash);
    sodium_memzero(secret, sizeof secret);
}
