/* struct loop, and what loop.c uses of loop_turn.c.  Private to them. */
#ifndef ALEA_SERVER_NET_LOOP_STATE_H
#define ALEA_SERVER_NET_LOOP_STATE_H

#include <uv.h>

#include "server/base/server_time.h"
#include "server/net/door.h"
#include "server/net/loop.h"
#include "server/net/work.h"
#include "server/trunk/gate.h"
#include "server/turn/config.h"

struct loop {
    uv_loop_t uv;
    struct door door;        /* its owner is the loop */
    struct server_time time; /* server time */
    struct hub_time now;     /* cached by loop_now */
    uv_prepare_t before_sleep;
    uv_check_t after_poll;
    uv_timer_t gather; /* active: turns are not committed, see LOOP_CROWD */
    uv_timer_t timer;  /* wakes the loop, and does nothing else */
    uv_timer_t look;   /* active: turn_look has something to do */
    struct work jobs;  /* passwords, for other threads */
    struct work tasks; /* for the store's thread */
    bool has_come;     /* this turn brought a connection or bytes */
    unsigned n_looks;  /* extra polls since a deadline came; 0: none has */
    uint64_t stall_at; /* when to look for stalled output; DEADLINE_NEVER: none waits */
    uint64_t stall_ms;
    uv_poll_t leader;      /* active: see loop_follow */
    const struct log *log; /* borrowed */
    struct hub *hub;
    struct gate *gate; /* owned; NULL: no fronts */
};

/* The loop that a libuv handle belongs to. */
static inline struct loop *loop_of(const uv_handle_t *handle) {
    return handle->loop->data;
}

/* The time of this turn. */
struct hub_time loop_now(struct loop *loop);
/* The hub, after telling it the time. */
struct hub *loop_hub_now(struct loop *loop);
/* Starts the handles that run every turn. */
void loop_begin_turns(struct loop *loop);
/* Closes them. */
void loop_close_turns(struct loop *loop);
/* Call it after reading from a connection.  Ends the turn if LOOP_OUTBOX_MAX messages are
 * queued. */
void loop_heard(struct loop *loop, const struct conn *conn);
/* Call it after a commit: with LOOP_CROWD connections the next turn gathers input. */
void loop_gather(struct loop *loop);
/* Commits what was done in this turn, then sends it. */
void loop_end_turn(struct loop *loop);

#endif
