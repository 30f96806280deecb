/* Requests of this node's players that wait for other nodes: struct op_pending.  When a
 * link is reset or the room moves, a request is sent again under the same number, and an
 * owner carries out each number only once (run.c).  After CLUSTER_WAIT_MS the player is
 * told `storage`.  If no node has the room or player, that is after CLUSTER_FIND_MS. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/queue/job.h"

/* Texts of the error `storage`: the request was not sent; it was, but not answered. */
#define UNREACHABLE_TEXT                                                                 \
    "the server that must do this cannot be reached now: try again in a few seconds"
#define UNANSWERED_TEXT                                                                  \
    "the server that must do this does not answer: look at the board before you repeat " \
    "it, for it may have been done"

void op_pending_free(struct op_pending *pending) {
    for (size_t i = 0; i < pending->n_parts; i++) {
        message_free(pending->part[i]);
    }
    free(pending->part);
    free(pending->waited_ms);
    buf_unref(pending->answer);
    if (pending->job != NULL) {
        job_free(pending->job);
    }
    sodium_memzero(&pending->cmd, sizeof pending->cmd); /* it may hold a password */
    free(pending);
}

static uint64_t hash_op(const struct cluster *cluster, uint64_t op) {
    return index_hash(&cluster->by_op, &op, sizeof op);
}

/* Gives a request a new number. */
static void number(struct cluster *cluster, struct op_pending *pending) {
    if (pending->op != 0) {
        index_remove(&cluster->by_op, hash_op(cluster, pending->op), pending);
    }
    pending->op = ++cluster->last_op;
    index_add(&cluster->by_op, hash_op(cluster, pending->op), pending);
}

static void unlink_pending(struct cluster *cluster, struct op_pending *pending) {
    index_remove(&cluster->by_op, hash_op(cluster, pending->op), pending);
    *pending->at = pending->next;
    if (pending->next != NULL) {
        pending->next->at = pending->at;
    } else {
        cluster->pending_end = pending->at;
    }
}

struct client *pending_end(struct cluster *cluster, struct op_pending *pending) {
    struct hub *hub = cluster->hub;
    struct session *session = hub_find_session(hub, pending->session);
    struct elsewhere *elsewhere = session != NULL ? session_elsewhere(session) : NULL;
    unlink_pending(cluster, pending);
    if (elsewhere != NULL && elsewhere->pending == pending) {
        elsewhere->pending = NULL;
    }
    return hub_end_wait(hub, pending->client, pending->cmd.id);
}

/* False: the turn that gave the client the session of its request has failed. */
static bool has_session(const struct client *client, const struct op_pending *pending) {
    return client->session != NULL && client->session->id == pending->session;
}

/* The next tick refuses the request: after those of a turn that fails now. */
static void give_up(struct cluster *cluster, struct op_pending *pending) {
    const struct session *session = hub_find_session(cluster->hub, pending->session);
    struct elsewhere *elsewhere = session != NULL ? session_elsewhere(session) : NULL;
    if (elsewhere != NULL && elsewhere->pending == pending) {
        elsewhere->pending = NULL;
    }
    pending->session = 0;
    pending->is_list = false;
    pending->is_given_up = true;
    hub_wake_at(cluster->hub, hub_now(cluster->hub).ms);
}

void pending_left(struct cluster *cluster, struct op_pending *pending) {
    if (hub_find_client(cluster->hub, pending->client) != NULL) {
        give_up(cluster, pending);
        return;
    }
    (void)pending_end(cluster, pending);
    hub_unexpect_session(cluster->hub, pending->expected);
    op_pending_free(pending);
}

void pending_run_there(struct cluster *cluster, struct op_pending *pending) {
    struct client *client = hub_find_client(cluster->hub, pending->client);
    if (client == NULL || !node_is_up(cluster, pending->slot)) {
        return; /* peer_is_up tries again */
    }
    if (!has_session(client, pending)) {
        give_up(cluster, pending);
        return;
    }
    struct pack pack = {0};
    struct wire_run *run = mem_new(1, sizeof *run);
    home_attach(cluster, client, pending->slot, false);
    run->session = pending->session;
    run->op = pending->op;
    run->flags = pending->is_sent ? RUN_AGAIN : 0;
    if (pending->cmd.kind == CMD_QUIT) {
        run->flags |= pending->only_checks ? RUN_CHECKS | RUN_PART : RUN_PART;
    }
    run->flags |= pending->only_meets ? RUN_MEETS : 0;
    run->n_away = home_n_away(client->session, pending->slot);
    memcpy(run->room, pending->room, sizeof run->room);
    command_copy(&run->cmd, &pending->cmd);
    wire_put_run(&pack, run);
    free(run);
    node_send(cluster, pending->slot, &pack);
    pending->is_sent = true;
}

void pending_send(struct cluster *cluster, struct op_pending *pending, int slot) {
    pending->slot = slot;
    number(cluster, pending);
    pending->is_sent = pending->was_lost = false;
    pending_run_there(cluster, pending);
}

/* A node may have carried out a request whose answer will not be told: the player is
 * shown the rooms there before the next request. */
static void show_what_it_did(struct cluster *cluster, struct client *client,
                             const struct op_pending *pending) {
    if (pending->cmd.kind == CMD_LEAVE) {
        home_leaves(client->session, pending->slot, pending->room);
    }
    if (node_is_up(cluster, pending->slot)) {
        home_attach(cluster, client, pending->slot, true);
    }
}

void pending_refuse(struct cluster *cluster, struct op_pending *pending) {
    struct client *client = pending_end(cluster, pending);
    if (client != NULL && !pending->is_answered) {
        cluster->commands->refuse(cluster->hub, client, &pending->cmd,
                                  pending->is_sent ? UNANSWERED_TEXT : UNREACHABLE_TEXT);
        if (pending->is_sent && client->session != NULL) {
            show_what_it_did(cluster, client, pending);
        }
    }
    if (client != NULL) {
        hub_release(cluster->hub, client->id, client->conn);
    }
    hub_unexpect_session(cluster->hub, pending->expected);
    op_pending_free(pending);
}

void pending_give_answer(struct cluster *cluster, struct op_pending *pending,
                         struct buf *buf) {
    struct hub *hub = cluster->hub;
    struct client *client = pending_end(cluster, pending);
    if (client != NULL) {
        hub_queue(hub, client, buf, SEND_ALWAYS);
        hub_release(hub, client->id, client->conn);
    }
    op_pending_free(pending);
}

void pending_run_here(struct cluster *cluster, struct op_pending *pending) {
    struct client *client = pending_end(cluster, pending);
    if (client != NULL) {
        cluster->commands->run(cluster->hub, client, &pending->cmd);
        hub_release(cluster->hub, client->id, client->conn);
    }
    op_pending_free(pending);
}

struct op_pending *pending_find(const struct cluster *cluster, uint64_t op) {
    uint64_t hash = hash_op(cluster, op);
    struct op_pending *pending;
    uint32_t at = 0;
    do {
        pending = index_next(&cluster->by_op, hash, &at);
    } while (pending != NULL && pending->op != op);
    return pending;
}

/* --- requests begin --- */

struct op_pending *pending_begin(struct cluster *cluster, struct client *client,
                                 const struct command *cmd) {
    struct hub *hub = cluster->hub;
    struct op_pending *pending = mem_new(1, sizeof *pending);
    number(cluster, pending);
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

/* Names the room in the request, where the player may have left it out. */
static void name_room(struct op_pending *pending, const struct session *session,
                      const char *room) {
    int slot;
    unsigned flags = command_spec(pending->cmd.kind)->flags;
    text_copy(pending->room, sizeof pending->room, room);
    pending->is_first =
        pending->cmd.kind == CMD_JOIN && home_find_room(session, room, &slot) == NULL;
    if ((flags & (COMMAND_IN_ROOM | COMMAND_MAY_ROOM)) != 0) {
        memcpy(pending->cmd.room, pending->room, sizeof pending->cmd.room);
    }
}

void pending_run_at(struct cluster *cluster, struct client *client,
                    const struct command *cmd, int slot, const char *room) {
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    text_copy(pending->key, sizeof pending->key, room);
    name_room(pending, client->session, room);
    pending->slot = slot;
    if (node_is_up(cluster, slot) || room[0] == '\0') {
        pending_run_there(cluster, pending);
    } else {
        find_again(cluster, pending);
    }
}

void pending_run_where(struct cluster *cluster, struct client *client,
                       const struct command *cmd, enum wire_find_kind kind,
                       const char *key) {
    struct op_pending *pending = pending_begin(cluster, client, cmd);
    pending->kind = kind;
    text_copy(pending->key, sizeof pending->key, key);
    if (kind == FIND_ROOM) {
        name_room(pending, client->session, key);
        find_again(cluster, pending); /* the session may have it as lost */
    } else {
        find_begin(cluster, pending);
    }
}

void pending_tick(struct hub *hub) {
    struct cluster *cluster = hub_cluster(hub);
    uint64_t now_ms = hub_now(hub).ms;
    struct op_pending *next;
    for (struct op_pending *pending = cluster->pending; pending != NULL; pending = next) {
        bool is_looked_for = pending->slot == 0 && pending->answer == NULL;
        uint64_t by_ms =
            pending->begun_ms +
            (is_looked_for && !pending->is_known ? CLUSTER_FIND_MS : CLUSTER_WAIT_MS);
        by_ms = pending->is_given_up ? now_ms : by_ms;
        next = pending->next;
        if ((pending->asked & PENDING_STORE) != 0) {
            continue;
        }
        if (by_ms <= now_ms && pending->is_list) {
            pending->is_unsure = true;
            lists_end(cluster, pending);
            continue;
        }
        if (by_ms <= now_ms && pending->answer != NULL) {
            pending_give_answer(cluster, pending, pending->answer);
            continue;
        }
        if (by_ms <= now_ms) {
            pending_refuse(cluster, pending);
            continue;
        }
        hub_wake_at(hub, by_ms);
        if (is_looked_for && pending->is_known && pending->look_ms <= now_ms) {
            find_again(cluster, pending);
        } else if (is_looked_for && pending->is_known) {
            hub_wake_at(hub, pending->look_ms);
        }
    }
}

/* --- answers --- */

/* The node did not carry a request out: it does not know the player (is_lost), or does
 * not have the room. */
static void try_again(struct cluster *cluster, struct op_pending *pending, bool is_lost) {
    struct session *session = home_find_own(cluster, pending->session);
    struct at_node *at = session != NULL ? home_find_at(session, pending->slot) : NULL;
    if (!is_lost && pending->only_meets) {
        int was = pending->slot;
        steps_play_on(cluster, pending);
        if (session != NULL) {
            home_leave_node(cluster, session, was);
        }
        return;
    }
    if (!is_lost) {
        find_again(cluster, pending);
        return;
    }
    if (at != NULL) {
        at->is_attached = false;
    }
    if (pending->was_lost) { /* attaching the player did not help */
        pending_refuse(cluster, pending);
        return;
    }
    pending->was_lost = true;
    pending_run_there(cluster, pending);
}

void pending_told(struct cluster *cluster, uint64_t op, uint64_t told) {
    struct op_pending *pending = pending_find(cluster, op);
    if (pending != NULL) {
        pending->asked = told;
        pending->begun_ms = hub_now(cluster->hub).ms;
        hub_wake_at(cluster->hub, pending->begun_ms + CLUSTER_WAIT_MS);
        find_on(cluster, pending);
    }
}

bool pending_answered(struct cluster *cluster, int from, uint64_t op) {
    struct op_pending *pending = pending_find(cluster, op);
    if (pending == NULL || pending->is_answered || pending->is_given_up) {
        return false;
    }
    const struct client *client = hub_find_client(cluster->hub, pending->client);
    if (client != NULL && !has_session(client, pending)) {
        give_up(cluster, pending);
        return false;
    }
    pending->is_answered = true;
    pending->slot = from; /* even if it was sent elsewhere since: `from` ends it */
    return client != NULL;
}

void pending_done(struct cluster *cluster, int from, const struct feed_item *item) {
    struct op_pending *pending = pending_find(cluster, item->op);
    if (pending != NULL && pending->answer != NULL) {
        pending->asked &= ~(UINT64_C(1) << from);
        find_on(cluster, pending);
        return;
    }
    if (pending == NULL || pending->slot != from || pending->is_given_up) {
        return;
    }
    if ((item->flags & (DONE_LOST | DONE_MOVED)) != 0) {
        try_again(cluster, pending, (item->flags & DONE_LOST) != 0);
        return;
    }
    if (pending->cmd.kind == CMD_QUIT && (item->flags & DONE_REFUSED) == 0) {
        steps_quit_on(cluster, pending);
        return;
    }
    struct session *session = home_find_own(cluster, pending->session);
    struct client *client = pending_end(cluster, pending);
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

/* --- other nodes come and go --- */

static void peer_is_up(struct cluster *cluster, int slot) {
    struct op_pending *next;
    for (struct op_pending *p = cluster->pending; p != NULL; p = next) {
        next = p->next;
        if (p->slot == slot) {
            pending_run_there(cluster, p);
        } else if (p->slot == 0 && p->is_known) {
            find_again(cluster, p);
        }
    }
}

static void peer_is_down(struct cluster *cluster, int slot) {
    struct op_pending *next;
    for (struct op_pending *p = cluster->pending; p != NULL; p = next) {
        uint64_t bit = UINT64_C(1) << slot;
        next = p->next;
        if (p->slot == slot && p->is_answered) {
            pending_refuse(cluster, p);
        } else if (p->slot == slot && p->room[0] != '\0') {
            p->is_known = true;
            find_begin(cluster, p);
        } else if (p->slot == slot && p->is_sent && p->cmd.kind != CMD_QUIT) {
            pending_refuse(cluster, p); /* the node may have forgotten that it did it */
        } else if (p->slot == 0) {
            p->is_unsure |= (p->asked & bit) != 0;
            p->asked &= ~bit;
            find_on(cluster, p);
        }
    }
}

void pending_peer(struct cluster *cluster, int slot, bool is_up) {
    (is_up ? peer_is_up : peer_is_down)(cluster, slot);
}

void pending_fini(struct cluster *cluster) {
    while (cluster->pending != NULL) {
        struct op_pending *pending = cluster->pending;
        (void)pending_end(cluster, pending);
        op_pending_free(pending); /* no hub_unexpect_session: the hub ends, too */
    }
    index_fini(&cluster->by_op);
}
