#include "server/hub/session.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

bool session_is_registered(const struct session *session) {
    return session->account != 0;
}

struct session_rates *session_rates(struct session *session) {
    if (session->rates == NULL) {
        session->rates = mem_new(1, sizeof *session->rates);
    }
    return session->rates;
}

void session_free(struct session *session) {
    free(session->rates);
    free(session->rooms);
    free(session->watched);
    gags_fini(&session->gags);
    free(session);
}

/* --- rooms --- */

static void add(struct room ***rooms, uint16_t *n, struct room *room) {
    *rooms = mem_grow(*rooms, (size_t)*n + 1, sizeof(struct room *));
    (*rooms)[(*n)++] = room;
}

static void take_out(struct room **rooms, uint16_t *n, const struct room *room) {
    for (size_t i = 0; i < *n; i++) {
        if (rooms[i] == room) {
            memmove(&rooms[i], &rooms[i + 1], (--*n - i) * sizeof(struct room *));
            return;
        }
    }
}

static struct room *find(struct room *const *rooms, size_t n, const char *code) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rooms[i]->code, code) == 0) {
            return rooms[i];
        }
    }
    return NULL;
}

void session_add_room(struct session *session, struct room *room) {
    add(&session->rooms, &session->n_rooms, room);
}

void session_remove_room(struct session *session, const struct room *room) {
    take_out(session->rooms, &session->n_rooms, room);
}

struct room *session_find_room(const struct session *session, const char *code) {
    return find(session->rooms, session->n_rooms, code);
}

void session_watch(struct session *session, struct room *room) {
    add(&session->watched, &session->n_watched, room);
}

void session_unwatch(struct session *session, const struct room *room) {
    for (size_t i = 0; i < session->n_watched_before; i++) {
        if (session->watched[i] == room) {
            session->n_watched_before--;
            break;
        }
    }
    take_out(session->watched, &session->n_watched, room);
}

struct room *session_find_watched(const struct session *session, const char *code) {
    return find(session->watched, session->n_watched, code);
}

void session_list_codes(const struct session *session, char codes[static CODES_BYTES]) {
    struct text_out out = text_out_of(codes, CODES_BYTES);
    for (size_t i = 0; i < session->n_rooms; i++) {
        text_put(&out, i > 0 ? " " : "");
        text_put(&out, session->rooms[i]->code);
    }
}

/* --- tokens: the id of the session and the secret, in base32 --- */

#define ID_BYTES  8
#define RAW_BYTES (ID_BYTES + TOKEN_SECRET_BYTES)

_Static_assert(RAW_BYTES % 5 == 0 && RAW_BYTES / 5 * 8 == TOKEN_BYTES, "no padding");

static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Five bytes are eight letters. */
static void write_letters(const uint8_t raw[static 5], char text[static 8]) {
    uint64_t bits = 0;
    for (int i = 0; i < 5; i++) {
        bits = bits << 8 | raw[i];
    }
    for (int i = 0; i < 8; i++) {
        text[i] = base32[bits >> (35 - 5 * i) & 31];
    }
}

static bool read_letters(const char text[static 8], uint8_t raw[static 5]) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) {
        const char *letter = strchr(base32, text[i]);
        if (letter == NULL || *letter == '\0') {
            return false;
        }
        bits = bits << 5 | (uint64_t)(letter - base32);
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
