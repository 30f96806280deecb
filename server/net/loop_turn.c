/* A turn of the loop: libuv polls, input is handled, deadlines act, and at the end
 * everything is committed, then sent.
 *
 * libuv runs timers before it polls.  After a pause of the process a timer would
 * thus act before the input that arrived meanwhile is read.  So the timer here only wakes
 * the loop; deadlines act after a poll, in server time, once a non-blocking poll has
 * found no more input.  A move made in time is thus read before its deadline acts. */
#include <time.h>

#include "server/base/prefetch.h"
#include "server/hub/hub.h"
#include "server/net/loop_state.h"
#include "server/people/clients.h"
#include "server/rooms/rooms.h"
#include "server/rooms/sessions.h"
#include "server/turn/clock.h"
#include "server/turn/lease.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

/* --- its time --- */

/* Reads the wall clock at most once per ms of libuv's clock. */
struct hub_time loop_now(struct loop *loop) {
    uint64_t clock_ms = uv_now(&loop->uv);
    bool is_same = clock_ms == loop->time.clock_ms && loop->now.unix_ms != 0;
    uint64_t still_ms = server_time_look(&loop->time, clock_ms);
    if (!is_same) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        loop->now.ms = loop->time.now_ms;
        loop->now.unix_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
        loop->door.shared.now_ms = loop->now.ms;
    }
    if (still_ms >= LOOP_PAUSE_LOG_MS) {
        log_line(loop->log, LOG_WARN, "paused ms=%llu", (unsigned long long)still_ms);
    }
    return loop->now;
}

struct hub *loop_hub_now(struct loop *loop) {
    turn_set_time(hub_turns(loop->hub), loop_now(loop));
    return loop->hub;
}

/* Whether a connection can go on in the next turn. */
static bool has_work(const struct loop *loop) {
    return !turn_is_full(hub_turns(loop->hub)) && door_has_work(&loop->door);
}

/* --- deadlines --- */

/* Schedules a check for stalled output. */
static void watch_stalls(struct loop *loop) {
    if (loop->stall_at == DEADLINE_NEVER) {
        loop->stall_at = loop_now(loop).ms + loop->stall_ms / CONN_STALL_LOOKS;
    }
}

/* Closes connections whose output has stalled.  Reschedules itself while any output is
 * unsent. */
static void look_for_stalls(struct loop *loop) {
    uint32_t at = 0;
    loop->stall_at = DEADLINE_NEVER;
    for (struct conn *conn; (conn = slots_next(&loop->door.conns, &at)) != NULL;) {
        uint64_t stalled_ms = conn_stalled_ms(conn);
        if (stalled_ms >= loop->stall_ms) {
            log_line(loop->log, LOG_INFO, "reader_stalled client=%lld bytes=%zu",
                     (long long)people_number_of(hub_people(loop->hub), conn->client),
                     conn_waiting_bytes(conn));
            loop->door.shared.metrics->readers_closed++;
            conn_close(conn);
        } else if (conn_waiting_bytes(conn) > 0) {
            watch_stalls(loop);
        }
    }
}

static uint64_t earlier(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The next deadline, in server time. */
static uint64_t next_due(const struct loop *loop) {
    uint64_t hub =
        loop->door.is_stopping ? DEADLINE_NEVER : turn_deadline(hub_turns(loop->hub));
    uint64_t conns =
        earlier(deadline_heap_next_ms(&loop->door.shared.deadlines), loop->stall_at);
    return earlier(hub, conns);
}

static void do_due(struct loop *loop) {
    struct hub *hub = loop_hub_now(loop);
    if (!loop->door.is_stopping) {
        hub_tick(hub);
    }
    conn_do_due(&loop->door.shared);
    if (loop->stall_at <= loop->door.shared.now_ms) {
        look_for_stalls(loop);
    }
}

/* When a deadline has passed, polls again first: a signal may have ended this poll before
 * it looked at the sockets, and more input may have arrived. */
static void on_after_poll(uv_check_t *check) {
    struct loop *loop = loop_of((uv_handle_t *)check);
    bool is_due = loop_now(loop).ms >= next_due(loop);
    bool has_looked = loop->n_looks > 0;
    bool has_more = loop->has_come || has_work(loop);
    if (is_due && (!has_looked || (has_more && loop->n_looks < LOOP_POLLS_MAX))) {
        loop->n_looks++;
        return;
    }
    loop->n_looks = 0;
    if (is_due) {
        do_due(loop);
    }
}

/* How long the loop may sleep, with left_ms until the next deadline. */
static uint64_t longest_sleep_ms(const struct loop *loop, uint64_t left_ms) {
    uint64_t part_ms = left_ms / LOOP_SLEEP_PART;
    bool is_short = rooms_has_clocks(hub_rooms(loop->hub)) || part_ms < LOOP_SLEEP_MS;
    return earlier(left_ms, is_short ? LOOP_SLEEP_MS : part_ms);
}

/* The timer only wakes the loop. */
static void on_timer(uv_timer_t *timer) {
    (void)timer;
}

/* Wakes the loop for the next deadline, or earlier, to notice a pause. */
static void arm_timer(struct loop *loop) {
    uint64_t due_ms = next_due(loop), now_ms = loop_now(loop).ms;
    uint64_t sleep_ms = UINT64_MAX;
    if (due_ms != DEADLINE_NEVER) {
        sleep_ms = due_ms > now_ms ? longest_sleep_ms(loop, due_ms - now_ms) : 0;
    }
    server_time_sleep(&loop->time, sleep_ms);
    if (sleep_ms == UINT64_MAX) {
        uv_timer_stop(&loop->timer);
    } else {
        uv_timer_start(&loop->timer, on_timer, sleep_ms, 0);
    }
}

/* --- the end of a turn --- */

/* The close code of a WebSocket for an error. */
static unsigned close_code(enum error_code why) {
    return why == ERR_OK || why == ERR_TAKEN_OVER ? WEB_CLOSE_NORMAL
           : why == ERR_SHUTTING_DOWN             ? WEB_CLOSE_GOING_AWAY
           : why == ERR_LINE_TOO_LONG             ? WEB_CLOSE_TOO_BIG
                                                  : WEB_CLOSE_POLICY;
}

/* Queues one item of the outbox, or ends the connection. */
static void send_item(const struct loop *loop, struct conn *conn,
                      const struct outbox_item *item) {
    if (item->remembers) {
        gate_remember(conn, item->buf->data, item->buf->len);
    } else if (item->buf == NULL) {
        conn_end(conn, close_code(item->why), error_name(item->why));
    } else if (item->watched && conn_lags(conn)) {
        rooms_mark_lagging(hub_rooms(loop->hub), conn->client);
    } else if (!item->watched || item->n_drained == conn->n_drained) {
        conn_send(conn, item->buf);
        if (item->answers) {
            conn_answered(conn, item->line);
        }
    } else { /* queued before rooms_drained: a snapshot comes later */
        turn_metrics(hub_turns(loop->hub))->skipped++; /* counted as when it lags */
    }
}

/* How many items ahead send_outbox prefetches. */
#define PREFETCH_ITEMS 3
/* And how many bytes of each: about one state event. */
#define PREFETCH_BYTES 1024

/* Prefetches item i, if there is one: its connection, and so many of its bytes. */
static void prefetch_item(const struct loop *loop, const struct outbox *outbox, size_t i,
                          size_t n_bytes) {
    if (i < outbox->n && outbox->item[i].buf != NULL) {
        const struct conn *conn = slots_get(&loop->door.conns, outbox->item[i].conn);
        prefetch(outbox->item[i].buf, sizeof(struct buf) + n_bytes);
        prefetch(conn, conn != NULL ? sizeof *conn : 0);
    }
}

/* Passes the outbox to the connections, and flushes them. */
static void send_outbox(struct loop *loop) {
    struct outbox *outbox = turn_outbox(hub_turns(loop->hub));
    for (size_t i = 0; i < outbox->n; i++) {
        prefetch_item(loop, outbox, i + PREFETCH_ITEMS, 0);
        struct conn *conn = slots_get(&loop->door.conns, outbox->item[i].conn);
        if (conn != NULL) {
            send_item(loop, conn, &outbox->item[i]);
        }
    }
    /* Closing a slow connection may queue more; that waits for the next round. */
    size_t n = outbox->n;
    bool waits = false;
    for (size_t i = 0; i < n; i++) {
        prefetch_item(loop, outbox, i + PREFETCH_ITEMS, PREFETCH_BYTES);
        struct conn *conn = slots_get(&loop->door.conns, outbox->item[i].conn);
        if (conn != NULL) {
            conn_flush(conn);
            waits = waits || conn_waiting_bytes(conn) > 0;
        }
    }
    if (waits) {
        watch_stalls(loop);
    }
    outbox_drop(outbox, n);
}

/* Sending may close slow connections, which causes more to commit and send. */
void loop_end_turn(struct loop *loop) {
    do {
        turn_commit(hub_turns(loop->hub));
        send_outbox(loop);
        if (loop->gate != NULL) {
            gate_flush(loop->gate);
        }
        uv_update_time(&loop->uv);
        hub_sent(loop->hub, loop_now(loop));
    } while (!turn_is_settled(hub_turns(loop->hub)));
    if (loop->door.is_stopping && loop->gate != NULL &&
        turn_is_done(hub_turns(loop->hub))) {
        gate_end(loop->gate);
    }
}

void loop_heard(struct loop *loop, const struct conn *conn) {
    loop->has_come = true;
    if (conn_waiting_bytes(conn) > 0) {
        watch_stalls(loop);
    }
    if (turn_n_messages(hub_turns(loop->hub)) >= LOOP_OUTBOX_MAX) {
        loop_end_turn(loop);
    }
}

/* Runs once a turn, before the loop sleeps. */
static void on_before_sleep(uv_prepare_t *prepare) {
    struct loop *loop = loop_of((uv_handle_t *)prepare);
    if (turn_wants_stop(hub_turns(loop->hub))) {
        door_stop(&loop->door);
    }
    loop_end_turn(loop);
    if (lease_is_lost(hub_turns(loop->hub))) {
        uv_stop(&loop->uv); /* stop at once: no goodbyes can be sent */
    }
    door_plan_turn(&loop->door, has_work(loop) || loop->n_looks > 0);
    arm_timer(loop);
    loop->has_come = false;
}

static void on_gathered(uv_timer_t *timer) {
    struct loop *loop = loop_of((uv_handle_t *)timer);
    turn_gather(hub_turns(loop->hub), false);
    loop_end_turn(loop);
}

void loop_gather(struct loop *loop) {
    if (loop->door.conns.n_used >= LOOP_CROWD && !loop->door.is_stopping &&
        !uv_is_closing((uv_handle_t *)&loop->gather)) {
        turn_gather(hub_turns(loop->hub), true);
        uv_timer_start(&loop->gather, on_gathered, LOOP_GATHER_MS, 0);
    }
}

/* How often to look for the file of the store, in ms. */
#define LOOK_MS 1000

static void on_look(uv_timer_t *timer) {
    struct loop *loop = loop_of((uv_handle_t *)timer);
    turn_look(hub_turns(loop_hub_now(loop)));
}

void loop_begin_turns(struct loop *loop) {
    uv_timer_init(&loop->uv, &loop->gather);
    uv_unref((uv_handle_t *)&loop->gather);
    uv_timer_init(&loop->uv, &loop->look);
    uv_unref((uv_handle_t *)&loop->look);
    if (turn_may_look(hub_turns(loop->hub))) {
        uv_timer_start(&loop->look, on_look, LOOK_MS, LOOK_MS);
    }
    uv_prepare_init(&loop->uv, &loop->before_sleep);
    uv_prepare_start(&loop->before_sleep, on_before_sleep);
    uv_unref((uv_handle_t *)&loop->before_sleep);
    uv_check_init(&loop->uv, &loop->after_poll);
    uv_check_start(&loop->after_poll, on_after_poll);
    uv_unref((uv_handle_t *)&loop->after_poll);
    uv_timer_init(&loop->uv, &loop->timer);
    uv_unref((uv_handle_t *)&loop->timer);
    loop->stall_at = DEADLINE_NEVER;
}

void loop_close_turns(struct loop *loop) {
    uv_close((uv_handle_t *)&loop->before_sleep, NULL);
    uv_close((uv_handle_t *)&loop->after_poll, NULL);
    uv_close((uv_handle_t *)&loop->timer, NULL);
    uv_close((uv_handle_t *)&loop->gather, NULL);
    uv_close((uv_handle_t *)&loop->look, NULL);
    turn_gather(hub_turns(loop->hub), false);
}
