/* What the files of the loop share; for loop*.c only. */
#ifndef ALEA_SERVER_NET_LOOP_INSIDE_H
#define ALEA_SERVER_NET_LOOP_INSIDE_H

#include <uv.h>

#include "server/base/slots.h"
#include "server/base/steady.h"
#include "server/net/conn.h"
#include "server/net/loop.h"

/* Signals that are caught. */
#define SIGNALS 3

struct loop {
    uv_loop_t uv;
    struct listeners *listeners; /* owned; those for TLS come last */
    struct tls_context *context; /* borrowed; NULL: no TLS */
    struct steady steady;        /* server time */
    struct hub_time now;         /* as it was looked at last; loop_now */
    uv_prepare_t before_sleep;
    uv_check_t after_poll;
    uv_idle_t next_turn; /* active: the loop does not sleep */
    struct turns {
        uint64_t *conn; /* owned; who yields, in the order in which they go on */
        size_t n, cap;
    } turns;
    bool is_kept;     /* what is done is written to a file at the end of a turn */
    unsigned n_heard; /* pieces that have come in this turn */
    bool has_come;    /* somebody has connected, or something was heard, in this turn */
    unsigned n_looks; /* for what has come, since something is due; 0: nothing is */
    int64_t commits;  /* so many there were at the end of the turn before */
    uv_timer_t due;   /* wakes the loop, and does nothing else */
    uint64_t
        stall_at; /* when to look whose output waits; DEADLINE_NEVER: nobody's does */
    uint64_t stall_ms;
    uv_signal_t signal[SIGNALS];
    const struct loop_hooks *hooks; /* NULL: signals are not caught */
    bool stopping;
    const struct log *log;     /* borrowed */
    struct slots conns;        /* id -> struct conn */
    struct conn_shared shared; /* what connections share; owner is the loop */
    struct hub *hub;
    struct discovery *discovery; /* owned; NULL: nobody finds us */
    struct scrape *scrape;       /* owned; NULL: metrics are not given */
};

/* The loop of a handle of libuv. */
static inline struct loop *loop_of(const uv_handle_t *handle) {
    return handle->loop->data;
}

/* loop.c */
/* What time it is in this turn. */
struct hub_time loop_now(struct loop *loop);
/* The hub, and it knows what time it is. */
struct hub *loop_hub_now(struct loop *loop);
/* Ends cleanly, and tells the caller first. */
void loop_stop_by_itself(struct loop *loop);

/* loop_due.c */
/* Output waits: sees to it that this is looked after. */
void loop_watch_stall(struct loop *loop);
/* Whether something is due, and what has come is looked for before that is done. */
bool loop_looks_again(const struct loop *loop);
/* Wakes the loop when something is due, or before, to see whether it stands still. */
void loop_arm_timer(struct loop *loop);
/* After each poll: does what is due, when nothing more has come. */
void loop_after_poll(uv_check_t *check);

/* loop_turn.c */
/* Whether somebody waits for the next turn, and can have it. */
bool loop_has_work(const struct loop *loop);
/* From now on each turn ends with what is to be done then. */
void loop_begin_turns(struct loop *loop);
/* The connection, which is held, goes on in a later turn, behind those who wait. */
void loop_yield(struct loop *loop, const struct conn *conn);
/* One more piece has come: ends the turn here when that costs nothing, or when there is
 * very much to be told already. */
void loop_heard(struct loop *loop);
/* What was done in this turn is made durable, and only then told. */
void loop_end_turn(struct loop *loop);
/* Ends what loop_begin_turns began. */
void loop_close_turns(struct loop *loop);

#endif
