#include "server/hub/lease/lease.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"
#include "server/store/lease.h"

/* Delay before the next renewal after one that failed or came too late, in ms. */
#define AGAIN_MS 250
/* Entries in the table of connections whose messages are withheld. */
#define CONNS 8192

/* "Clock" is config->lease_clock. */
struct lease {
    uint64_t clock_ms;   /* clock now */
    uint64_t asked_ms;   /* clock when the last successful renewal was requested */
    uint64_t still_ms;   /* clock at the end of the last standstill: renewals requested
                            before it prove nothing */
    uint64_t late_at_ms; /* server time at which the lease became late */
    uint64_t renew_ms;   /* server time of the next renewal */
    bool is_busy;        /* a renewal is under way */
    bool is_late;        /* nothing about games may be sent until it is renewed */
    bool is_lost;        /* another server has the database */
    struct outbox withheld;
    bool has[CONNS]; /* by connection id modulo CONNS: something is withheld from it, so
                        later messages must wait, too */
};

struct renewal {
    struct store_task task; /* comes first */
    uint64_t asked_ms;      /* clock */
    bool works, is_lost;
    char fault[FAULT_BYTES];
};

/* --- late and lost --- */

void lease_lose(struct hub *hub, const char *why) {
    struct lease *lease = hub->lease;
    if (!lease->is_lost) {
        lease->is_lost = lease->is_late = true;
        hub->wants_stop = true;
        log_line(&hub->config->log, LOG_ERROR, "store_lost why=%s", LOG_QUOTED(why));
    }
}

void lease_look(struct hub *hub) {
    struct lease *lease = hub->lease;
    if (lease == NULL) {
        return;
    }
    uint64_t still_ms = hub->config->lease_clock() - lease->clock_ms;
    lease->clock_ms += still_ms;
    uint64_t age_ms = lease->clock_ms - lease->asked_ms;
    lease->still_ms = still_ms >= LEASE_STILL_MS ? lease->clock_ms : lease->still_ms;
    if (!lease->is_late && (age_ms >= LEASE_TRUST_MS || still_ms >= LEASE_STILL_MS)) {
        lease->is_late = true;
        lease->late_at_ms = hub->now.ms;
        lease->renew_ms = hub->now.ms; /* server time may have stood still */
        hub_wake_at(hub, hub->now.ms);
        log_line(&hub->config->log, LOG_WARN, "lease_late ms=%llu",
                 (unsigned long long)age_ms);
    }
}

bool hub_is_lost(const struct hub *hub) {
    return hub->lease != NULL && hub->lease->is_lost;
}

bool lease_is_late(const struct hub *hub) {
    return hub->lease != NULL && hub->lease->is_late;
}

/* --- what is withheld --- */

/* Whether a message may be sent while the lease is late.  It must not be about games, nor
 * overtake a message that is withheld from its connection. */
static bool may_tell(struct lease *lease, const struct outbox_item *item) {
    bool *has = &lease->has[item->conn % CONNS];
    *has = *has || !item->always;
    return !lease->is_lost && !*has;
}

/* Messages that waited when the lease ran out, or come from turns that ended since, may
 * no longer be true. */
void lease_withhold(struct hub *hub) {
    struct lease *lease = hub->lease;
    struct outbox *outbox = &hub->outbox;
    size_t n = 0;
    if (!lease_is_late(hub)) {
        return;
    }
    for (size_t i = 0; i < outbox->n; i++) {
        struct outbox_item *item = &outbox->item[i];
        item->may_go = item->may_go || may_tell(lease, item);
        if (item->may_go) {
            outbox->item[n++] = *item;
        } else {
            outbox_take(&lease->withheld, item);
        }
    }
    outbox->n = n;
}

size_t lease_n_withheld(const struct hub *hub) {
    return hub->lease != NULL ? hub->lease->withheld.n : 0;
}

static void tell_withheld(struct hub *hub) {
    struct lease *lease = hub->lease;
    outbox_append(&lease->withheld, &hub->outbox);
    outbox_fini(&hub->outbox);
    hub->outbox = lease->withheld;
    lease->withheld = (struct outbox){0};
    memset(lease->has, 0, sizeof lease->has);
}

/* --- renewed --- */

static void run_renewal(struct store_task *task, struct store *store) {
    struct renewal *renewal = (struct renewal *)task;
    renewal->works = store_renew_lease(store);
    renewal->is_lost = store_is_lost(store);
    text_copy(renewal->fault, sizeof renewal->fault, store_fault(store));
}

static void end_lateness(struct hub *hub) {
    struct lease *lease = hub->lease;
    if (lease->is_late) {
        lease->is_late = false;
        tell_withheld(hub);
        if (hub_may_write(hub)) {
            hub_forgive(hub, lease->late_at_ms);
        } else if (lease->late_at_ms < hub->fails_ms) { /* forgiven with that, later */
            hub->fails_ms = lease->late_at_ms;
        }
        log_line(&hub->config->log, LOG_WARN, "lease_renewed");
    }
}

static void renewed(struct store_task *task, struct hub *hub) {
    struct renewal *renewal = (struct renewal *)task;
    struct lease *lease = hub->lease;
    lease->is_busy = false;
    if (renewal->is_lost) {
        lease_lose(hub, renewal->fault);
    } else if (renewal->works) {
        lease->asked_ms = renewal->asked_ms;
        if (lease->asked_ms >= lease->still_ms &&
            hub->config->lease_clock() - lease->asked_ms < LEASE_TRUST_MS) {
            end_lateness(hub);
        }
    }
    bool is_good = renewal->works && !lease->is_late;
    lease->renew_ms = hub->now.ms + (is_good ? LEASE_RENEW_MS : AGAIN_MS);
    hub_wake_at(hub, lease->renew_ms);
    free(renewal);
}

static void renew(struct hub *hub) {
    struct lease *lease = hub->lease;
    struct renewal *renewal = mem_new(1, sizeof *renewal);
    renewal->task.run = run_renewal;
    renewal->task.done = renewed;
    renewal->asked_ms = hub->config->lease_clock();
    lease->is_busy = true;
    hub_start_task(hub, &renewal->task);
}

void lease_renew_at_start(struct hub *hub) {
    struct lease *lease = hub->lease;
    if (lease == NULL) {
        return;
    }
    uint64_t asked_ms = hub->config->lease_clock();
    lease->clock_ms = asked_ms; /* a long start is not a standstill */
    if (asked_ms - lease->asked_ms < LEASE_RENEW_MS) {
        return;
    }
    if (store_renew_lease(hub->store)) {
        lease->asked_ms = asked_ms;
    } else if (store_is_lost(hub->store)) {
        lease_lose(hub, store_fault(hub->store));
    }
}

void lease_tick(struct hub *hub) {
    struct lease *lease = hub->lease;
    if (lease == NULL || lease->is_lost) {
        return;
    }
    if (!lease->is_busy && hub->now.ms >= lease->renew_ms) {
        renew(hub);
    }
    if (!lease->is_busy) {
        hub_wake_at(hub, lease->renew_ms);
    }
}

void lease_begin(struct hub *hub) {
    if (store_has_lease(hub->store)) {
        hub->lease = mem_new(1, sizeof *hub->lease);
        lease_renew_at_start(hub);
        hub_wake_at(hub, hub->now.ms);
    }
}

void lease_free(struct hub *hub) {
    if (hub->lease != NULL) {
        outbox_fini(&hub->lease->withheld);
        free(hub->lease);
    }
}
