/* The hub and its store: what is there at the start, and what a commit makes sure of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/inside.h"
#include "server/hub/state.h"
#include "server/store/history.h"

/* Times that a game is read at the start before it is set aside. */
#define READ_TRIES 3
/* Events of a room, at most: more than it can have in a thousand years. */
#define SEQ_MOST (UINT64_C(1) << 48)

struct session *hub_get_session(struct hub *hub, uint64_t id) {
    struct session *session = slots_get(&hub->sessions, id);
    struct stored_session stored;
    if (session != NULL || id == 0 || !store_next_session(hub->store, id - 1, &stored) ||
        stored.id != id) {
        return session;
    }
    session = hub_add_session(hub, id, stored.name, stored.account);
    if (session == NULL) {
        return NULL;
    }
    session->is_stored = true;
    store_get_profile(hub->store, stored.account, &session->profile);
    memcpy(session->token_hash, stored.token_hash, sizeof session->token_hash);
    if (session->account != 0) {
        store_load_gags(hub->store, session->account, &session->gags);
    }
    return session;
}

/* --- start --- */

void hub_unseat_sessions(struct hub *hub, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct session *session = hub_session_at(hub, room, (enum side)i);
        if (session != NULL) {
            session_remove_room(session, room);
        }
    }
}

bool hub_seat_sessions(struct hub *hub, struct room *room) {
    bool all = true;
    for (int i = 0; i < SIDE_COUNT; i++) {
        uint64_t id = room->seat[i].session;
        struct session *session = hub_get_session(hub, id);
        if (session != NULL) {
            session_add_room(session, room);
        }
        all = all && (id == 0 || session != NULL);
    }
    return all;
}

void hub_restart_room(struct hub *hub, struct room *room) {
    struct op op = {.kind = OP_RESTART,
                    .due_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms};
    hub_do_and_tell(hub, room, &op);
}

static void set_aside(struct hub *hub, int64_t game, const char *why) {
    struct room_start start = {.code = ""};
    char fault[FAULT_BYTES];
    /* As far as it can be read: */
    (void)store_load_start(hub->store, game, &start, fault);
    log_line(&hub->config->log, LOG_ERROR,
             "game_set_aside number=%lld id=%s room=%s why=%s", (long long)game,
             start.draw.game_id, start.code, LOG_QUOTED(why));
    store_set_aside(hub->store, game, why);
}

/* Whether the room is one that this server can have made.  False with a fault. */
static bool is_possible(const struct hub *hub, const struct room *room,
                        char fault[static FAULT_BYTES]) {
    uint64_t white = room->seat[SIDE_WHITE].session;
    const char *why = room_is_empty(room)                       ? "nobody sits there"
                      : white == room->seat[SIDE_BLACK].session ? "one sits on both sides"
                      : room->seq > SEQ_MOST                    ? "too many events"
                      : lobby_find(&hub->lobby, room->code) != NULL
                          ? "another game is in its room"
                          : "";
    snprintf(fault, FAULT_BYTES, "%s", why);
    return why[0] == '\0';
}

/* False with a fault: the game cannot be taken up. */
static bool take_up_room(struct hub *hub, int64_t game, char fault[static FAULT_BYTES]) {
    struct room *stored = history_room(hub->store, game, 0, NULL, NULL, fault);
    if (stored == NULL || !is_possible(hub, stored, fault)) {
        room_destroy(stored);
        return false;
    }
    struct room *room = hub_keep_room(hub, stored, game);
    if (!hub_seat_sessions(hub, room)) {
        snprintf(fault, FAULT_BYTES, "a player's session is missing");
        hub_unseat_sessions(hub, room);
        hub_remove_room(hub, room);
        return false;
    }
    return true;
}

/* A disk that fails to read once may not do so again.  False: the game is set aside, or,
 * when it is still the disk that fails, left for the next start: then nothing is known to
 * be wrong with it. */
static bool load_room(struct hub *hub, int64_t game) {
    char fault[FAULT_BYTES];
    bool by_disk = false;
    for (int i = 0; i < READ_TRIES; i++) {
        unsigned before = store_read_failures(hub->store);
        if (take_up_room(hub, game, fault)) {
            return true;
        }
        by_disk = store_read_failures(hub->store) != before;
    }
    if (by_disk) {
        log_line(&hub->config->log, LOG_ERROR, "game_left_out number=%lld why=%s",
                 (long long)game, LOG_QUOTED(store_fault(hub->store)));
    } else {
        set_aside(hub, game, fault);
    }
    return false;
}

/* Sessions without a seat were connected only when the server stopped: forgets them,
 * unless they may sit in games that nobody sees now, which somebody may put right one
 * day: then nobody else is to be them meanwhile. */
static void settle_stored_sessions(struct hub *hub, bool forgets) {
    struct stored_session stored = {.id = 0};
    while (store_next_session(hub->store, stored.id, &stored)) {
        if (slots_get(&hub->sessions, stored.id) != NULL) {
            continue;
        }
        if (forgets) {
            slots_skip(&hub->sessions, stored.id); /* it may be there for a while */
            hub_remove_stored(hub, stored.id);
        } else {
            slots_reserve(&hub->sessions, stored.id);
        }
    }
}

void hub_load(struct hub *hub) {
    hub_load_bans(hub);
    size_t n_aside = 0;
    int64_t game = 0;
    while ((game = store_next_game(hub->store, game, true)) > 0) {
        n_aside += !load_room(hub, game);
    }
    if (game < 0) {
        log_line(&hub->config->log, LOG_ERROR, "games_unreadable why=%s",
                 LOG_QUOTED(store_fault(hub->store)));
        n_aside++; /* or more: see alea check-db */
    }
    /* Only now: it may begin a room's log anew, which would be found as one more game. */
    for (size_t i = 0; i < hub->lobby.n; i++) {
        hub_restart_room(hub, hub->lobby.room[i]);
    }
    settle_stored_sessions(hub, n_aside == 0 && !store_has_set_aside(hub->store));
    if (hub->lobby.n > 0) {
        log_line(&hub->config->log, LOG_INFO, "rooms_taken_up n=%zu", hub->lobby.n);
    }
    hub_commit(hub);
    outbox_drop(&hub->outbox, hub->outbox.n);
}

/* --- the end of a turn --- */

void hub_mark_tentative(struct hub *hub, struct session *session) {
    outbox_mark_tentative(&hub->outbox);
    session->is_tentative = true;
    hub->sessions_tentative = true;
}

/* Settings are as the store has them, as far as it can be read. */
static void undo_session(struct hub *hub, struct session *session) {
    if (session->account != 0) {
        store_load_gags(hub->store, session->account, &session->gags);
        store_get_profile(hub->store, session->account, &session->profile);
    }
    while (session->n_watched > session->n_watched_before) {
        hub_unwatch(session, session->watched[session->n_watched - 1]);
    }
}

static void settle_sessions(struct hub *hub, bool worked) {
    uint32_t at = 0;
    for (struct session *s;
         hub->sessions_tentative && (s = slots_next(&hub->sessions, &at)) != NULL;) {
        bool is_undone = s->is_tentative && !worked;
        if (is_undone) {
            undo_session(hub, s);
        }
        s->is_tentative = false;
        s->shown = s->shown && !worked;
        s->n_watched_before = s->n_watched;
        if (is_undone) {
            hub_end_session(hub, s); /* it may be gone, and watched only */
        }
    }
    hub->sessions_tentative = false;
}

/* The rooms are as the store has them; closed ones are freed. */
static void commit_rooms(struct hub *hub) {
    for (size_t i = 0; i < hub->touched.n; i++) {
        struct room *room = hub->touched.room[i];
        hub_room(room)->committed = hub_room(room)->stored;
        hub_room(room)->touched = false;
        hub_settle_watch(hub, room);
        if (hub_room(room)->status.closed) {
            hub_end_watch(hub, room);
            hub_remove_room(hub, room);
        } else if (!hub_room(room)->in_shown) {
            hub_room(room)->in_shown = true;
            room_list_add(&hub->shown, room);
        }
    }
    hub->touched.n = 0;
    if (hub->sessions_end && hub->n_frozen == 0) {
        hub->sessions_end = false;
        hub_end_sessions(hub);
    }
}

/* What was withheld of rooms that have nothing to do with it. */
static void show_again(struct hub *hub) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        if (c->session != NULL && c->session->shown) {
            c->session->shown = false;
            hub_show_watched(hub, c);
        }
    }
}

/* Everything of this turn that could tell of what is not stored is taken back, and every
 * request answered with an error, before goodbyes if any were said. */
static void fail_turn(struct hub *hub) {
    struct outbox goodbyes = outbox_withhold(&hub->outbox);
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.error = ERR_STORAGE;
    msg.text = error_text(ERR_STORAGE);
    msg.retry_after_ms = HUB_THAW_MS;
    for (size_t i = 0; i < hub->n_tentative; i++) {
        const struct tentative_reply *tentative = &hub->tentative[i];
        struct client client = {
            .conn = tentative->conn, .json = tentative->json, .style = tentative->style};
        msg.id = tentative->id;
        hub_send_always(hub, &client, &msg);
    }
    outbox_append(&hub->outbox, &goodbyes);
    while (hub->touched.n > 0) {
        hub_freeze_room(hub, hub->touched.room[--hub->touched.n]);
    }
    show_again(hub);
    hub->thaw_ms = hub->now.ms + HUB_THAW_MS;
    hub_due(hub, hub->thaw_ms);
}

void hub_commit(struct hub *hub) {
    bool wrote = store_is_dirty(hub->store);
    if (wrote) {
        store_put_time(hub->store, hub->now.ms);
    }
    bool works = store_commit(hub->store);
    hub->metrics.commits += wrote && works;
    hub->metrics.commits_failed += wrote && !works;
    if (wrote && works == hub->store_fails) {
        hub->store_fails = !works;
        if (works) {
            log_line(&hub->config->log, LOG_WARN, "store_works_again");
        } else {
            log_line(&hub->config->log, LOG_ERROR, "store_fails why=%s",
                     LOG_QUOTED(store_fault(hub->store)));
        }
    }
    settle_sessions(hub, works);
    if (works) {
        outbox_settle(&hub->outbox);
        commit_rooms(hub);
    } else {
        fail_turn(hub);
    }
    hub_settle_bans(hub, works);
    hub_settle_offers(hub, works);
    hub->n_tentative = 0;
}

bool hub_commit_pending(struct hub *hub) {
    return !hub->outbox.is_tentative || hub_commit_now(hub);
}

bool hub_commit_now(struct hub *hub) {
    hub_commit(hub);
    return !hub->store_fails;
}

bool hub_is_settled(const struct hub *hub) {
    return hub->outbox.n == 0 && !store_is_dirty(hub->store);
}

void hub_sent(struct hub *hub, struct hub_time now) {
    hub_set_time(hub, now);
    for (size_t i = 0; i < hub->shown.n; i++) {
        struct room *room = hub->shown.room[i];
        hub_room(room)->in_shown = false;
        room_shown(room, hub->now.ms);
        hub_room_due(hub, room);
    }
    hub->shown.n = 0;
}
