#include "server/hub/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/cleanup.h"
#include "server/hub/clients.h"
#include "server/hub/offers.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"

bool session_is_registered(const struct session *session) {
    return session->account != 0;
}

size_t session_game(const struct game *game) {
    size_t i = 0;
    while (games[i] != game) {
        i++;
    }
    return i;
}

const struct rating *session_rating(const struct session *session,
                                    const struct game *game) {
    const struct player_rating *rating =
        session->ratings != NULL ? &session->ratings->of[session_game(game)] : NULL;
    return session->account != 0 && rating != NULL && rating->found == FOUND
               ? &rating->rating
               : NULL;
}

struct session_rates *session_rates(struct session *session) {
    if (session->rates == NULL) {
        session->rates = mem_new(1, sizeof *session->rates);
    }
    return session->rates;
}

void session_free(struct session *session) {
    free(session->rates);
    free(session->ratings);
    if (session->rooms != &session->only) {
        free(session->rooms);
    }
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
    struct room *const *only = &session->only;
    if (session->n_rooms == 0 && (session->rooms == NULL || session->rooms == only)) {
        session->rooms = &session->only;
        session->only = room;
        session->n_rooms = 1;
        return;
    }
    if (session->rooms == only) {
        session->rooms = mem_new(1, sizeof(struct room *));
        session->rooms[0] = session->only;
    }
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

/* --- all sessions: who is who --- */

struct session *hub_find_session(const struct hub *hub, uint64_t id) {
    return slots_get(&hub->sessions, id);
}

uint32_t hub_session_place(const struct hub *hub, uint64_t id) {
    return slots_place(&hub->sessions, id);
}

struct session *hub_find_name(const struct hub *hub, const char *name) {
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    uint64_t hash = index_hash_word(&hub->names, key);
    uint32_t at = 0;
    struct session *session;
    do {
        session = index_next(&hub->names, hash, &at);
    } while (session != NULL && strcmp(session->key, key) != 0);
    return session;
}

static uint64_t hash_account(const struct hub *hub, int64_t account) {
    return index_hash(&hub->accounts, &account, sizeof account);
}

struct session *hub_find_account(const struct hub *hub, int64_t account) {
    uint32_t at = 0;
    struct session *session;
    do {
        session = index_next(&hub->accounts, hash_account(hub, account), &at);
    } while (session != NULL && session->account != account);
    return session;
}

void hub_name_session(struct hub *hub, struct session *session, const char *name) {
    if (session->name[0] != '\0') {
        index_remove(&hub->names, index_hash_word(&hub->names, session->name), session);
    }
    snprintf(session->name, sizeof session->name, "%s", name);
    name_fold(name, session->key, sizeof session->key);
    index_add(&hub->names, index_hash_word(&hub->names, session->name), session);
}

int64_t hub_number_account(struct hub *hub) {
    return ++hub->last_account;
}

void hub_set_account(struct hub *hub, struct session *session, int64_t account) {
    if (session->account != 0) {
        index_remove(&hub->accounts, hash_account(hub, session->account), session);
    }
    session->account = account;
    if (account != 0 && session->ratings == NULL) {
        session->ratings = mem_new(1, sizeof *session->ratings);
        for (size_t i = 0; i < RATED_GAMES_MAX; i++) {
            session->ratings->of[i].found = NOT_FOUND;
        }
    }
    if (account != 0) {
        index_add(&hub->accounts, hash_account(hub, account), session);
    }
}

struct session *hub_session_at(const struct hub *hub, const struct room *room,
                               enum side side) {
    return slots_get(&hub->sessions, room->seat[side].session);
}

bool hub_is_here(const struct hub *hub, const struct session *session) {
    const struct client *client = hub_client_of(hub, session);
    return client != NULL && !client->closing;
}

/* --- they begin and end --- */

struct session *hub_add_session(struct hub *hub, uint64_t id, const char *name,
                                int64_t account) {
    struct session *session = mem_new(1, sizeof *session);
    if (id != 0 && !slots_restore(&hub->sessions, id, session)) {
        free(session);
        return NULL;
    }
    session->id = id != 0 ? id : slots_add(&hub->sessions, session);
    hub_name_session(hub, session, name);
    hub_set_account(hub, session, account);
    return session;
}

void hub_store_session(struct hub *hub, const struct session *session) {
    struct stored_session stored = {.id = session->id, .account = session->account};
    memcpy(stored.name, session->name, sizeof stored.name);
    memcpy(stored.token_hash, session->token_hash, sizeof stored.token_hash);
    writes_put_session(hub_writes(hub), &stored);
}

void hub_draw_token(const struct hub *hub, uint64_t session,
                    char token[static TOKEN_BYTES + 1],
                    uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t secret[TOKEN_SECRET_BYTES];
    hub->config->random_bytes(secret, sizeof secret);
    token_write(session, secret, token, hash);
    sodium_memzero(secret, sizeof secret);
}

void hub_note_address(const struct hub *hub, struct session *session,
                      const struct client *client) {
    session->from = index_hash_word(&hub->names, client->counts->address);
}

void hub_drop_session(struct hub *hub, struct session *session) {
    struct client *client = hub_client_of(hub, session);
    if (client != NULL && client->session == session) {
        client->session = NULL;
        hub_await_login(hub, client);
    }
    hub_unwatch_all(session);
    hub_end_offers_of(hub, session);
    offers_forget(&hub->offers, hub_session_place(hub, session->id));
    hub_unkeep_session(hub, session);
    index_remove(&hub->names, index_hash_word(&hub->names, session->name), session);
    hub_set_account(hub, session, 0);
    slots_remove(&hub->sessions, session->id);
    session_free(session);
}

/* Whether nothing holds a session any more. */
static bool is_over(const struct session *session) {
    bool is_kept = session->deadline.place != 0;
    return session->client == 0 && session->n_rooms == 0 && session->n_watched == 0 &&
           !is_kept && !session->of_host;
}

static void end_if_over(struct hub *hub, uint64_t id) {
    struct session *session = slots_get(&hub->sessions, id);
    /* While everything is read again, memory is not as the store has it: the session may
     * have a seat there. */
    if (session == NULL || !is_over(session) || hub->storage == STORAGE_LOADS) {
        return;
    }
    hub_drop_session(hub, session);
    if (hub->leaves_out) {
        slots_reserve(&hub->sessions, id);
    } else {
        hub_remove_stored(hub, id);
    }
}

void hub_end_session(struct hub *hub, struct session *session) {
    if (is_over(session)) {
        hub_after_turn(hub, end_if_over, session->id);
    }
}

static void keep_until(struct hub *hub, struct session *session) {
    uint64_t by_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms;
    deadline_heap_set(&hub->keeps, &session->deadline, by_ms);
    hub_wake_at(hub, by_ms);
}

void hub_keep_for_now(struct hub *hub, struct session *session) {
    bool is_worth_it = session->n_watched > 0 || session->account != 0;
    if (is_worth_it && session->deadline.place == 0) {
        keep_until(hub, session);
    }
}

void hub_keep_session(struct hub *hub, struct session *session, const char *address) {
    int64_t most = hub->config->limits.connections_per_address;
    if (session->n_watched == 0 && session->account == 0) {
        return;
    }
    session->counts = address_table_add(&hub->addresses, address, ADDRESS_KEPT_SESSIONS);
    if (session->counts->n[ADDRESS_KEPT_SESSIONS] > most) {
        hub_unkeep_session(hub, session);
        hub_unwatch_all(session);
        return;
    }
    hub_set_told(session, true); /* another connection will not lag */
    keep_until(hub, session);
}

void hub_unkeep_session(struct hub *hub, struct session *session) {
    deadline_heap_set(&hub->keeps, &session->deadline, DEADLINE_NEVER);
    address_table_remove(&hub->addresses, session->counts, ADDRESS_KEPT_SESSIONS);
    session->counts = NULL;
}

void hub_expire_sessions(struct hub *hub) {
    for (struct deadline *due;
         hub->storage != STORAGE_LOADS &&
         (due = deadline_heap_first(&hub->keeps, hub->now.ms)) != NULL;) {
        struct session *session = DEADLINE_OF(due, struct session);
        hub_unkeep_session(hub, session);
        hub_unwatch_all(session);
        hub_end_session(hub, session);
    }
}

void hub_free_sessions(struct hub *hub) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        hub_unkeep_session(hub, s);
        session_free(s);
    }
    slots_fini(&hub->sessions);
    free(hub->ended_sessions.id);
    index_fini(&hub->names);
    index_fini(&hub->accounts);
}
