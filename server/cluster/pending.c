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
#include "server/hub/rooms.h"
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

/* Gives a request up, with an error unless it was answered. */
static void refuse(struct cluster *cluster, struct op_pending *pending) {
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

static void answer(struct cluster *cluster, struct op_pending *pending, struct buf *buf) {
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

/* The room has moved here, but its former owner may have carried the request out: asks
 * the store. */
struct asking {
    struct store_task task; /* comes first */
    uint64_t session, op;
    enum found found;
    char answer[CLUSTER_ANSWER_MAX];
    size_t n;
};

static void run_asking(struct store_task *task, struct store *store) {
    struct asking *asking = (struct asking *)task;
    asking->found = store_find_done(store, asking->session, asking->op, asking->answer,
                                    sizeof asking->answer, &asking->n);
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

/* Ignores the store if the request has ended by now, or a node has it (slot). */
static void asking_done(struct store_task *task, struct hub *hub) {
    struct asking *asking = (struct asking *)task;
    struct cluster *cluster = hub_cluster(hub);
    struct op_pending *pending = pending_find(cluster, asking->op);
    bool is_asked = pending != NULL && pending->slot == 0;
    if (is_asked && asking->found == NOT_FOUND) {
        pending_run_here(cluster, pending);
    } else if (is_asked && asking->found == NOT_READ) {
        refuse(cluster, pending);
    } else if (is_asked) {
        struct buf *buf = buf_new(asking->answer, asking->n);
        answer(cluster, pending, buf);
        buf_unref(buf);
    }
    free(asking);
}

/* The room of a request is here: carries it out unless that was done. */
static void find_here(struct cluster *cluster, struct op_pending *pending) {
    if (!pending->is_sent) {
        pending_run_here(cluster, pending);
        return;
    }
    struct asking *asking = mem_new(1, sizeof *asking);
    asking->task.run = run_asking;
    asking->task.done = asking_done;
    asking->session = pending->session;
    asking->op = pending->op;
    (void)hub_ask_store(cluster->hub, &asking->task);
}

/* --- looking for rooms --- */

/* Goes on if all nodes have answered.  If none has the room, the request is carried out
 * here, to fail as on a server that is alone; if one could not answer, it is refused.  A
 * room that is known to exist is looked up again (pending_tick). */
static void look_on(struct cluster *cluster, struct op_pending *pending) {
    if (pending->is_list && pending->asked == 0) {
        lists_end(cluster, pending);
    } else if (pending->answer != NULL && pending->asked == 0) {
        answer(cluster, pending, pending->answer);
    } else if (pending->answer == NULL && pending->slot == 0 && pending->asked == 0 &&
               !pending->is_known) {
        (pending->is_unsure ? refuse : pending_run_here)(cluster, pending);
    }
}

/* Asks all nodes where the room is. */
static void look(struct cluster *cluster, struct op_pending *pending) {
    struct hub *hub = cluster->hub;
    pending->slot = 0;
    pending->look_ms = hub_now(hub).ms + CLUSTER_LOOK_MS;
    if (pending->kind == FIND_ROOM && route_has_room(hub, pending->key)) {
        find_here(cluster, pending);
        return;
    }
    pending->is_known |=
        pending->kind == FIND_ROOM && hub_find_room(hub, pending->key) != NULL;
    struct pack pack = {0};
    struct wire_find find = {.query = pending->op, .kind = pending->kind};
    text_copy(find.key, sizeof find.key, pending->key);
    pending->asked = cluster->up;
    pending->is_unsure = node_missing(cluster) != 0;
    wire_put_find(&pack, &find);
    node_send(cluster, BUS_ALL, &pack);
    hub_wake_at(hub, pending->look_ms);
    look_on(cluster, pending);
}

/* Looks up a room that is not where it was. */
static void look_again(struct cluster *cluster, struct op_pending *pending) {
    const struct session *session = home_find_own(cluster, pending->session);
    int slot;
    pending->is_known =
        session != NULL && home_find_room(session, pending->room, &slot) != NULL;
    look(cluster, pending);
}

void pending_found(struct cluster *cluster, int from, uint64_t query, bool is_here) {
    struct op_pending *pending = pending_find(cluster, query);
    if (pending == NULL || pending->slot != 0 || pending->is_list ||
        pending->is_given_up) {
        return;
    }
    if (is_here) {
        pending->slot = from;
        pending_run_there(cluster, pending);
        return;
    }
    pending->asked &= ~(UINT64_C(1) << from);
    look_on(cluster, pending);
}

void pending_moved(struct cluster *cluster, const struct moved *moved) {
    struct op_pending *next;
    for (struct op_pending *p = cluster->pending; p != NULL; p = next) {
        next = p->next;
        if (strcmp(p->room, moved->code) != 0 || p->slot == moved->slot ||
            p->is_answered) {
            continue;
        }
        p->slot = moved->slot;
        (moved->slot == 0 ? find_here : pending_run_there)(cluster, p);
    }
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
        look_again(cluster, pending);
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
        look_again(cluster, pending); /* the session may have it as lost */
    } else {
        look(cluster, pending);
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
            answer(cluster, pending, pending->answer);
            continue;
        }
        if (by_ms <= now_ms) {
            refuse(cluster, pending);
            continue;
        }
        hub_wake_at(hub, by_ms);
        if (is_looked_for && pending->is_known && pending->look_ms <= now_ms) {
            look_again(cluster, pending);
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
        look_again(cluster, pending);
        return;
    }
    if (at != NULL) {
        at->is_attached = false;
    }
    if (pending->was_lost) { /* attaching the player did not help */
        refuse(cluster, pending);
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
        look_on(cluster, pending);
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
        look_on(cluster, pending);
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
            look_again(cluster, p);
        }
    }
}

static void peer_is_down(struct cluster *cluster, int slot) {
    struct op_pending *next;
    for (struct op_pending *p = cluster->pending; p != NULL; p = next) {
        uint64_t bit = UINT64_C(1) << slot;
        next = p->next;
        if (p->slot == slot && p->is_answered) {
            refuse(cluster, p);
        } else if (p->slot == slot && p->room[0] != '\0') {
            p->is_known = true;
            look(cluster, p);
        } else if (p->slot == slot && p->is_sent && p->cmd.kind != CMD_QUIT) {
            refuse(cluster, p); /* the node may have forgotten that it did it */
        } else if (p->slot == 0) {
            p->is_unsure |= (p->asked & bit) != 0;
            p->asked &= ~bit;
            look_on(cluster, p);
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
