/* The start: rooms and sessions come back from the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/bans.h"
#include "server/hub/cleanup.h"
#include "server/hub/lease/lease.h"
#include "server/hub/rooms.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"
#include "server/store/history.h"

/* How often to try to read a game at the start before it is set aside. */
#define READ_TRIES 3
/* Most events of a room: more than it can have in a thousand years. */
#define SEQ_MOST (UINT64_C(1) << 48)

/* --- sessions --- */

/* Reads the session with this id if it is not in memory. */
static void load_session(struct hub *hub, uint64_t id) {
    struct stored_session stored;
    if (id == 0 || slots_get(&hub->sessions, id) != NULL ||
        !store_next_session(hub->store, id - 1, &stored) || stored.id != id) {
        return;
    }
    struct session *session = hub_add_session(hub, id, stored.name, stored.account);
    if (session == NULL) {
        return;
    }
    session->is_stored = true;
    memcpy(session->token_hash, stored.token_hash, sizeof session->token_hash);
    store_get_profile(hub->store, stored.account, &session->profile);
    if (stored.account != 0) {
        store_load_gags(hub->store, stored.account, &session->gags);
        store_load_ratings(hub->store, stored.account, session->ratings);
    }
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
        struct session *session = hub_find_session(hub, id);
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
    /* What can be read of it: */
    (void)store_load_start(hub->store, game, &start, fault);
    log_line(&hub->config->log, LOG_ERROR,
             "game_set_aside number=%lld id=%s room=%s why=%s", (long long)game,
             start.draw.game_id, start.code, LOG_QUOTED(why));
    store_set_aside(hub->store, game, why);
}

/* Whether this server can have made such a room.  False with a fault. */
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
    if (stored == NULL) {
        return false;
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        load_session(hub, stored->seat[i].session);
    }
    if (!is_possible(hub, stored, fault)) {
        room_destroy(stored);
        return false;
    }
    struct room *room = hub_adopt_room(hub, stored, game);
    if (!hub_seat_sessions(hub, room)) {
        snprintf(fault, FAULT_BYTES, "a player's session is missing");
        hub_unseat_sessions(hub, room);
        hub_remove_room(hub, room);
        return false;
    }
    return true;
}

/* Takes up a game.  A failed read is tried again.  False: the game is set aside; but if
 * it is the disk that fails, it is left for the next start, as nothing is known to be
 * wrong with it. */
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

/* Deletes stored sessions that sit nowhere: they were only connected when the server
 * stopped.  But if games are left out, which the host may repair one day, such sessions
 * may sit there: then it reserves their ids instead. */
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
    int n_lost;
    if (store_was_renewed(hub->store, &n_lost)) {
        hub_log_renewed(hub, n_lost);
    }
    hub_load_bans(hub);
    size_t n_aside = 0;
    int64_t game = 0;
    store_hold_reads(hub->store, true);
    while ((game = store_next_game(hub->store, game, true)) > 0) {
        n_aside += !load_room(hub, game);
        lease_renew_at_start(hub);
    }
    store_hold_reads(hub->store, false);
    if (game < 0) {
        log_line(&hub->config->log, LOG_ERROR, "games_unreadable why=%s",
                 LOG_QUOTED(store_fault(hub->store)));
        n_aside++; /* there may be more: alea check-db reports them */
    }
    if (store_was_away(hub->store)) {
        return; /* the program ends: too little is known to write anything */
    }
    /* Not earlier: this may start a room's log again as a new game, which the loop above
     * would find. */
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct room *room = hub->lobby.rooms.room[i];
        if (hub->lease != NULL) {
            room->clock.since_ms = hub->now.ms; /* server time went on without it */
        }
        hub_restart_room(hub, room);
    }
    settle_stored_sessions(hub, n_aside == 0 && !store_has_set_aside(hub->store));
    if (hub->lobby.rooms.n > 0) {
        log_line(&hub->config->log, LOG_INFO, "rooms_taken_up n=%zu", hub->lobby.rooms.n);
    }
    hub_commit(hub);
    outbox_drop(&hub->outbox, hub->outbox.n);
    hub->n_accounts = store_n_accounts(hub->store);
    store_measure(hub->store, &hub->size);
}
