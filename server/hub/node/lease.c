/* The lease of a node.  While it is valid, no other node takes this one's rooms.  When it
 * may be over, as after a pause of the process or while the database is away, the node
 * sends nothing about games: another node may have its rooms.  The store makes sure by
 * itself that nothing is written then (nodes.h). */
#include <stdlib.h>

#include "mem/mem.h"
#include "server/hub/node/elsewhere.h"
#include "server/hub/node/inside.h"
#include "server/hub/turn.h"

/* Delay before the next renewal after one that failed or came too late, in ms. */
#define AGAIN_MS 250
/* If server time is behind the database's time by more than this, in ms, it skips
 * forward: times of different nodes are compared. */
#define SLOW_MS 100

struct renewal {
    struct store_task task; /* comes first */
    uint64_t asked_ms;      /* clock of the node */
    uint64_t db_ms;         /* time of the database */
    bool works, is_lost;
    char fault[FAULT_BYTES];
};

const struct node_self *hub_node(const struct hub *hub) {
    return hub->node != NULL ? hub->node->self : NULL;
}

void hub_set_node_ops(struct hub *hub, const struct node_ops *ops, void *owner) {
    if (hub->node != NULL) {
        hub->node->ops = ops;
        hub->node->owner = owner;
    }
}

bool hub_is_lost(const struct hub *hub) {
    return hub->node != NULL && hub->node->lease.is_lost;
}

/* --- late and lost --- */

void node_lose(struct hub *hub, const char *why) {
    struct lease *lease = &hub->node->lease;
    if (!lease->is_lost) {
        lease->is_lost = lease->is_late = true;
        hub->wants_stop = true;
        log_line(&hub->config->log, LOG_ERROR, "store_lost why=%s", LOG_QUOTED(why));
    }
}

void node_look(struct hub *hub) {
    struct lease *lease = &hub->node->lease;
    uint64_t still_ms = hub->config->node_clock() - lease->clock_ms;
    lease->clock_ms += still_ms;
    uint64_t age_ms = lease->clock_ms - lease->asked_ms;
    lease->still_ms = still_ms >= NODE_STILL_MS ? lease->clock_ms : lease->still_ms;
    if (!lease->is_late && (age_ms >= NODE_TRUST_MS || still_ms >= NODE_STILL_MS)) {
        lease->is_late = true;
        lease->late_at_ms = hub->now.ms;
        lease->renew_ms = hub->now.ms; /* server time may have stood still */
        hub_wake_at(hub, hub->now.ms);
        log_line(&hub->config->log, LOG_WARN, "lease_late ms=%llu",
                 (unsigned long long)age_ms);
    }
}

/* Whether a message may be sent while the lease is late.  It must not be about games, nor
 * overtake a message that is withheld from its connection.  Nor may it go to another
 * node, which may have asked the next owner of a room by now. */
static bool may_tell(struct hub_node *node, const struct outbox_item *item) {
    if (node->lease.is_lost || (item->conn & HUB_CONN_REMOTE) != 0) {
        return false;
    }
    bool *has = &node->withheld.has[item->conn % NODE_CONNS];
    *has = *has || !item->always;
    return !*has;
}

/* Messages that waited when the lease ran out, or come from turns that ended since, may
 * no longer be true. */
void node_withhold(struct hub *hub) {
    struct hub_node *node = hub->node;
    struct outbox *outbox = &hub->outbox;
    size_t n = 0;
    if (!node->lease.is_late) {
        return;
    }
    for (size_t i = 0; i < outbox->n; i++) {
        struct outbox_item *item = &outbox->item[i];
        item->may_go = item->may_go || may_tell(node, item);
        if (item->may_go) {
            outbox->item[n++] = *item;
        } else {
            outbox_take(&node->withheld.outbox, item);
        }
    }
    outbox->n = n;
}

static void tell_withheld(struct hub *hub) {
    struct withheld *withheld = &hub->node->withheld;
    outbox_append(&withheld->outbox, &hub->outbox);
    outbox_fini(&hub->outbox);
    hub->outbox = withheld->outbox;
    *withheld = (struct withheld){.outbox = {0}};
}

/* --- renewed --- */

static void run_renewal(struct store_task *task, struct store *store) {
    struct renewal *renewal = (struct renewal *)task;
    renewal->works = store_renew_lease(store, &renewal->db_ms);
    renewal->is_lost = store_is_lost(store);
    text_copy(renewal->fault, sizeof renewal->fault, store_fault(store));
}

/* Server time never goes back.  Time that it skips costs no player anything. */
static void keep_time(struct hub *hub, uint64_t db_ms) {
    if (db_ms > hub->now.ms + SLOW_MS) {
        hub_skip_to(hub, db_ms);
    }
}

static void end_lateness(struct hub *hub) {
    struct lease *lease = &hub->node->lease;
    if (lease->is_late) {
        lease->is_late = false;
        tell_withheld(hub);
        hub_forgive(hub, lease->late_at_ms);
        hub_wake_at(hub, hub->now.ms); /* rooms given away meanwhile leave now */
        log_line(&hub->config->log, LOG_WARN, "lease_renewed");
    }
}

static void renewed(struct store_task *task, struct hub *hub) {
    struct renewal *renewal = (struct renewal *)task;
    struct lease *lease = &hub->node->lease;
    uint64_t now_ms = hub->config->node_clock();
    lease->is_busy = false;
    if (renewal->is_lost) {
        node_lose(hub, renewal->fault);
    } else if (renewal->works) {
        if (now_ms - renewal->asked_ms >= NODE_SLOW_MS ||
            renewal->asked_ms - lease->asked_ms >= NODE_TRUST_MS) {
            lease->steady_ms = now_ms;
        }
        lease->asked_ms = renewal->asked_ms;
        if (lease->asked_ms >= lease->still_ms &&
            now_ms - lease->asked_ms < NODE_TRUST_MS) {
            keep_time(hub, renewal->db_ms);
            end_lateness(hub);
        }
    } else {
        lease->steady_ms = now_ms;
    }
    bool is_good = renewal->works && !lease->is_late;
    lease->renew_ms = hub->now.ms + (is_good ? NODE_RENEW_MS : AGAIN_MS);
    hub_wake_at(hub, lease->renew_ms);
    free(renewal);
}

static void renew(struct hub *hub) {
    struct lease *lease = &hub->node->lease;
    struct renewal *renewal = mem_new(1, sizeof *renewal);
    renewal->task.run = run_renewal;
    renewal->task.done = renewed;
    renewal->asked_ms = hub->config->node_clock();
    lease->is_busy = true;
    hub_start_task(hub, &renewal->task);
}

void node_renew_at_start(struct hub *hub) {
    struct lease *lease = &hub->node->lease;
    uint64_t db_ms, asked_ms = hub->config->node_clock();
    lease->clock_ms = asked_ms; /* a long start is not a standstill */
    if (asked_ms - lease->asked_ms < NODE_RENEW_MS) {
        return;
    }
    if (store_renew_lease(hub->store, &db_ms)) {
        lease->asked_ms = asked_ms;
    } else if (store_is_lost(hub->store)) {
        node_lose(hub, store_fault(hub->store));
    }
}

/* --- what is due --- */

void node_tick(struct hub *hub) {
    struct lease *lease = &hub->node->lease;
    if (lease->is_lost) {
        return;
    }
    if (!lease->is_busy && hub->now.ms >= lease->renew_ms) {
        renew(hub);
    }
    if (!lease->is_busy) {
        hub_wake_at(hub, lease->renew_ms);
    }
    if (!lease->is_late) {
        node_take_over(hub);
        node_sweep_homes(hub);
        node_settle(hub);
        node_drain(hub);
    }
}

/* The serial of the last stored session made by this node, by binary search; or the time
 * in seconds if that is higher, so that ids of deleted sessions are not reused soon. */
static uint32_t last_serial(struct hub *hub, const struct node_self *self) {
    uint64_t from = (uint64_t)self->slot << SLOTS_MAKER_SHIFT;
    uint64_t end = from + (UINT64_C(1) << SLOTS_MAKER_SHIFT), below = end;
    uint32_t now_s = (uint32_t)(self->now_ms / 1000);
    while (from + 1 < below) {
        uint64_t middle = from + (below - from) / 2;
        struct stored_session found;
        if (store_next_session(hub->store, middle, &found) && found.id < end) {
            from = found.id;
        } else {
            below = middle;
        }
    }
    uint32_t last = slots_serial(from);
    return last > now_s ? last : now_s;
}

void node_begin(struct hub *hub) {
    const struct node_self *self = store_self(hub->store);
    if (self == NULL) {
        return;
    }
    struct hub_node *node = mem_new(1, sizeof *node);
    node->self = self;
    node->lease.asked_ms = 0; /* not known: node_renew_at_start renews it */
    node->lease.steady_ms = hub->config->node_clock();
    hub->node = node;
    hub->maker = hub->lobby.maker = hub->offers.maker = (unsigned)self->slot;
    slots_set_maker(&hub->sessions, hub->maker, last_serial(hub, self));
    node_renew_at_start(hub);
    node_read_codes(hub);
    hub_wake_at(hub, hub->now.ms);
}

void node_free(struct hub *hub) {
    if (hub->node != NULL) {
        outbox_fini(&hub->node->withheld.outbox);
        free(hub->node->takeover.foreign);
        free(hub->node->giving.given);
        free(hub->node->giving.wanted);
        free(hub->node);
    }
}
