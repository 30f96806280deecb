/* Dice that any player can verify: (secret, game id, nonces, k) -> throw number k.
 *
 * Before the players choose their nonces, the server publishes the SHA-256 of a 32-byte
 * secret (the commitment).  All throws follow from the secret and both nonces.  After the
 * game, the server publishes the secret.  No allocation, no randomness: the secret is an
 * argument. */
#ifndef ALEA_FAIR_FAIR_H
#define ALEA_FAIR_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fair/hmac.h"
#include "rules/dice.h"
#include "rules/position.h"

#define FAIR_SECRET_BYTES 32
/* A SHA-256 or a secret in lower-case hex, with its NUL. */
#define FAIR_HEX_BYTES 65
/* Longest nonce, with its NUL: 64 printable ASCII characters, no space, no colon. */
#define FAIR_NONCE_BYTES 65
/* Prefix of a sealed nonce: 64 hex digits follow. */
#define FAIR_SEAL_PREFIX "sha256:"
/* Longest game id, with its NUL.  Same characters as a nonce: a colon would end it. */
#define FAIR_GAME_ID_BYTES 33

/* What determines the throws of a game.  Borrows its strings until fair_begin. */
struct fair {
    uint8_t secret[FAIR_SECRET_BYTES];
    const char *game_id;           /* ASCII, no colon */
    const char *nonce[SIDE_COUNT]; /* plain, or as opened */
    bool has_begun;                /* fair_begin was called; then: */
    struct hmac begun;             /* of what all throws share, as secret as the secret */
};

/* Precomputes what all throws share.  Call it when the fields above are final.  Throws
 * then take half as long.  game_id and nonce are no longer needed, and become NULL. */
void fair_begin(struct fair *fair);

/* Computes throw number k (from 0): kind->n_dice faces. */
void fair_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                uint8_t faces[static DICE_MAX]);
/* Computes throw number k, for the start: white's dice first, then black's, from one
 * stream. */
void fair_start_throw(const struct fair *fair, const struct dice_kind *kind, uint32_t k,
                      uint8_t faces[static SIDE_COUNT][DICE_MAX]);

/* Writes the SHA-256 of the raw secret in lower-case hex. */
void fair_commitment(const uint8_t secret[static FAIR_SECRET_BYTES],
                     char hex[static FAIR_HEX_BYTES]);
/* Writes the SHA-256 of the nonce's characters in lower-case hex, without the prefix. */
void fair_seal(const char *nonce, char hex[static FAIR_HEX_BYTES]);
void fair_secret_to_hex(const uint8_t secret[static FAIR_SECRET_BYTES],
                        char hex[static FAIR_HEX_BYTES]);
/* Reads a secret.  False unless it has exactly 64 hex digits; then it is undefined. */
bool fair_secret_from_hex(const char *hex, uint8_t secret[static FAIR_SECRET_BYTES]);

#endif
