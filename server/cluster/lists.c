/* Lists whose rows are spread over all nodes: `who`, `rooms` and `mine`.  No node keeps a
 * list of the whole cluster.  Each one answers with its own rows, and the player's home
 * merges them (command/merge.c); if a node does not answer, the list says so. */
#include <stdio.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/cluster/node.h"

/* Longest number, with its NUL. */
#define NUMBER_BYTES 24

/* The command whose rows are asked for: resume and login answer with those of `mine`. */
static enum command_kind list_of(const struct op_pending *pending) {
    enum command_kind kind = pending->cmd.kind;
    return route_is_list(kind) || kind == CMD_PLAY ? kind : CMD_MINE;
}

void lists_ask(struct cluster *cluster, struct op_pending *pending, uint64_t session) {
    struct wire_list list = {
        .query = pending->op, .session = session, .cmd = list_of(pending)};
    struct pack pack = {0};
    if (list.cmd == CMD_PLAY) {
        command_copy(&list.play, &pending->cmd);
    }
    pending->is_list = true;
    pending->asked = cluster->up;
    pending->is_unsure = node_missing(cluster) != 0;
    wire_put_list(&pack, &list);
    node_send(cluster, BUS_ALL, &pack);
    if (pending->asked == 0) {
        lists_end(cluster, pending);
    }
}

void lists_begin(struct cluster *cluster, struct client *client,
                 const struct command *cmd) {
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    lists_ask(cluster, pending, pending->session);
}

bool cluster_ask_mine(struct hub *hub, struct client *client, const struct command *cmd,
                      struct session *session, struct job *job) {
    struct cluster *cluster = hub_cluster(hub);
    if (cluster->up == 0) {
        return false;
    }
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    pending->job = job;
    pending->expected = session->id;
    hub_expect_session(session);
    lists_ask(cluster, pending, session->id);
    return true;
}

/* The player is told of a seat, which they may have lost since its node was asked.
 * Returns whether this node has no record of the room: then it may have heard of the loss
 * before this answer. */
static bool doubt_room(struct cluster *cluster, struct session *session,
                       const char *code) {
    struct remote_room room = {.sits = true};
    if (session_find_room(session, code) != NULL || home_doubt_room(session, code)) {
        return false;
    }
    text_copy(room.code, sizeof room.code, code);
    lost_add(cluster, session, &room);
    return true;
}

/* Checks once more that the player still sits in all rooms that the answer lists. */
static void doubt_rooms(struct cluster *cluster, const struct op_pending *pending) {
    struct session *session = hub_find_session(cluster->hub, pending->expected);
    bool is_back = session != NULL && session->client == pending->client;
    bool is_lost = false;
    for (size_t i = 0; is_back && i < pending->n_parts; i++) {
        for (size_t k = 0; k < pending->part[i]->n_rows; k++) {
            is_lost |= doubt_room(cluster, session, pending->part[i]->mine[k].room);
        }
    }
    if (is_lost) {
        lost_ask(cluster, session);
    }
}

void lists_end(struct cluster *cluster, struct op_pending *pending) {
    if (pending->cmd.kind == CMD_PLAY) {
        steps_play_on(cluster, pending);
        return;
    }
    struct client *client = pending_end(cluster, pending);
    if (client != NULL) {
        struct cluster_lists lists = {.part = pending->part,
                                      .n = pending->n_parts,
                                      .bytes = pending->part_bytes,
                                      .is_whole = !pending->is_unsure};
        struct job *job = pending->job;
        pending->job = NULL;
        cluster->commands->run_list(cluster->hub, client, &pending->cmd, &lists, job);
        doubt_rooms(cluster, pending);
        hub_release(cluster->hub, client->id, client->conn);
    }
    hub_unexpect_session(cluster->hub, pending->expected); /* ends it unless in use */
    op_pending_free(pending);
}

/* How long a player waits here, in ms, as decimal text; owned.  NULL: nobody waits. */
static char *list_open(struct cluster *cluster, const struct wire_list *list,
                       size_t *len) {
    uint64_t waited_ms;
    if (!cluster->commands->find_open(cluster->hub, list->session, &list->play,
                                      &waited_ms)) {
        return NULL;
    }
    char *text = mem_new(1, NUMBER_BYTES);
    *len = (size_t)snprintf(text, NUMBER_BYTES, "%llu", (unsigned long long)waited_ms);
    return text;
}

/* Answers without rows if this node is stalled, because others may have its rooms by now.
 * The same for a list that only nodes of another version know. */
void lists_asked(struct cluster *cluster, int from, const struct wire_list *list) {
    size_t len = 0;
    struct pack pack = {0};
    char *json = NULL;
    if (hub_is_stalled(cluster->hub)) {
        json = NULL;
    } else if (list->cmd == CMD_PLAY) {
        json = list_open(cluster, list, &len);
    } else if (route_is_list(list->cmd)) {
        json = cluster->commands->list(cluster->hub, list->session, list->cmd, &len);
    }
    wire_put_rows(&pack, list->query, json != NULL ? json : "", len);
    free(json);
    node_send(cluster, from, &pack);
}

static void add_part(struct op_pending *pending, const char *json, size_t len) {
    char fault[FAULT_BYTES];
    struct message *msg = message_from_json(json, len, fault);
    pending->part_bytes += len;
    if (msg != NULL && msg->kind == MESSAGE_REPLY && msg->cmd == list_of(pending)) {
        pending->part =
            mem_grow(pending->part, pending->n_parts + 1, sizeof(struct message *));
        pending->part[pending->n_parts++] = msg;
    } else {
        pending->is_unsure = true; /* that node is of another version, or stalled */
        if (msg != NULL) {
            message_free(msg);
        }
    }
}

void lists_answered(struct cluster *cluster, int from, uint64_t query, const char *json,
                    size_t len) {
    struct op_pending *pending = pending_find(cluster, query);
    uint64_t bit = UINT64_C(1) << from;
    if (pending == NULL || !pending->is_list || (pending->asked & bit) == 0) {
        return;
    }
    pending->asked &= ~bit;
    if (pending->cmd.kind == CMD_PLAY) {
        steps_play_heard(pending, from, json, len);
    } else {
        add_part(pending, json, len);
    }
    if (pending->asked == 0) {
        lists_end(cluster, pending);
    }
}
