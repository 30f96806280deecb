/* What the protocol's short strings may look like, not whether such a room, game or
 * player exists. */
#ifndef ALEA_PROTO_SHAPE_H
#define ALEA_PROTO_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

/* A player's name (name.h), in NFC. */
bool is_player_name(const char *text);
/* A room code: 1 to ROOM_BYTES_MAX upper-case letters. */
bool is_room_code(const char *text);
/* A nonce: 0 to NONCE_BYTES_MAX of printable ASCII, no space, no colon. */
bool is_nonce(const char *text);
/* A game id: like a nonce, with 1 to GAME_ID_BYTES_MAX characters. */
bool is_game_id(const char *text);
/* HEX_BYTES lower-case hex digits. */
bool is_hex(const char *text);
/* A token: TOKEN_BYTES of base32, a to z and 2 to 7. */
bool is_token(const char *text);
/* A move: 1 to MOVE_TEXT_BYTES - 1 of printable ASCII, no space. */
bool is_move(const char *text);
/* The name of a square: 1 to SQUARE_BYTES - 1 lower-case letters and digits. */
bool is_square(const char *text);
/* "white" or "black". */
bool is_side_name(const char *text);
/* The reason why a game ended: 1 to REASON_BYTES_MAX lower-case letters. */
bool is_reason(const char *text);

/* --- timestamps: Unix time as "2026-11-21T01:02:03Z" --- */

/* Size of a timestamp, with its NUL. */
#define TIMESTAMP_BYTES 21

/* The last second of the year 9999. */
#define TIMESTAMP_MAX_S INT64_C(253402300799)

/* Writes Unix time, 0 to TIMESTAMP_MAX_S, as a timestamp. */
void timestamp_write(int64_t time_s, char text[static TIMESTAMP_BYTES]);
/* Reads exactly this form.  False: another form, or a day or hour that does not exist. */
bool timestamp_read(const char *text, int64_t *time_s);

#endif
