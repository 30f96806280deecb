#include "server/hub/turn.h"

#include <stdlib.h>

#include "mem/mem.h"
#include "server/hub/bans.h"
#include "server/hub/clients.h"
#include "server/hub/offers.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/state.h"
#include "server/hub/watchers.h"
#include "server/store/history.h"

/* After this many rooms that cannot be written, the rest waits for the next try. */
#define FAILURES_MAX 3

/* --- rooms whose changes are not stored --- */

/* Removes a room that was opened in this turn, and so was never stored. */
static void drop_room(struct hub *hub, struct room *room) {
    hub_unseat_sessions(hub, room);
    hub->sessions_end = true;
    hub_end_watch(hub, room);
    hub_remove_room(hub, room);
}

/* Rebuilds a room as it is stored.  False: it cannot be read now. */
static bool recall_room(struct hub *hub, struct room *room) {
    struct hub_room *kept = hub_room(room);
    char fault[FAULT_BYTES];
    struct room *stored = history_room(hub->store, kept->committed, 0, NULL, NULL, fault);
    if (stored == NULL && !kept->status.stale) { /* logged once, not at each try */
        log_line(&hub->config->log, LOG_ERROR, "room_unreadable room=%s why=%s",
                 room->code, LOG_QUOTED(fault));
    }
    if (stored == NULL) {
        return false;
    }
    hub_unseat_sessions(hub, room);
    room_fini(room);
    room_relocate(room, stored); /* in place: sessions point to it */
    kept->stored = kept->committed;
    free(kept->news);
    kept->news = NULL;
    if (!hub_seat_sessions(hub, room)) {
        log_line(&hub->config->log, LOG_ERROR, "session_lost room=%s", room->code);
    }
    return true;
}

static void freeze_room(struct hub *hub, struct room *room) {
    struct hub_room *kept = hub_room(room);
    kept->touched = false;
    kept->status.closed = false;
    if (kept->committed == 0) {
        drop_room(hub, room);
        return;
    }
    kept->status.frozen = true;
    hub->n_frozen++;
    kept->status.stale = !recall_room(hub, room);
    hub_update_room_deadline(hub, room); /* nothing is due now, and no clock runs */
    log_line(&hub->config->log, LOG_ERROR, "room_frozen room=%s", room->code);
    hub_notice(hub, room, HUB_FROZEN_TEXT);
}

/* --- the end of a turn --- */

void hub_mark_tentative(struct hub *hub, struct session *session) {
    outbox_mark_tentative(&hub->outbox);
    session->is_tentative = true;
    hub->sessions_tentative = true;
}

/* Makes settings and watched rooms as they were before the turn. */
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
            hub_end_session(hub, s); /* its player may be gone, and only have watched */
        }
    }
    hub->sessions_tentative = false;
}

/* Notes that the rooms of this turn are stored; closed ones are freed. */
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

/* Shows again what was withheld of rooms that have nothing to do with the failure. */
static void show_again(struct hub *hub) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        if (c->session != NULL && c->session->shown) {
            c->session->shown = false;
            hub_show_watched(hub, c);
        }
    }
}

/* Takes back everything that could tell of what is not stored.  Each request is
 * answered with an error, before goodbyes if there are any. */
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
        freeze_room(hub, hub->touched.room[--hub->touched.n]);
    }
    show_again(hub);
    hub->thaw_ms = hub->now.ms + HUB_THAW_MS;
    hub_wake_at(hub, hub->thaw_ms);
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
        room_event_sent(room, hub->now.ms);
        hub_update_room_deadline(hub, room);
    }
    hub->shown.n = 0;
}

/* --- when the disk works again --- */

static bool is_settled(const struct hub *hub, const struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session = hub_session_at(hub, room, (enum side)i);
        bool is_here = hub_client_of(hub, session) != NULL;
        if (room->seat[i].session != 0 && (!is_here || room->seat[i].absence.away)) {
            return false;
        }
    }
    /* Time in which no clock ran must be in the log: if the server is killed before
     * the next move, the player must not pay for it. */
    return room->stage != STAGE_OPENING && room->clock.running == SIDE_COUNT &&
           !room_is_awaited(room);
}

/* Puts right who is away.  While the room was frozen, nobody could be marked as away or
 * back. */
static void settle_presence(struct hub *hub, struct room *room) {
    if (is_settled(hub, room)) {
        return;
    }
    hub_restart_room(hub, room);
    for (int i = 0; i < SIDE_COUNT && !hub_room(room)->status.frozen; i++) {
        struct op op = {.kind = OP_BACK, .side = (enum side)i};
        const struct session *session = hub_session_at(hub, room, op.side);
        if (hub_client_of(hub, session) != NULL && room->seat[i].absence.away) {
            hub_do_and_tell(hub, room, &op);
        }
    }
}

/* Rebuilds a room that could not be read when it was frozen.  A failed read is tried
 * again later; a damaged log is lost for good, and the other rooms do not wait for it. */
static bool recall_late(struct hub *hub, struct room *room) {
    unsigned before = store_read_failures(hub->store);
    if (recall_room(hub, room)) {
        return true;
    }
    if (store_read_failures(hub->store) == before) {
        hub_room(room)->status.lost = true;
        hub->n_frozen--;
        hub_notice(hub, room, HUB_LOST_TEXT);
    }
    return false;
}

static void thaw_room(struct hub *hub, struct room *room) {
    if (hub_room(room)->status.stale && !recall_late(hub, room)) {
        return;
    }
    hub_room(room)->status.stale = false;
    hub_room(room)->status.frozen = false;
    hub->n_frozen--;
    room->clock_started = true;
    room_event_sent(room, hub->now.ms); /* clocks have not run in between */
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session = hub_session_at(hub, room, (enum side)i);
        struct client *client = hub_client_of(hub, session);
        if (client != NULL) {
            hub_send_snapshot(hub, client, room);
        }
    }
    for (size_t i = 0; i < hub_room(room)->watchers.n; i++) {
        struct client *client = hub_watcher(hub, room, i);
        if (client != NULL && !client->lags) {
            hub_send_snapshot(hub, client, room);
        }
    }
    hub_notice(hub, room, "the disk works again: the game goes on.");
    settle_presence(hub, room);
    hub_run_due_ops(hub, room);
}

/* Whether the store can be written to. */
static bool try_disk(struct hub *hub) {
    if (hub->store_fails && !store_is_dirty(hub->store)) {
        store_put_time(hub->store, hub->now.ms);
        hub_commit(hub);
    }
    return !hub->store_fails;
}

void hub_thaw(struct hub *hub) {
    if (hub->n_frozen == 0 && !hub->store_fails) {
        return;
    }
    if (hub->now.ms < hub->thaw_ms) {
        hub_wake_at(hub, hub->thaw_ms);
        return;
    }
    hub->thaw_ms = hub->now.ms + HUB_THAW_MS;
    hub_wake_at(hub, hub->thaw_ms);
    if (hub->n_frozen == 0) {
        (void)try_disk(hub);
        return;
    }
    /* Each room is committed on its own: one that cannot be written does not hold up
     * the others. */
    int n_failures = 0;
    for (size_t i = 0; i < hub->lobby.rooms.n && n_failures < FAILURES_MAX; i++) {
        struct room *room = hub->lobby.rooms.room[i];
        if (!hub_room(room)->status.frozen || hub_room(room)->status.lost) {
            continue;
        }
        if (!try_disk(hub)) {
            n_failures++;
            continue;
        }
        hub_commit(hub);
        thaw_room(hub, room);
        hub_commit(hub);
        n_failures += hub->store_fails;
    }
}
