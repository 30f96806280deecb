/* Settings (mode, profile, gags, auto) that other nodes must know.
 *
 * The home carries the command out and tells the nodes that know the player.  For gag,
 * profile and auto it also holds the answer back until they have heard of it
 * (op_pending.answer): nothing unwanted may reach the player after the answer. */
#include <stdlib.h>

#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/send.h"

/* Nodes that the client has left may still have messages for the player.  Asks them to
 * report when they have sent everything.  Asks only once for each departure: a node of
 * the previous version never reports.  Returns a bit for each node asked. */
static uint64_t ask_left(struct cluster *cluster, const struct session *session,
                         uint64_t told, uint64_t op) {
    struct elsewhere *elsewhere = session_elsewhere(session);
    uint64_t left = elsewhere != NULL ? elsewhere->left & ~told : 0;
    struct wire_detach detach = {.session = session->id, .stays = true, .op = op};
    for (int slot = 1; slot < BUS_SLOTS; slot++) {
        if ((left >> slot & 1) != 0) {
            home_send_detach(cluster, slot, &detach);
        }
    }
    if (elsewhere != NULL) {
        elsewhere->left = 0;
    }
    return left;
}

/* Tells the nodes that know the client its settings.  op: these nodes acknowledge it with
 * FEED_DONE, and nodes that the client has left report when they have sent everything; 0:
 * none does.  Returns a bit for each of them. */
static uint64_t tell(struct cluster *cluster, struct client *client, uint64_t op) {
    uint64_t told = 0;
    if (client->session == NULL || client->remote != NULL) {
        return 0;
    }
    lobby_enter(cluster, client);
    const struct elsewhere *elsewhere = session_elsewhere(client->session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        if (elsewhere->at[i].is_attached) {
            home_send_attach(cluster, client, elsewhere->at[i].slot, false, op);
            told |= UINT64_C(1) << elsewhere->at[i].slot;
        }
    }
    return op != 0 ? told | ask_left(cluster, client->session, told, op) : told;
}

void cluster_tell_settings(struct hub *hub, struct client *client) {
    if (hub_cluster(hub) != NULL) {
        (void)tell(hub_cluster(hub), client, 0);
    }
}

/* --- answers that wait until all nodes have heard --- */

struct setting {
    uint64_t client, op;
};

static void stored(struct hub *hub, void *was) {
    const struct setting *setting = was;
    struct cluster *cluster = hub_cluster(hub);
    struct client *client = hub_find_client(hub, setting->client);
    uint64_t told = client != NULL ? tell(cluster, client, setting->op) : 0;
    pending_told(cluster, setting->op, told);
}

/* The turn could not be stored, and answers the request `storage`. */
static void failed(struct hub *hub, void *was) {
    const struct setting *setting = was;
    struct cluster *cluster = hub_cluster(hub);
    struct op_pending *pending = pending_find(cluster, setting->op);
    if (pending != NULL) {
        struct client *client = pending_end(cluster, pending);
        if (client != NULL) {
            hub_release(hub, client->id, client->conn);
        }
        op_pending_free(pending);
    }
}

bool cluster_answer_later(struct hub *hub, struct client *client,
                          const struct command *cmd, const struct message *reply) {
    static const struct change_ops ops = {.kept = stored, .undone = failed};
    struct cluster *cluster = hub_cluster(hub);
    if (cluster == NULL || client->session == NULL || client->remote != NULL ||
        !route_is_agreed(cmd->kind)) {
        return false;
    }
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    pending->answer = hub_encode(hub, reply, client);
    pending->asked = PENDING_STORE;
    (void)hub_outbox_for(hub, client, hub_needs(hub)); /* the client waits for the turn */
    hub_note_asked(hub, client, cmd->id);
    struct setting *setting = hub_note(hub, &ops, sizeof *setting);
    *setting = (struct setting){.client = client->id, .op = pending->op};
    return true;
}
