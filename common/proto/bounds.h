/* Every fixed bound of the protocol, with its unit and its reason.  The bounds that a
 * host can set are in server/limits/limits.h.  protocol.md lists them all; a test
 * compares. */
#ifndef ALEA_PROTO_BOUNDS_H
#define ALEA_PROTO_BOUNDS_H

/* Version of the protocol: grows only when an old client would misunderstand. */
#define PROTOCOL_VERSION 1

#define DEFAULT_PORT     "2532"
#define DEFAULT_TLS_PORT "2533"

/* Longest line in, in bytes, its end not counted: room for the longest chat line in
 * JSON escapes, and small enough to keep a part of one for each connection. */
#define LINE_BYTES_MAX 4096
/* Longest request id, in bytes: a UUID with a prefix. */
#define ID_BYTES_MAX 64
/* Player names (name.h), in characters: two lists of seats fit 80 columns. */
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
/* A nonce: as long as a SHA-256 in hex, so that one can be a nonce. */
#define NONCE_BYTES_MAX 64
/* Passwords, in bytes of UTF-8: short ones are guessed, and nobody types longer ones. */
#define PASSWORD_BYTES_MIN 8
#define PASSWORD_BYTES_MAX 128
/* How names begin that stand for players who are forgotten; nobody else can have such. */
#define FORGOTTEN_PREFIX "gone-"
/* Game ids: room for 128 bits in hex. */
#define GAME_ID_BYTES_MAX 32
/* A token: 40 bytes in base32. */
#define TOKEN_BYTES 64
/* A SHA-256 or a secret, 32 bytes, in hex. */
#define HEX_BYTES 64
/* Longest reason why a game ended ("stalemate"). */
#define REASON_BYTES_MAX 15
/* Throws and moves of one game; one that has more is called off.  Random games have up to
 * 5,000.  Keeps a record, at less than 100 bytes each, within LINE_OUT_BYTES_MAX. */
#define LOG_NOTES_MAX 100000
/* What a host calls his server, in bytes of UTF-8: the greeting stays one line of a
 * terminal. */
#define TITLE_BYTES_MAX 60
/* Longest line out, in bytes: a record of a long game; a client that reads more than
 * this without a line end gives up. */
#define LINE_OUT_BYTES_MAX 16777216

#endif
