/* Rooms that stand still because the disk fails: a room whose turn was dropped is rebuilt
 * as the store has it, and goes on when the store works again. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/clients.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"
#include "server/store/history.h"

/* After this many turns of a round that cannot be written, the rest waits for the
 * next. */
#define FAILURES_MAX 3

/* --- as the store has it --- */

/* Reads a room, off the loop. */
struct recall {
    struct store_task task; /* comes first */
    char code[ROOM_BYTES_MAX + 1];
    int64_t game;
    bool is_late;      /* not the first try */
    struct room *room; /* owned; NULL: it could not be read */
    bool by_disk;      /* because of the disk */
    char fault[FAULT_BYTES];
};

static void run_recall(struct store_task *task, struct store *store) {
    struct recall *recall = (struct recall *)task;
    unsigned before = store_read_failures(store);
    recall->room = history_room(store, recall->game, 0, NULL, NULL, recall->fault);
    recall->by_disk = store_read_failures(store) != before;
}

/* Replaces the room with what was read. */
static void replace(struct hub *hub, struct room *room, struct room *stored) {
    struct hub_room *kept = hub_room(room);
    hub_unseat_sessions(hub, room);
    room_fini(room);
    room_relocate(room, stored); /* in place: sessions point to it */
    kept->stored = kept->committed;
    kept->status.stale = false;
    free(kept->news);
    kept->news = NULL;
    if (!hub_seat_sessions(hub, room)) {
        log_line(&hub->config->log, LOG_ERROR, "session_lost room=%s", room->code);
    }
    hub->sessions_end = true; /* those that sat there only in the dropped turn */
    hub_update_room_deadline(hub, room); /* nothing is due now, and no clock runs */
}

/* A failed read is tried again; a damaged log is lost for good, and the other rooms do
 * not wait for it. */
static void recall_done(struct store_task *task, struct hub *hub) {
    struct recall *recall = (struct recall *)task;
    struct room *room = lobby_find(&hub->lobby, recall->code);
    bool is_meant = room != NULL && hub_room(room)->status.stale &&
                    hub_room(room)->committed == recall->game;
    if (is_meant && recall->room != NULL) {
        replace(hub, room, recall->room);
        recall->room = NULL;
        if (recall->is_late) {
            hub_room(room)->thaw_round = 0;
            hub->thaw.on = true;
        }
    } else if (is_meant && !recall->is_late) {
        log_line(&hub->config->log, LOG_ERROR, "room_unreadable room=%s why=%s",
                 room->code, LOG_QUOTED(recall->fault));
    } else if (is_meant && !recall->by_disk) {
        hub_room(room)->status.lost = true;
        hub->n_frozen--;
        hub_notice(hub, room, HUB_LOST_TEXT);
    }
    if (recall->room != NULL) {
        room_destroy(recall->room);
    }
    free(recall);
}

static void start_recall(struct hub *hub, const struct room *room, bool is_late) {
    struct recall *recall = mem_new(1, sizeof *recall);
    recall->task.run = run_recall;
    recall->task.done = recall_done;
    memcpy(recall->code, room->code, sizeof recall->code);
    recall->game = const_hub_room(room)->committed;
    recall->is_late = is_late;
    hub_start_task(hub, &recall->task);
}

/* --- it stands still --- */

/* Removes a room that was opened in the turn, and so was never stored. */
static void drop_room(struct hub *hub, struct room *room) {
    hub_unseat_sessions(hub, room);
    hub->sessions_end = true;
    hub_end_watch(hub, room);
    hub_remove_room(hub, room);
}

void hub_freeze_room(struct hub *hub, struct room *room) {
    struct hub_room *kept = hub_room(room);
    kept->turn = 0;
    kept->status.closed = false;
    if (kept->committed == 0) {
        drop_room(hub, room);
        return;
    }
    kept->status.frozen = true;
    kept->status.stale = true;
    hub->n_frozen++;
    hub_update_room_deadline(hub, room); /* nothing is due now, and no clock runs */
    log_line(&hub->config->log, LOG_ERROR, "room_frozen room=%s", room->code);
    start_recall(hub, room, false);
    hub_notice(hub, room, HUB_FROZEN_TEXT);
}

void hub_show_again(struct hub *hub) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        struct session *session = c->session;
        if (session == NULL || !session->show_again) {
            continue;
        }
        session->show_again = false;
        for (size_t i = 0; i < session->n_rooms; i++) {
            if (!hub_room(session->rooms[i])->status.frozen) {
                hub_send_snapshot(hub, c, session->rooms[i]);
            }
        }
        hub_show_watched(hub, c);
    }
}

/* --- it goes on --- */

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

/* Corrects who counts as away.  While the room was frozen, nobody could be marked as
 * away or back. */
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

static void thaw_room(struct hub *hub, struct room *room) {
    hub_room(room)->status.frozen = false;
    hub->n_frozen--;
    room->clock_started = true;
    room_event_sent(room, hub->now.ms); /* clocks have not run in between */
    room->not_idle_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms;
    hub_show_players(hub, room);
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
    hub->thaw.on = true;
    hub->thaw.round++;
    hub->thaw.n_failures = 0;
}

/* A frozen room that was not tried yet in this round; NULL: there is none. */
static struct room *find_frozen(struct hub *hub) {
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct hub_room *kept = hub_room(hub->lobby.rooms.room[i]);
        if (kept->status.frozen && !kept->status.lost &&
            kept->thaw_round != hub->thaw.round) {
            return &kept->room;
        }
    }
    return NULL;
}

/* If nothing else is to be done, each room begins a turn of its own: one that cannot be
 * written does not hold up the others. */
void hub_thaw_next(struct hub *hub) {
    struct thaw *thaw = &hub->thaw;
    if (!thaw->on || hub->flight != NULL) {
        return;
    }
    if (hub->store_fails) {
        if (thaw->n_failures++ == FAILURES_MAX) {
            thaw->on = false;
            return;
        }
        writes_put_time(hub_writes(hub), hub->now.ms); /* does it work again? */
        return;
    }
    struct room *room = NULL;
    while (hub->turn->n_rooms == 0 && (room = find_frozen(hub)) != NULL) {
        hub_room(room)->thaw_round = thaw->round;
        if (hub_room(room)->status.stale) {
            start_recall(hub, room, true);
        } else {
            thaw_room(hub, room);
        }
    }
    thaw->on = room != NULL;
}
