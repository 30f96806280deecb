#include "tests/sim/one/process.h"

struct fake_loop *process_enter(struct process *process) {
    struct fake_loop *before = fake_loop;
    fake_loop = &process->fake;
    several_reach();
    return before;
}

void process_leave(struct fake_loop *before) {
    fake_loop = before;
    several_reach();
}

static void on_wake(void *arg, uint64_t serial);

static void wake_at(struct process *process, uint64_t at_ms) {
    if (process->uv != NULL && !process->is_inside && at_ms < process->wake_ms) {
        process->wake_ms = at_ms;
        sim_at(at_ms, on_wake, process, ++process->serial);
    }
}

/* Sometimes more arrives before the process looks. */
static void on_news(void *arg) {
    wake_at(arg, sim.now_ms + (sim_strikes(FAULT_BUSY, RANDOM_NET, 3)
                                   ? sim_below(RANDOM_NET, 100)
                                   : 0));
}

/* The first half of an iteration. */
static void go_to_sleep(struct process *process) {
    process->is_inside = true;
    uv_inside_before_sleep(process->uv);
    process->is_inside = false;
    bool is_awake = net_has_news(process->fake.host) || process->fake.stops;
    process->wake_ms = UINT64_MAX;
    wake_at(process, is_awake ? sim.now_ms : process->fake.due_ms);
}

static void wake_up(struct process *process) {
    process->is_inside = true;
    if (process->fake.still_until_ms != 0) {
        uv_inside_was_still();
    }
    (void)net_has_news(process->fake.host); /* it looks now */
    bool goes_on = uv_inside_after_sleep(process->uv);
    process->is_inside = false;
    if (goes_on) {
        go_to_sleep(process);
    } else {
        process->uv = NULL;
        process->ended(process);
    }
}

bool process_is_still(const struct process *process) {
    return process->fake.still_until_ms > sim.now_ms;
}

static void on_wake(void *arg, uint64_t serial) {
    struct process *process = arg;
    if (serial != process->serial || process->uv == NULL || process->is_inside) {
        return;
    }
    process->wake_ms = UINT64_MAX;
    if (process_is_still(process) && !process->fake.stops) {
        wake_at(process, process->fake.still_until_ms);
        return;
    }
    struct fake_loop *before = process_enter(process);
    wake_up(process);
    process_leave(before);
}

void process_start(struct process *process, uv_loop_t *uv,
                   void (*ended)(struct process *process)) {
    struct fake_loop *before = process_enter(process);
    process->uv = uv;
    process->ended = ended;
    net_on_news(process->fake.host, on_news, process);
    go_to_sleep(process);
    process_leave(before);
}

void process_kill(struct process *process) {
    struct fake_loop *before = process_enter(process);
    fake_loop_die();
    process_leave(before);
    wake_at(process, sim.now_ms);
}

void process_signal(struct process *process, int number) {
    struct fake_loop *before = process_enter(process);
    fake_loop_signal(number);
    process_leave(before);
}

void process_stand_still(struct process *process, uint64_t ms) {
    struct fake_loop *before = process_enter(process);
    fake_loop_stand_still(ms);
    process_leave(before);
    wake_at(process, sim.now_ms);
}
