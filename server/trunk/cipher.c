#include "server/trunk/cipher.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server/base/text_file.h"

/* A greeting: where its parts are. */
static const char magic[] = "alea";
enum { AT_OLDEST = 4, AT_VERSION, AT_ROLE, AT_HAS_KEY = 7, AT_PUBLIC = 8 };
_Static_assert(AT_PUBLIC + crypto_scalarmult_BYTES == CIPHER_HELLO_BYTES, "no gap");

/* --- the shared key --- */

#define DIGITS ((size_t)2 * TRUNK_KEY_BYTES)

bool trunk_key_parse(const char *hex, uint8_t key[static TRUNK_KEY_BYTES]) {
    size_t len = 0;
    return strlen(hex) == DIGITS &&
           sodium_hex2bin(key, TRUNK_KEY_BYTES, hex, DIGITS, NULL, &len, NULL) == 0 &&
           len == TRUNK_KEY_BYTES;
}

bool trunk_key_read(const char *path, uint8_t key[static TRUNK_KEY_BYTES],
                    char fault[static FAULT_BYTES]) {
    struct stat file;
    char *text = text_file_read(path, DIGITS + 2, fault);
    if (text == NULL) {
        return false;
    }
    size_t size = strlen(text), n = strcspn(text, "\r\n");
    bool is_line = text[n + strspn(text + n, "\r\n")] == '\0';
    const char *why = NULL;
    text[n] = '\0';
    if (stat(path, &file) != 0 || (file.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        why =
            "other users may read or change it: chmod 600 it, and if they could read it "
            "make another key";
    } else if (!is_line || !trunk_key_parse(text, key)) {
        why = "a key is 64 hex digits, as openssl rand -hex 32 prints them";
    }
    sodium_memzero(text, size);
    free(text);
    text_copy(fault, FAULT_BYTES, why != NULL ? why : "");
    return why == NULL;
}

/* --- start and end --- */

void cipher_init(struct cipher *cipher, enum cipher_role role, const uint8_t *key) {
    memset(cipher, 0, offsetof(struct cipher, in));
    cipher->role = role;
    cipher->has_key = key != NULL;
    if (key != NULL) {
        memcpy(cipher->key, key, sizeof cipher->key);
    }
    memcpy(cipher->hello, magic, AT_OLDEST);
    cipher->hello[AT_OLDEST] = TRUNK_OLDEST;
    cipher->hello[AT_VERSION] = TRUNK_VERSION;
    cipher->hello[AT_ROLE] = (uint8_t)role;
    cipher->hello[AT_HAS_KEY] = cipher->has_key;
    randombytes_buf(cipher->secret, sizeof cipher->secret);
    crypto_scalarmult_base(cipher->hello + AT_PUBLIC, cipher->secret);
}

void cipher_fini(struct cipher *cipher) {
    sodium_memzero(cipher, sizeof *cipher);
}

/* --- the greeting --- */

/* What is wrong with a greeting; NULL: nothing. */
static const char *check_hello(const struct cipher *cipher, const uint8_t *hello) {
    if (memcmp(hello, magic, AT_OLDEST) != 0) {
        return "it speaks another protocol";
    }
    if (hello[AT_VERSION] < TRUNK_OLDEST) {
        return "its version of alead is too old for this one";
    }
    if (hello[AT_OLDEST] > TRUNK_VERSION) {
        return "its version of alead is too new for this one";
    }
    if (hello[AT_ROLE] != 1 - cipher->role) {
        return cipher->role == CIPHER_HUB ? "it is a hub, not a front"
                                          : "it is a front, not a hub";
    }
    if (hello[AT_HAS_KEY] != cipher->has_key) {
        return cipher->has_key ? "it has no --trunk-key, but we have"
                               : "it has a --trunk-key, but we have none";
    }
    return NULL;
}

/* The key of what this role sends. */
static void derive(const struct cipher *cipher, const uint8_t *other,
                   const uint8_t *agreed, enum cipher_role sender,
                   uint8_t key[static crypto_secretstream_xchacha20poly1305_KEYBYTES]) {
    const uint8_t *front = cipher->role == CIPHER_FRONT ? cipher->hello : other;
    const uint8_t *hub = cipher->role == CIPHER_FRONT ? other : cipher->hello;
    const uint8_t label = (uint8_t)sender;
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, cipher->key, sizeof cipher->key, TRUNK_KEY_BYTES);
    crypto_generichash_update(&hash, &label, 1);
    crypto_generichash_update(&hash, front, CIPHER_HELLO_BYTES);
    crypto_generichash_update(&hash, hub, CIPHER_HELLO_BYTES);
    crypto_generichash_update(&hash, agreed, crypto_scalarmult_BYTES);
    crypto_generichash_final(&hash, key, TRUNK_KEY_BYTES);
}
_Static_assert(TRUNK_KEY_BYTES == crypto_secretstream_xchacha20poly1305_KEYBYTES,
               "one length of keys");

static enum cipher_result fail(struct cipher *cipher, const char *why) {
    cipher->state = CIPHER_WRONG;
    cipher->why = why;
    return CIPHER_FAILED;
}

static enum cipher_result meet(struct cipher *cipher) {
    uint8_t agreed[crypto_scalarmult_BYTES];
    const char *why = check_hello(cipher, cipher->in);
    if (why != NULL) {
        return fail(cipher, why);
    }
    cipher->version =
        cipher->in[AT_VERSION] < TRUNK_VERSION ? cipher->in[AT_VERSION] : TRUNK_VERSION;
    cipher->state = cipher->has_key ? CIPHER_HEADS : CIPHER_OPEN;
    if (!cipher->has_key) {
        return CIPHER_MET;
    }
    if (crypto_scalarmult(agreed, cipher->secret, cipher->in + AT_PUBLIC) != 0) {
        return fail(cipher, "its public key is none");
    }
    uint8_t own[TRUNK_KEY_BYTES];
    derive(cipher, cipher->in, agreed, cipher->role, own);
    derive(cipher, cipher->in, agreed, 1 - cipher->role, cipher->in_key);
    memcpy(cipher->secret, own, sizeof own); /* until cipher_begin */
    sodium_memzero(agreed, sizeof agreed);
    sodium_memzero(own, sizeof own);
    return CIPHER_MET;
}

size_t cipher_begin(struct cipher *cipher, uint8_t header[static CIPHER_HEADER_BYTES]) {
    if (!cipher->has_key) {
        return 0;
    }
    crypto_secretstream_xchacha20poly1305_init_push(&cipher->out, header, cipher->secret);
    sodium_memzero(cipher->secret, sizeof cipher->secret);
    return CIPHER_HEADER_BYTES;
}

/* --- packets --- */

/* How many bytes the next thing has, as far as is known. */
static size_t wanted(const struct cipher *cipher) {
    switch (cipher->state) {
    case CIPHER_GREETS: return CIPHER_HELLO_BYTES;
    case CIPHER_HEADS: return CIPHER_HEADER_BYTES;
    case CIPHER_OPEN:
        return cipher->n < CIPHER_LENGTH_BYTES
                   ? CIPHER_LENGTH_BYTES
                   : CIPHER_LENGTH_BYTES + ((size_t)cipher->in[0] << 8 | cipher->in[1]);
    case CIPHER_ENDED:
    case CIPHER_WRONG: break;
    }
    return 0;
}

/* Opens the packet in cipher->in. */
static enum cipher_result open_packet(struct cipher *cipher, size_t *len) {
    const uint8_t *packet = cipher->in + CIPHER_LENGTH_BYTES;
    size_t n = cipher->n - CIPHER_LENGTH_BYTES;
    if (n < CIPHER_MORE_BYTES || n > CIPHER_TEXT_BYTES + CIPHER_MORE_BYTES) {
        return fail(cipher, "a packet has a wrong length");
    }
    unsigned char tag = packet[0];
    *len = n - CIPHER_MORE_BYTES;
    if (!cipher->has_key) { /* as much longer, so that lengths mean the same */
        memcpy(cipher->text, packet + CIPHER_MORE_BYTES, *len);
    } else if (crypto_secretstream_xchacha20poly1305_pull(&cipher->in_state, cipher->text,
                                                          NULL, &tag, packet, n, NULL,
                                                          0) != 0) {
        return fail(cipher, cipher->has_heard ? "a packet was changed on the way"
                                              : "it has another --trunk-key");
    }
    cipher->has_heard = true;
    if (tag != crypto_secretstream_xchacha20poly1305_TAG_FINAL) {
        return CIPHER_TEXT;
    }
    cipher->state = CIPHER_ENDED;
    return CIPHER_LAST;
}

/* Handles the whole thing in cipher->in. */
static enum cipher_result take(struct cipher *cipher, size_t *len) {
    switch (cipher->state) {
    case CIPHER_GREETS: return meet(cipher);
    case CIPHER_HEADS:
        cipher->state = CIPHER_OPEN;
        return crypto_secretstream_xchacha20poly1305_init_pull(
                   &cipher->in_state, cipher->in, cipher->in_key) == 0
                   ? CIPHER_MORE
                   : fail(cipher, "it has another --trunk-key");
    case CIPHER_OPEN: return open_packet(cipher, len);
    case CIPHER_ENDED:
    case CIPHER_WRONG: break;
    }
    return CIPHER_FAILED;
}

enum cipher_result cipher_feed(struct cipher *cipher, const uint8_t *bytes, size_t n,
                               size_t *used, size_t *len) {
    *used = 0;
    *len = 0;
    while (*used < n) {
        if (cipher->state == CIPHER_ENDED) {
            return fail(cipher, "something comes after the end");
        }
        if (cipher->state == CIPHER_WRONG) {
            return CIPHER_FAILED;
        }
        if (wanted(cipher) > sizeof cipher->in) {
            return fail(cipher, "a packet has a wrong length");
        }
        size_t part = wanted(cipher) - cipher->n;
        part = part < n - *used ? part : n - *used;
        memcpy(cipher->in + cipher->n, bytes + *used, part);
        cipher->n += part;
        *used += part;
        if (cipher->n < wanted(cipher)) { /* its length may have just become known */
            continue;
        }
        enum cipher_result result = take(cipher, len);
        cipher->n = 0;
        if (result != CIPHER_MORE) {
            return result;
        }
    }
    return CIPHER_MORE;
}

size_t cipher_write(struct cipher *cipher, const uint8_t *text, size_t n, bool is_last,
                    uint8_t packet[static CIPHER_PACKET_BYTES]) {
    unsigned char tag = is_last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL
                                : crypto_secretstream_xchacha20poly1305_TAG_MESSAGE;
    size_t len = n + CIPHER_MORE_BYTES;
    uint8_t *at = packet + CIPHER_LENGTH_BYTES;
    packet[0] = (uint8_t)(len >> 8);
    packet[1] = (uint8_t)len;
    if (cipher->has_key) {
        crypto_secretstream_xchacha20poly1305_push(&cipher->out, at, NULL, text, n, NULL,
                                                   0, tag);
    } else {
        memset(at, 0, CIPHER_MORE_BYTES);
        at[0] = tag;
        memcpy(at + CIPHER_MORE_BYTES, text, n);
    }
    return CIPHER_LENGTH_BYTES + len;
}
