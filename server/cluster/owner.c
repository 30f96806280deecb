/* The owner of a room serves players of other nodes.  Each has a foreign session and a
 * remote client here, made by WIRE_ATTACH, so that the rest of the server treats them as
 * its own players.  Messages to remote clients are collected in one feed for each home,
 * and sent when their turn is stored. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/offers.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/watchers.h"

/* A feed that exceeds this many bytes is sent at once. */
#define FEED_BYTES_MAX ((size_t)1024 * 1024)

/* --- feeds --- */

void owner_begin_feed(struct feed *feed) {
    if (feed->pack.n == 0) {
        pack_number(&feed->pack, WIRE_FEED);
        feed->n_bufs = 0;
    }
}

static void send_feed(struct cluster *cluster, int slot) {
    if (cluster->feed[slot].pack.n > 0) {
        node_send(cluster, slot, &cluster->feed[slot].pack);
    }
}

void owner_send_feeds(struct cluster *cluster) {
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        send_feed(cluster, slot);
    }
}

/* The index of a message in a feed; adds the message if it is not among the last ones. */
static size_t put_buf(struct feed *feed, const struct buf *buf) {
    size_t n = feed->n_bufs;
    for (size_t i = n; i > 0 && i + FEED_RECENT > n; i--) {
        if (feed->recent[(i - 1) % FEED_RECENT] == buf) {
            return i - 1;
        }
    }
    struct feed_item item = {.kind = FEED_BYTES, .bytes = buf->data, .n = buf->len};
    feed_put(&feed->pack, &item);
    feed->recent[n % FEED_RECENT] = buf;
    return feed->n_bufs++;
}

static uint64_t hash_code(uint64_t hash, const char *code, bool sits) {
    for (; *code != '\0'; code++) {
        hash = (hash ^ (unsigned char)*code) * UINT64_C(1099511628211);
    }
    return (hash ^ sits) * UINT64_C(1099511628211);
}

/* A hash (FNV-1a) that shows whether the rooms of a session have changed. */
static uint64_t hash_rooms(const struct session *session) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < session->n_rooms; i++) {
        hash = hash_code(hash, session->rooms[i]->code, true);
    }
    for (size_t i = 0; i < session->n_watched; i++) {
        hash = hash_code(hash, session->watched[i]->code, false);
    }
    return hash;
}

static void list_rooms(struct feed *feed, const struct session *session) {
    size_t n = (size_t)session->n_rooms + session->n_watched;
    struct feed_item item = {.kind = FEED_ROOMS, .session = session->id, .n = n};
    owner_begin_feed(feed);
    feed_put(&feed->pack, &item);
    for (size_t i = 0; i < n; i++) {
        bool sits = i < session->n_rooms;
        const struct room *room =
            sits ? session->rooms[i] : session->watched[i - session->n_rooms];
        feed_put_room(&feed->pack, room->code, sits);
    }
}

void owner_feed_rooms(struct cluster *cluster, const struct client *client) {
    struct feed *feed = &cluster->feed[client->remote->home];
    struct remote *remote = client->remote;
    const struct session *session = client->session;
    uint64_t hash = hash_rooms(session);
    size_t n = (size_t)session->n_rooms + session->n_watched;
    /* A home that hears of no rooms detaches the player, who would then miss messages
     * that still wait for a turn.  So that news waits, too. */
    remote->rooms_wait =
        remote->told != hash && n == 0 && hub_is_awaited(cluster->hub, client);
    cluster->rooms_wait |= remote->rooms_wait;
    if (remote->told == hash || remote->rooms_wait) {
        return;
    }
    remote->told = hash;
    list_rooms(feed, session);
}

void owner_seated(struct hub *hub, const struct session *session) {
    struct cluster *cluster = hub_cluster(hub);
    const struct client *client = hub_client_of(hub, session);
    if (client != NULL) {
        owner_feed_rooms(cluster, client);
    } else {
        list_rooms(&cluster->feed[session_elsewhere(session)->home], session);
    }
}

static void feed_item(struct cluster *cluster, const struct outbox_item *item) {
    struct client *client = hub_find_remote(cluster->hub, item->conn);
    if (client == NULL || client->session == NULL || item->buf == NULL) {
        return; /* the player is gone */
    }
    struct feed *feed = &cluster->feed[client->remote->home];
    owner_begin_feed(feed);
    owner_feed_rooms(cluster, client);
    struct feed_item out = {.session = client->session->id};
    if ((item->conn & HUB_CONN_DONE) != 0) {
        struct end_mark mark;
        memcpy(&mark, item->buf->data, sizeof mark);
        if (mark.op == 0) {
            assert(client->remote->leaves);
            cluster->some_left = client->remote->has_left = true;
            return;
        }
        out.kind = FEED_DONE;
        out.op = mark.op;
        out.flags = mark.flags;
        out.cost = mark.cost;
    } else if (item->answers != 0) {
        out.kind = FEED_ANSWER;
        out.n = put_buf(feed, item->buf);
        out.op = item->answers;
    } else {
        out.kind = FEED_GIVE;
        out.n = put_buf(feed, item->buf);
        out.watched = item->watched;
    }
    feed_put(&feed->pack, &out);
    if (feed->pack.n > FEED_BYTES_MAX) {
        send_feed(cluster, client->remote->home);
    }
}

/* Retries the news of no rooms (rooms_wait): the messages it waited for may have been
 * dropped with their turn. */
static void feed_waiting(struct cluster *cluster) {
    uint32_t at = 0;
    if (!cluster->rooms_wait) {
        return;
    }
    cluster->rooms_wait = false;
    for (struct client *c; (c = hub_next_remote(cluster->hub, &at)) != NULL;) {
        if (c->remote->rooms_wait && c->session != NULL) {
            owner_feed_rooms(cluster, c);
        }
    }
}

/* Removes the clients that leave and have been told everything.  Returns whether this may
 * have queued more messages. */
static bool remove_left(struct cluster *cluster) {
    uint32_t at = 0;
    if (!cluster->some_left) {
        return false;
    }
    cluster->some_left = false;
    for (struct client *c; (c = hub_next_remote(cluster->hub, &at)) != NULL;) {
        if (c->remote->has_left) {
            hub_remove_client(cluster->hub, c->id);
        }
    }
    return true;
}

void owner_send(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    struct outbox *outbox = hub_outbox(hub);
    size_t n = 0, i = 0;
    do {
        for (; i < outbox->n; i++) {
            if ((outbox->item[i].conn & HUB_CONN_REMOTE) != 0) {
                feed_item(cluster, &outbox->item[i]);
            }
        }
    } while (remove_left(cluster));
    feed_waiting(cluster);
    owner_send_feeds(cluster);
    for (i = 0; i < outbox->n; i++) {
        if ((outbox->item[i].conn & HUB_CONN_REMOTE) != 0) {
            buf_unref(outbox->item[i].buf);
        } else {
            outbox->item[n++] = outbox->item[i];
        }
    }
    outbox->n = n;
}

/* --- players come and go --- */

/* Copies what the home says into the session and its client. */
static void update_session(struct hub *hub, struct session *session,
                           struct client *client, const struct wire_attach *attach) {
    struct elsewhere *elsewhere = session_elsewhere(session);
    elsewhere->n_away = attach->n_away;
    if (strcmp(session->name, attach->name) != 0) {
        hub_name_session(hub, session, attach->name);
    }
    if (session->account != attach->account) {
        hub_set_account(hub, session, attach->account);
    }
    if (attach->ratings != NULL && session->ratings != NULL) {
        *session->ratings = *attach->ratings;
    }
    session->profile = attach->profile;
    gags_fini(&session->gags);
    session->gags = (struct gags){0};
    for (size_t i = 0; i < attach->gags.n; i++) {
        gags_add(&session->gags, attach->gags.gag[i].name);
    }
    client->json = attach->json;
    client->style.unicode = attach->unicode;
    client->style.colour = attach->colour;
    client->no_moves = attach->no_moves;
    client->remote->is_operator = attach->is_operator;
}

/* The session that an attach is about, now foreign.  NULL: the attach is out of date, as
 * this node or another one has claimed the session since, or its id cannot be used. */
static struct session *take_session(struct hub *hub, int from,
                                    const struct wire_attach *attach) {
    struct session *session = hub_find_session(hub, attach->session);
    if (session != NULL) {
        bool is_home = hub_is_home(hub, session);
        if (attach->homes + !is_home <= session->homes) {
            moves_refuse(hub, from, session);
            return NULL;
        }
        if (is_home) {
            hub_session_taken(hub, attach->session, attach->homes);
            session = hub_find_session(hub, attach->session); /* it may have ended */
        }
    }
    if (session == NULL) {
        session = hub_add_session(hub, attach->session, attach->name, attach->account);
    }
    if (session == NULL) {
        return NULL;
    }
    session->homes = attach->homes & HOMES_MASK;
    struct elsewhere *elsewhere = session_need_elsewhere(session);
    if (elsewhere->is_foreign && elsewhere->home != from) {
        moves_refuse(hub, elsewhere->home, session); /* may not know of the new home */
    }
    elsewhere->is_foreign = true;
    elsewhere->home = from;
    session->is_stored = false; /* only the home deletes it from the store */
    return session;
}

/* Spectators are not stored: a new owner learns of them from their homes. */
static void watch_again(struct hub *hub, struct session *session, const char *code) {
    struct room *room = hub_find_room(hub, code);
    enum side side;
    if (room != NULL && !room_side_of(room, session->id, &side) &&
        session_find_watched(session, code) == NULL && hub_has_place(hub, room)) {
        hub_watch(session, room);
    }
}

void owner_tell_played(struct cluster *cluster, const struct session *session) {
    const struct client *client = hub_client_of(cluster->hub, session);
    if (client != NULL && client->remote != NULL) {
        played_tell(cluster, client->remote->home, session->id, hub_games_here(session),
                    &client->remote->told_played);
    }
}

void owner_attach(struct cluster *cluster, int from, const struct wire_attach *attach) {
    struct hub *hub = cluster->hub;
    struct session *session = take_session(hub, from, attach);
    if (session == NULL) {
        return;
    }
    struct client *client = owner_client(cluster, from, attach->session);
    /* The player may sit here unknown to the home, if the answer to a `join` was lost. */
    bool shows =
        attach->shows || (client == NULL && session->n_rooms + session->n_watched > 0);
    if (client == NULL || shows) {
        hub_drop_remote(hub, session);
        client = hub_add_remote(hub, session, from, attach->address);
    }
    update_session(hub, session, client, attach);
    for (size_t i = 0; i < attach->n_watched; i++) {
        watch_again(hub, session, attach->watched[i].code);
    }
    owner_feed_rooms(cluster, client);
    owner_tell_played(cluster, session);
    if (attach->op != 0) { /* messages behind this are for the new connection */
        owner_end_op(hub, client, attach->op, 0, 0);
    }
    if (shows) {
        cluster->commands->show(hub, client);
    }
}

/* Lets a client leave once it has been told all that waits, and that offers are over. */
static void leave(struct cluster *cluster, struct client *client) {
    hub_leave_offers(cluster->hub, client);
    client->closing = client->is_dismissed = true; /* no new messages */
    client->remote->leaves = true;
    owner_end_op(cluster->hub, client, 0, 0, 0);
}

/* Acknowledges a detach, behind all messages to the player. */
static void end_detach(struct cluster *cluster, int from,
                       const struct wire_detach *detach) {
    struct client *client = owner_find_remote(cluster, from, detach->session);
    if (client != NULL) {
        owner_end_op(cluster->hub, client, detach->op, 0, 0);
    } else {
        owner_say_done(cluster, from, detach->session, detach->op, 0);
    }
}

void owner_detach(struct cluster *cluster, int from, const struct wire_detach *detach) {
    struct client *client = owner_client(cluster, from, detach->session);
    if (client != NULL && detach->stays) {
        leave(cluster, client);
    } else if (client != NULL) {
        hub_remove_client(cluster->hub, client->id);
    }
    if (detach->op != 0) {
        end_detach(cluster, from, detach);
    }
}

void owner_show(struct cluster *cluster, int from, uint64_t session) {
    struct client *client = owner_client(cluster, from, session);
    if (client != NULL) {
        hub_show_watched(cluster->hub, client);
    }
}

void owner_ended(struct hub *hub, const struct session *session) {
    struct cluster *cluster = hub_cluster(hub);
    const struct elsewhere *elsewhere = session_elsewhere(session);
    struct feed_item item = {.kind = FEED_ROOMS, .session = session->id};
    if (session_is_foreign(session)) {
        owner_begin_feed(&cluster->feed[elsewhere->home]);
        feed_put(&cluster->feed[elsewhere->home].pack, &item);
    } else if (!hub_is_home(hub, session)) { /* it was not attached after a takeover */
        struct pack pack = {0};
        pack_number(&pack, WIRE_FEED);
        feed_put(&pack, &item);
        node_send(cluster, BUS_ALL, &pack);
    }
}

/* --- a node is out of reach --- */

void owner_welcome(struct hub *hub, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct op op = {.kind = OP_BACK, .side = (enum side)i};
        const struct session *session = hub_session_at(hub, room, op.side);
        if (hub_client_of(hub, session) != NULL && room->seat[i].absence.away) {
            hub_do_and_tell(hub, room, &op);
        }
    }
}

/* Restarts a room as after a crash: all players are away at no cost to them, and those
 * who are connected come back at once. */
static void restart(struct hub *hub, struct room *room) {
    if (!hub_room_status(room).frozen && !hub_room_status(room).closed) {
        hub_restart_room(hub, room);
        owner_welcome(hub, room);
    }
}

/* Restarts the rooms of the node's players, so that nobody loses time, and removes their
 * remote clients. */
void owner_lose(struct cluster *cluster, int slot) {
    struct hub *hub = cluster->hub;
    uint64_t *lost = NULL;
    size_t n = 0;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_remote(hub, &at)) != NULL;) {
        if (c->remote->home == slot && c->session != NULL) {
            lost = mem_grow(lost, n + 1, sizeof *lost);
            lost[n++] = c->id;
            c->session->client = 0;
        }
    }
    for (size_t i = 0; i < n; i++) {
        struct client *client = hub_find_remote(hub, lost[i]);
        struct session *session = client->session;
        for (size_t k = 0; k < session->n_rooms; k++) {
            enum side side;
            if (room_side_of(session->rooms[k], session->id, &side) &&
                !session->rooms[k]->seat[side].absence.away) {
                restart(hub, session->rooms[k]);
            }
        }
        hub_remove_client(hub, lost[i]);
    }
    free(lost);
}
