/* Lists whose rows are at all nodes: who is here, the rooms, a player's own rooms. */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/cluster/node.h"

void lists_begin(struct cluster *cluster, struct client *client,
                 const struct command *cmd) {
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    struct wire_list list = {
        .query = pending->op, .session = pending->session, .cmd = cmd->kind};
    struct pack pack = {0};
    pending->is_list = true;
    pending->asked = cluster->up;
    pending->is_unsure = node_missing(cluster) != 0;
    wire_put_list(&pack, &list);
    node_send(cluster, BUS_ALL, &pack);
    if (pending->asked == 0) {
        lists_end(cluster, pending);
    }
}

void lists_end(struct cluster *cluster, struct op_pending *pending) {
    struct client *client = pending_end(cluster, pending);
    if (client != NULL) {
        struct cluster_lists lists = {.part = pending->part,
                                      .n = pending->n_parts,
                                      .bytes = pending->part_bytes,
                                      .is_whole = !pending->is_unsure};
        cluster->commands->run_list(cluster->hub, client, &pending->cmd, &lists);
        hub_release(cluster->hub, client->id, client->conn);
    }
    op_pending_free(pending);
}

/* A node whose lease is late may show rooms that others have, and one of another version
 * may ask for what this one does not list: they get nothing. */
void lists_asked(struct cluster *cluster, int from, const struct wire_list *list) {
    size_t len = 0;
    struct pack pack = {0};
    char *json = NULL;
    if (route_is_list(list->cmd) && !hub_is_stalled(cluster->hub)) {
        json = cluster->commands->list(cluster->hub, list->session, list->cmd, &len);
    }
    wire_put_rows(&pack, list->query, json != NULL ? json : "", len);
    free(json);
    node_send(cluster, from, &pack);
}

void lists_answered(struct cluster *cluster, int from, uint64_t query, const char *json,
                    size_t len) {
    struct op_pending *pending = pending_find(cluster, query);
    uint64_t bit = UINT64_C(1) << from;
    if (pending == NULL || !pending->is_list || (pending->asked & bit) == 0) {
        return;
    }
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(json, len, fault);
    pending->asked &= ~bit;
    pending->part_bytes += len;
    if (msg != NULL && msg->kind == MESSAGE_REPLY && msg->cmd == pending->cmd.kind) {
        pending->part =
            mem_grow(pending->part, pending->n_parts + 1, sizeof(struct message *));
        pending->part[pending->n_parts++] = msg;
    } else {
        pending->is_unsure = true; /* as that node is of another version */
        if (msg != NULL) {
            message_free(msg);
        }
    }
    if (pending->asked == 0) {
        lists_end(cluster, pending);
    }
}
