/* All that the floor of turns remembers.  Only its files see it. */
#ifndef ALEA_SERVER_TURN_STATE_H
#define ALEA_SERVER_TURN_STATE_H

#include "server/base/metrics.h"
#include "server/queue/outbox.h"
#include "server/queue/task.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

/* Most memory of a turn that is kept for the next one: that of 300 moves. */
#define TURN_KEPT_BYTES 262144

/* All that was done since the last turn: stored as one transaction and then sent, or
 * dropped whole. */
struct turn {
    struct store_task task; /* comes first */
    uint64_t number;        /* 1 is the first since the start */
    struct writes writes;
    struct outbox outbox; /* messages to send once it is stored */
    struct undo {         /* what to do if it fails, the latest first */
        turn_undo *run;
        void *owner, *value; /* value: owned */
    } * undo;                /* owned */
    size_t n_undo, cap_undo;
    struct after { /* what to do once it is stored */
        void (*run)(void *owner, uint64_t arg);
        void *owner;
        uint64_t arg;
    } * after; /* owned */
    size_t n_after, cap_after;
    struct asked *asked; /* owned; requests that outbox answers */
    size_t n_asked, cap_asked;
    uint64_t since_ms; /* when it was handed to the store */
    bool is_open;      /* it is no empty turn, even if nothing is recorded yet */
    /* The store's result: */
    bool works;
    bool is_lost; /* see store_is_lost */
    char fault[FAULT_BYTES];
    int64_t n_accounts;
    bool is_untidy;  /* see store_is_untidy */
    bool is_renewed; /* recent events were damaged, see store_was_renewed */
    int n_lost;
};

struct turns {
    struct hub_config *config; /* borrowed; its log level can change */
    struct turn_calls calls;
    struct metrics metrics;
    bool is_ending;  /* the server stops: everybody has been told */
    bool wants_stop; /* an operator wants it, or the time of draining is over */

    /* Time; server time is in ms. */
    struct hub_time now;
    uint64_t order;       /* see turn_next_order */
    uint64_t base_ms;     /* server time when the caller's time was 0 */
    uint64_t deadline;    /* nothing is due before it */
    uint64_t forgiven_ms; /* up to which clocks were credited */

    /* The store, and work for it. */
    struct store *store; /* borrowed; NULL: a thread has it */
    struct store_thread thread;
    struct store_tasks asks; /* wait until all earlier changes are handed to the store */
    size_t n_tasks;          /* started, and not done yet */
    struct tidying {
        struct store_task task; /* comes first */
        bool is_wanted;         /* the store is untidy, and no task tidies it */
        bool is_untidy;         /* the store still is, afterwards */
    } tidying;
    struct looking {
        struct store_task task;  /* comes first */
        bool is_wanted;          /* see store_may_get_lost */
        bool is_busy;            /* a task looks */
        bool is_lost;            /* what it saw */
        char fault[FAULT_BYTES]; /* if it is lost */
    } looking;
    struct storage storage;
    struct lease *lease; /* owned; NULL: the store needs none (lease.h) */

    struct outbox outbox; /* what can be sent */
    struct turn *turn;    /* collects what is done now; never NULL */
    bool gathers;         /* see turn_gather */
    struct turn *flight;  /* handed to the store; NULL: none */
    struct turn *spare;   /* an empty one, to use its memory again; NULL: none */
    uint64_t decided;     /* turns up to this number were stored or dropped */
};

#endif
