/* Sessions: by their ids, names and accounts; their beginning and their end. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/inside.h"
#include "server/hub/state.h"

/* --- who is who --- */

struct session *hub_find_session(const struct hub *hub, uint64_t id) {
    return slots_get(&hub->sessions, id);
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

void hub_set_account(struct hub *hub, struct session *session, int64_t account) {
    if (session->account != 0) {
        index_remove(&hub->accounts, hash_account(hub, session->account), session);
    }
    session->account = account;
    if (account != 0) {
        index_add(&hub->accounts, hash_account(hub, account), session);
    }
}

/* --- beginning and end --- */

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

void hub_draw_token(const struct hub *hub, uint64_t session,
                    char token[static TOKEN_BYTES + 1],
                    uint8_t hash[static TOKEN_HASH_BYTES]) {
    uint8_t secret[TOKEN_SECRET_BYTES];
    hub->config->random_bytes(secret, sizeof secret);
    token_write(session, secret, token, hash);
    sodium_memzero(secret, sizeof secret);
}

static void end_session(struct hub *hub, struct session *session) {
    hub_end_offers_of(hub, session);
    offers_forget(&hub->offers, slots_place(session->id));
    if (session->is_stored) {
        hub_remove_stored(hub, session->id);
    }
    hub_unkeep_session(hub, session);
    index_remove(&hub->names, index_hash_word(&hub->names, session->name), session);
    hub_set_account(hub, session, 0);
    slots_remove(&hub->sessions, session->id);
    session_free(session);
}

/* Whether nothing holds a session any more. */
static bool is_over(const struct session *session) {
    bool is_kept = session->account != 0 && session->counts != NULL;
    return session->client == 0 && session->n_rooms == 0 && session->n_watched == 0 &&
           !is_kept && !session->of_host;
}

void hub_end_session(struct hub *hub, struct session *session) {
    if (!is_over(session)) {
        return;
    }
    if (session->is_stored) {
        hub->sessions_end = true; /* after the commit: a room may yet be put back */
    } else {
        end_session(hub, session);
    }
}

void hub_end_sessions(struct hub *hub) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        if (is_over(s)) {
            end_session(hub, s);
        }
    }
}

void hub_free_sessions(struct hub *hub) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        hub_unkeep_session(hub, s);
        session_free(s);
    }
    slots_fini(&hub->sessions);
    free(hub->tidy.ended);
    index_fini(&hub->names);
    index_fini(&hub->accounts);
}
