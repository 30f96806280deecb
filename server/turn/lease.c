#include "server/turn/lease.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/store/lease.h"
#include "server/turn/clock.h"
#include "server/turn/state.h"

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

void lease_lose(struct turns *turns, const char *why) {
    struct lease *lease = turns->lease;
    if (!lease->is_lost) {
        lease->is_lost = lease->is_late = true;
        turns->wants_stop = true;
        log_line(&turns->config->log, LOG_ERROR, "store_lost why=%s", LOG_QUOTED(why));
    }
}

static void begin_lateness(struct turns *turns) {
    struct lease *lease = turns->lease;
    if (!lease->is_late) {
        lease->is_late = true;
        lease->late_at_ms = turns->now.ms;
        lease->renew_ms = turns->now.ms; /* server time may have stood still */
        turn_wake_at(turns, turns->now.ms);
        log_line(&turns->config->log, LOG_WARN, "lease_late ms=%llu",
                 (unsigned long long)(lease->clock_ms - lease->asked_ms));
    }
}

void lease_look(struct turns *turns) {
    struct lease *lease = turns->lease;
    if (lease == NULL) {
        return;
    }
    uint64_t still_ms = turns->config->lease_clock() - lease->clock_ms;
    lease->clock_ms += still_ms;
    uint64_t age_ms = lease->clock_ms - lease->asked_ms;
    lease->still_ms = still_ms >= LEASE_STILL_MS ? lease->clock_ms : lease->still_ms;
    if (age_ms >= LEASE_TRUST_MS || still_ms >= LEASE_STILL_MS) {
        begin_lateness(turns);
    }
}

bool lease_is_lost(const struct turns *turns) {
    return turns->lease != NULL && turns->lease->is_lost;
}

bool lease_is_held(const struct turns *turns) {
    return turns->lease != NULL;
}

bool lease_is_late(const struct turns *turns) {
    return turns->lease != NULL && turns->lease->is_late;
}

/* Whether a message may be sent while the lease is late.  It must not be about games, nor
 * overtake a message that is withheld from its connection. */
static bool may_tell(struct lease *lease, const struct outbox_item *item) {
    bool *has = &lease->has[item->conn % CONNS];
    *has = *has || !item->always;
    return !lease->is_lost && !*has;
}

/* Messages that waited when the lease ran out, or come from turns that ended since, may
 * no longer be true. */
void lease_withhold(struct turns *turns) {
    struct lease *lease = turns->lease;
    struct outbox *outbox = &turns->outbox;
    size_t n = 0;
    if (!lease_is_late(turns)) {
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

size_t lease_n_withheld(const struct turns *turns) {
    return turns->lease != NULL ? turns->lease->withheld.n : 0;
}

static void tell_withheld(struct turns *turns) {
    struct lease *lease = turns->lease;
    outbox_append(&lease->withheld, &turns->outbox);
    outbox_fini(&turns->outbox);
    turns->outbox = lease->withheld;
    lease->withheld = (struct outbox){0};
    memset(lease->has, 0, sizeof lease->has);
}

static void run_renewal(struct store_task *task, struct store *store) {
    struct renewal *renewal = (struct renewal *)task;
    renewal->works = store_renew_lease(store);
    renewal->is_lost = store_is_lost(store);
    text_copy(renewal->fault, sizeof renewal->fault, store_fault(store));
}

static void end_lateness(struct turns *turns) {
    struct lease *lease = turns->lease;
    if (lease->is_late) {
        lease->is_late = false;
        tell_withheld(turns);
        if (turn_may_write(turns)) {
            turn_forgive(turns, lease->late_at_ms);
        } else { /* forgiven with that, later */
            turn_begin_outage(turns, lease->late_at_ms);
        }
        log_line(&turns->config->log, LOG_WARN, "lease_renewed");
    }
}

static void renewed(struct store_task *task, void *owner) {
    struct turns *turns = owner;
    struct renewal *renewal = (struct renewal *)task;
    struct lease *lease = turns->lease;
    lease->is_busy = false;
    if (renewal->is_lost) {
        lease_lose(turns, renewal->fault);
    } else if (renewal->works) {
        lease->asked_ms = renewal->asked_ms;
        if (lease->asked_ms >= lease->still_ms &&
            turns->config->lease_clock() - lease->asked_ms < LEASE_TRUST_MS) {
            end_lateness(turns);
        }
    } else { /* the connection has ended, so others may take the lease at once */
        begin_lateness(turns);
    }
    bool is_good = renewal->works && !lease->is_late;
    lease->renew_ms = turns->now.ms + (is_good ? LEASE_RENEW_MS : AGAIN_MS);
    turn_wake_at(turns, lease->renew_ms);
    free(renewal);
}

static void renew(struct turns *turns) {
    struct lease *lease = turns->lease;
    struct renewal *renewal = mem_new(1, sizeof *renewal);
    renewal->task.run = run_renewal;
    renewal->task.done = renewed;
    renewal->task.owner = turns;
    renewal->task.is_urgent = true; /* players may have asked for a lot */
    renewal->asked_ms = turns->config->lease_clock();
    lease->is_busy = true;
    turn_start_task(turns, &renewal->task);
}

void lease_renew_at_start(struct turns *turns) {
    struct lease *lease = turns->lease;
    if (lease == NULL) {
        return;
    }
    uint64_t asked_ms = turns->config->lease_clock();
    lease->clock_ms = asked_ms; /* a long start is not a standstill */
    if (asked_ms - lease->asked_ms < LEASE_RENEW_MS) {
        return;
    }
    if (store_renew_lease(turns->store)) {
        lease->asked_ms = asked_ms;
    } else if (store_is_lost(turns->store)) {
        lease_lose(turns, store_fault(turns->store));
    }
}

void lease_tick(struct turns *turns) {
    struct lease *lease = turns->lease;
    if (lease == NULL || lease->is_lost) {
        return;
    }
    if (!lease->is_busy && turns->now.ms >= lease->renew_ms) {
        renew(turns);
    }
    if (!lease->is_busy) {
        turn_wake_at(turns, lease->renew_ms);
    }
}

void lease_begin(struct turns *turns) {
    if (store_has_lease(turns->store)) {
        turns->lease = mem_new(1, sizeof *turns->lease);
        lease_renew_at_start(turns);
        turn_wake_at(turns, turns->now.ms);
    }
}

void lease_free(struct turns *turns) {
    if (turns->lease != NULL) {
        outbox_fini(&turns->lease->withheld);
        free(turns->lease);
    }
}
