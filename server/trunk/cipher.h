/* One end of a trunk as bytes: a greeting, and then packets, which libsodium's
 * crypto_secretstream encrypts and authenticates if both ends have the key.  Pure, but
 * for libsodium's randomness.
 *
 * Each end greets with a public key made for this connection.  The keys of the two
 * directions follow from the shared key, both greetings and the secret that the two
 * public keys agree on.  So nothing of another connection, or of the other direction, can
 * be sent again; and whoever learns the key later reads nothing of what was sent before.
 * The first packet proves the key: an end without it learns only that it is wrong. */
#ifndef ALEA_SERVER_TRUNK_CIPHER_H
#define ALEA_SERVER_TRUNK_CIPHER_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/text.h"

/* The version of the trunk, and the oldest one that we speak, too: the one before it.
 * Both ends speak the older one of their versions, or refuse each other. */
#define TRUNK_VERSION 4
#define TRUNK_OLDEST  3
/* Bytes of a greeting: "alea", the oldest version, the version, the role, whether it has
 * a key, public key. */
#define CIPHER_HELLO_BYTES 40
/* Most bytes of text in a packet. */
#define CIPHER_TEXT_BYTES 32768
/* What a packet adds: its length before it; what proves that it is whole. */
#define CIPHER_LENGTH_BYTES 2
#define CIPHER_MORE_BYTES   crypto_secretstream_xchacha20poly1305_ABYTES
#define CIPHER_PACKET_BYTES (CIPHER_LENGTH_BYTES + CIPHER_TEXT_BYTES + CIPHER_MORE_BYTES)
/* Bytes that come before the first packet. */
#define CIPHER_HEADER_BYTES crypto_secretstream_xchacha20poly1305_HEADERBYTES
_Static_assert(CIPHER_TEXT_BYTES + CIPHER_MORE_BYTES <= UINT16_MAX,
               "two bytes are enough");

/* Bytes of the key that the hub and its fronts share. */
#define TRUNK_KEY_BYTES 32

/* Reads 64 hex digits, and nothing after them.  False: they are no key. */
bool trunk_key_parse(const char *hex, uint8_t key[static TRUNK_KEY_BYTES]);
/* Reads a file of 64 hex digits, and perhaps a line end.  False with a fault: others may
 * read or write the file, or it is no such key. */
bool trunk_key_read(const char *path, uint8_t key[static TRUNK_KEY_BYTES],
                    char fault[static FAULT_BYTES]);

enum cipher_role { CIPHER_FRONT, CIPHER_HUB };

enum cipher_state {
    CIPHER_GREETS,
    CIPHER_HEADS,
    CIPHER_OPEN,
    CIPHER_ENDED,
    CIPHER_WRONG
};

struct cipher {
    enum cipher_role role;
    enum cipher_state state; /* of what comes */
    bool has_key;
    uint8_t version; /* that both ends speak, after CIPHER_MET */
    bool has_heard;  /* a packet has come: the other end has the key */
    uint8_t key[TRUNK_KEY_BYTES];
    uint8_t secret[crypto_scalarmult_SCALARBYTES];
    uint8_t hello[CIPHER_HELLO_BYTES];
    crypto_secretstream_xchacha20poly1305_state out, in_state;
    uint8_t in_key[crypto_secretstream_xchacha20poly1305_KEYBYTES];
    const char *why;                 /* CIPHER_WRONG; static text */
    size_t n;                        /* bytes of in */
    uint8_t in[CIPHER_PACKET_BYTES]; /* the beginning of what comes next */
    uint8_t text[CIPHER_TEXT_BYTES]; /* see CIPHER_TEXT */
};

/* Begins an end; hello is to be sent first.  key NULL: nothing is encrypted. */
void cipher_init(struct cipher *cipher, enum cipher_role role, const uint8_t *key);
/* Overwrites it. */
void cipher_fini(struct cipher *cipher);

enum cipher_result {
    CIPHER_MORE,  /* all bytes are used */
    CIPHER_MET,   /* the greeting has come: call cipher_begin; once */
    CIPHER_TEXT,  /* *len bytes of a packet are in cipher->text */
    CIPHER_LAST,  /* likewise; the other end sends no more */
    CIPHER_FAILED /* why is set; nothing more may be read */
};
/* Takes bytes from the other end; *used of them.  Call it again with the rest until
 * CIPHER_MORE. */
enum cipher_result cipher_feed(struct cipher *cipher, const uint8_t *bytes, size_t n,
                               size_t *used, size_t *len);
/* After CIPHER_MET, writes what comes before our first packet.  Returns its length. */
size_t cipher_begin(struct cipher *cipher, uint8_t header[static CIPHER_HEADER_BYTES]);
/* Writes n bytes of text as a packet.  Returns its length. */
size_t cipher_write(struct cipher *cipher, const uint8_t *text, size_t n, bool is_last,
                    uint8_t packet[static CIPHER_PACKET_BYTES]);

#endif
