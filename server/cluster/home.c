/* The home of a player, the node of the connection.  It tells other nodes who the player
 * is (attach), remembers which rooms the player has there, and passes their messages on
 * to the connection. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/host.h"

/* --- what a session has at other nodes --- */

struct at_node *home_find_at(const struct session *session, int slot) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        if (elsewhere->at[i].slot == slot) {
            return &elsewhere->at[i];
        }
    }
    return NULL;
}

static struct at_node *need_at(struct session *session, int slot) {
    struct elsewhere *elsewhere = session_need_elsewhere(session);
    struct at_node *at = home_find_at(session, slot);
    if (at == NULL) {
        elsewhere->at =
            mem_grow(elsewhere->at, elsewhere->n_at + 1, sizeof *elsewhere->at);
        at = &elsewhere->at[elsewhere->n_at++];
        *at = (struct at_node){.slot = slot};
    }
    return at;
}

static void remove_at(struct session *session, struct at_node *at) {
    struct elsewhere *elsewhere = session_elsewhere(session);
    free(at->room);
    *at = elsewhere->at[--elsewhere->n_at];
}

size_t home_n_away(const struct session *session, int slot) {
    const struct at_node *at = home_find_at(session, slot);
    size_t n = session->n_rooms + session_n_elsewhere(session, true);
    for (size_t i = 0; at != NULL && i < at->n_rooms; i++) {
        n -= at->room[i].sits;
    }
    return n;
}

uint64_t home_rooms_at(const struct session *session) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    uint64_t nodes = 0;
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        bool is_node = elsewhere->at[i].slot > 0 && elsewhere->at[i].n_rooms > 0;
        nodes |= (uint64_t)is_node << elsewhere->at[i].slot;
    }
    return nodes;
}

/* The session's room with this code; *at becomes the node that has it. */
static struct remote_room *find_room(const struct session *session, const char *code,
                                     const struct at_node **at) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        *at = &elsewhere->at[i];
        for (size_t k = 0; k < (*at)->n_rooms; k++) {
            if (strcmp((*at)->room[k].code, code) == 0) {
                return &(*at)->room[k];
            }
        }
    }
    return NULL;
}

const struct remote_room *home_find_room(const struct session *session, const char *code,
                                         int *slot) {
    const struct at_node *at;
    const struct remote_room *room = find_room(session, code, &at);
    if (room != NULL) {
        *slot = at->slot;
    }
    return room;
}

bool home_doubt_room(const struct session *session, const char *code) {
    const struct at_node *at;
    struct remote_room *room = find_room(session, code, &at);
    if (room != NULL && (!at->is_attached || at->attach_op != 0)) {
        room->is_unsure = true;
    }
    return room != NULL;
}

void home_leaves(const struct session *session, int slot, const char *code) {
    const struct at_node *at;
    struct remote_room *room = find_room(session, code, &at);
    if (room != NULL && at->slot == slot) {
        room->leaves = true;
    }
}

void home_put_room(struct session *session, int slot, const struct remote_room *room) {
    int was;
    if (home_find_room(session, room->code, &was) != NULL) {
        return;
    }
    struct at_node *at = need_at(session, slot);
    at->room = mem_grow(at->room, at->n_rooms + 1, sizeof *at->room);
    at->room[at->n_rooms++] = *room;
}

/* --- players --- */

void home_send_attach(struct cluster *cluster, const struct client *client, int slot,
                      bool shows, uint64_t op) {
    const struct session *session = client->session;
    struct pack pack = {0};
    struct wire_attach attach = {
        .session = session->id,
        .homes = session->homes,
        .account = session->account,
        .json = client->json,
        .unicode = client->style.unicode,
        .colour = client->style.colour,
        .no_moves = client->no_moves,
        .is_operator = hub_is_operator(cluster->hub, client),
        .shows = shows,
        .op = op,
        .n_away = home_n_away(session, slot),
        .profile = session->profile,
        .gags = session->gags,
        .ratings = session->account != 0 ? session->ratings : NULL,
    };
    memcpy(attach.name, session->name, sizeof attach.name);
    text_copy(attach.address, sizeof attach.address, client->counts->address);
    const struct at_node *at = home_find_at(session, slot);
    attach.watched = mem_new((at != NULL ? at->n_rooms : 0) + 1, sizeof *attach.watched);
    for (size_t i = 0; shows && at != NULL && i < at->n_rooms; i++) {
        if (!at->room[i].sits) {
            memcpy(attach.watched[attach.n_watched++].code, at->room[i].code,
                   sizeof at->room[i].code);
        }
    }
    wire_put_attach(&pack, &attach);
    free(attach.watched);
    node_send(cluster, slot, &pack);
    if (slot == cluster->lobby) {
        session_elsewhere(session)->told_played = SIZE_MAX; /* unknown there */
        played_tell_lobby(cluster, session);
    }
}

/* Showing the rooms makes a node forget the session's request: sends that again. */
static void ask_again(struct cluster *cluster, const struct session *session, int slot) {
    struct op_pending *pending = session_elsewhere(session)->pending;
    if (pending != NULL && pending->slot == slot && pending->is_sent &&
        !pending->is_answered) {
        pending_run_there(cluster, pending);
    }
}

void home_attach(struct cluster *cluster, struct client *client, int slot, bool shows) {
    struct at_node *at = need_at(client->session, slot);
    bool was_attached = at->is_attached;
    if (node_is_up(cluster, slot) && (shows || !was_attached)) {
        at->attach_op = was_attached ? at->attach_op : ++cluster->last_op;
        at->is_attached = true;
        home_send_attach(cluster, client, slot, shows, at->attach_op);
        if (was_attached) {
            ask_again(cluster, client->session, slot);
        }
    }
}

void home_send_detach(struct cluster *cluster, int slot,
                      const struct wire_detach *detach) {
    struct pack pack = {0};
    wire_put_detach(&pack, detach);
    node_send(cluster, slot, &pack);
}

/* Makes a node forget the session.  stays: the player is still connected. */
static void detach(struct cluster *cluster, const struct session *session,
                   struct at_node *at, bool stays) {
    if (at->is_attached && node_is_up(cluster, at->slot)) {
        home_send_detach(cluster, at->slot,
                         &(struct wire_detach){.session = session->id, .stays = stays});
        session_elsewhere(session)->left |= UINT64_C(1) << at->slot;
    }
    at->is_attached = false;
    at->attach_op = at->show_op = 0;
}

void cluster_come_back(struct hub *hub, struct client *client) {
    struct cluster *cluster = hub_cluster(hub);
    const struct elsewhere *elsewhere = session_elsewhere(client->session);
    if (cluster == NULL || elsewhere == NULL || elsewhere->is_foreign) {
        return;
    }
    for (size_t i = 0; i < elsewhere->n_at; i++) {
        elsewhere->at[i].is_attached = false; /* not with this connection */
        home_attach(cluster, client, elsewhere->at[i].slot, true);
    }
    lost_ask(cluster, client->session);
}

/* --- feeds --- */

/* The messages of a feed so far. */
struct told {
    struct buf **buf; /* owned references */
    size_t n, cap;
};

static void add_told(struct told *told, const struct feed_item *item) {
    if (told->n == told->cap) {
        told->cap = told->cap == 0 ? 16 : 2 * told->cap;
        told->buf = mem_grow(told->buf, told->cap, sizeof(struct buf *));
    }
    told->buf[told->n++] = buf_new(item->bytes, item->n);
}

struct session *home_find_own(const struct cluster *cluster, uint64_t id) {
    struct session *session = hub_find_session(cluster->hub, id);
    return session != NULL && !session_is_foreign(session) &&
                   hub_is_home(cluster->hub, session)
               ? session
               : NULL;
}

/* Whether a message is for an earlier connection of the player, or for a spectator who
 * has missed others before it, and has not been shown the room since. */
static bool is_too_late(const struct session *session, int from,
                        const struct feed_item *item) {
    const struct at_node *at = session != NULL ? home_find_at(session, from) : NULL;
    return at != NULL && (at->attach_op != 0 || (item->watched && at->show_op != 0));
}

static void attach_heard(const struct session *session, int from, uint64_t op) {
    struct at_node *at = session != NULL ? home_find_at(session, from) : NULL;
    if (at != NULL && at->attach_op == op) {
        at->attach_op = 0;
    }
    if (at != NULL && at->show_op == op) {
        at->show_op = 0;
    }
}

/* The owner has already stored what the message says, so it is sent even if this node's
 * turn fails (SEND_ALWAYS). */
static void give(struct cluster *cluster, const struct session *session,
                 const struct told *told, const struct feed_item *item) {
    struct client *client = hub_client_of(cluster->hub, session);
    if (client != NULL && !client->closing && item->n < told->n) {
        hub_queue(cluster->hub, client, told->buf[item->n],
                  item->watched ? SEND_WATCHED_ALWAYS : SEND_ALWAYS);
    }
}

void home_leave_node(struct cluster *cluster, struct session *session, int slot) {
    struct at_node *at = home_find_at(session, slot);
    const struct op_pending *pending = session_elsewhere(session)->pending;
    bool is_lobby = slot == cluster->lobby && session->client != 0;
    if (at != NULL && !is_lobby && at->n_rooms == 0 &&
        (pending == NULL || pending->slot != slot)) {
        detach(cluster, session, at, session->client != 0);
        remove_at(session, at);
        hub_end_session(cluster->hub, session);
    }
}

/* Adds the rooms that are on their way to a node (is_coming), which it cannot list yet.
 * After a reset they may be at another node, and are left out. */
static size_t keep_coming(const struct at_node *at, struct remote_room *rooms, size_t n) {
    for (size_t i = 0; !at->was_reset && i < at->n_rooms; i++) {
        if (at->room[i].is_coming) {
            rooms[n++] = at->room[i];
        }
    }
    return n;
}

/* A room is at one node only: removes it from the others. */
static void take_from_others(struct session *session, int slot, const char *code) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        struct at_node *at = &elsewhere->at[i];
        for (size_t k = at->slot != slot ? at->n_rooms : 0; k > 0; k--) {
            if (strcmp(at->room[k - 1].code, code) == 0) {
                at->room[k - 1] = at->room[--at->n_rooms];
            }
        }
    }
}

/* A node that has rooms of the player must know the connection.  Its list of rooms may
 * have crossed our detach. */
static void attach_again(struct cluster *cluster, const struct session *session,
                         int slot) {
    struct client *client = hub_client_of(cluster->hub, session);
    const struct at_node *at = home_find_at(session, slot);
    if (client != NULL && at != NULL && at->n_rooms > 0 && !at->is_attached) {
        home_attach(cluster, client, slot, true);
    }
}

/* FEED_ROOMS: replaces the rooms that a session (NULL: not here any more) has at a node.
 * Rooms missing in the list are lost or closed.  But a room that has moved there may be
 * missing only because the node has not heard yet that the player watches it.  And one
 * that the player leaves is missing before that is stored; if that fails, it is listed
 * again. */
static void take_rooms(struct cluster *cluster, int from, struct session *session,
                       struct unpack *in, size_t n) {
    struct at_node *at = session != NULL ? need_at(session, from) : NULL;
    size_t n_most = n + (at != NULL ? at->n_rooms : 0);
    struct remote_room *rooms = mem_new(n_most + 1, sizeof *rooms);
    for (size_t i = 0; i < n && !in->fails; i++) {
        feed_take_room(in, rooms[i].code, &rooms[i].sits);
    }
    if (in->fails || at == NULL) {
        free(rooms);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        take_from_others(session, from, rooms[i].code);
    }
    struct at_node was = *at;
    n = keep_coming(at, rooms, n);
    at->room = rooms;
    at->n_rooms = n;
    at->was_reset = false;
    for (size_t i = 0; i < was.n_rooms; i++) {
        int slot;
        if (home_find_room(session, was.room[i].code, &slot) != NULL) {
            continue;
        }
        if (was.was_reset || was.room[i].leaves ||
            (was.room[i].is_unsure && !was.room[i].sits)) {
            lost_add(cluster, session, &was.room[i]);
        } else if (was.room[i].is_unsure) {
            moves_tell_closed(cluster->hub, session, &was.room[i]);
        }
    }
    free(was.room);
    if (was.was_reset && was.n_rooms > 0) {
        lost_ask(cluster, session);
    }
    attach_again(cluster, session, from);
    home_leave_node(cluster, session, from);
}

void home_feed(struct cluster *cluster, int from, struct unpack *in) {
    struct told told = {0};
    struct feed_item item;
    while (feed_take(in, &item)) {
        struct session *session =
            item.kind != FEED_BYTES ? home_find_own(cluster, item.session) : NULL;
        switch (item.kind) {
        case FEED_BYTES: add_told(&told, &item); break;
        case FEED_GIVE:
            if (!is_too_late(session, from, &item)) {
                give(cluster, session, &told, &item);
            }
            break;
        case FEED_ANSWER:
            if (pending_answered(cluster, from, item.op)) {
                give(cluster, session, &told, &item);
            }
            break;
        case FEED_ROOMS: take_rooms(cluster, from, session, in, item.n); break;
        case FEED_DONE:
            attach_heard(session, from, item.op);
            pending_done(cluster, from, &item);
            break;
        case FEED_KIND_COUNT: break;
        }
    }
    for (size_t i = 0; i < told.n; i++) {
        buf_unref(told.buf[i]);
    }
    free(told.buf);
}

/* --- the connection, and the other nodes, come and go --- */

void home_left(struct hub *hub, struct session *session) {
    struct cluster *cluster = hub_cluster(hub);
    struct elsewhere *elsewhere = session_elsewhere(session);
    if (elsewhere->pending != NULL) {
        pending_left(cluster, elsewhere->pending);
    }
    for (size_t i = elsewhere->n_at; i > 0; i--) {
        struct at_node *at = &elsewhere->at[i - 1];
        detach(cluster, session, at, false);
        if (at->n_rooms == 0) {
            remove_at(session, at);
        }
    }
}

/* Each node acknowledges the client again, and then shows the rooms.  Until then,
 * messages for spectators are dropped (is_too_late). */
void home_reads(struct hub *hub, const struct session *session) {
    struct cluster *cluster = hub_cluster(hub);
    const struct elsewhere *elsewhere = session_elsewhere(session);
    const struct client *client = hub_client_of(hub, session);
    for (size_t i = 0; !elsewhere->is_foreign && i < elsewhere->n_at; i++) {
        struct at_node *at = &elsewhere->at[i];
        if (at->is_attached) {
            at->show_op = ++cluster->last_op;
            home_send_attach(cluster, client, at->slot, false, at->show_op);
            struct pack pack = {0};
            wire_put_session(&pack, WIRE_SHOW, session->id);
            node_send(cluster, at->slot, &pack);
        }
    }
}

/* Attaches the players of this node to a node that is up again, and repeats unanswered
 * requests. */
static void peer_is_up(struct cluster *cluster, int slot) {
    struct hub *hub = cluster->hub;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        const struct at_node *there =
            c->session != NULL && !c->closing ? home_find_at(c->session, slot) : NULL;
        if (there != NULL) {
            home_attach(cluster, c, slot, there->n_rooms > 0);
        }
        if (c->session != NULL) {
            lost_ask(cluster, c->session);
        }
    }
    pending_peer(cluster, slot, true);
}

static void peer_is_down(struct cluster *cluster, int slot) {
    struct hub *hub = cluster->hub;
    uint32_t at = 0;
    for (struct session *s; (s = hub_next_session(hub, &at)) != NULL;) {
        struct at_node *there = home_find_at(s, slot);
        if (session_elsewhere(s) != NULL) {
            session_elsewhere(s)->left &= ~(UINT64_C(1) << slot);
        }
        if (there != NULL) {
            there->is_attached = false;
            there->attach_op = there->show_op = 0;
            there->was_reset = true;
        }
    }
    pending_peer(cluster, slot, false);
}

void home_peer(struct cluster *cluster, int slot, bool is_up) {
    lobby_check(cluster);
    (is_up ? peer_is_up : peer_is_down)(cluster, slot);
}
