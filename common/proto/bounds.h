/* Every fixed bound of the protocol, with its unit and reason.  Bounds that a host can
 * set are in server/limits/limits.h.  protocol.md lists them all; a test compares. */
#ifndef ALEA_PROTO_BOUNDS_H
#define ALEA_PROTO_BOUNDS_H

/* Protocol version: grows only when old clients would misunderstand. */
#define PROTOCOL_VERSION 1

#define DEFAULT_PORT     "2532"
#define DEFAULT_TLS_PORT "2533"

/* Longest line in, in bytes without its end.  The longest chat line in JSON escapes fits,
 * and a partial line for each connection costs little memory. */
#define LINE_BYTES_MAX 4096
/* Longest request id, in bytes: a UUID with a prefix. */
#define ID_BYTES_MAX 64
/* First byte of an id in memory that is a JSON number on the line.  The number follows as
 * it is written; no other id has this byte. */
#define ID_NUMBER '\1'
/* Length of a player's name (name.h), in characters: two columns of seats fit in 80
 * columns. */
#define NAME_CHARS_MIN 2
#define NAME_CHARS_MAX 16
/* The same in bytes of UTF-8: a letter has at most three. */
#define NAME_BYTES_MAX (3 * NAME_CHARS_MAX)
/* Longest chat text, in bytes of UTF-8: a few lines of a terminal. */
#define SAY_BYTES_MAX 400
/* Longest word of a private room, in bytes of UTF-8: a passphrase without spaces. */
#define WORD_BYTES_MAX 64
/* Longest room code: three syllables. */
#define ROOM_BYTES_MAX 6
/* A nonce: a SHA-256 in hex fits. */
#define NONCE_BYTES_MAX 64
/* Passwords, in bytes of UTF-8.  Shorter ones are too easy to guess; longer ones are not
 * needed. */
#define PASSWORD_BYTES_MIN 8
#define PASSWORD_BYTES_MAX 128
/* Prefix of the names that replace those of deleted accounts.  Players cannot choose such
 * names. */
#define FORGOTTEN_PREFIX "gone-"
/* Longest game id: 128 bits in hex fit. */
#define GAME_ID_BYTES_MAX 32
/* The letters of base32 (RFC 4648), in lower case: five bits each. */
#define BASE32 "abcdefghijklmnopqrstuvwxyz234567"
/* A token: 40 bytes in base32. */
#define TOKEN_BYTES 64
/* A SHA-256 or a secret, 32 bytes, in hex. */
#define HEX_BYTES 64
/* Longest reason why a game ended ("stalemate"). */
#define REASON_BYTES_MAX 15
/* Throws and moves of one game; a longer game is called off.  Random games have up to
 * 5,000.  Each takes less than 100 bytes of a record, which keeps records below
 * LINE_OUT_BYTES_MAX. */
#define LOG_NOTES_MAX 100000
/* Longest title of a server, in bytes of UTF-8: the greeting stays one line of a
 * terminal. */
#define TITLE_BYTES_MAX 60
/* Longest line out, in bytes: the record of a long game.  Clients give up on a longer
 * line. */
#define LINE_OUT_BYTES_MAX 16777216

#endif
