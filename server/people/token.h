/* Tokens: the id of a session and a secret, in base32.  Only their hashes are kept. */
#ifndef ALEA_SERVER_PEOPLE_TOKEN_H
#define ALEA_SERVER_PEOPLE_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "server/store/store.h"

struct people;

/* Random bytes of a token: 256 bits. */
#define TOKEN_SECRET_BYTES 32

/* Writes the token of a session with this secret, and its hash; only the hash is kept. */
void token_write(uint64_t session, const uint8_t secret[static TOKEN_SECRET_BYTES],
                 char token[static TOKEN_BYTES + 1],
                 uint8_t hash[static TOKEN_HASH_BYTES]);
/* Reads the session that a token names, and hashes the token, for comparing.  False: it
 * is no token. */
bool token_read(const char *token, uint64_t *session,
                uint8_t hash[static TOKEN_HASH_BYTES]);
/* Draws a new token of a session, and its hash. */
void people_draw_token(const struct people *people, uint64_t session,
                       char token[static TOKEN_BYTES + 1],
                       uint8_t hash[static TOKEN_HASH_BYTES]);

#endif
