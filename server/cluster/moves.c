/* Rooms and sessions that move between nodes.  A room moves when its owner dies or
 * drains; sessions of this node must then find it at the new owner.  A session moves when
 * its player comes back at another node. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/cluster/node.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/watchers.h"

/* --- rooms --- */

void moves_note(struct cluster *cluster, const char *code, int slot) {
    size_t i = 0;
    while (i < cluster->n_moved && strcmp(cluster->moved[i].code, code) != 0) {
        i++;
    }
    if (i == cluster->n_moved) {
        cluster->moved = mem_grow(cluster->moved, i + 1, sizeof *cluster->moved);
        cluster->moved[i] = (struct moved){.since_ms = hub_now(cluster->hub).ms};
        text_copy(cluster->moved[i].code, sizeof cluster->moved[i].code, code);
        cluster->n_moved++;
    }
    cluster->moved[i].is_sent &= cluster->moved[i].slot == slot;
    cluster->moved[i].slot = slot;
    hub_wake_at(cluster->hub, hub_now(cluster->hub).ms);
}

/* Forgets that a room has moved to a node: it has left that node, too.  Returns whether
 * that was noted. */
static bool forget_note(struct cluster *cluster, const char *code, int slot) {
    for (size_t i = 0; i < cluster->n_moved; i++) {
        if (cluster->moved[i].slot == slot && strcmp(cluster->moved[i].code, code) == 0) {
            cluster->moved[i] = cluster->moved[--cluster->n_moved];
            return true;
        }
    }
    return false;
}

/* The order of codes. */
static int compare(const void *a, const void *b) {
    const struct moved *left = a, *right = b;
    return strcmp(left->code, right->code);
}

static struct moved *find_moved(const struct cluster *cluster, const char *code) {
    struct moved key = {.slot = 0};
    text_copy(key.code, sizeof key.code, code);
    return bsearch(&key, cluster->moved, cluster->n_moved, sizeof key, compare);
}

void moves_tell_closed(struct hub *hub, const struct session *session,
                       const struct remote_room *room) {
    const struct op_pending *pending = session_elsewhere(session)->pending;
    if (pending == NULL || pending->client != session->client || !pending->is_first ||
        strcmp(pending->room, room->code) != 0) {
        hub_tell_closed(hub, hub_client_of(hub, session), room->code);
    }
}

/* A frozen room is not shown now, but when it goes on, here or at another node. */
static void show(struct hub *hub, const struct session *session,
                 const struct room *room) {
    struct client *client = hub_client_of(hub, session);
    if (client != NULL && !hub_room_status(room).frozen) {
        hub_send_snapshot(hub, client, room);
    }
}

/* A room of the session has moved here: brings the player back to the seat, or lets them
 * go on watching.  A player who has just gone may still come back to watch. */
static void come_here(struct hub *hub, struct session *session,
                      const struct remote_room *was) {
    struct room *room = hub_find_room(hub, was->code);
    struct op op = {.kind = OP_BACK};
    bool is_gone = session->client == 0 && session->counts == NULL;
    if (room == NULL) { /* it has closed since */
        moves_tell_closed(hub, session, was);
    } else if (room_side_of(room, session->id, &op.side)) {
        show(hub, session, room);
        if (session->client != 0 && room->seat[op.side].absence.away &&
            !hub_room_status(room).frozen) {
            hub_do_and_tell(hub, room, &op);
        }
    } else if (session_find_watched(session, was->code) != NULL ||
               (was->sits && hub_room_status(room).stale)) {
        return;
    } else if (was->sits || is_gone || !hub_has_place(hub, room)) {
        moves_tell_closed(hub, session, was);
    } else {
        hub_watch(session, room);
        show(hub, session, room);
    }
}

/* Whether the session must hear the former owner of a room first (order.c). */
static bool must_wait(const struct cluster *cluster, const struct session *session,
                      struct moved *moved) {
    bool waits = order_is_behind(cluster, session, moved->code, moved->slot) &&
                 hub_now(cluster->hub).ms < moved->since_ms + CLUSTER_LATE_MS;
    moved->waits |= waits;
    return waits;
}

/* The first room of the session that has moved, or that was lost or on its way and is
 * found again; NULL: none.  *node, *room: indexes of its entry.  Slot 0 means lost in an
 * entry, but this node in struct moved. */
static const struct moved *find_stray(const struct cluster *cluster,
                                      const struct session *session, size_t *node,
                                      size_t *room) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (*node = 0; elsewhere != NULL && *node < elsewhere->n_at; (*node)++) {
        for (*room = 0; *room < elsewhere->at[*node].n_rooms; (*room)++) {
            struct moved *moved =
                find_moved(cluster, elsewhere->at[*node].room[*room].code);
            if (moved != NULL &&
                (moved->slot == 0 || moved->slot != elsewhere->at[*node].slot ||
                 elsewhere->at[*node].room[*room].is_coming ||
                 elsewhere->at[*node].room[*room].until_ms != 0) &&
                !must_wait(cluster, session, moved)) {
                return moved;
            }
        }
    }
    return NULL;
}

/* Attaches the player to these nodes (a bit each), which show the rooms. */
static void show_rooms(struct cluster *cluster, const struct session *session,
                       uint64_t nodes) {
    struct client *client = hub_client_of(cluster->hub, session);
    for (int slot = 1; client != NULL && slot < BUS_SLOTS; slot++) {
        if ((nodes >> slot & 1) != 0) {
            home_attach(cluster, client, slot, true);
        }
    }
}

static void move_rooms(struct cluster *cluster, struct session *session) {
    struct hub *hub = cluster->hub;
    uint64_t nodes = 0;
    size_t i, k;
    for (const struct moved *moved;
         (moved = find_stray(cluster, session, &i, &k)) != NULL;) {
        struct at_node *at = &session_elsewhere(session)->at[i];
        struct remote_room room = at->room[k];
        int was = at->slot;
        at->room[k] = at->room[--at->n_rooms];
        room.is_coming = false;
        room.is_unsure = true;
        room.until_ms = 0;
        if (moved->slot == 0) {
            come_here(hub, session, &room);
        } else {
            home_put_room(session, moved->slot, &room);
            nodes |= UINT64_C(1) << moved->slot;
        }
        home_leave_node(cluster, session, was);
    }
    show_rooms(cluster, session, nodes);
}

void moves_answer(struct cluster *cluster, int slot, const char *code) {
    struct pack pack = {0};
    if (hub_find_room(cluster->hub, code) != NULL) {
        wire_put_room(&pack, code);
        node_send(cluster, slot, &pack);
    }
}

void moves_tick(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    uint32_t at = 0;
    lost_tick(cluster);
    if (cluster->n_moved == 0) {
        return;
    }
    qsort(cluster->moved, cluster->n_moved, sizeof *cluster->moved, compare);
    for (struct session *s; (s = hub_next_session(hub, &at)) != NULL;) {
        if (session_elsewhere(s) != NULL) {
            move_rooms(cluster, s);
        }
    }
    size_t n_left = 0;
    for (size_t i = 0; i < cluster->n_moved; i++) {
        struct moved moved = cluster->moved[i];
        if (!moved.is_sent || !moved.waits) {
            find_follow(cluster, &moved);
        }
        if (moved.waits) {
            moved.waits = false;
            moved.is_sent = true;
            cluster->moved[n_left++] = moved;
        }
    }
    cluster->n_moved = n_left;
    if (n_left > 0) {
        hub_wake_at(hub, hub_now(hub).ms);
        return;
    }
    free(cluster->moved);
    cluster->moved = NULL;
}

static void tell_fenced(struct cluster *cluster, int to, int slot) {
    struct pack pack = {0};
    wire_put_fenced(&pack, slot, cluster->fenced[slot]);
    node_send(cluster, to, &pack);
}

void moves_tell(struct cluster *cluster, int slot) {
    size_t at = 0;
    for (int dead = 0; dead < BUS_SLOTS; dead++) {
        if (cluster->fenced[dead] != 0 && dead != slot) {
            tell_fenced(cluster, slot, dead);
        }
    }
    for (const struct room *room; (room = hub_next_room(cluster->hub, &at)) != NULL;) {
        if (!hub_is_own_code(cluster->hub, room->code)) {
            struct pack pack = {0};
            wire_put_room(&pack, room->code);
            node_send(cluster, slot, &pack);
        }
    }
}

static void room_is_here(void *owner, const char *code) {
    struct cluster *cluster = owner;
    struct pack pack = {0};
    owner_send_feeds(cluster); /* they may list a player's rooms without this one */
    wire_put_room(&pack, code);
    node_send(cluster, BUS_ALL, &pack);
    moves_note(cluster, code, 0);
    struct room *room = hub_find_room(cluster->hub, code);
    if (room != NULL && !hub_room_status(room).frozen) {
        owner_welcome(cluster->hub, room);
    }
}

void moves_room(struct cluster *cluster, int from, struct unpack *in) {
    char code[ROOM_BYTES_MAX + 1];
    if (wire_take_room(in, code)) {
        moves_note(cluster, code, from);
        hub_room_is_there(cluster->hub, from, code);
    }
}

/* Drops messages of a dead node that arrive after those of its rooms' new owners. */
static void mute(struct cluster *cluster, int slot, uint64_t epoch) {
    if (epoch > cluster->fenced[slot]) {
        cluster->fenced[slot] = epoch;
        cluster->bus.mute(cluster->bus.owner, slot, epoch);
    }
}

static void node_fenced(void *owner, int slot, uint64_t epoch) {
    struct cluster *cluster = owner;
    mute(cluster, slot, epoch);
    tell_fenced(cluster, BUS_ALL, slot);
}

void moves_fenced(struct cluster *cluster, struct unpack *in) {
    int slot;
    uint64_t epoch;
    if (wire_take_fenced(in, &slot, &epoch) && slot != hub_slot(cluster->hub)) {
        mute(cluster, slot, epoch);
    }
}

/* A room leaves for another node: notes that its players of this node have it there. */
static void go_with(struct cluster *cluster, const struct room *room, int slot) {
    struct hub *hub = cluster->hub;
    struct remote_room there = {.sits = true, .is_coming = true};
    memcpy(there.code, room->code, sizeof there.code);
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct session *session = hub_session_at(hub, room, (enum side)i);
        if (session != NULL && home_find_own(cluster, session->id) != NULL) {
            home_put_room(session, slot, &there);
        }
    }
    there.sits = false;
    for (size_t i = 0; i < hub_n_watching(room); i++) {
        const struct client *client = hub_watcher(hub, room, i);
        if (client != NULL && client->remote == NULL && client->session != NULL) {
            home_put_room(client->session, slot, &there);
        }
    }
}

static void room_given(void *owner, int slot, const char *code) {
    struct cluster *cluster = owner;
    const struct room *room = hub_find_room(cluster->hub, code);
    struct pack pack = {0};
    if (room != NULL) {
        go_with(cluster, room, slot);
    }
    owner_send(cluster->hub); /* messages about the room go first */
    wire_put_given(&pack, code, slot);
    node_send(cluster, BUS_ALL, &pack);
}

/* Moves the sessions' entries to the new owner at once (is_coming).  Otherwise the room
 * would seem lost when the former owner lists their rooms without it. */
void moves_given(struct cluster *cluster, int from, struct unpack *in) {
    struct hub *hub = cluster->hub;
    char code[ROOM_BYTES_MAX + 1];
    int slot;
    uint32_t at = 0;
    if (!wire_take_given(in, code, &slot)) {
        return;
    }
    bool is_news = forget_note(cluster, code, from);
    for (struct session *s; (s = hub_next_session(hub, &at)) != NULL;) {
        struct at_node *there = home_find_at(s, from);
        for (size_t i = 0; there != NULL && i < there->n_rooms; i++) {
            if (strcmp(there->room[i].code, code) == 0) {
                struct remote_room room = there->room[i];
                room.is_coming = true;
                there->room[i] = there->room[--there->n_rooms];
                home_put_room(s, slot, &room);
                is_news = true;
                break;
            }
        }
    }
    if (slot == hub_slot(hub)) {
        hub_take_given(hub, code);
    } else if (is_news) { /* the new owner's WIRE_ROOM may have come before this */
        lost_ask_node(cluster, slot, code);
    }
}

/* --- sessions --- */

static void tell_taken(struct cluster *cluster, int slot, uint64_t session,
                       uint64_t homes) {
    struct pack pack = {0};
    wire_put_taken(&pack, session, homes);
    node_send(cluster, slot, &pack);
}

static void session_taken(void *owner, uint64_t session, uint64_t homes) {
    tell_taken(owner, BUS_ALL, session, homes);
}

void moves_refuse(struct hub *hub, int slot, const struct session *session) {
    tell_taken(hub_cluster(hub), slot, session->id, session->homes);
}

void moves_taken(struct cluster *cluster, struct unpack *in) {
    uint64_t session, homes;
    if (wire_take_taken(in, &session, &homes)) {
        hub_session_taken(cluster->hub, session, homes);
    }
}

void cluster_sits_at(struct hub *hub, struct session *session, int slot,
                     const char *code) {
    struct remote_room room = {.sits = true};
    text_copy(room.code, sizeof room.code, code);
    struct cluster *cluster = hub_cluster(hub);
    if (cluster == NULL || slot == NODE_NOBODY || slot == hub_slot(hub) ||
        hub_find_room(hub, code) != NULL) {
        return; /* the room is here, or will be: its players are seated then */
    }
    if (!node_is_up(cluster, slot)) {
        lost_put_off(cluster, &room);
    }
    home_put_room(session, slot, &room);
}

static bool can_reach(void *owner, int slot) {
    return node_is_up(owner, slot);
}

/* Whether players of this node still get messages about a room from its former owner. */
static bool will_be_told(void *owner, const char *code) {
    struct cluster *cluster = owner;
    struct session *s;
    uint32_t at = 0;
    bool is_behind = false;
    while (!is_behind && (s = hub_next_session(cluster->hub, &at)) != NULL) {
        is_behind = order_is_behind(cluster, s, code, hub_slot(cluster->hub));
    }
    return is_behind;
}

static bool drains(void *owner, int slot) {
    const struct cluster *cluster = owner;
    return (cluster->drains >> slot & 1) != 0;
}

void moves_begin(struct cluster *cluster) {
    static const struct node_ops ops = {
        .room_is_here = room_is_here,
        .session_taken = session_taken,
        .room_given = room_given,
        .node_fenced = node_fenced,
        .can_reach = can_reach,
        .will_be_told = will_be_told,
        .drains = drains,
    };
    hub_set_node_ops(cluster->hub, &ops, cluster);
}
