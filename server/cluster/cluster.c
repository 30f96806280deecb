#include "server/cluster/cluster.h"

#include <assert.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/cluster/node.h"
#include "server/hub/host.h"
#include "server/hub/rooms.h"

void node_send(struct cluster *cluster, int to, struct pack *pack) {
    cluster->bus.publish(cluster->bus.owner, to, pack->bytes, pack->n);
    pack_fini(pack);
}

uint64_t node_missing(const struct cluster *cluster) {
    const struct hub *hub = cluster->hub;
    const struct node_seen *seen;
    uint64_t live = 0;
    for (size_t i = 0; (seen = hub_node_seen(hub, i)) != NULL; i++) {
        live |= seen->slot != hub_slot(hub) ? UINT64_C(1) << seen->slot : 0;
    }
    return live & ~cluster->up;
}

bool node_is_up(const struct cluster *cluster, int slot) {
    return (cluster->up >> slot & 1) != 0;
}

/* --- what the hub calls --- */

static void cluster_free(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    pending_fini(cluster);
    for (int i = 0; i < BUS_SLOTS; i++) {
        pack_fini(&cluster->feed[i].pack);
        order_drop(cluster, i);
    }
    free(cluster->moved);
    free(cluster);
    hub_set_cluster(hub, NULL, NULL);
}

static void tell_drains(struct cluster *cluster, int to) {
    struct pack pack = {0};
    wire_put_drains(&pack, cluster->told_drains);
    node_send(cluster, to, &pack);
}

/* Tells the other nodes if this one has begun or stopped to drain. */
static void check_drains(struct cluster *cluster) {
    if (cluster->told_drains != hub_is_draining(cluster->hub)) {
        cluster->told_drains = !cluster->told_drains;
        tell_drains(cluster, BUS_ALL);
    }
}

static void tick(struct hub *hub) {
    check_drains(hub_cluster(hub));
    order_tick(hub_cluster(hub));
    moves_tick(hub);
    pending_tick(hub);
    lobby_tick(hub);
}

/* A session ends here, for instance after `forget-me`: nodes that know it forget it. */
static void ended(struct hub *hub, struct session *session) {
    if (session_is_foreign(session) || !hub_is_home(hub, session)) {
        owner_ended(hub, session);
    } else if (session_elsewhere(session) != NULL) {
        home_left(hub, session);
    }
}

static const struct cluster_ops ops = {
    .send = owner_send,
    .left = home_left,
    .stored = played_stored,
    .ended = ended,
    .seated = owner_seated,
    .reads = home_reads,
    .tick = tick,
    .free = cluster_free,
};

void cluster_join(struct hub *hub, const struct bus *bus,
                  const struct cluster_commands *commands) {
    struct cluster *cluster = mem_new(1, sizeof *cluster);
    cluster->hub = hub;
    cluster->bus = *bus;
    cluster->commands = commands;
    cluster->pending_end = &cluster->pending;
    cluster->lobby = hub_slot(hub);
    hub_random_bytes(hub, &cluster->last_op, sizeof cluster->last_op);
    cluster->last_op >>= 2;             /* room to count up: ops are int64 in a store */
    cluster->last_op &= INT64_MAX >> 1; /* the same bound */
    hub_set_cluster(hub, &ops, cluster);
    moves_begin(cluster);
}

/* --- what the bus calls --- */

/* Whether this node has the room, or the connection of the player. */
static bool has(const struct hub *hub, const struct wire_find *find) {
    if (find->kind == FIND_ROOM) {
        return hub_find_room(hub, find->key) != NULL;
    }
    const struct client *client = hub_client_of(hub, hub_find_name(hub, find->key));
    return client != NULL && client->remote == NULL;
}

static void receive_list(struct cluster *cluster, int from, struct unpack *in) {
    struct wire_list list;
    if (wire_take_list(in, &list)) {
        lists_asked(cluster, from, &list);
    }
}

static void receive_rows(struct cluster *cluster, int from, struct unpack *in) {
    uint64_t query;
    const char *json;
    size_t len;
    if (wire_take_rows(in, &query, &json, &len)) {
        lists_answered(cluster, from, query, json, len);
    }
}

static void receive_find(struct cluster *cluster, int from, struct unpack *in) {
    struct wire_find find;
    struct pack pack = {0};
    if (!wire_take_find(in, &find) || hub_is_stalled(cluster->hub)) {
        return; /* if stalled, another node may have its rooms by now */
    }
    if (find.kind == FIND_ROOM && has(cluster->hub, &find) &&
        !route_has_room(cluster->hub, find.key)) {
        return; /* the room is moving: its new owner will say so */
    }
    if (find.kind == FIND_WHERE) {
        moves_answer(cluster, from, find.key);
    } else {
        wire_put_found(&pack, find.query, has(cluster->hub, &find));
        node_send(cluster, from, &pack);
    }
}

static void receive_attach(struct cluster *cluster, int from, struct unpack *in) {
    struct wire_attach attach;
    if (wire_take_attach(in, &attach)) {
        owner_attach(cluster, from, &attach);
        wire_attach_fini(&attach);
    }
}

static void receive_detach(struct cluster *cluster, int from, struct unpack *in) {
    struct wire_detach detach;
    if (wire_take_detach(in, &detach)) {
        owner_detach(cluster, from, &detach);
    }
}

static void receive_run(struct cluster *cluster, int from, struct unpack *in) {
    struct wire_run *run = mem_new(1, sizeof *run);
    if (wire_take_run(in, run)) {
        owner_run(cluster, from, run);
    }
    free(run);
}

static void receive_found(struct cluster *cluster, int from, struct unpack *in) {
    uint64_t query;
    bool is_here;
    if (wire_take_found(in, &query, &is_here)) {
        find_heard(cluster, from, query, is_here);
    }
}

static void receive_played(struct cluster *cluster, int from, struct unpack *in) {
    uint64_t session;
    size_t n;
    if (wire_take_played(in, &session, &n)) {
        played_heard(cluster, from, session, n);
    }
}

static void receive_drains(struct cluster *cluster, int from, struct unpack *in) {
    uint64_t bit = UINT64_C(1) << from;
    bool drains;
    if (wire_take_drains(in, &drains)) {
        cluster->drains = drains ? cluster->drains | bit : cluster->drains & ~bit;
    }
}

static void receive_session(struct cluster *cluster, int from, struct unpack *in,
                            void (*act)(struct cluster *, int, uint64_t)) {
    uint64_t session;
    if (wire_take_session(in, &session)) {
        act(cluster, from, session);
    }
}

void cluster_receive(struct cluster *cluster, int from, const void *bytes, size_t n) {
    struct unpack in = unpack_of(bytes, n);
    hub_end_request(cluster->hub);
    switch ((enum wire_kind)unpack_number(&in, WIRE_KIND_COUNT)) {
    case WIRE_ATTACH: receive_attach(cluster, from, &in); break;
    case WIRE_DETACH: receive_detach(cluster, from, &in); break;
    case WIRE_RUN: receive_run(cluster, from, &in); break;
    case WIRE_SHOW: receive_session(cluster, from, &in, owner_show); break;
    case WIRE_FEED: home_feed(cluster, from, &in); break;
    case WIRE_FIND: receive_find(cluster, from, &in); break;
    case WIRE_FOUND: receive_found(cluster, from, &in); break;
    case WIRE_LIST: receive_list(cluster, from, &in); break;
    case WIRE_ROWS: receive_rows(cluster, from, &in); break;
    case WIRE_BANS: lobby_read_bans(cluster); break;
    case WIRE_ROOM: moves_room(cluster, from, &in); break;
    case WIRE_TAKEN: moves_taken(cluster, &in); break;
    case WIRE_GIVEN: moves_given(cluster, from, &in); break;
    case WIRE_FENCED: moves_fenced(cluster, &in); break;
    case WIRE_PLAYED: receive_played(cluster, from, &in); break;
    case WIRE_SEATED: receive_session(cluster, from, &in, lobby_end_seeks); break;
    case WIRE_DRAINS: receive_drains(cluster, from, &in); break;
    case WIRE_KIND_COUNT: break;
    }
    hub_end_request(cluster->hub);
}

static void received(void *owner, int from, const void *bytes, size_t n) {
    struct cluster *cluster = hub_cluster(owner);
    if (from >= 0 && from < BUS_SLOTS && !order_holds(cluster, from, bytes, n)) {
        cluster_receive(cluster, from, bytes, n);
    }
}

static void peer(void *owner, int slot, bool is_up) {
    struct hub *hub = owner;
    struct cluster *cluster = hub_cluster(hub);
    uint64_t bit = UINT64_C(1) << slot;
    hub_end_request(hub);
    if (!is_up || (cluster->up & bit) != 0) {
        cluster->up &= ~bit;
        cluster->drains &= ~bit;
        order_drop(cluster, slot);
        pack_fini(&cluster->feed[slot].pack);
        cluster->feed[slot] = (struct feed){.n_bufs = 0};
        owner_lose(cluster, slot);
        home_peer(cluster, slot, false);
    }
    if (is_up) {
        cluster->up |= bit;
        moves_tell(cluster, slot);
        if (cluster->told_drains) {
            tell_drains(cluster, slot);
        }
        home_peer(cluster, slot, true);
        /* Each node may have missed bans made at the other.  The other one may also have
         * seen the link come up earlier and read too soon, so it reads them again. */
        lobby_read_bans(cluster);
        lobby_tell_bans(cluster, slot);
    }
    hub_end_request(hub);
}

const struct bus_ops cluster_bus_ops = {.received = received, .peer = peer};
