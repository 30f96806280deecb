#include "server/loop.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "mem/mem.h"
#include "server/conn.h"
#include "server/discovery.h"
#include "server/listener.h"
#include "server/scrape.h"
#include "server/slots.h"
#include "server/work.h"

/* Signals that are caught. */
#define SIGNALS 3

struct loop {
    uv_loop_t uv;
    struct listeners *listeners; /* owned; those for TLS come last */
    struct tls_site *site;       /* borrowed; NULL: no TLS */
    struct hub_time now;         /* as it was looked at last; time_now */
    uv_prepare_t before_sleep;
    uv_idle_t next_turn; /* active: some of those who yield can go on */
    struct turns {
        uint64_t *conn; /* owned; who yields, in the order in which they go on */
        size_t n, cap;
    } turns;
    uv_timer_t due;
    uv_timer_t stall; /* active as long as output waits */
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

static struct loop *loop_of(const uv_handle_t *handle) {
    return handle->loop->data;
}

/* The clock on the wall is looked at once in each ms of libuv's. */
static struct hub_time time_now(struct loop *loop) {
    if (loop->now.ms != uv_now(&loop->uv) || loop->now.unix_ms == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        loop->now.ms = uv_now(&loop->uv);
        loop->now.unix_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    }
    return loop->now;
}

static struct hub *hub_at_now(struct loop *loop) {
    hub_set_time(loop->hub, time_now(loop));
    return loop->hub;
}

/* --- what connections tell -----------------------------------------------------------
 */

static void on_line(struct conn *conn, const char *line, size_t len) {
    hub_line(hub_at_now(conn->shared->owner), conn->client, line, len);
}

static void on_line_too_long(struct conn *conn) {
    hub_line_too_long(hub_at_now(conn->shared->owner), conn->client);
}

static void on_noise(struct conn *conn) {
    hub_noise(hub_at_now(conn->shared->owner), conn->client);
}

/* He goes on behind those who wait already. */
static void on_yields(struct conn *conn) {
    struct loop *loop = conn->shared->owner;
    struct turns *turns = &loop->turns;
    if (turns->n == turns->cap) {
        turns->cap = turns->cap == 0 ? 16 : 2 * turns->cap;
        turns->conn = mem_grow(turns->conn, turns->cap, sizeof *turns->conn);
    }
    turns->conn[turns->n++] = conn->id;
}

static void on_not_tls(struct conn *conn) {
    hub_not_tls(hub_at_now(conn->shared->owner), conn->client);
}

/* He is away at once; what was asked for is answered before the connection ends. */
static void on_conn_ended(struct conn *conn) {
    struct loop *loop = conn->shared->owner;
    hub_close(hub_at_now(loop), conn->client);
    conn->client = 0;
    outbox_close(hub_outbox(loop->hub), conn->id);
}

static void on_conn_closed(struct conn *conn) {
    struct loop *loop = conn->shared->owner;
    slots_remove(&loop->conns, conn->id);
    hub_close(hub_at_now(loop), conn->client);
}

static void on_drained(struct conn *conn) {
    hub_drained(hub_at_now(conn->shared->owner), conn->client);
}

static const struct conn_ops conn_ops = {
    .line = on_line,
    .line_too_long = on_line_too_long,
    .noise = on_noise,
    .yields = on_yields,
    .not_tls = on_not_tls,
    .ended = on_conn_ended,
    .drained = on_drained,
    .closed = on_conn_closed,
};

/* --- jobs ----------------------------------------------------------------------------
 */

static void on_job_done(void *owner, struct job *job) {
    struct loop *loop = owner;
    uint64_t id = job->conn;
    hub_job_done(hub_at_now(loop), job);
    struct conn *conn = slots_get(&loop->conns, id);
    if (conn != NULL) {
        conn_release(conn);
    }
}

/* What its client has sent after it waits, so that requests are answered in order. */
static void on_job(void *owner, struct job *job) {
    struct loop *loop = owner;
    struct conn *conn = slots_get(&loop->conns, job->conn);
    if (conn != NULL) {
        conn_hold(conn);
    }
    work_start(&loop->uv, job, on_job_done, loop);
}

static bool on_come(void *owner, int fd, bool is_tls) {
    struct loop *loop = owner;
    struct conn *conn = conn_open(&loop->uv, fd, &loop->shared);
    if (conn == NULL) {
        return false;
    }
    conn->id = slots_add(&loop->conns, conn);
    char address[ENDPOINT_BYTES];
    conn_address(conn, address, sizeof address);
    if (is_tls) {
        conn_begin_tls(conn, loop->site);
    }
    conn->client = hub_open(hub_at_now(loop), conn->id, address, is_tls);
    return true;
}

/* --- turns of those who send a lot ----------------------------------------------------
 */

/* Those who go on in one turn of the loop, with CONN_LINES_AT_ONCE lines each. */
#define TURN_CONNS 4

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

/* Whether somebody waits for the next turn, and can have it. */
static bool has_work(const struct loop *loop) {
    for (size_t i = 0; i < loop->turns.n; i++) {
        const struct conn *conn = slots_get(&loop->conns, loop->turns.conn[i]);
        if (conn == NULL || !conn->paused) {
            return true;
        }
    }
    return false;
}

/* Does not sleep as long as there is work for the next turn. */
static void plan_next_turn(struct loop *loop) {
    if (has_work(loop) && !uv_is_closing((uv_handle_t *)&loop->next_turn)) {
        uv_idle_start(&loop->next_turn, on_next_turn);
    } else {
        uv_idle_stop(&loop->next_turn);
    }
}

/* --- the end of a turn ---------------------------------------------------------------
 */

/* Closes the connections that have taken nothing for too long; looks again as long as
 * output waits anywhere. */
static void on_stall(uv_timer_t *timer) {
    struct loop *loop = loop_of((uv_handle_t *)timer);
    uint32_t at = 0;
    for (struct conn *conn; (conn = slots_next(&loop->conns, &at)) != NULL;) {
        uint64_t stalled_ms = conn_stalled_ms(conn);
        if (stalled_ms >= loop->stall_ms) {
            log_line(loop->log, LOG_INFO, "reader_stalled client=%lld bytes=%zu",
                     (long long)hub_number_of(loop->hub, conn->client),
                     conn_waiting_bytes(conn));
            loop->shared.metrics->readers_closed++;
            conn_close(conn);
        } else if (conn_waiting_bytes(conn) > 0) {
            uv_timer_start(timer, on_stall, loop->stall_ms / CONN_STALL_LOOKS, 0);
        }
    }
}

/* Output waits: sees to it that this is looked after. */
static void watch_stall(struct loop *loop) {
    uv_timer_t *timer = &loop->stall;
    if (!uv_is_active((uv_handle_t *)timer) && !uv_is_closing((uv_handle_t *)timer)) {
        uv_timer_start(timer, on_stall, loop->stall_ms / CONN_STALL_LOOKS, 0);
    }
}

/* Queues one item where it belongs. */
static void send_item(const struct loop *loop, struct conn *conn,
                      const struct outbox_item *item) {
    if (item->buf == NULL) {
        conn_end(conn);
    } else if (item->watched && conn_lags(conn)) {
        hub_lags(loop->hub, conn->client);
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
        watch_stall(loop);
    }
    outbox_drop(outbox, n);
}

static void on_due(uv_timer_t *timer) {
    hub_tick(hub_at_now(loop_of((uv_handle_t *)timer)));
}

/* Arms the timer for what is due next. */
static void arm_timer(struct loop *loop) {
    uint64_t due_ms = hub_deadline(loop->hub);
    uint64_t now_ms = uv_now(&loop->uv);
    if (due_ms == UINT64_MAX || loop->stopping) {
        uv_timer_stop(&loop->due);
    } else {
        uv_timer_start(&loop->due, on_due, due_ms > now_ms ? due_ms - now_ms : 0, 0);
    }
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
static void end_turn(struct loop *loop) {
    do {
        commit(loop);
        send_outbox(loop);
        uv_update_time(&loop->uv);
        hub_sent(loop->hub, time_now(loop));
    } while (!hub_is_settled(loop->hub));
}

/* Ends cleanly, and tells the caller first. */
static void stop(struct loop *loop) {
    if (!loop->stopping && loop->hooks != NULL) {
        loop->hooks->on_stop(loop->hooks->arg);
    }
    loop_stop(loop);
}

/* Runs once a turn, after everything that happened and before the loop sleeps. */
static void on_before_sleep(uv_prepare_t *prepare) {
    struct loop *loop = loop_of((uv_handle_t *)prepare);
    if (hub_wants_stop(loop->hub)) {
        stop(loop);
    }
    end_turn(loop);
    plan_next_turn(loop);
    if (!uv_is_closing((uv_handle_t *)&loop->due)) {
        arm_timer(loop);
    }
}

/* --- start and end -------------------------------------------------------------------
 */

static size_t queue_bytes(void *owner, uint64_t id) {
    const struct loop *loop = owner;
    const struct conn *conn = slots_get(&loop->conns, id);
    return conn != NULL ? conn_waiting_bytes(conn) : 0;
}

static bool open_listeners(struct loop *loop, const char *const *endpoint, size_t n,
                           char fault[static FAULT_BYTES]) {
    bool is_tls = loop->site != NULL;
    for (size_t i = 0; i < n; i++) {
        const char *why = i < LISTEN_MAX
                              ? listeners_add(loop->listeners, endpoint[i], is_tls)
                              : "too many addresses to listen on";
        if (why != NULL) {
            snprintf(fault, FAULT_BYTES, "cannot listen on %s: %s", endpoint[i], why);
            return false;
        }
    }
    return true;
}

void loop_use_memory(void) {
    int error = uv_replace_allocator(mem_take, mem_resize, mem_new, free);
    assert(error == 0);
    (void)error;
}

struct loop *loop_new(struct hub_config *config, struct store *store,
                      const char *const *endpoint, size_t n,
                      char fault[static FAULT_BYTES]) {
    struct loop *loop = mem_new(1, sizeof *loop);
    if (uv_loop_init(&loop->uv) != 0) {
        snprintf(fault, FAULT_BYTES, "cannot start an event loop");
        free(loop);
        return NULL;
    }
    loop->uv.data = loop;
    loop->log = &config->log;
    loop->shared.ops = &conn_ops;
    loop->shared.owner = loop;
    loop->shared.queue_bytes = (size_t)config->limits.queue_bytes;
    loop->shared.pause_bytes = (size_t)config->limits.pause_bytes;
    loop->shared.skip_bytes = (size_t)config->limits.skip_bytes;
    loop->stall_ms = (uint64_t)config->limits.stall_ms;
    loop->shared.tls_handshake_ms = (uint64_t)config->limits.tls_handshake_ms;
    loop->hub = hub_new(config, store, time_now(loop));
    loop->shared.metrics = hub_metrics(loop->hub);
    hub_watch_queues(loop->hub, queue_bytes, loop);
    hub_set_jobs(loop->hub, on_job, loop);
    uv_prepare_init(&loop->uv, &loop->before_sleep);
    uv_prepare_start(&loop->before_sleep, on_before_sleep);
    uv_unref((uv_handle_t *)&loop->before_sleep);
    uv_idle_init(&loop->uv, &loop->next_turn);
    uv_timer_init(&loop->uv, &loop->due);
    uv_timer_init(&loop->uv, &loop->stall);
    uv_unref((uv_handle_t *)&loop->stall);
    const struct listeners_config come = {loop->log, on_come, loop};
    loop->listeners = listeners_new(&loop->uv, &come);
    if (!open_listeners(loop, endpoint, n, fault)) {
        loop_free(loop);
        return NULL;
    }
    return loop;
}

bool loop_listen_tls(struct loop *loop, struct tls_site *site,
                     const char *const *endpoint, size_t n,
                     char fault[static FAULT_BYTES]) {
    loop->site = site;
    return open_listeners(loop, endpoint, n, fault);
}

bool loop_endpoint_is_tls(const struct loop *loop, size_t i) {
    return listeners_is_tls(loop->listeners, i);
}

bool loop_endpoint(const struct loop *loop, size_t i, char text[static ENDPOINT_BYTES]) {
    if (i < listeners_n(loop->listeners)) {
        listeners_endpoint(loop->listeners, i, text);
        return true;
    }
    return false;
}

static const struct metrics *measure(void *owner) {
    return hub_measure(hub_at_now(owner));
}

bool loop_give_metrics(struct loop *loop, const char *endpoint,
                       char fault[static FAULT_BYTES]) {
    const struct scrape_config config = {endpoint, measure, loop, SCRAPE_TIMEOUT_S};
    loop->scrape = scrape_new(&loop->uv, &config, fault);
    return loop->scrape != NULL;
}

bool loop_metrics_endpoint(const struct loop *loop, char text[static ENDPOINT_BYTES]) {
    if (loop->scrape != NULL) {
        scrape_endpoint(loop->scrape, text);
    }
    return loop->scrape != NULL;
}

static size_t n_players(void *owner) {
    const struct loop *loop = owner;
    return hub_n_players(loop->hub);
}

void loop_discover(struct loop *loop, const struct hub_config *config) {
    const struct discovery_config told = {
        .log = loop->log,
        .title = config->title,
        .finds_burst = config->limits.finds_burst,
        .finds_per_s = config->limits.finds_per_s,
        .boot = hub_boot(loop->hub),
        .n_players = n_players,
        .owner = loop,
    };
    loop->discovery = discovery_new(&loop->uv, &told, loop->listeners);
}

static void on_signal(uv_signal_t *signal, int number) {
    struct loop *loop = loop_of((uv_handle_t *)signal);
    if (number == SIGHUP) {
        loop->hooks->on_hangup(loop->hooks->arg);
    } else if (loop->stopping) {
        uv_stop(&loop->uv);
    } else {
        stop(loop);
    }
}

void loop_catch_signals(struct loop *loop, const struct loop_hooks *hooks) {
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < SIGNALS; i++) {
        uv_signal_init(&loop->uv, &loop->signal[i]);
        uv_signal_start(&loop->signal[i], on_signal, numbers[i]);
        /* A second signal is heard, but does not keep the loop waiting for it. */
        uv_unref((uv_handle_t *)&loop->signal[i]);
    }
    loop->hooks = hooks;
}

void loop_run(struct loop *loop) {
    uv_run(&loop->uv, UV_RUN_DEFAULT);
}

bool loop_step(struct loop *loop) {
    return uv_run(&loop->uv, UV_RUN_NOWAIT) != 0;
}

void loop_stop(struct loop *loop) {
    if (loop->stopping) {
        return;
    }
    loop->stopping = true;
    hub_shut_down(hub_at_now(loop));
    listeners_close(loop->listeners);
    if (loop->discovery != NULL) {
        discovery_close(loop->discovery);
    }
    if (loop->scrape != NULL) {
        scrape_close(loop->scrape);
    }
    uv_timer_stop(&loop->due);
}

void loop_free(struct loop *loop) {
    loop_stop(loop);
    end_turn(loop);
    uint32_t at = 0;
    for (struct conn *conn; (conn = slots_next(&loop->conns, &at)) != NULL;) {
        conn_close(conn);
    }
    uv_close((uv_handle_t *)&loop->before_sleep, NULL);
    uv_close((uv_handle_t *)&loop->next_turn, NULL);
    uv_close((uv_handle_t *)&loop->due, NULL);
    uv_close((uv_handle_t *)&loop->stall, NULL);
    for (size_t i = 0; loop->hooks != NULL && i < SIGNALS; i++) {
        uv_close((uv_handle_t *)&loop->signal[i], NULL);
    }
    while (uv_run(&loop->uv, UV_RUN_DEFAULT) != 0) {
    }
    uv_loop_close(&loop->uv);
    listeners_free(loop->listeners);
    discovery_free(loop->discovery);
    scrape_free(loop->scrape);
    slots_fini(&loop->conns);
    free(loop->turns.conn);
    hub_free(loop->hub);
    free(loop);
}

size_t loop_n_conns(const struct loop *loop) {
    return loop->conns.n_used;
}

struct hub *loop_hub(struct loop *loop) {
    return loop->hub;
}
