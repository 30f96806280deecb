/* The turns of the loop: whose turn it is, and the one place at the end of each where all
 * is stored, and then sent. */
#include "mem/mem.h"
#include "server/net/loop_inside.h"

/* --- turns of those who send a lot ----------------------------------------------------
 */

/* Those who go on in one turn of the loop, with CONN_LINES_AT_ONCE lines each. */
#define TURN_CONNS 4

void loop_yield(struct loop *loop, const struct conn *conn) {
    struct turns *turns = &loop->turns;
    if (turns->n == turns->cap) {
        turns->cap = turns->cap == 0 ? 16 : 2 * turns->cap;
        turns->conn = mem_grow(turns->conn, turns->cap, sizeof *turns->conn);
    }
    turns->conn[turns->n++] = conn->id;
}

/* The first of those who yield go on; whose output waits stays where he is. */
static void go_on(struct loop *loop) {
    struct turns *turns = &loop->turns;
    struct conn *next[TURN_CONNS];
    size_t n_next = 0, n_left = 0;
    for (size_t i = 0; i < turns->n; i++) {
        struct conn *conn = slots_get(&loop->conns, turns->conn[i]);
        if (conn != NULL && !conn->paused && n_next < TURN_CONNS) {
            next[n_next++] = conn;
        } else if (conn != NULL) {
            turns->conn[n_left++] = turns->conn[i];
        }
    }
    turns->n = n_left;
    for (size_t i = 0; i < n_next; i++) {
        conn_release(next[i]);
    }
}

static void on_next_turn(uv_idle_t *idle) {
    go_on(loop_of((uv_handle_t *)idle));
}

bool loop_has_work(const struct loop *loop) {
    for (size_t i = 0; i < loop->turns.n; i++) {
        const struct conn *conn = slots_get(&loop->conns, loop->turns.conn[i]);
        if (conn == NULL || !conn->paused) {
            return true;
        }
    }
    return false;
}

/* Does not sleep as long as there is work for the next turn, or what has come is looked
 * for. */
static void plan_next_turn(struct loop *loop) {
    bool is_awake = loop_has_work(loop) || loop_looks_again(loop);
    if (is_awake && !uv_is_closing((uv_handle_t *)&loop->next_turn)) {
        uv_idle_start(&loop->next_turn, on_next_turn);
    } else {
        uv_idle_stop(&loop->next_turn);
    }
}

/* --- the end of a turn ---------------------------------------------------------------
 */

/* Queues one item where it belongs. */
static void send_item(const struct loop *loop, struct conn *conn,
                      const struct outbox_item *item) {
    if (item->buf == NULL) {
        conn_end(conn);
    } else if (item->watched && conn_lags(conn)) {
        hub_mark_lagging(loop->hub, conn->client);
    } else {
        conn_send(conn, item->buf);
    }
}

/* Hands the outbox to the connections; each is flushed once, after its last item. */
static void send_outbox(struct loop *loop) {
    struct outbox *outbox = hub_outbox(loop->hub);
    for (size_t i = 0; i < outbox->n; i++) {
        struct conn *conn = slots_get(&loop->conns, outbox->item[i].conn);
        if (conn != NULL) {
            send_item(loop, conn, &outbox->item[i]);
        }
    }
    /* Closing a connection that is too slow may queue more: those go to the next turn. */
    size_t n = outbox->n;
    bool waits = false;
    for (size_t i = 0; i < n; i++) {
        struct conn *conn = slots_get(&loop->conns, outbox->item[i].conn);
        if (conn != NULL) {
            conn_flush(conn);
            waits = waits || conn_waiting_bytes(conn) > 0;
        }
    }
    if (waits) {
        loop_watch_stall(loop);
    }
    outbox_drop(outbox, n);
}

/* How long does the disk take? */
static void commit(struct loop *loop) {
    struct metrics *metrics = loop->shared.metrics;
    int64_t n = metrics->commits;
    uint64_t began_ns = uv_hrtime();
    hub_commit(loop->hub);
    if (metrics->commits != n) {
        int64_t us = (int64_t)(uv_hrtime() - began_ns) / 1000;
        metrics->commit_us += us;
        metrics->commit_us_max =
            us > metrics->commit_us_max ? us : metrics->commit_us_max;
    }
}

/* What was done in this turn is made durable, and only then told.  Sending may close
 * connections that are too slow, which is something to be told, too. */
void loop_end_turn(struct loop *loop) {
    do {
        commit(loop);
        send_outbox(loop);
        uv_update_time(&loop->uv);
        hub_sent(loop->hub, loop_now(loop));
    } while (!hub_is_settled(loop->hub));
}

void loop_heard(struct loop *loop) {
    loop->has_come = true;
    bool is_cheap = ++loop->n_heard % LOOP_HEARD_AT_ONCE == 0 && !loop->is_kept;
    if (is_cheap || hub_outbox(loop->hub)->n >= LOOP_OUTBOX_MOST) {
        loop_end_turn(loop);
    }
}

/* After a turn in which a crowd has done little: what comes next is to come together. */
static void rest(struct loop *loop) {
    int64_t commits = loop->shared.metrics->commits;
    bool is_calm = commits != loop->commits && loop->n_heard < LOOP_CALM;
    loop->commits = commits;
    loop->n_heard = 0;
    loop->has_come = false;
    if (is_calm && loop->conns.n_used >= LOOP_CROWD && !loop_has_work(loop) &&
        !loop_looks_again(loop) && !loop->stopping) {
        uv_sleep(LOOP_REST_MS);
    }
}

/* Runs once a turn, after everything that happened and before the loop sleeps. */
static void on_before_sleep(uv_prepare_t *prepare) {
    struct loop *loop = loop_of((uv_handle_t *)prepare);
    if (hub_wants_stop(loop->hub)) {
        loop_stop_by_itself(loop);
    }
    loop_end_turn(loop);
    plan_next_turn(loop);
    if (!uv_is_closing((uv_handle_t *)&loop->due)) {
        loop_arm_timer(loop);
    }
    rest(loop);
}

void loop_begin_turns(struct loop *loop) {
    uv_prepare_init(&loop->uv, &loop->before_sleep);
    uv_prepare_start(&loop->before_sleep, on_before_sleep);
    uv_unref((uv_handle_t *)&loop->before_sleep);
    uv_idle_init(&loop->uv, &loop->next_turn);
    uv_check_init(&loop->uv, &loop->after_poll);
    uv_check_start(&loop->after_poll, loop_after_poll);
    uv_unref((uv_handle_t *)&loop->after_poll);
    uv_timer_init(&loop->uv, &loop->due);
    uv_unref((uv_handle_t *)&loop->due);
    loop->stall_at = DEADLINE_NEVER;
}

void loop_close_turns(struct loop *loop) {
    uv_close((uv_handle_t *)&loop->before_sleep, NULL);
    uv_close((uv_handle_t *)&loop->next_turn, NULL);
    uv_close((uv_handle_t *)&loop->after_poll, NULL);
    uv_close((uv_handle_t *)&loop->due, NULL);
}
