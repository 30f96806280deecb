/* The owner of a room carries out requests of players of other nodes, each only once.
 *
 * A home sends a request again after a reset, as it cannot know whether the first one was
 * carried out.  So the owner keeps each player's last number and answer, in memory and,
 * if a room changed, in the store (table done), where a later owner finds them. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/watchers.h"

void owner_end_op(struct hub *hub, struct client *client, uint64_t op, unsigned flags,
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

/* Keeps the answer for the case that the request comes again; if the request changed a
 * room, also in the store, together with the change. */
static void keep_done(struct hub *hub, const struct client *client, bool has_changed) {
    static const struct change_ops ops = {.undone = forget_done};
    struct remote *remote = client->remote;
    struct elsewhere *elsewhere = session_elsewhere(client->session);
    bool is_kept = remote->answer != NULL && remote->answer->len <= CLUSTER_ANSWER_MAX;
    buf_unref(elsewhere->answer);
    elsewhere->answer = is_kept ? buf_ref(remote->answer) : NULL;
    elsewhere->done = is_kept ? remote->op : 0;
    uint64_t *ids = hub_note(hub, &ops, 2 * sizeof *ids);
    ids[0] = client->session->id;
    ids[1] = remote->op;
    if (is_kept && has_changed) {
        writes_put_done(hub_writes(hub), ids[0], ids[1], remote->answer->data,
                        remote->answer->len);
    }
}

void cluster_end_op(struct hub *hub, struct client *client, enum error_code error,
                    bool has_changed) {
    struct remote *remote = client->remote;
    unsigned flags =
        (remote->gives_back ? DONE_GIVES_BACK : 0) | (error != ERR_OK ? DONE_REFUSED : 0);
    if (client->session != NULL) {
        session_elsewhere(client->session)->done_flags = flags;
        session_elsewhere(client->session)->done_cost = (uint64_t)remote->cost;
        keep_done(hub, client, has_changed);
    }
    owner_end_op(hub, client, remote->op, flags, (uint64_t)remote->cost);
    remote->op = 0;
}

struct client *owner_find_remote(const struct cluster *cluster, int from,
                                 uint64_t session) {
    struct client *client =
        hub_client_of(cluster->hub, hub_find_session(cluster->hub, session));
    return client != NULL && client->remote != NULL && client->remote->home == from
               ? client
               : NULL;
}

struct client *owner_client(const struct cluster *cluster, int from, uint64_t session) {
    struct client *client = owner_find_remote(cluster, from, session);
    return client != NULL && !client->remote->leaves ? client : NULL;
}

void owner_say_done(struct cluster *cluster, int slot, uint64_t session, uint64_t op,
                    unsigned flags) {
    struct feed *feed = &cluster->feed[slot];
    struct feed_item item = {
        .kind = FEED_DONE, .session = session, .op = op, .flags = flags};
    owner_begin_feed(feed);
    feed_put(&feed->pack, &item);
}

/* The session (DONE_LOST) or the room (DONE_MOVED) is not here. */
static void say_lost(struct cluster *cluster, int from, const struct wire_run *run,
                     enum feed_done_flags why) {
    owner_say_done(cluster, from, run->session, run->op, why);
}

/* From now on, answers are for this request.  Returns the number of the previous one,
 * which may still be running. */
static uint64_t answer_to(struct client *client, uint64_t op) {
    uint64_t was = client->remote->op;
    client->remote->op = op;
    return was;
}

/* Answers a request that was carried out before.  The answer waits if that turn is not
 * stored yet. */
static void answer_again(struct hub *hub, struct client *client,
                         const struct wire_run *run) {
    const struct elsewhere *elsewhere = session_elsewhere(client->session);
    uint64_t other = answer_to(client, run->op);
    outbox_add_answer(hub_outbox_for(hub, client, hub_needs(hub)), client->conn,
                      elsewhere->answer, SEND_IF_STORED, run->op);
    hub_note_asked(hub, client, run->cmd.id);
    (void)answer_to(client, other);
    owner_end_op(hub, client, run->op, elsewhere->done_flags, elsewhere->done_cost);
}

/* Answers a request `storage`. */
static void refuse_run(struct cluster *cluster, struct client *client,
                       const struct wire_run *run) {
    struct hub *hub = cluster->hub;
    uint64_t other = answer_to(client, run->op);
    cluster->commands->refuse(hub, client, &run->cmd, error_text(ERR_STORAGE));
    (void)answer_to(client, other);
    owner_end_op(hub, client, run->op, DONE_REFUSED, 0);
}

static void carry_out(struct cluster *cluster, struct client *client,
                      const struct wire_run *run) {
    struct remote *remote = client->remote;
    uint64_t waited_ms;
    if ((run->flags & RUN_MEETS) != 0 &&
        !cluster->commands->find_open(cluster->hub, run->session, &run->cmd,
                                      &waited_ms)) {
        say_lost(cluster, remote->home, run, DONE_MOVED);
        return;
    }
    buf_unref(remote->answer);
    remote->answer = NULL;
    remote->op = run->op;
    remote->only_checks = (run->flags & RUN_CHECKS) != 0;
    remote->is_part = (run->flags & RUN_PART) != 0;
    remote->gives_back = false;
    remote->cost = 0;
    cluster->commands->run(cluster->hub, client, &run->cmd);
}

/* Asks the store whether a request was carried out before, by this node or by a former
 * owner of the room. */
struct asking {
    struct store_task task; /* comes first */
    int from;
    uint64_t client;
    struct wire_run run;
    enum found found;
    char answer[CLUSTER_ANSWER_MAX];
    size_t n;
};

static void run_asking(struct store_task *task, struct store *store) {
    struct asking *asking = (struct asking *)task;
    asking->found = store_find_done(store, asking->run.session, asking->run.op,
                                    asking->answer, sizeof asking->answer, &asking->n);
}

static void asking_done(struct store_task *task, struct hub *hub) {
    struct asking *asking = (struct asking *)task;
    struct cluster *cluster = hub_cluster(hub);
    struct client *client = owner_client(cluster, asking->from, asking->run.session);
    hub_end_request(hub);
    if (client == NULL || client->id != asking->client) {
        free(asking); /* the home attaches the player and sends the request again */
        return;
    }
    client->waiting = false;
    client->remote->op = 0;
    struct elsewhere *elsewhere = session_elsewhere(client->session);
    if (asking->found == FOUND) {
        buf_unref(elsewhere->answer);
        elsewhere->answer = buf_new(asking->answer, asking->n);
        elsewhere->done = asking->run.op;
        elsewhere->done_flags = 0;
        elsewhere->done_cost = 0;
        answer_again(hub, client, &asking->run);
    } else if (asking->found == NOT_FOUND) {
        carry_out(cluster, client, &asking->run);
    } else {
        refuse_run(cluster, client, &asking->run);
    }
    hub_end_request(hub);
    free(asking);
}

static void ask(struct hub *hub, int from, struct client *client,
                const struct wire_run *run) {
    struct asking *asking = mem_new(1, sizeof *asking);
    asking->task.run = run_asking;
    asking->task.done = asking_done;
    asking->from = from;
    asking->client = client->id;
    asking->run = (struct wire_run){.session = run->session,
                                    .op = run->op,
                                    .flags = run->flags,
                                    .n_away = run->n_away};
    command_copy(&asking->run.cmd, &run->cmd);
    client->waiting = true;
    client->remote->op = run->op;
    (void)hub_ask_store(hub, &asking->task);
}

void owner_run(struct cluster *cluster, int from, const struct wire_run *run) {
    struct hub *hub = cluster->hub;
    struct client *client = owner_client(cluster, from, run->session);
    if (client == NULL) {
        say_lost(cluster, from, run, DONE_LOST);
        return;
    }
    /* If the answer to an `unwatch` was lost, or came from an owner that did not know yet
     * that the player watches, the home may have attached them as a spectator since. */
    bool unwatches = run->cmd.kind == CMD_UNWATCH &&
                     session_find_watched(client->session, run->room) != NULL;
    bool is_done = !unwatches && session_elsewhere(client->session)->done == run->op;
    if (!is_done && run->room[0] != '\0' && !route_has_room(hub, run->room)) {
        owner_feed_rooms(cluster, client);
        say_lost(cluster, from, run, DONE_MOVED);
        return;
    }
    struct elsewhere *elsewhere = session_elsewhere(client->session);
    elsewhere->n_away = run->n_away;
    client->active_ms = hub_now(hub).ms;
    if (is_done) {
        answer_again(hub, client, run);
    } else if (client->waiting && client->remote->op == run->op) {
        return;                   /* the request is running */
    } else if (client->waiting) { /* for an earlier one that its home has given up */
        refuse_run(cluster, client, run);
    } else if ((run->flags & RUN_AGAIN) != 0 && !unwatches) {
        ask(hub, from, client, run);
    } else {
        carry_out(cluster, client, run);
    }
}
