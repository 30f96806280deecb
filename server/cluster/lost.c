/* Rooms that a session has lost: their owner is gone, or no longer lists them.  This node
 * asks the others for them, and forgets those that nobody has. */
#include "server/cluster/node.h"
#include "server/hub/rooms.h"

/* A room that no node claims to have is forgotten after this time, in ms, if all nodes
 * can be asked: by then it is closed, or another node would have taken it over. */
#define LOST_MS 10000
/* Interval at which that time is counted, in ms.  A standstill counts as one interval. */
#define LOST_STEP_MS 500

void lost_ask_node(struct cluster *cluster, int to, const char *code) {
    struct pack pack = {0};
    struct wire_find find = {.kind = FIND_WHERE};
    text_copy(find.key, sizeof find.key, code);
    wire_put_find(&pack, &find);
    node_send(cluster, to, &pack);
}

void lost_ask(struct cluster *cluster, const struct session *session) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        const struct at_node *at = &elsewhere->at[i];
        for (size_t k = node_is_up(cluster, at->slot) ? at->n_rooms : 0; k < at->n_rooms;
             k++) {
            lost_ask_node(cluster, BUS_ALL, at->room[k].code);
        }
    }
}

void lost_put_off(struct cluster *cluster, struct remote_room *room) {
    cluster->lost_ms = cluster->awake_ms + LOST_MS;
    room->until_ms = cluster->lost_ms;
    hub_wake_at(cluster->hub, hub_now(cluster->hub).ms + LOST_STEP_MS);
}

void lost_add(struct cluster *cluster, struct session *session,
              const struct remote_room *room) {
    struct remote_room lost = *room;
    if (hub_find_room(cluster->hub, room->code) == NULL) {
        lost_put_off(cluster, &lost);
    } else {
        moves_note(cluster, room->code, 0);
    }
    home_put_room(session, 0, &lost);
}

/* Forgets the rooms of a session whose until_ms has passed. */
static void forget(struct cluster *cluster, struct session *session) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = elsewhere->n_at; i > 0; i--) {
        struct at_node *at = &elsewhere->at[i - 1];
        for (size_t k = at->n_rooms; k > 0; k--) {
            uint64_t until_ms = at->room[k - 1].until_ms;
            if (until_ms != 0 && until_ms <= cluster->awake_ms) {
                moves_tell_closed(cluster->hub, session, &at->room[k - 1]);
                at->room[k - 1] = at->room[--at->n_rooms];
            }
        }
        home_leave_node(cluster, session, at->slot);
    }
}

/* While this node stands still it hears nothing, so that time does not count. */
static void count_awake(struct cluster *cluster) {
    uint64_t now_ms = hub_now(cluster->hub).ms;
    uint64_t passed_ms = now_ms - cluster->ticked_ms;
    cluster->awake_ms += passed_ms < LOST_STEP_MS ? passed_ms : LOST_STEP_MS;
    cluster->ticked_ms = now_ms;
}

/* While some node is out of reach, the room may be there
 * with the game going on, so the time begins again; and while the store does not answer,
 * for a player who leaves may have to stay. */
void lost_tick(struct cluster *cluster) {
    struct hub *hub = cluster->hub;
    uint32_t at = 0;
    count_awake(cluster);
    if (cluster->lost_ms == 0) {
        return;
    }
    hub_wake_at(hub, hub_now(hub).ms + LOST_STEP_MS);
    if (node_missing(cluster) != 0 || hub_is_stalled(hub)) {
        cluster->lost_ms = cluster->awake_ms + LOST_MS;
    }
    if (cluster->awake_ms < cluster->lost_ms) {
        return;
    }
    cluster->lost_ms = 0;
    for (struct session *s; (s = hub_next_session(hub, &at)) != NULL;) {
        if (session_elsewhere(s) != NULL && !session_is_foreign(s)) {
            forget(cluster, s);
        }
    }
}
