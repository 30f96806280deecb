/* Dice that any player can verify: (secret, game id, nonces, k) -> throw number k.
 *
 * The server publishes SHA-256 of a 32-byte secret (the commitment) before either player
 * adds his nonce; every throw follows from the secret and both nonces; at the end the
 * secret is published.  No allocation, no randomness: the secret is an argument. */
#ifndef ALEA_FAIR_FAIR_H
#define ALEA_FAIR_FAIR_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/dice.h"
#include "rules/position.h"

#define FAIR_SECRET_BYTES 32
/* A SHA-256 or a secret in lower-case hex, with its NUL. */
#define FAIR_HEX_BYTES 65
/* Longest nonce, with its NUL: 64 printable ASCII characters, no space, no colon. */
#define FAIR_NONCE_BYTES 65
/* How a sealed nonce is announced: "sha256:" and 64 hex digits. */
#define FAIR_SEAL_PREFIX "sha256:"
/* Longest game id, with its NUL: as a nonce, without the colon that ends it. */
#define FAIR_GAME_ID_BYTES 33

/* Everything that the throws of one game follow from.  Borrows its strings, until
 * fair_begin. */
struct fair {
    uint8_t secret[FAIR_SECRET_BYTES];
    const char *game_id;                /* ASCII, no colon */
    const char *nonce[SIDE_COUNT];      /* the nonces themselves, sealed ones opened */
    bool has_begun;                     /* see fair_begin; else: */
    crypto_auth_hmacsha256_state begun; /* as secret as the secret */
};

/* Does what is the same for every throw, when the rest is settled: a throw takes half as
 * long from then on, and needs the strings no more, which are forgotten. */
void fair_begin(struct fair *fair);

/* The faces of throw number k (from 0), kind->n_dice of them. */
void fair_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                uint8_t faces[static DICE_MAX]);
/* The throw for the start, number k: white's dice first, then black's, one stream. */
void fair_start_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                      uint8_t faces[static SIDE_COUNT][DICE_MAX]);

/* SHA-256 of the raw secret, in lower-case hex. */
void fair_commitment(const uint8_t secret[static FAIR_SECRET_BYTES],
                     char hex[static FAIR_HEX_BYTES]);
/* SHA-256 of the nonce's characters, in lower-case hex (without the prefix). */
void fair_seal(const char *nonce, char hex[static FAIR_HEX_BYTES]);
/* Whether these characters may be a nonce: 0..64 of printable ASCII, no space or colon.
 */
bool fair_is_nonce(const char *text, size_t len);
/* Whether these are exactly 64 lower-case hex digits. */
bool fair_is_hex(const char *text, size_t len);
void fair_secret_to_hex(const uint8_t secret[static FAIR_SECRET_BYTES],
                        char hex[static FAIR_HEX_BYTES]);
/* False unless fair_is_hex; then *secret is untouched. */
bool fair_secret_from_hex(const char *hex, uint8_t secret[static FAIR_SECRET_BYTES]);

#endif
