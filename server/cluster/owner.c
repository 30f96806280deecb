/* The node that has a room: players of other nodes come, ask, are told, and go. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/watchers.h"

/* Longest answer that is kept for a request that comes again; those of requests that
 * change something are shorter, the others are carried out again. */
#define ANSWER_BYTES_MAX 1024

/* A feed with so many bytes is sent before it grows further. */
#define FEED_BYTES_MAX ((size_t)1024 * 1024)

/* --- feeds --- */

static void begin_feed(struct feed *feed) {
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

/* The number of a message in a feed, which gets it if it is new. */
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

/* A number that tells whether the rooms of a session have changed. */
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

/* Tells the home of a remote client which rooms its player has here, if that is news. */
static void feed_rooms(struct feed *feed, struct remote *remote,
                       const struct session *session) {
    uint64_t hash = hash_rooms(session);
    size_t n = (size_t)session->n_rooms + session->n_watched;
    if (remote->told == hash) {
        return;
    }
    remote->told = hash;
    begin_feed(feed);
    struct feed_item item = {.kind = FEED_ROOMS, .session = session->id, .n = n};
    feed_put(&feed->pack, &item);
    for (size_t i = 0; i < n; i++) {
        bool sits = i < session->n_rooms;
        const struct room *room =
            sits ? session->rooms[i] : session->watched[i - session->n_rooms];
        feed_put_room(&feed->pack, room->code, sits);
    }
}

/* What an item of the outbox is that ends a request. */
struct end_mark {
    uint64_t op;
    unsigned flags;
    uint64_t cost;
};

static void feed_item(struct cluster *cluster, const struct outbox_item *item) {
    struct client *client = hub_find_remote(cluster->hub, item->conn);
    if (client == NULL || client->session == NULL || item->buf == NULL) {
        return; /* the player is gone */
    }
    struct feed *feed = &cluster->feed[client->remote->home];
    begin_feed(feed);
    feed_rooms(feed, client->remote, client->session);
    struct feed_item out = {.session = client->session->id};
    if ((item->conn & HUB_CONN_DONE) != 0) {
        struct end_mark mark;
        memcpy(&mark, item->buf->data, sizeof mark);
        out.kind = FEED_DONE;
        out.op = mark.op;
        out.flags = mark.flags;
        out.cost = mark.cost;
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

void owner_send(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    struct outbox *outbox = hub_outbox(hub);
    size_t n = 0;
    for (size_t i = 0; i < outbox->n; i++) {
        if ((outbox->item[i].conn & HUB_CONN_REMOTE) != 0) {
            feed_item(cluster, &outbox->item[i]);
        }
    }
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        send_feed(cluster, slot);
    }
    for (size_t i = 0; i < outbox->n; i++) {
        if ((outbox->item[i].conn & HUB_CONN_REMOTE) != 0) {
            buf_unref(outbox->item[i].buf);
        } else {
            outbox->item[n++] = outbox->item[i];
        }
    }
    outbox->n = n;
}

/* --- requests --- */

/* Queues the end of a request, after its answer. */
static void end_op(struct hub *hub, struct client *client, uint64_t op, unsigned flags,
                   uint64_t cost) {
    struct end_mark mark = {.op = op, .flags = flags, .cost = cost};
    struct buf *buf = buf_new((const char *)&mark, sizeof mark);
    outbox_add(hub_outbox_for(hub, client, 0), client->conn | HUB_CONN_DONE, buf,
               SEND_ALWAYS);
    buf_unref(buf);
}

static void forget_done(struct hub *hub, void *was) {
    const uint64_t *ids = was; /* session, op */
    struct session *session = hub_find_session(hub, ids[0]);
    struct elsewhere *elsewhere = session != NULL ? session_elsewhere(session) : NULL;
    if (elsewhere != NULL && elsewhere->done == ids[1]) {
        elsewhere->done = 0;
    }
}

/* Keeps the answer, so that the request is not carried out again if it comes again. */
static void keep_done(struct hub *hub, const struct client *client) {
    static const struct change_ops ops = {.undone = forget_done};
    struct remote *remote = client->remote;
    struct elsewhere *elsewhere = session_elsewhere(client->session);
    bool is_kept = remote->answer != NULL && remote->answer->len <= ANSWER_BYTES_MAX;
    buf_unref(elsewhere->answer);
    elsewhere->answer = is_kept ? buf_ref(remote->answer) : NULL;
    elsewhere->done = is_kept ? remote->op : 0;
    uint64_t *ids = hub_note(hub, &ops, 2 * sizeof *ids);
    ids[0] = client->session->id;
    ids[1] = remote->op;
}

void cluster_end_op(struct hub *hub, struct client *client) {
    struct remote *remote = client->remote;
    if (client->session != NULL) {
        keep_done(hub, client);
    }
    end_op(hub, client, remote->op, remote->gives_back ? DONE_GIVES_BACK : 0,
           (uint64_t)remote->cost);
    remote->op = 0;
}

/* The remote client of a node for one of its players; NULL: there is none. */
static struct client *find_client(const struct cluster *cluster, int from,
                                  uint64_t session) {
    struct client *client =
        hub_client_of(cluster->hub, hub_find_session(cluster->hub, session));
    return client != NULL && client->remote != NULL && client->remote->home == from
               ? client
               : NULL;
}

/* The session is not known here. */
static void say_lost(struct cluster *cluster, int from, const struct wire_run *run) {
    struct feed *feed = &cluster->feed[from];
    struct feed_item item = {
        .kind = FEED_DONE, .session = run->session, .op = run->op, .flags = DONE_LOST};
    begin_feed(feed);
    feed_put(&feed->pack, &item);
}

void owner_run(struct cluster *cluster, int from, const struct wire_run *run) {
    struct hub *hub = cluster->hub;
    struct client *client = find_client(cluster, from, run->session);
    if (client == NULL) {
        say_lost(cluster, from, run);
        return;
    }
    struct elsewhere *elsewhere = session_elsewhere(client->session);
    elsewhere->n_away = run->n_away;
    client->active_ms = hub_now(hub).ms;
    if (elsewhere->done == run->op) {
        hub_queue(hub, client, elsewhere->answer, SEND_ALWAYS);
        end_op(hub, client, run->op, 0, 0);
    } else if (client->waiting) { /* for another one, which its home has given up */
        cluster->commands->refuse(hub, client, &run->cmd, error_text(ERR_STORAGE));
        end_op(hub, client, run->op, 0, 0);
    } else {
        buf_unref(client->remote->answer);
        client->remote->answer = NULL;
        client->remote->op = run->op;
        client->remote->gives_back = false;
        client->remote->cost = 0;
        cluster->commands->run(hub, client, &run->cmd);
    }
}

/* --- players come and go --- */

/* Makes the session as its home says. */
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

/* The player has another connection now: the remote client for the old one ends, without
 * that the player is away. */
static void replace_client(struct hub *hub, struct session *session) {
    struct client *client = hub_client_of(hub, session);
    if (client != NULL) {
        client->session = NULL;
        session->client = 0;
        hub_remove_client(hub, client->id);
    }
}

/* The session that an attach is about, foreign from now on; NULL: it is connected here,
 * or elsewhere later. */
static struct session *take_session(struct hub *hub, int from,
                                    const struct wire_attach *attach) {
    struct session *session = hub_find_session(hub, attach->session);
    if (session == NULL) {
        session = hub_add_session(hub, attach->session, attach->name, attach->account);
    }
    if (session == NULL) {
        return NULL;
    }
    struct client *client = hub_client_of(hub, session);
    if (client != NULL && client->remote == NULL) {
        return NULL;
    }
    struct elsewhere *elsewhere = session_need_elsewhere(session);
    elsewhere->is_foreign = true;
    elsewhere->home = from;
    session->is_stored = false; /* here: its home deletes it */
    return session;
}

void owner_attach(struct cluster *cluster, int from, const struct wire_attach *attach) {
    struct hub *hub = cluster->hub;
    struct session *session = take_session(hub, from, attach);
    if (session == NULL) {
        return;
    }
    struct client *client = find_client(cluster, from, attach->session);
    if (client == NULL || attach->shows) {
        replace_client(hub, session);
        client = hub_add_remote(hub, session, from, attach->address);
    }
    update_session(hub, session, client, attach);
    feed_rooms(&cluster->feed[from], client->remote, session);
    if (attach->shows) {
        cluster->commands->show(hub, client);
    }
}

void owner_detach(struct cluster *cluster, int from, uint64_t session) {
    struct client *client = find_client(cluster, from, session);
    if (client != NULL) {
        hub_remove_client(cluster->hub, client->id);
    }
}

void owner_show(struct cluster *cluster, int from, uint64_t session) {
    struct client *client = find_client(cluster, from, session);
    if (client != NULL) {
        hub_show_watched(cluster->hub, client);
    }
}

void owner_ended(struct hub *hub, const struct session *session) {
    struct cluster *cluster = hub_cluster(hub);
    const struct elsewhere *elsewhere = session_elsewhere(session);
    if (session_is_foreign(session)) {
        struct feed_item item = {.kind = FEED_ROOMS, .session = session->id};
        begin_feed(&cluster->feed[elsewhere->home]);
        feed_put(&cluster->feed[elsewhere->home].pack, &item);
    }
}

/* --- a node is out of reach --- */

/* The players of a room who are here are back at once after a restart of the room, which
 * makes all of them away without a fault of theirs. */
static void restart(struct hub *hub, struct room *room) {
    if (hub_room_status(room).frozen || hub_room_status(room).closed) {
        return;
    }
    hub_restart_room(hub, room);
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct op op = {.kind = OP_BACK, .side = (enum side)i};
        if (hub_is_here(hub, hub_session_at(hub, room, op.side)) &&
            room->seat[i].absence.away) {
            hub_do_and_tell(hub, room, &op);
        }
    }
}

/* Every player of that node is away, and nobody pays for that time. */
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
