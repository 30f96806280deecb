/* Finds the room or player of a request: asks all nodes, and sends the request to the one
 * that answers. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/cluster/node.h"
#include "server/hub/rooms.h"

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

/* Ignores the store if the request has ended by now, or a node has it (slot). */
static void asking_done(struct store_task *task, struct hub *hub) {
    struct asking *asking = (struct asking *)task;
    struct cluster *cluster = hub_cluster(hub);
    struct op_pending *pending = pending_find(cluster, asking->op);
    bool is_asked = pending != NULL && pending->slot == 0;
    if (is_asked && asking->found == NOT_FOUND) {
        pending_run_here(cluster, pending);
    } else if (is_asked && asking->found == NOT_READ) {
        pending_refuse(cluster, pending);
    } else if (is_asked) {
        struct buf *buf = buf_new(asking->answer, asking->n);
        pending_give_answer(cluster, pending, buf);
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

void find_on(struct cluster *cluster, struct op_pending *pending) {
    if (pending->is_list && pending->asked == 0) {
        lists_end(cluster, pending);
    } else if (pending->answer != NULL && pending->asked == 0) {
        pending_give_answer(cluster, pending, pending->answer);
    } else if (pending->answer == NULL && pending->slot == 0 && pending->asked == 0 &&
               !pending->is_known) {
        (pending->is_unsure ? pending_refuse : pending_run_here)(cluster, pending);
    }
}

void find_begin(struct cluster *cluster, struct op_pending *pending) {
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
    find_on(cluster, pending);
}

void find_again(struct cluster *cluster, struct op_pending *pending) {
    const struct session *session = home_find_own(cluster, pending->session);
    int slot;
    pending->is_known =
        session != NULL && home_find_room(session, pending->room, &slot) != NULL;
    find_begin(cluster, pending);
}

void find_heard(struct cluster *cluster, int from, uint64_t query, bool is_here) {
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
    find_on(cluster, pending);
}

void find_follow(struct cluster *cluster, const struct moved *moved) {
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
