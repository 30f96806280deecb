/* The part of libuv that alead uses, in simulated time.  A program links this and
 * uv_tcp.c instead of libuv; a missing function is a link error.
 *
 * As in libuv, the order in which connections are served is undefined, and handles are
 * closed and write callbacks called later in the iteration. */
#include <stdlib.h>
#include <string.h>

#include "server/hub/hub.h"
#include "server/net/loop_state.h"
#include "server/turn/clock.h"
#include "tests/sim/one/uv_inside.h"
#include "tests/sim/server.h"

struct fake_loop *fake_loop;

/* --- handles --- */

void uv_inside_init(uv_loop_t *uv, uv_handle_t *handle, uv_handle_type type) {
    SIM_CHECK(fake_loop->n_handles < HANDLES_MAX, "more than %d handles", HANDLES_MAX);
    void *data = handle->data;
    *handle = (uv_handle_t){.data = data, .loop = uv, .type = type, .flags = HAS_REF};
    fake_loop->handle[fake_loop->n_handles++] = handle;
}

int uv_is_active(const uv_handle_t *handle) {
    return (handle->flags & (IS_ACTIVE | IS_CLOSING)) == IS_ACTIVE;
}

int uv_is_closing(const uv_handle_t *handle) {
    return (handle->flags & IS_CLOSING) != 0;
}

void uv_unref(uv_handle_t *handle) {
    handle->flags &= ~(unsigned)HAS_REF;
}

void uv_close(uv_handle_t *handle, uv_close_cb close_cb) {
    SIM_CHECK(!uv_is_closing(handle), "a handle is closed twice");
    handle->flags |= IS_CLOSING;
    handle->flags &= ~(unsigned)(IS_ACTIVE | IS_READING);
    handle->close_cb = close_cb;
    if (handle->type == UV_TCP) {
        uv_inside_close(handle);
    } else if (handle->type == UV_POLL) {
        net_listen(fake_loop->host, false);
    }
}

static void finish_closing(uv_handle_t *handle) {
    if (handle->type == UV_TCP) {
        uv_inside_finish(handle);
    }
    if (handle->close_cb != NULL) {
        handle->close_cb(handle);
    }
}

static void close_handles(void) {
    for (size_t i = 0; i < fake_loop->n_handles;) {
        uv_handle_t *handle = fake_loop->handle[i];
        if (!uv_is_closing(handle)) {
            i++;
            continue;
        }
        fake_loop->n_handles--;
        memmove(&fake_loop->handle[i], &fake_loop->handle[i + 1],
                (fake_loop->n_handles - i) * sizeof *fake_loop->handle);
        finish_closing(handle);
        i = 0;
    }
}

/* --- the loop --- */

int uv_loop_init(uv_loop_t *uv) {
    unsigned host = fake_loop->host;
    memset(fake_loop, 0, sizeof *fake_loop);
    fake_loop->host = host;
    uv->time = sim.now_ms;
    return 0;
}

int uv_replace_allocator(uv_malloc_func new, uv_realloc_func grow, uv_calloc_func clear,
                         uv_free_func drop) {
    (void)new, (void)grow, (void)clear, (void)drop; /* this implementation does not
                                                     * allocate */
    return 0;
}

int uv_loop_close(uv_loop_t *uv) {
    (void)uv;
    SIM_CHECK(fake_loop->n_handles == 0 && fake_loop->n_reqs == 0,
              "the loop is closed with %zu handles, %llu requests", fake_loop->n_handles,
              (unsigned long long)fake_loop->n_reqs);
    return 0;
}

uint64_t uv_now(const uv_loop_t *uv) {
    return uv->time;
}

void uv_update_time(uv_loop_t *uv) {
    uv->time = sim.now_ms;
}

uint64_t uv_hrtime(void) {
    return sim.now_ms * 1000000;
}

void uv_stop(uv_loop_t *uv) {
    (void)uv;
    fake_loop->stops = true;
}

void fake_loop_on_turn(void (*run)(void)) {
    fake_loop->on_turn = run;
}

void fake_loop_die(void) {
    fake_loop->is_dead = true;
    fake_loop->stops = true;
}

static bool has_closing(void) {
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        if (uv_is_closing(fake_loop->handle[i])) {
            return true;
        }
    }
    return false;
}

static bool is_alive(void) {
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        unsigned flags = fake_loop->handle[i]->flags;
        if (flags & IS_CLOSING ||
            (flags & (IS_ACTIVE | HAS_REF)) == (IS_ACTIVE | HAS_REF)) {
            return true;
        }
    }
    return fake_loop->n_reqs > 0;
}

/* --- timers --- */

int uv_timer_init(uv_loop_t *uv, uv_timer_t *timer) {
    uv_inside_init(uv, (uv_handle_t *)timer, UV_TIMER);
    return 0;
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb cb, uint64_t ms, uint64_t repeat) {
    SIM_CHECK(!uv_is_closing((uv_handle_t *)timer), "a timer of no use");
    timer->timer_cb = cb;
    timer->repeat = repeat;
    timer->timeout = timer->loop->time + ms;
    timer->start_id = ++fake_loop->n_timers;
    timer->flags |= IS_ACTIVE;
    return 0;
}

int uv_timer_stop(uv_timer_t *timer) {
    timer->flags &= ~(unsigned)IS_ACTIVE;
    return 0;
}

static uv_timer_t *next_timer(void) {
    uv_timer_t *next = NULL;
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        uv_timer_t *timer = (uv_timer_t *)fake_loop->handle[i];
        if (timer->type == UV_TIMER && uv_is_active(fake_loop->handle[i]) &&
            (next == NULL || timer->timeout < next->timeout ||
             (timer->timeout == next->timeout && timer->start_id < next->start_id))) {
            next = timer;
        }
    }
    return next;
}

static void run_timers(uv_loop_t *uv) {
    for (uv_timer_t *timer;
         (timer = next_timer()) != NULL && timer->timeout <= uv->time;) {
        uv_timer_stop(timer);
        if (timer->repeat > 0) {
            uv_timer_start(timer, timer->timer_cb, timer->repeat, timer->repeat);
        }
        timer->timer_cb(timer);
    }
}

/* --- prepare handles, signals --- */

int uv_prepare_init(uv_loop_t *uv, uv_prepare_t *prepare) {
    uv_inside_init(uv, (uv_handle_t *)prepare, UV_PREPARE);
    return 0;
}

int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb cb) {
    prepare->prepare_cb = cb;
    prepare->flags |= IS_ACTIVE;
    return 0;
}

int uv_prepare_stop(uv_prepare_t *prepare) {
    prepare->flags &= ~(unsigned)IS_ACTIVE;
    return 0;
}

static void run_prepares(void) {
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        if (fake_loop->handle[i]->type == UV_PREPARE &&
            uv_is_active(fake_loop->handle[i])) {
            uv_prepare_t *prepare = (uv_prepare_t *)fake_loop->handle[i];
            prepare->prepare_cb(prepare);
        }
    }
}

int uv_check_init(uv_loop_t *uv, uv_check_t *check) {
    uv_inside_init(uv, (uv_handle_t *)check, UV_CHECK);
    return 0;
}

int uv_check_start(uv_check_t *check, uv_check_cb cb) {
    check->check_cb = cb;
    check->flags |= IS_ACTIVE;
    return 0;
}

/* Whether there is input that the server could have read. */
static bool has_unread(void) {
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        if (fake_loop->handle[i]->type == UV_TCP &&
            uv_inside_has_unread(fake_loop->handle[i])) {
            return true;
        }
    }
    return false;
}

/* The callback acts on deadlines, and must not run before all input is read. */
static void run_check(uv_check_t *check) {
    const struct loop *loop = check->loop->data;
    bool may_act = !has_unread() || loop->n_looks >= LOOP_POLLS_MAX;
    uint64_t due_ms = turn_deadline(hub_turns(loop->hub));
    check->check_cb(check);
    SIM_CHECK(may_act || turn_deadline(hub_turns(loop->hub)) <= due_ms,
              "something that was due is done before what has come is read");
}

static void run_checks(void) {
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        if (fake_loop->handle[i]->type == UV_CHECK &&
            uv_is_active(fake_loop->handle[i])) {
            run_check((uv_check_t *)fake_loop->handle[i]);
        }
    }
}

int uv_idle_init(uv_loop_t *uv, uv_idle_t *idle) {
    uv_inside_init(uv, (uv_handle_t *)idle, UV_IDLE);
    return 0;
}

int uv_idle_start(uv_idle_t *idle, uv_idle_cb cb) {
    idle->idle_cb = cb;
    idle->flags |= IS_ACTIVE;
    return 0;
}

int uv_idle_stop(uv_idle_t *idle) {
    idle->flags &= ~(unsigned)IS_ACTIVE;
    return 0;
}

/* Whether an idle handle is active; then the loop does not sleep. */
static bool run_idles(bool calls) {
    bool any = false;
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        if (fake_loop->handle[i]->type == UV_IDLE && uv_is_active(fake_loop->handle[i])) {
            uv_idle_t *idle = (uv_idle_t *)fake_loop->handle[i];
            any = true;
            if (calls) {
                idle->idle_cb(idle);
            }
        }
    }
    return any;
}

int uv_signal_init(uv_loop_t *uv, uv_signal_t *signal) {
    uv_inside_init(uv, (uv_handle_t *)signal, UV_SIGNAL);
    return 0;
}

int uv_signal_start(uv_signal_t *signal, uv_signal_cb cb, int number) {
    signal->signal_cb = cb;
    signal->signum = number;
    signal->flags |= IS_ACTIVE;
    return 0;
}

void fake_loop_signal(int number) {
    for (size_t i = 0; i < fake_loop->n_handles; i++) {
        uv_signal_t *signal = (uv_signal_t *)fake_loop->handle[i];
        if (signal->type == UV_SIGNAL && signal->signum == number) {
            signal->signal_cb(signal, number);
            net_tell(fake_loop->host); /* wakes the loop */
            return;
        }
    }
}

/* --- listening sockets; only these use poll handles --- */

int uv_poll_init(uv_loop_t *uv, uv_poll_t *poll, int fd) {
    (void)fd;
    uv_inside_init(uv, (uv_handle_t *)poll, UV_POLL);
    return 0;
}

int uv_poll_start(uv_poll_t *poll, int events, uv_poll_cb cb) {
    (void)events;
    poll->poll_cb = cb;
    poll->flags |= IS_ACTIVE;
    net_tell(fake_loop->host); /* a connection may already be waiting */
    return 0;
}

int uv_poll_stop(uv_poll_t *poll) {
    poll->flags &= ~(unsigned)IS_ACTIVE;
    return 0;
}

static void run_poll(uv_poll_t *poll) {
    if (net_waiting(fake_loop->host) != NULL && uv_is_active((uv_handle_t *)poll)) {
        poll->poll_cb(poll, 0, UV_READABLE);
        net_tell(fake_loop->host); /* there may be more */
    }
}

/* --- iterations --- */

static bool is_still(void) {
    return fake_loop->still_until_ms > sim.now_ms;
}

/* Lets the world run until the server has something to do: input has arrived, or a
 * deadline has passed.  Sometimes more arrives before the server looks. */
static void sleep_until(uint64_t due_ms) {
    while (!net_has_news(fake_loop->host) && !fake_loop->stops && !is_still()) {
        uint64_t next_ms = sim_next_ms();
        if (next_ms > due_ms) {
            sim_pass(due_ms > sim.now_ms ? due_ms - sim.now_ms : 0);
            return;
        }
        SIM_CHECK(next_ms != UINT64_MAX, "nothing is due, and the server waits for ever");
        sim_step();
    }
    uint64_t busy_ms = sim_strikes(FAULT_BUSY, RANDOM_NET, 3)
                           ? sim.now_ms + sim_below(RANDOM_NET, 100)
                           : sim.now_ms;
    while (sim_next_ms() <= busy_ms && !fake_loop->stops && !is_still()) {
        sim_step();
    }
}

void fake_loop_stand_still(uint64_t ms) {
    fake_loop->still_since_ms = sim.now_ms;
    fake_loop->still_until_ms = sim.now_ms + ms;
    net_still(fake_loop->host, fake_loop->still_until_ms);
}

/* epoll_wait fails after SIGCONT, but not when a virtual machine resumes. */
void uv_inside_was_still(void) {
    uint64_t ms = sim.now_ms - fake_loop->still_since_ms;
    bool is_front = fake_loop->host >= NET_FRONT, serves = server_serves();
    sim.still_ms += serves ? ms : 0;
    sim.n_stills += serves;
    fake_loop->still_until_ms = 0;
    fake_loop->is_interrupted = sim_one_in(RANDOM_NET, 2);
    net_tell(fake_loop->host); /* the input is still there */
    trace_note("the %s has stood still for %llu ms", is_front ? "front" : "server",
               (unsigned long long)ms);
}

/* Lets the world run while the process is stopped. */
static void stand_still(void) {
    uint64_t until_ms = fake_loop->still_until_ms;
    while (sim_next_ms() < until_ms && !fake_loop->stops) {
        sim_step();
    }
    if (!fake_loop->stops) {
        sim_pass(until_ms - sim.now_ms);
    }
    uv_inside_was_still();
}

static void serve_all(void) {
    size_t n = fake_loop->n_handles;
    size_t first = n > 0 ? sim_below(RANDOM_NET, (unsigned)n) : 0;
    for (size_t i = 0; i < n && i < fake_loop->n_handles; i++) {
        uv_handle_t *handle = fake_loop->handle[(first + i) % fake_loop->n_handles];
        if (handle->type == UV_POLL) {
            run_poll((uv_poll_t *)handle);
        } else if (handle->type == UV_TCP && !uv_is_closing(handle)) {
            uv_inside_serve(handle);
        }
    }
}

/* Whether the next poll waits; until due_ms. */
static bool waits(void) {
    unsigned n_ended = fake_loop->n_ended;
    uint64_t due_ms = uv_inside_run_tasks();
    const uv_timer_t *timer = next_timer();
    fake_loop->due_ms =
        timer != NULL && timer->timeout < due_ms ? timer->timeout : due_ms;
    return !fake_loop->is_dead && !has_closing() && n_ended == fake_loop->n_ended &&
           !run_idles(false) && is_alive();
}

static bool run_until_poll(uv_loop_t *uv) {
    uv_update_time(uv);
    if (!fake_loop->is_dead) {
        run_timers(uv);
    }
    run_idles(true);
    run_prepares();
    if (fake_loop->on_turn != NULL) {
        fake_loop->on_turn();
    }
    return waits();
}

void uv_inside_before_sleep(uv_loop_t *uv) {
    if (!run_until_poll(uv)) {
        fake_loop->due_ms = sim.now_ms;
    }
}

bool uv_inside_after_sleep(uv_loop_t *uv) {
    uv_update_time(uv);
    if (!fake_loop->is_dead) {
        if (!fake_loop->is_interrupted) {
            serve_all();
        }
        fake_loop->is_interrupted = false;
        run_checks();
    }
    close_handles();
    bool goes_on = is_alive() && !fake_loop->stops;
    fake_loop->stops = false;
    return goes_on;
}

int uv_run(uv_loop_t *uv, uv_run_mode mode) {
    do {
        if (run_until_poll(uv) && mode == UV_RUN_DEFAULT) {
            sleep_until(fake_loop->due_ms);
        }
        if (is_still()) {
            stand_still();
        }
    } while (uv_inside_after_sleep(uv) && mode == UV_RUN_DEFAULT);
    return is_alive();
}
