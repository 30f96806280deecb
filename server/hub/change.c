#include "server/hub/change.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/bans.h"
#include "server/hub/clients.h"
#include "server/hub/rooms.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/watchers.h"

/* --- lists of changes --- */

void *hub_note(struct hub *hub, const struct change_ops *ops, size_t bytes) {
    struct change *change = mem_new(1, sizeof *change + bytes);
    change->ops = ops;
    change->next = hub->changes;
    hub->changes = change;
    return change->was;
}

/* Takes the first change out of a list. */
static struct change *take(struct change **changes) {
    struct change *change = *changes;
    *changes = change->next;
    return change;
}

static void drop(struct change *change) {
    if (change->ops->fini != NULL) {
        change->ops->fini(change->was);
    }
    free(change);
}

void changes_keep(struct hub *hub, struct change **changes) {
    struct change *earliest = NULL;
    while (*changes != NULL) {
        struct change *change = take(changes);
        change->next = earliest;
        earliest = change;
    }
    while (earliest != NULL) {
        struct change *change = take(&earliest);
        if (change->ops->kept != NULL) {
            change->ops->kept(hub, change->was);
        }
        drop(change);
    }
}

void changes_undo(struct hub *hub, struct change **changes) {
    while (*changes != NULL) {
        struct change *change = take(changes);
        if (change->ops->undone != NULL) {
            change->ops->undone(hub, change->was);
        }
        drop(change);
    }
}

void changes_drop(struct change **changes) {
    while (*changes != NULL) {
        drop(take(changes));
    }
}

/* --- what is shown --- */

static void show_again(struct hub *hub, void *was) {
    struct session *session = slots_get(&hub->sessions, *(const uint64_t *)was);
    if (session != NULL) {
        session->show_again = true;
    }
}

void hub_note_shown(struct hub *hub, const struct session *session) {
    static const struct change_ops ops = {.undone = show_again};
    *(uint64_t *)hub_note(hub, &ops, sizeof session->id) = session->id;
}

/* --- clients --- */

struct client_was {
    uint64_t id, session;
    struct style style;
    bool json, no_moves, told_role, quits, closing;
};

static void undo_client(struct hub *hub, void *arg) {
    const struct client_was *was = arg;
    struct client *client = slots_get(&hub->clients, was->id);
    if (client == NULL) {
        return; /* the connection is gone */
    }
    client->session = slots_get(&hub->sessions, was->session);
    client->style = was->style;
    client->json = was->json;
    client->no_moves = was->no_moves;
    client->told_role = was->told_role;
    client->quits = was->quits;
    bool stays = client->closing && !was->closing && !client->is_dismissed;
    client->closing = was->closing || client->is_dismissed;
    if (client->session == NULL) {
        hub_await_login(hub, client);
    }
    if (stays && hub->shutting_down) {
        hub_bye(hub, client, ERR_SHUTTING_DOWN); /* hub_shut_down left it out */
    }
    if (stays && hub->thread.release != NULL) {
        hub_release(hub, client->id, client->conn);
    }
}

void hub_note_client(struct hub *hub, const struct client *client) {
    static const struct change_ops ops = {.undone = undo_client};
    struct client_was *was = hub_note(hub, &ops, sizeof *was);
    *was = (struct client_was){
        .id = client->id,
        .session = client->session != NULL ? client->session->id : 0,
        .style = client->style,
        .json = client->json,
        .no_moves = client->no_moves,
        .told_role = client->told_role,
        .quits = client->quits,
        .closing = client->closing,
    };
}

/* --- sessions --- */

struct session_was {
    uint64_t id, client;
    int64_t account;
    char name[NAME_BYTES_MAX + 1];
    uint8_t token_hash[TOKEN_HASH_BYTES];
    bool is_stored;
    struct profile profile;
    struct gags gags;                    /* owned */
    char (*watched)[ROOM_BYTES_MAX + 1]; /* owned; codes of rooms */
    size_t n_watched;
};

static bool watched(const struct session_was *was, const struct room *room) {
    size_t i = 0;
    while (i < was->n_watched && strcmp(was->watched[i], room->code) != 0) {
        i++;
    }
    return i < was->n_watched;
}

/* A room that was to close in the same turn is still there. */
static void undo_watching(struct hub *hub, struct session *session,
                          const struct session_was *was) {
    for (size_t i = session->n_watched; i > 0; i--) {
        if (!watched(was, session->watched[i - 1])) {
            hub_unwatch(session, session->watched[i - 1]);
        }
    }
    for (size_t i = 0; i < was->n_watched; i++) {
        struct room *room = lobby_find(&hub->lobby, was->watched[i]);
        if (room != NULL && session_find_watched(session, room->code) == NULL) {
            hub_watch(session, room);
        }
    }
}

static void undo_session(struct hub *hub, void *arg) {
    struct session_was *was = arg;
    struct session *session = slots_get(&hub->sessions, was->id);
    if (session == NULL) {
        return;
    }
    session->client = slots_get(&hub->clients, was->client) != NULL ? was->client : 0;
    if (session->client != 0) {
        hub_unkeep_session(hub, session);
    }
    if (strcmp(session->name, was->name) != 0) {
        hub_name_session(hub, session, was->name);
    }
    hub_set_account(hub, session, was->account);
    memcpy(session->token_hash, was->token_hash, sizeof session->token_hash);
    session->is_stored = session->is_stored || was->is_stored;
    session->profile = was->profile;
    struct gags gags = session->gags;
    session->gags = was->gags;
    was->gags = gags;
    undo_watching(hub, session, was);
    hub_end_session(hub, session); /* its player may be gone by now */
}

static void fini_session(void *arg) {
    struct session_was *was = arg;
    gags_fini(&was->gags);
    free(was->watched);
}

void hub_note_session(struct hub *hub, const struct session *session) {
    static const struct change_ops ops = {.undone = undo_session, .fini = fini_session};
    struct session_was *was = hub_note(hub, &ops, sizeof *was);
    was->id = session->id;
    was->client = session->client;
    was->account = session->account;
    memcpy(was->name, session->name, sizeof was->name);
    memcpy(was->token_hash, session->token_hash, sizeof was->token_hash);
    was->is_stored = session->is_stored;
    was->profile = session->profile;
    for (size_t i = 0; i < session->gags.n; i++) {
        gags_add(&was->gags, session->gags.gag[i].name);
    }
    was->n_watched = session->n_watched;
    was->watched = mem_new(was->n_watched + 1, sizeof *was->watched);
    for (size_t i = 0; i < was->n_watched; i++) {
        memcpy(was->watched[i], session->watched[i]->code, sizeof was->watched[i]);
    }
}

struct unwatched {
    uint64_t session;
    char code[ROOM_BYTES_MAX + 1];
};

static void undo_unwatch(struct hub *hub, void *arg) {
    const struct unwatched *was = arg;
    const struct session *session = slots_get(&hub->sessions, was->session);
    if (lobby_find(&hub->lobby, was->code) == NULL) {
        hub_tell_closed(hub, hub_client_of(hub, session), was->code);
    }
}

void hub_note_unwatch(struct hub *hub, const struct session *session,
                      const struct room *room) {
    static const struct change_ops ops = {.undone = undo_unwatch};
    struct unwatched *was = hub_note(hub, &ops, sizeof *was);
    was->session = session->id;
    memcpy(was->code, room->code, sizeof was->code);
    hub_note_session(hub, session);
}

/* The session may sit in rooms that are not rebuilt yet; then it ends after that. */
static void undo_new_session(struct hub *hub, void *arg) {
    struct session *session = slots_get(&hub->sessions, *(const uint64_t *)arg);
    if (session != NULL) {
        session->client = 0;
        hub_unwatch_all(session);
        hub_unkeep_session(hub, session);
        hub_end_session(hub, session);
    }
}

void hub_note_new_session(struct hub *hub, const struct session *session) {
    static const struct change_ops ops = {.undone = undo_new_session};
    *(uint64_t *)hub_note(hub, &ops, sizeof session->id) = session->id;
}

struct rating_was {
    uint64_t session;
    size_t game;
    struct player_rating rating;
};

static void undo_rating(struct hub *hub, void *arg) {
    const struct rating_was *was = arg;
    struct session *session = slots_get(&hub->sessions, was->session);
    if (session != NULL && session->ratings != NULL) {
        session->ratings->of[was->game] = was->rating;
    }
}

void hub_note_rating(struct hub *hub, const struct session *session, size_t game) {
    static const struct change_ops ops = {.undone = undo_rating};
    struct rating_was *was = hub_note(hub, &ops, sizeof *was);
    *was = (struct rating_was){session->id, game, session->ratings->of[game]};
}

/* --- offers --- */

static void undo_new_offer(struct hub *hub, void *arg) {
    offers_remove(&hub->offers, *(const uint64_t *)arg);
}

void hub_note_new_offer(struct hub *hub, const struct offer *offer) {
    static const struct change_ops ops = {.undone = undo_new_offer};
    *(uint64_t *)hub_note(hub, &ops, sizeof offer->id) = offer->id;
}

static void remove_offer(struct hub *hub, void *arg) {
    offers_remove(&hub->offers, *(const uint64_t *)arg);
}

static void reopen_offer(struct hub *hub, void *arg) {
    offers_reopen(&hub->offers, *(const uint64_t *)arg);
}

void hub_note_offer_over(struct hub *hub, const struct offer *offer) {
    static const struct change_ops ops = {.kept = remove_offer, .undone = reopen_offer};
    *(uint64_t *)hub_note(hub, &ops, sizeof offer->id) = offer->id;
}

/* --- operators --- */

static void keep_bans(struct hub *hub, void *arg) {
    (void)arg;
    hub_evict_banned(hub);
}

static void undo_bans(struct hub *hub, void *arg) {
    struct bans *was = arg, bans = hub->bans;
    hub->bans = *was;
    *was = bans;
}

static void fini_bans(void *arg) {
    bans_fini(arg);
}

void hub_note_bans(struct hub *hub) {
    static const struct change_ops ops = {keep_bans, undo_bans, fini_bans};
    struct bans *was = hub_note(hub, &ops, sizeof *was);
    *was = hub->bans;
    was->cap = hub->bans.n;
    was->ban = mem_new(was->n + 1, sizeof *was->ban);
    for (size_t i = 0; i < was->n; i++) {
        was->ban[i] = hub->bans.ban[i];
    }
}

static void undo_drain(struct hub *hub, void *arg) {
    hub->drain = *(const struct drain *)arg;
    hub_wake_at(hub, hub->now.ms);
}

void hub_note_drain(struct hub *hub) {
    static const struct change_ops ops = {.undone = undo_drain};
    *(struct drain *)hub_note(hub, &ops, sizeof hub->drain) = hub->drain;
}

static void undo_log_level(struct hub *hub, void *arg) {
    hub->config->log.level = *(const enum log_level *)arg;
}

void hub_note_log_level(struct hub *hub) {
    static const struct change_ops ops = {.undone = undo_log_level};
    *(enum log_level *)hub_note(hub, &ops, sizeof(enum log_level)) =
        hub->config->log.level;
}
