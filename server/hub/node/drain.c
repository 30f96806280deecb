/* A node that drains gives its rooms to others, and ends.
 *
 * A room is frozen from the write that gives it away until the new owner has loaded it,
 * some 20 ms.  The new owner says when it has the room; until then it is told again. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/host.h"
#include "server/hub/node/inside.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"
#include "server/store/history.h"

/* Interval at which the new owner is told again, in ms, and how often.  After that it is
 * dead or will be restarted, and other nodes take the room. */
#define TELL_AGAIN_MS 500
#define TELL_TIMES    20
/* Most time that the move of a room can cost the player whose clock runs, in ms: the
 * clock is credited with it. */
#define MOVE_MS 500

/* --- how many rooms the others have --- */

struct counting {
    struct store_task task; /* comes first */
    size_t n[NODE_SLOT_MAX + 1];
};

static void run_counting(struct store_task *task, struct store *store) {
    struct counting *counting = (struct counting *)task;
    struct room_place place[NODE_ROOMS];
    int64_t after = 0;
    size_t n;
    while ((n = store_list_rooms(store, after, place, NODE_ROOMS)) > 0) {
        for (size_t i = 0; i < n; i++) {
            counting->n[place[i].slot]++;
        }
        after = place[n - 1].game;
    }
}

static void counted(struct store_task *task, struct hub *hub) {
    struct counting *counting = (struct counting *)task;
    struct giving *giving = &hub->node->giving;
    memcpy(giving->n_rooms, counting->n, sizeof giving->n_rooms);
    giving->stage = GIVING_ROOMS;
    hub_wake_at(hub, hub->now.ms);
    free(counting);
}

static void count(struct hub *hub) {
    struct counting *counting = mem_new(1, sizeof *counting);
    counting->task.run = run_counting;
    counting->task.done = counted;
    hub->node->giving.stage = GIVING_COUNTS;
    hub_start_task(hub, &counting->task);
}

static bool can_reach(const struct hub_node *node, int slot) {
    return node->ops == NULL || node->ops->can_reach == NULL ||
           node->ops->can_reach(node->owner, slot);
}

/* Whether a node drains: it would only pass the room on, maybe back to this node. */
static bool drains(const struct hub_node *node, int slot) {
    return node->ops != NULL && node->ops->drains != NULL &&
           node->ops->drains(node->owner, slot);
}

/* The other node with the fewest rooms that is alive and up, and does not drain;
 * NODE_NOBODY: none. */
static int find_receiver(const struct hub *hub) {
    const struct hub_node *node = hub->node;
    int slot = NODE_NOBODY;
    for (size_t i = 0; i < node->takeover.n_alive; i++) {
        int other = node->takeover.alive[i].slot;
        if (other != node->self->slot && can_reach(node, other) && !drains(node, other) &&
            (slot == NODE_NOBODY ||
             node->giving.n_rooms[other] < node->giving.n_rooms[slot])) {
            slot = other;
        }
    }
    return slot;
}

/* --- a room leaves --- */

static void tell_given(const struct hub *hub, const struct given *given) {
    const struct hub_node *node = hub->node;
    if (node->ops != NULL) {
        node->ops->room_given(node->owner, given->slot, given->code);
    }
}

/* Removes a room that has left.  Its players are not told: they go with it. */
static void let_go(struct hub *hub, struct room *room) {
    struct watchers *watchers = &hub_room(room)->watchers;
    uint64_t seated[SIDE_COUNT];
    for (int i = 0; i < SIDE_COUNT; i++) {
        seated[i] = room->seat[i].session;
    }
    hub_unseat_sessions(hub, room);
    while (watchers->n > 0) {
        struct session *session =
            slots_get(&hub->sessions, watchers->session[watchers->n - 1]);
        hub_unwatch(session, room);
        hub_end_session(hub, session);
    }
    hub_remove_room(hub, room);
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct session *session = slots_get(&hub->sessions, seated[i]);
        if (session != NULL) {
            hub_end_session(hub, session);
        }
    }
}

/* Tells the new owner that it has the room, and lets the room go. */
static void hand_over(struct hub *hub, struct given *given) {
    struct room *room = lobby_find(&hub->lobby, given->code);
    given->tell_ms = hub->now.ms + TELL_AGAIN_MS;
    tell_given(hub, given); /* before let_go: needs the sessions in the room */
    if (room != NULL && hub_room(room)->status.moving) {
        let_go(hub, room);
    }
}

/* It is stored that another node has the room.  While the lease is late, messages about
 * the room are withheld.  Homes must hear those first, so the room waits, too. */
static void give(struct hub *hub, void *was) {
    struct giving *giving = &hub->node->giving;
    const struct given *given = was;
    const struct room *room = lobby_find(&hub->lobby, given->code);
    if (room == NULL || !const_hub_room(room)->status.moving) {
        return;
    }
    giving->given = mem_grow(giving->given, giving->n + 1, sizeof *giving->given);
    giving->given[giving->n] = *given;
    giving->n++;
    if (!hub->node->lease.is_late) {
        hand_over(hub, &giving->given[giving->n - 1]);
    }
}

static void keep(struct hub *hub, void *was) {
    const struct given *given = was;
    struct room *room = lobby_find(&hub->lobby, given->code);
    if (room != NULL) {
        hub_room(room)->status.moving = hub_room(room)->status.frozen = false;
    }
}

static bool may_leave(const struct hub *hub, const struct room *room) {
    const struct hub_room *kept = const_hub_room(room);
    return !kept->status.frozen && !kept->status.closed && kept->turn <= hub->decided &&
           kept->committed == kept->stored;
}

static void begin_to_give(struct hub *hub, struct room *room, int slot) {
    static const struct change_ops ops = {.kept = give, .undone = keep};
    struct given *given = hub_note(hub, &ops, sizeof *given);
    *given = (struct given){.slot = slot};
    text_copy(given->code, sizeof given->code, room->code);
    hub_room(room)->status.moving = hub_room(room)->status.frozen = true;
    hub_update_room_deadline(hub, room);
    hub_touch_room(hub, room);
    writes_give_room(hub_writes(hub), hub_room(room)->stored, slot);
    hub->node->giving.n_rooms[slot]++;
}

/* Gives rooms away, as long as fewer than NODE_GIVES are leaving.  Returns how many live
 * rooms have not left yet. */
static size_t give_some(struct hub *hub) {
    struct giving *giving = &hub->node->giving;
    size_t n_still = giving->n, n_left = 0;
    hub_end_request(hub);
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct room *room = hub->lobby.rooms.room[i];
        const struct room_status *status = &hub_room(room)->status;
        int slot = NODE_NOBODY;
        n_still += status->moving;
        n_left += !status->lost && !status->closed;
        if (n_still < NODE_GIVES && may_leave(hub, room) &&
            (slot = find_receiver(hub)) != NODE_NOBODY) {
            begin_to_give(hub, room, slot);
            n_still++;
        }
    }
    hub_end_request(hub);
    return n_left;
}

void hub_give_room(struct hub *hub, const struct room *room, int slot) {
    struct giving *giving = &hub->node->giving;
    giving->wanted =
        mem_grow(giving->wanted, giving->n_wanted + 1, sizeof *giving->wanted);
    struct given *wanted = &giving->wanted[giving->n_wanted++];
    *wanted = (struct given){.slot = slot};
    text_copy(wanted->code, sizeof wanted->code, room->code);
    hub_wake_at(hub, hub->now.ms);
}

/* Gives away the rooms of hub_give_room whose changes are all stored. */
static void give_wanted(struct hub *hub) {
    struct giving *giving = &hub->node->giving;
    size_t n_left = 0;
    for (size_t i = 0; i < giving->n_wanted; i++) {
        const struct given wanted = giving->wanted[i];
        struct room *room = hub_find_room(hub, wanted.code);
        if (room != NULL && !may_leave(hub, room)) {
            giving->wanted[n_left++] = wanted;
        } else if (room != NULL) {
            begin_to_give(hub, room, wanted.slot);
        }
    }
    giving->n_wanted = n_left;
    if (n_left > 0) {
        hub_wake_at(hub, hub->now.ms);
    }
}

/* --- a room has arrived --- */

void hub_room_is_there(struct hub *hub, int slot, const char *code) {
    struct giving *giving = hub->node != NULL ? &hub->node->giving : NULL;
    for (size_t i = 0; giving != NULL && i < giving->n; i++) {
        if (strcmp(giving->given[i].code, code) == 0 && giving->given[i].slot == slot &&
            lobby_find(&hub->lobby, code) == NULL) {
            giving->given[i] = giving->given[--giving->n];
            hub_wake_at(hub, hub->now.ms);
            return;
        }
    }
}

static void tell_again(struct hub *hub) {
    struct giving *giving = &hub->node->giving;
    for (size_t i = giving->n; i-- > 0;) {
        struct given *given = &giving->given[i];
        if (hub->now.ms < given->tell_ms) {
            continue;
        }
        if (++given->n_told == TELL_TIMES) {
            giving->given[i] = giving->given[--giving->n];
        } else {
            hand_over(hub, given);
        }
    }
}

/* --- draining --- */

static bool is_time(const struct hub *hub) {
    const struct drain *drain = &hub->drain;
    return drain->on && (drain->end_ms == 0 || hub->now.ms >= drain->end_ms);
}

static size_t count_kept(const struct hub *hub) {
    size_t n = 0;
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        const struct room_status *status =
            &const_hub_room(hub->lobby.rooms.room[i])->status;
        n += !status->lost && !status->closed;
    }
    return n;
}

/* Ends the server.  Rooms that no other node could take are still this one's.  Other
 * nodes take them over as those of a dead node, or they wait for the next start. */
static void end(struct hub *hub) {
    size_t n_kept = count_kept(hub);
    if (n_kept > 0) {
        log_line(&hub->config->log, LOG_WARN, "drain_kept_rooms n=%zu", n_kept);
    }
    log_line(&hub->config->log, LOG_INFO, "drain_ended games_running=%lld",
             (long long)hub_n_running(hub));
    hub->node->giving.stage = GIVING_DONE;
    hub->wants_stop = true;
}

void node_drain(struct hub *hub) {
    struct giving *giving = &hub->node->giving;
    tell_again(hub);
    hub_end_request(hub);
    give_wanted(hub);
    hub_end_request(hub);
    if (!is_time(hub)) {
        giving->stage = giving->stage == GIVING_COUNTS ? GIVING_COUNTS : GIVING_NOTHING;
        return;
    }
    switch (giving->stage) {
    case GIVING_NOTHING: count(hub); break;
    case GIVING_COUNTS:
    case GIVING_DONE: return;
    case GIVING_ROOMS:
        if (find_receiver(hub) == NODE_NOBODY ||
            (give_some(hub) == 0 && giving->n == 0)) {
            end(hub);
        }
        break;
    }
    hub_wake_at(hub, hub->now.ms);
}

/* --- the node that gets a room --- */

struct getting {
    struct store_task task; /* comes first */
    char code[ROOM_BYTES_MAX + 1];
    bool is_ours;
    struct taken taken;
};

static void run_getting(struct store_task *task, struct store *store) {
    struct getting *getting = (struct getting *)task;
    struct room_place place;
    if (store_find_room(store, getting->code, &place) == FOUND &&
        place.slot == store_self(store)->slot) {
        getting->is_ours = true;
        getting->taken.game = place.game;
        node_read_room(&getting->taken, store);
    }
}

/* Gives the room's players time to be attached here. */
static void settle(struct hub *hub, const struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct session *session = hub_session_at(hub, room, (enum side)i);
        if (session != NULL && session->client == 0) {
            node_settle_later(hub, session);
        }
    }
}

/* The game continues where it was: nobody counts as away. */
static void got(struct store_task *task, struct hub *hub) {
    struct getting *getting = (struct getting *)task;
    struct room *room = getting->is_ours ? node_adopt_room(hub, &getting->taken) : NULL;
    if (room != NULL) {
        hub_give_back(hub, room, MOVE_MS);
        hub_update_room_deadline(hub, room);
        hub_show_players(hub, room); /* some may be attached here already */
        settle(hub, room);
        node_tell_here(hub, room->code);
    }
    free(getting);
}

void hub_take_given(struct hub *hub, const char *code) {
    if (hub->node == NULL) {
        return;
    }
    if (hub_find_room(hub, code) != NULL) {
        node_tell_here(hub, code);
        return;
    }
    struct getting *getting = mem_new(1, sizeof *getting);
    getting->task.run = run_getting;
    getting->task.done = got;
    text_copy(getting->code, sizeof getting->code, code);
    hub_start_task(hub, &getting->task);
}
