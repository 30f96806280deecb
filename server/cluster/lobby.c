/* The lobby: one node knows the players of all nodes, so offers are made and accepted
 * there, one after the other, and nothing else has to be agreed.  It is the node with the
 * lowest slot that is up; when it goes its offers are gone, as after a restart. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/cluster/node.h"
#include "server/hub/bans.h"
#include "server/hub/offers.h"

/* The slot of the node that has the lobby now. */
static int find_lobby(const struct cluster *cluster) {
    int own = hub_slot(cluster->hub);
    for (int slot = 0; slot < own; slot++) {
        if (node_is_up(cluster, slot)) {
            return slot;
        }
    }
    return own;
}

void lobby_enter(struct cluster *cluster, struct client *client) {
    if (cluster->lobby != hub_slot(cluster->hub)) {
        home_attach(cluster, client, cluster->lobby, false);
    }
}

/* A node that has the lobby from now on knows some clients as players of its rooms, but
 * not how many games they play elsewhere. */
static void enter_new(struct cluster *cluster, struct client *client) {
    const struct at_node *at = home_find_at(client->session, cluster->lobby);
    if (at != NULL && at->is_attached) {
        home_send_attach(cluster, client, cluster->lobby, false, 0);
    } else {
        lobby_enter(cluster, client);
    }
}

void lobby_check(struct cluster *cluster) {
    struct hub *hub = cluster->hub;
    int before = cluster->lobby;
    cluster->lobby = find_lobby(cluster);
    if (cluster->lobby == before) {
        return;
    }
    if (before == hub_slot(hub)) {
        hub_end_all_offers(hub);
    }
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        if (c->session != NULL && !c->closing) {
            enter_new(cluster, c);
            if (before != hub_slot(hub) && session_elsewhere(c->session) != NULL) {
                home_leave_node(cluster, c->session, before);
            }
        }
    }
}

/* --- seats --- */

void lobby_end_seeks(struct cluster *cluster, int from, uint64_t session) {
    const struct session *seated = hub_find_session(cluster->hub, session);
    (void)from;
    if (seated != NULL) {
        (void)hub_end_seeks_of(cluster->hub, seated);
    }
}

static void tell_seated(struct hub *hub, void *was) {
    struct pack pack = {0};
    wire_put_session(&pack, WIRE_SEATED, *(const uint64_t *)was);
    node_send(hub_cluster(hub), hub_cluster(hub)->lobby, &pack);
}

void cluster_end_seeks(struct hub *hub, const struct session *session) {
    static const struct change_ops ops = {.kept = tell_seated};
    const struct cluster *cluster = hub_cluster(hub);
    if (cluster != NULL && cluster->lobby != hub_slot(hub)) {
        *(uint64_t *)hub_note(hub, &ops, sizeof session->id) = session->id;
    }
}

/* --- bans --- */

/* Bans that could not be read are read again after this time, in ms. */
#define BANS_AGAIN_MS 1000

struct reading {
    struct store_task task; /* comes first */
    struct bans bans;
    unsigned n_noted; /* hub_n_bans_noted when it was asked */
    bool works;
};

static void run_reading(struct store_task *task, struct store *store) {
    struct reading *reading = (struct reading *)task;
    reading->works = hub_read_bans(store, &reading->bans);
}

static void reading_done(struct store_task *task, struct hub *hub) {
    struct reading *reading = (struct reading *)task;
    struct cluster *cluster = hub_cluster(hub);
    bool is_old = cluster->bans_changed;
    cluster->reads_bans = cluster->bans_changed = false;
    if (reading->works && reading->n_noted == hub_n_bans_noted(hub)) {
        hub_set_bans(hub, &reading->bans);
    } else {
        bans_fini(&reading->bans);
        cluster->bans_ms = hub_now(hub).ms + BANS_AGAIN_MS;
        hub_wake_at(hub, cluster->bans_ms);
    }
    free(reading);
    if (is_old) {
        lobby_read_bans(cluster);
    }
}

void lobby_read_bans(struct cluster *cluster) {
    if (cluster->reads_bans) {
        cluster->bans_changed = true; /* one reading waits at most, whatever peers say */
        return;
    }
    struct reading *reading = mem_new(1, sizeof *reading);
    reading->task.run = run_reading;
    reading->task.done = reading_done;
    reading->n_noted = hub_n_bans_noted(cluster->hub);
    cluster->reads_bans = true;
    cluster->bans_ms = 0;
    (void)hub_ask_store(cluster->hub, &reading->task);
}

void lobby_tell_bans(struct cluster *cluster, int to) {
    struct pack pack = {0};
    pack_number(&pack, WIRE_BANS);
    node_send(cluster, to, &pack);
}

void lobby_tick(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    if (cluster->bans_ms != 0 && cluster->bans_ms <= hub_now(hub).ms) {
        lobby_read_bans(cluster);
    } else if (cluster->bans_ms != 0) {
        hub_wake_at(hub, cluster->bans_ms);
    }
}
