/* The node of a player's connection: requests leave from here for other nodes, and what
 * those tell the player comes in. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/host.h"

/* What a player is told whose request another node has not answered. */
#define UNREACHABLE_TEXT                                                                 \
    "the node of this room cannot be reached now: try again in a few seconds"
#define UNANSWERED_TEXT                                                                  \
    "the node of this room does not answer: look at the board before you repeat this, "  \
    "it may have been done"

/* --- what a session has at other nodes --- */

/* NULL: nothing. */
static struct at_node *find_at(const struct session *session, int slot) {
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
    struct at_node *at = find_at(session, slot);
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

/* Rooms where a session sits, but for those at one node. */
static size_t n_away(const struct session *session, int slot) {
    const struct at_node *at = find_at(session, slot);
    size_t n = session->n_rooms + session_n_elsewhere(session, true);
    for (size_t i = 0; at != NULL && i < at->n_rooms; i++) {
        n -= at->room[i].sits;
    }
    return n;
}

/* --- players --- */

static void send_attach(struct cluster *cluster, const struct client *client, int slot,
                        bool shows) {
    const struct session *session = client->session;
    struct pack pack = {0};
    struct wire_attach attach = {
        .session = session->id,
        .account = session->account,
        .json = client->json,
        .unicode = client->style.unicode,
        .colour = client->style.colour,
        .no_moves = client->no_moves,
        .is_operator = hub_is_operator(cluster->hub, client),
        .shows = shows,
        .n_away = n_away(session, slot),
        .profile = session->profile,
        .gags = session->gags,
        .ratings = session->account != 0 ? session->ratings : NULL,
    };
    memcpy(attach.name, session->name, sizeof attach.name);
    text_copy(attach.address, sizeof attach.address, client->counts->address);
    wire_put_attach(&pack, &attach);
    node_send(cluster, slot, &pack);
}

static void send_session(struct cluster *cluster, int slot, enum wire_kind kind,
                         uint64_t session) {
    struct pack pack = {0};
    wire_put_session(&pack, kind, session);
    node_send(cluster, slot, &pack);
}

bool node_is_up(const struct cluster *cluster, int slot) {
    return (cluster->up >> slot & 1) != 0;
}

/* Makes a node know of the client; shows: and show it the rooms there. */
void home_attach(struct cluster *cluster, struct client *client, int slot, bool shows) {
    struct at_node *at = need_at(client->session, slot);
    if (node_is_up(cluster, slot) && (shows || !at->is_attached)) {
        at->is_attached = true;
        send_attach(cluster, client, slot, shows);
    }
}

/* The node need not know of the session any more. */
static void detach(struct cluster *cluster, struct session *session, struct at_node *at) {
    if (at->is_attached && node_is_up(cluster, at->slot)) {
        send_session(cluster, at->slot, WIRE_DETACH, session->id);
    }
    at->is_attached = false;
}

void cluster_tell_settings(struct hub *hub, struct client *client) {
    struct cluster *cluster = hub_cluster(hub);
    const struct session *session = client->session;
    if (cluster != NULL && session != NULL && client->remote == NULL) {
        lobby_enter(cluster, client);
    }
    const struct elsewhere *elsewhere =
        session != NULL ? session_elsewhere(session) : NULL;
    if (cluster == NULL || elsewhere == NULL || elsewhere->is_foreign) {
        return;
    }
    for (size_t i = 0; i < elsewhere->n_at; i++) {
        if (elsewhere->at[i].is_attached) {
            send_attach(cluster, client, elsewhere->at[i].slot, false);
        }
    }
}

void cluster_come_back(struct hub *hub, struct client *client) {
    struct cluster *cluster = hub_cluster(hub);
    const struct elsewhere *elsewhere = session_elsewhere(client->session);
    if (cluster == NULL || elsewhere == NULL || elsewhere->is_foreign) {
        return;
    }
    for (size_t i = 0; i < elsewhere->n_at; i++) {
        home_attach(cluster, client, elsewhere->at[i].slot, true);
    }
}

/* --- requests --- */

static void unlink_pending(struct cluster *cluster, struct op_pending *pending) {
    *pending->at = pending->next;
    if (pending->next != NULL) {
        pending->next->at = pending->at;
    } else {
        cluster->pending_end = pending->at;
    }
}

struct client *home_end(struct cluster *cluster, struct op_pending *pending) {
    struct hub *hub = cluster->hub;
    struct session *session = hub_find_session(hub, pending->session);
    struct elsewhere *elsewhere = session != NULL ? session_elsewhere(session) : NULL;
    unlink_pending(cluster, pending);
    if (elsewhere != NULL && elsewhere->pending == pending) {
        elsewhere->pending = NULL;
    }
    struct client *client = hub_find_client(hub, pending->client);
    if (client != NULL) {
        client->waiting = false;
    }
    return client;
}

/* Ends a request as if nobody waited for it. */
static void drop_pending(struct cluster *cluster, struct op_pending *pending) {
    (void)home_end(cluster, pending);
    op_pending_free(pending);
}

static void send_run(struct cluster *cluster, struct op_pending *pending,
                     unsigned flags) {
    struct client *client = hub_find_client(cluster->hub, pending->client);
    if (client == NULL || client->session == NULL ||
        !node_is_up(cluster, pending->slot)) {
        return; /* it is tried again when the node is up */
    }
    struct pack pack = {0};
    struct wire_run *run = mem_new(1, sizeof *run);
    home_attach(cluster, client, pending->slot, false);
    run->session = pending->session;
    run->op = pending->op;
    run->flags = flags;
    run->n_away = n_away(client->session, pending->slot);
    command_copy(&run->cmd, &pending->cmd);
    wire_put_run(&pack, run);
    free(run);
    node_send(cluster, pending->slot, &pack);
    pending->is_sent = true;
}

/* Answers a request that no node can carry out. */
static void refuse(struct cluster *cluster, struct op_pending *pending) {
    struct client *client = home_end(cluster, pending);
    if (client != NULL) {
        cluster->commands->refuse(cluster->hub, client, &pending->cmd,
                                  pending->is_sent ? UNANSWERED_TEXT : UNREACHABLE_TEXT);
        hub_release(cluster->hub, client->id, client->conn);
    }
    op_pending_free(pending);
}

/* A room that was looked for is nowhere else: the request is carried out here, where it
 * fails as on a server that is alone. */
static void run_here(struct cluster *cluster, struct op_pending *pending) {
    struct client *client = home_end(cluster, pending);
    if (client != NULL) {
        cluster->commands->run(cluster->hub, client, &pending->cmd);
        hub_release(cluster->hub, client->id, client->conn);
    }
    op_pending_free(pending);
}

struct op_pending *home_begin(struct cluster *cluster, struct client *client,
                              const struct command *cmd) {
    struct hub *hub = cluster->hub;
    struct op_pending *pending = mem_new(1, sizeof *pending);
    cluster->last_op += cluster->last_op == UINT64_MAX ? 2 : 1;
    pending->op = cluster->last_op;
    pending->client = client->id;
    pending->session = client->session != NULL ? client->session->id : 0;
    pending->begun_ms = hub_now(hub).ms;
    command_copy(&pending->cmd, cmd);
    pending->at = cluster->pending_end;
    *cluster->pending_end = pending;
    cluster->pending_end = &pending->next;
    if (client->session != NULL) {
        session_need_elsewhere(client->session)->pending = pending;
    }
    client->waiting = true;
    hub_hold(hub, client);
    hub_wake_at(hub, pending->begun_ms + CLUSTER_FIND_MS);
    return pending;
}

void home_run_at(struct cluster *cluster, struct client *client,
                 const struct command *cmd, int slot, const char *room) {
    struct op_pending *pending = home_begin(cluster, client, cmd);
    if (room[0] != '\0' && cmd->kind != CMD_UNWATCH) {
        memcpy(pending->cmd.room, room, sizeof pending->cmd.room);
    }
    pending->slot = slot;
    send_run(cluster, pending, 0);
}

struct op_pending *home_find(const struct cluster *cluster, uint64_t op) {
    struct op_pending *pending = cluster->pending;
    while (pending != NULL && pending->op != op) {
        pending = pending->next;
    }
    return pending;
}

/* If all have answered that nothing is there, the request is carried out here; if one
 * could not answer, nobody knows. */
static void look_on(struct cluster *cluster, struct op_pending *pending) {
    if (pending->is_list && pending->asked == 0) {
        lists_end(cluster, pending);
    } else if (pending->slot == 0 && pending->asked == 0) {
        (pending->is_unsure ? refuse : run_here)(cluster, pending);
    }
}

void home_run_where(struct cluster *cluster, struct client *client,
                    const struct command *cmd, enum wire_find_kind kind,
                    const char *key) {
    struct op_pending *pending = home_begin(cluster, client, cmd);
    struct pack pack = {0};
    struct wire_find find = {.query = pending->op, .kind = kind};
    text_copy(find.key, sizeof find.key, key);
    pending->asked = cluster->up;
    pending->is_unsure = (cluster->seen & ~cluster->up) != 0;
    wire_put_find(&pack, &find);
    node_send(cluster, BUS_ALL, &pack);
    look_on(cluster, pending);
}

void home_found(struct cluster *cluster, int from, uint64_t query, bool is_here) {
    struct op_pending *pending = home_find(cluster, query);
    if (pending == NULL || pending->slot != 0 || pending->is_list) {
        return;
    }
    if (is_here) {
        pending->slot = from;
        send_run(cluster, pending, 0);
        return;
    }
    pending->asked &= ~(UINT64_C(1) << from);
    look_on(cluster, pending);
}

void home_tick(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    uint64_t now_ms = hub_now(hub).ms;
    struct op_pending *next;
    for (struct op_pending *pending = cluster->pending; pending != NULL; pending = next) {
        uint64_t by_ms =
            pending->begun_ms + (pending->slot == 0 ? CLUSTER_FIND_MS : CLUSTER_WAIT_MS);
        next = pending->next;
        if (by_ms <= now_ms && pending->is_list) {
            pending->is_unsure = true;
            lists_end(cluster, pending);
        } else if (by_ms <= now_ms) {
            refuse(cluster, pending);
        } else {
            hub_wake_at(hub, by_ms);
        }
    }
}

/* --- feeds --- */

/* The messages of a feed. */
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

/* The session of this node that an item is about; NULL: it is not here any more. */
static struct session *find_own(const struct cluster *cluster, uint64_t id) {
    struct session *session = hub_find_session(cluster->hub, id);
    return session != NULL && !session_is_foreign(session) ? session : NULL;
}

/* What is told is stored where it comes from, whatever becomes of our turn. */
static void give(struct cluster *cluster, const struct session *session,
                 const struct told *told, const struct feed_item *item) {
    struct client *client = hub_client_of(cluster->hub, session);
    if (client != NULL && !client->closing && item->n < told->n) {
        hub_queue(cluster->hub, client, told->buf[item->n],
                  item->watched ? SEND_WATCHED_ALWAYS : SEND_ALWAYS);
    }
}

/* The session has nothing at a node any more. */
void home_leave_node(struct cluster *cluster, struct session *session, int slot) {
    struct at_node *at = find_at(session, slot);
    const struct op_pending *pending = session_elsewhere(session)->pending;
    bool is_lobby = slot == cluster->lobby && session->client != 0;
    if (at != NULL && !is_lobby && at->n_rooms == 0 &&
        (pending == NULL || pending->slot != slot)) {
        detach(cluster, session, at);
        remove_at(session, at);
        hub_end_session(cluster->hub, session);
    }
}

/* session: NULL: it is not here any more. */
static void take_rooms(struct cluster *cluster, int from, struct session *session,
                       struct unpack *in, size_t n) {
    struct remote_room *rooms = mem_new(n + 1, sizeof *rooms);
    for (size_t i = 0; i < n && !in->fails; i++) {
        feed_take_room(in, rooms[i].code, &rooms[i].sits);
    }
    if (in->fails || session == NULL) {
        free(rooms);
        return;
    }
    struct at_node *at = need_at(session, from);
    free(at->room);
    at->room = rooms;
    at->n_rooms = n;
    home_leave_node(cluster, session, from);
}

static void take_done(struct cluster *cluster, int from, const struct feed_item *item) {
    struct op_pending *pending = home_find(cluster, item->op);
    if (pending == NULL || pending->slot != from) {
        return;
    }
    struct session *session = find_own(cluster, pending->session);
    if ((item->flags & DONE_LOST) != 0) {
        struct at_node *at = session != NULL ? find_at(session, from) : NULL;
        if (at != NULL) {
            at->is_attached = false;
        }
        send_run(cluster, pending, RUN_AGAIN);
        return;
    }
    struct client *client = home_end(cluster, pending);
    if (client != NULL) {
        cluster->commands->settle(cluster->hub, client, &pending->cmd,
                                  (item->flags & DONE_GIVES_BACK) != 0,
                                  (int64_t)item->cost);
        hub_release(cluster->hub, client->id, client->conn);
    }
    op_pending_free(pending);
    if (session != NULL) {
        home_leave_node(cluster, session, from);
    }
}

void home_feed(struct cluster *cluster, int from, struct unpack *in) {
    struct told told = {0};
    struct feed_item item;
    while (feed_take(in, &item)) {
        struct session *session =
            item.kind != FEED_BYTES ? find_own(cluster, item.session) : NULL;
        switch (item.kind) {
        case FEED_BYTES: add_told(&told, &item); break;
        case FEED_GIVE: give(cluster, session, &told, &item); break;
        case FEED_ROOMS: take_rooms(cluster, from, session, in, item.n); break;
        case FEED_DONE: take_done(cluster, from, &item); break;
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
        drop_pending(cluster, elsewhere->pending);
    }
    for (size_t i = elsewhere->n_at; i > 0; i--) {
        struct at_node *at = &elsewhere->at[i - 1];
        detach(cluster, session, at);
        if (at->n_rooms == 0) {
            remove_at(session, at);
        }
    }
}

void home_reads(struct hub *hub, const struct session *session) {
    struct cluster *cluster = hub_cluster(hub);
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; !elsewhere->is_foreign && i < elsewhere->n_at; i++) {
        if (elsewhere->at[i].is_attached) {
            send_session(cluster, elsewhere->at[i].slot, WIRE_SHOW, session->id);
        }
    }
}

/* A node is up: its players come back to it, and what it has not answered is asked
 * again. */
static void peer_is_up(struct cluster *cluster, int slot) {
    struct hub *hub = cluster->hub;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        const struct at_node *there =
            c->session != NULL && !c->closing ? find_at(c->session, slot) : NULL;
        if (there != NULL) {
            home_attach(cluster, c, slot, there->n_rooms > 0);
        }
    }
    for (struct op_pending *p = cluster->pending; p != NULL; p = p->next) {
        if (p->slot == slot) {
            send_run(cluster, p, RUN_AGAIN);
        }
    }
}

static void peer_is_down(struct cluster *cluster, int slot) {
    struct hub *hub = cluster->hub;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        struct at_node *there = c->session != NULL ? find_at(c->session, slot) : NULL;
        if (there != NULL) {
            there->is_attached = false;
        }
    }
    struct op_pending *next;
    for (struct op_pending *p = cluster->pending; p != NULL; p = next) {
        uint64_t bit = UINT64_C(1) << slot;
        next = p->next;
        p->is_unsure |= p->slot == 0 && (p->asked & bit) != 0;
        p->asked &= ~bit;
        look_on(cluster, p);
    }
}

void home_peer(struct cluster *cluster, int slot, bool is_up_now) {
    lobby_check(cluster);
    (is_up_now ? peer_is_up : peer_is_down)(cluster, slot);
}

void home_fini(struct cluster *cluster) {
    while (cluster->pending != NULL) {
        drop_pending(cluster, cluster->pending);
    }
}
