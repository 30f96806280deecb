/* The hub and its store: what is there at the start, what a commit makes sure of, and
 * what becomes of rooms that could not be written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/history.h"
#include "server/hub_inside.h"
#include "server/mem.h"

struct session *hub_get_session(struct hub *hub, uint64_t id) {
    struct session *session = slots_get(&hub->sessions, id);
    struct stored_session stored;
    if (session != NULL || id == 0 || !store_next_session(hub->store, id - 1, &stored) ||
        stored.id != id) {
        return session;
    }
    session = mem_new(1, sizeof *session);
    session->id = id;
    session->is_stored = true;
    memcpy(session->name, stored.name, sizeof session->name);
    memcpy(session->token_hash, stored.token_hash, sizeof session->token_hash);
    slots_restore(&hub->sessions, id, session);
    return session;
}

/* --- start --- */

/* The sessions of those who sit in a room know it.  False: one of them is nowhere. */
static bool seat_sessions(struct hub *hub, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        uint64_t id = room->seat[i].session;
        struct session *session = hub_get_session(hub, id);
        if (id != 0 && session == NULL) {
            return false;
        }
        if (session != NULL && session_find_room(session, room->code) == NULL) {
            session_add_room(session, room);
        }
    }
    return true;
}

/* Those who do not sit in a room do not know it any more. */
static void unseat_sessions(struct hub *hub, struct room *room) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        enum side side;
        if (!room_side_of(room, s->id, &side)) {
            session_remove_room(s, room);
        }
    }
}

static void end_sessions(struct hub *hub) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        hub_end_session(hub, s);
    }
}

/* Nobody can be connected yet: whoever was there is away, from now on. */
static void restart_room(struct hub *hub, struct room *room) {
    struct op op = {.kind = OP_RESTART,
                    .due_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms};
    hub_do_and_tell(hub, room, &op);
}

static void set_aside(struct hub *hub, int64_t game, const char *why) {
    log_line(&hub->config->log, LOG_ERROR, "game_set_aside number=%lld why=\"%s\"",
             (long long)game, why);
    store_set_aside(hub->store, game, why);
}

static void load_room(struct hub *hub, int64_t game) {
    char fault[FAULT_BYTES];
    struct room *room = history_room(hub->store, game, NULL, NULL, fault);
    if (room == NULL) {
        set_aside(hub, game, fault);
        return;
    }
    room->committed = game;
    if (lobby_find(&hub->lobby, room->code) != NULL || room_is_empty(room)) {
        set_aside(hub, game, "its room is taken, or nobody sits there");
        room_free(room);
    } else if (!seat_sessions(hub, room)) {
        set_aside(hub, game, "a player's session is missing");
        memset(room->seat, 0, sizeof room->seat);
        unseat_sessions(hub, room);
        room_free(room);
    } else {
        lobby_add(&hub->lobby, room);
        restart_room(hub, room);
    }
}

/* Sessions that were connected only when the server stopped have nothing to come back
 * to. */
static void forget_sessions(struct hub *hub) {
    end_sessions(hub);
    struct stored_session stored = {.id = 0};
    while (store_next_session(hub->store, stored.id, &stored)) {
        if (slots_get(&hub->sessions, stored.id) == NULL) {
            store_remove_session(hub->store, stored.id);
        }
    }
}

void hub_load(struct hub *hub) {
    for (int64_t game = 0; (game = store_next_game(hub->store, game, true)) != 0;) {
        load_room(hub, game);
    }
    forget_sessions(hub);
    if (hub->lobby.n > 0) {
        log_line(&hub->config->log, LOG_INFO, "rooms_taken_up n=%zu", hub->lobby.n);
    }
    hub_commit(hub);
    outbox_drop(&hub->outbox, hub->outbox.n);
}

/* --- the end of a turn --- */

/* The rooms are as the store has them; closed ones are freed. */
static void commit_rooms(struct hub *hub) {
    struct room_list list = hub->touched;
    size_t n_open = 0;
    for (size_t i = 0; i < list.n; i++) {
        struct room *room = list.room[i];
        room->committed = room->stored;
        room->touched = false;
        if (room->closed) {
            lobby_remove(&hub->lobby, room);
        } else {
            list.room[n_open++] = room;
        }
    }
    list.n = n_open;
    hub->touched = hub->shown;
    hub->touched.n = 0;
    hub->shown = list;
}

/* What was done to this room is undone when the disk works again: see thaw_room. */
static void freeze_room(struct hub *hub, struct room *room) {
    room->touched = false;
    room->closed = false;
    if (room->committed == 0) { /* it has never been there */
        for (int i = 0; i < SIDE_COUNT; i++) {
            struct session *session = hub_session_at(hub, room, (enum side)i);
            if (session != NULL) {
                session_remove_room(session, room);
                hub_end_session(hub, session);
            }
        }
        lobby_remove(&hub->lobby, room);
        return;
    }
    room->stored = room->committed;
    room->frozen = true;
    hub->n_frozen++;
    log_line(&hub->config->log, LOG_ERROR, "room_frozen room=%s", room->code);
    hub_notice(hub, room,
               "the disk cannot be written to: the game here stands still, "
               "nobody's clock runs, and it goes on by itself later.");
}

/* Everything of this turn that could tell of what is not stored is taken back, and every
 * request answered with an error. */
static void fail_turn(struct hub *hub) {
    if (!hub->store_failing) {
        hub->store_failing = true;
        log_line(&hub->config->log, LOG_ERROR, "store_failing why=\"%s\"",
                 store_fault(hub->store));
    }
    outbox_withhold(&hub->outbox);
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.error = ERR_STORAGE;
    msg.text = error_text(ERR_STORAGE);
    msg.retry_after_ms = HUB_THAW_MS;
    for (size_t i = 0; i < hub->n_unsure; i++) {
        struct client *client = slots_get(&hub->clients, hub->unsure[i].client);
        if (client != NULL) {
            msg.id = hub->unsure[i].id;
            hub_send_always(hub, client, &msg);
        }
    }
    for (size_t i = 0; i < hub->touched.n; i++) {
        freeze_room(hub, hub->touched.room[i]);
    }
    hub->touched.n = 0;
    hub->thaw_ms = hub->now.ms + HUB_THAW_MS;
    hub_due(hub, hub->thaw_ms);
}

void hub_commit(struct hub *hub) {
    if (store_is_dirty(hub->store)) {
        store_put_time(hub->store, hub->now.ms);
    }
    if (store_commit(hub->store)) {
        outbox_settle(&hub->outbox);
        commit_rooms(hub);
    } else {
        fail_turn(hub);
    }
    hub->n_unsure = 0;
}

void hub_sent(struct hub *hub, struct hub_time now) {
    hub_set_time(hub, now);
    for (size_t i = 0; i < hub->shown.n; i++) {
        struct room *room = hub->shown.room[i];
        room_shown(room, hub->now.ms);
        hub_due(hub, room_due_ms(room, (uint64_t)hub->config->limits.keep_s * 1000));
    }
    hub->shown.n = 0;
}

/* --- when the disk works again --- */

/* Who came or went while the room was frozen is told now. */
static void settle_presence(struct hub *hub, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct room_seat *seat = &room->seat[i];
        const struct session *session = hub_session_at(hub, room, (enum side)i);
        bool is_here = hub_client_of(hub, session) != NULL;
        if (seat->session != 0 && is_here == seat->absence.away) {
            struct op op = {.kind = is_here ? OP_BACK : OP_AWAY, .side = (enum side)i};
            op.due_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms;
            hub_do_and_tell(hub, room, &op);
        }
    }
}

/* Rebuilds a room as it was last committed. */
static void thaw_room(struct hub *hub, struct room *room) {
    char fault[FAULT_BYTES];
    struct room *fresh = history_room(hub->store, room->committed, NULL, NULL, fault);
    if (fresh == NULL) {
        log_line(&hub->config->log, LOG_ERROR, "room_lost room=%s why=\"%s\"", room->code,
                 fault);
        return; /* perhaps it can be read the next time */
    }
    fresh->committed = room->committed;
    struct room stale = *room;
    *room = *fresh;
    *fresh = stale;
    room_free(fresh);
    hub->n_frozen--;
    if (!seat_sessions(hub, room)) {
        log_line(&hub->config->log, LOG_ERROR, "session_lost room=%s", room->code);
    }
    unseat_sessions(hub, room);
    end_sessions(hub);
    room->clock_started = true;
    room_shown(room, hub->now.ms); /* clocks have not run meanwhile */
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session = hub_session_at(hub, room, (enum side)i);
        struct client *client = hub_client_of(hub, session);
        if (client != NULL) {
            hub_send_snapshot(hub, client, room);
        }
    }
    hub_notice(hub, room, "the disk works again: the game goes on.");
    settle_presence(hub, room);
    hub_do_due(hub, room);
}

void hub_thaw(struct hub *hub) {
    if (hub->n_frozen == 0) {
        hub->store_failing = false;
        return;
    }
    hub_due(hub, hub->thaw_ms);
    if (hub->now.ms < hub->thaw_ms || store_is_dirty(hub->store)) {
        return;
    }
    hub->thaw_ms = hub->now.ms + HUB_THAW_MS;
    hub_due(hub, hub->thaw_ms);
    store_put_time(hub->store, hub->now.ms);
    if (!store_commit(hub->store)) {
        return;
    }
    log_line(&hub->config->log, LOG_WARN, "store_works_again rooms=%zu", hub->n_frozen);
    hub->store_failing = false;
    for (size_t i = 0; i < hub->lobby.n; i++) {
        if (hub->lobby.room[i]->frozen) {
            thaw_room(hub, hub->lobby.room[i]);
        }
    }
}
