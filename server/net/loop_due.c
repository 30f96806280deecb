/* What is due in the loop, and when it sleeps how long.
 *
 * libuv runs timers before it polls: a timer that is late because the process stood still
 * would act before what has come meanwhile is read.  So the timer here only wakes the
 * loop.  What is due is done after a poll, in server time, and not before a poll that
 * does not wait has brought nothing more: whoever has answered in time is heard. */
#include "server/net/loop_inside.h"

/* Closes the connections that have taken nothing for too long; looks again as long as
 * output waits anywhere. */
static void look_for_stalls(struct loop *loop) {
    uint32_t at = 0;
    loop->stall_at = DEADLINE_NEVER;
    for (struct conn *conn; (conn = slots_next(&loop->conns, &at)) != NULL;) {
        uint64_t stalled_ms = conn_stalled_ms(conn);
        if (stalled_ms >= loop->stall_ms) {
            log_line(loop->log, LOG_INFO, "reader_stalled client=%lld bytes=%zu",
                     (long long)hub_number_of(loop->hub, conn->client),
                     conn_waiting_bytes(conn));
            loop->shared.metrics->readers_closed++;
            conn_close(conn);
        } else if (conn_waiting_bytes(conn) > 0) {
            loop_watch_stall(loop);
        }
    }
}

void loop_watch_stall(struct loop *loop) {
    if (loop->stall_at == DEADLINE_NEVER) {
        loop->stall_at = loop_now(loop).ms + loop->stall_ms / CONN_STALL_LOOKS;
    }
}

static uint64_t earlier(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The first deadline, in server time. */
static uint64_t next_due(const struct loop *loop) {
    uint64_t hub = loop->stopping ? DEADLINE_NEVER : hub_deadline(loop->hub);
    return earlier(
        hub, earlier(deadline_heap_next_ms(&loop->shared.deadlines), loop->stall_at));
}

static void do_due(struct loop *loop) {
    struct hub *hub = loop_hub_now(loop);
    if (!loop->stopping) {
        hub_tick(hub);
    }
    conn_do_due(&loop->shared);
    if (loop->stall_at <= loop->shared.now_ms) {
        look_for_stalls(loop);
    }
}

bool loop_looks_again(const struct loop *loop) {
    return loop->n_looks > 0;
}

/* The poll that has noticed that something is due may not have looked at the sockets at
 * all: a signal may have ended it.  The next one does, as it does not wait. */
void loop_after_poll(uv_check_t *check) {
    struct loop *loop = loop_of((uv_handle_t *)check);
    bool is_due = loop_now(loop).ms >= next_due(loop);
    bool has_looked = loop->n_looks > 0;
    bool has_more = loop->has_come || loop_has_work(loop);
    if (is_due && (!has_looked || (has_more && loop->n_looks < LOOP_LOOKS_MOST))) {
        loop->n_looks++;
        return;
    }
    loop->n_looks = 0;
    if (is_due) {
        do_due(loop);
    }
}

/* How long the loop may sleep, with so much time until the first deadline. */
static uint64_t nap_ms(const struct loop *loop, uint64_t left_ms) {
    uint64_t part_ms = left_ms / LOOP_NAP_PART;
    bool is_short = hub_has_clocks(loop->hub) || part_ms < LOOP_NAP_MS;
    return earlier(left_ms, is_short ? LOOP_NAP_MS : part_ms);
}

static void on_due(uv_timer_t *timer) {
    (void)timer;
}

void loop_arm_timer(struct loop *loop) {
    uint64_t due_ms = next_due(loop), now_ms = loop_now(loop).ms;
    uint64_t sleep_ms = UINT64_MAX;
    if (due_ms != DEADLINE_NEVER) {
        sleep_ms = due_ms > now_ms ? nap_ms(loop, due_ms - now_ms) : 0;
    }
    steady_sleep(&loop->steady, sleep_ms);
    if (sleep_ms == UINT64_MAX) {
        uv_timer_stop(&loop->due);
    } else {
        uv_timer_start(&loop->due, on_due, sleep_ms, 0);
    }
}
