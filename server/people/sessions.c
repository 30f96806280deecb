#include "server/people/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/people/state.h"

bool session_is_registered(const struct session *session) {
    return session->account != 0;
}

const struct rating *session_rating(const struct session *session,
                                    const struct game *game) {
    const struct player_rating *rating =
        session->ratings != NULL ? &session->ratings->of[game_index(game)] : NULL;
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

struct session *people_find_session(const struct people *people, uint64_t id) {
    return slots_get(&people->sessions, id);
}

uint32_t people_session_place(const struct people *people, uint64_t id) {
    return slots_place(&people->sessions, id);
}

struct session *people_find_name(const struct people *people, const char *name) {
    char key[NAME_KEY_BYTES];
    name_fold(name, key, sizeof key);
    uint64_t hash = index_hash_word(&people->names, key);
    uint32_t at = 0;
    struct session *session;
    do {
        session = index_next(&people->names, hash, &at);
    } while (session != NULL && strcmp(session->key, key) != 0);
    return session;
}

static uint64_t hash_account(const struct people *people, int64_t account) {
    return index_hash(&people->accounts, &account, sizeof account);
}

struct session *people_find_account(const struct people *people, int64_t account) {
    uint32_t at = 0;
    struct session *session;
    do {
        session = index_next(&people->accounts, hash_account(people, account), &at);
    } while (session != NULL && session->account != account);
    return session;
}

void people_name_session(struct people *people, struct session *session,
                         const char *name) {
    if (session->name[0] != '\0') {
        index_remove(&people->names, index_hash_word(&people->names, session->name),
                     session);
    }
    snprintf(session->name, sizeof session->name, "%s", name);
    name_fold(name, session->key, sizeof session->key);
    index_add(&people->names, index_hash_word(&people->names, session->name), session);
}

int64_t people_number_account(struct people *people) {
    return ++people->last_account;
}

void people_set_account(struct people *people, struct session *session, int64_t account) {
    if (session->account != 0) {
        index_remove(&people->accounts, hash_account(people, session->account), session);
    }
    session->account = account;
    if (account != 0 && session->ratings == NULL) {
        session->ratings = mem_new(1, sizeof *session->ratings);
        for (size_t i = 0; i < RATED_GAMES_MAX; i++) {
            session->ratings->of[i].found = NOT_FOUND;
        }
    }
    if (account != 0) {
        index_add(&people->accounts, hash_account(people, account), session);
    }
}

struct session *people_session_at(const struct people *people, const struct room *room,
                                  enum side side) {
    return slots_get(&people->sessions, room->seat[side].session);
}

struct client *people_client_at(const struct people *people, const struct room *room,
                                enum side side) {
    return people_client_of(people, people_session_at(people, room, side));
}

bool people_is_here(const struct people *people, const struct session *session) {
    const struct client *client = people_client_of(people, session);
    return client != NULL && !client->closing;
}

struct session *people_add_session(struct people *people, uint64_t id, const char *name,
                                   int64_t account) {
    struct session *session = mem_new(1, sizeof *session);
    if (id != 0 && !slots_restore(&people->sessions, id, session)) {
        free(session);
        return NULL;
    }
    session->id = id != 0 ? id : slots_add(&people->sessions, session);
    people_name_session(people, session, name);
    people_set_account(people, session, account);
    return session;
}

void people_store_session(struct people *people, const struct session *session) {
    struct stored_session stored = {.id = session->id, .account = session->account};
    memcpy(stored.name, session->name, sizeof stored.name);
    memcpy(stored.token_hash, session->token_hash, sizeof stored.token_hash);
    writes_put_session(turn_writes(people->turns), &stored);
}

void people_note_address(const struct people *people, struct session *session,
                         const struct client *client) {
    session->from = index_hash_word(&people->names, client->counts->address);
}

void people_remove_session(struct people *people, struct session *session) {
    struct client *client = people_client_of(people, session);
    if (client != NULL && client->session == session) {
        client->session = NULL;
        people_await_login(people, client);
    }
    offers_forget(&people->offers, people_session_place(people, session->id));
    people_unkeep_session(people, session);
    index_remove(&people->names, index_hash_word(&people->names, session->name), session);
    people_set_account(people, session, 0);
    slots_remove(&people->sessions, session->id);
    session_free(session);
}

void people_unkeep_session(struct people *people, struct session *session) {
    deadline_heap_set(&people->keeps, &session->deadline, DEADLINE_NEVER);
    address_table_remove(&people->addresses, session->counts, ADDRESS_KEPT_SESSIONS);
    session->counts = NULL;
}

bool people_keep_from(struct people *people, struct session *session,
                      const char *address) {
    int64_t most = people->config->limits.connections_per_address;
    session->counts =
        address_table_add(&people->addresses, address, ADDRESS_KEPT_SESSIONS);
    if (session->counts->n[ADDRESS_KEPT_SESSIONS] > most) {
        people_unkeep_session(people, session);
        return false;
    }
    people_keep_for_grace(people, session);
    return true;
}

struct session *people_next_unkept(struct people *people) {
    struct deadline *due =
        deadline_heap_first(&people->keeps, turn_now_ms(people->turns));
    if (due == NULL) {
        return NULL;
    }
    struct session *session = DEADLINE_OF(due, struct session);
    people_unkeep_session(people, session);
    return session;
}

size_t people_n_sessions(const struct people *people) {
    return people->sessions.n_used;
}

struct session *people_next_session(const struct people *people, uint32_t *at) {
    return slots_next(&people->sessions, at);
}

void people_keep_for_grace(struct people *people, struct session *session) {
    uint64_t by_ms =
        turn_now_ms(people->turns) + (uint64_t)people->config->limits.grace_ms;
    deadline_heap_set(&people->keeps, &session->deadline, by_ms);
    turn_wake_at(people->turns, by_ms);
}

void people_free_sessions(struct people *people) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&people->sessions, &at)) != NULL;) {
        people_unkeep_session(people, s);
        session_free(s);
    }
    slots_fini(&people->sessions);
    index_fini(&people->names);
    index_fini(&people->accounts);
}

void people_take_session(struct people *people, struct session *s,
                         struct whole_session *read) {
    const struct stored_session *stored = &read->stored;
    if (strcmp(s->name, stored->name) != 0) {
        people_name_session(people, s, stored->name);
    }
    if (s->account != stored->account) {
        people_set_account(people, s, stored->account);
    }
    if (!s->of_host) { /* a bot of the host has the token of this start */
        memcpy(s->token_hash, stored->token_hash, sizeof s->token_hash);
    }
    s->profile = read->profile;
    s->profile.is_bot = s->profile.is_bot || s->of_host;
    gags_fini(&s->gags);
    s->gags = read->gags;
    read->gags = (struct gags){.n = 0};
    if (read->ratings != NULL) {
        *s->ratings = *read->ratings;
    }
}

/* --- sessions that are over --- */

/* Sessions that end within this time are deleted together, in ms. */
#define TOGETHER_MS 1000

/* Sessions remembered while nothing can be deleted (0.8 MB).  The next start finds all
 * others, because they sit nowhere, and deletes them. */
#define ENDED_MAX 100000

struct ended_sessions *people_ended(struct people *people) {
    return &people->ended;
}

/* Notes that a stored session is over, to delete it soon together with others. */
static void remove_stored(struct people *people, uint64_t session) {
    struct ended_sessions *ended = &people->ended;
    if (ended->n == ENDED_MAX) {
        return;
    }
    MEM_ROOM(ended->id, ended->n, ended->cap, 16);
    if (ended->n == 0) {
        ended->at_ms = turn_now_ms(people->turns) + TOGETHER_MS;
    }
    ended->id[ended->n++] = session;
    turn_wake_at(people->turns, ended->at_ms);
}

void people_leave_out(struct people *people, bool leaves_out) {
    people->leaves_out = leaves_out;
}

void people_end_stored(struct people *people, uint64_t session) {
    if (people->leaves_out) {
        slots_reserve(&people->sessions, session);
    } else {
        remove_stored(people, session);
    }
}

void people_forget_stored(struct people *people, uint64_t session, bool has_aside) {
    if (!people->leaves_out && !has_aside) {
        slots_skip(&people->sessions, session); /* it may be there for a while */
        remove_stored(people, session);
    } else {
        slots_reserve(&people->sessions, session);
    }
}

void people_keep_stored(struct people *people, uint64_t session) {
    struct ended_sessions *ended = &people->ended;
    for (size_t i = ended->n; i > 0 && !ended->is_busy; i--) {
        if (ended->id[i - 1] == session) {
            ended->id[i - 1] = ended->id[--ended->n];
        }
    }
}

/* --- tokens --- */

/* Random bytes of a token: 256 bits. */
#define SECRET_BYTES 32
#define RAW_BYTES    (sizeof(uint64_t) + SECRET_BYTES)

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

void people_draw_token(const struct people *people, uint64_t session,
                       char token[static TOKEN_BYTES + 1],
                       uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t raw[RAW_BYTES];
    for (int i = 7; i >= 0; i--, session >>= 8) {
        raw[i] = (uint8_t)session;
    }
    people->config->random_bytes(raw + RAW_BYTES - SECRET_BYTES, SECRET_BYTES);
    for (size_t i = 0; i < RAW_BYTES / 5; i++) {
        write_letters(raw + 5 * i, token + 8 * i);
    }
    token[TOKEN_BYTES] = '\0';
    hash_token(raw, hash);
    sodium_memzero(raw, sizeof raw);
}

struct session *people_find_token(const struct people *people, const char *token) {
    uint8_t raw[RAW_BYTES], hash[TOKEN_HASH_BYTES];
    if (strlen(token) != TOKEN_BYTES) {
        return NULL;
    }
    for (size_t i = 0; i < RAW_BYTES / 5; i++) {
        if (!read_letters(token + 8 * i, raw + 5 * i)) {
            return NULL;
        }
    }
    uint64_t id = 0;
    for (int i = 0; i < 8; i++) {
        id = id << 8 | raw[i];
    }
    hash_token(raw, hash);
    sodium_memzero(raw, sizeof raw);
    struct session *found = people_find_session(people, id);
    return found != NULL && sodium_memcmp(hash, found->token_hash, sizeof hash) == 0
               ? found
               : NULL;
}
