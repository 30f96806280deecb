/* Threads of the simulated libuv. */
#include <stdlib.h>

#include "tests/sim/one/uv_inside.h"
#include "tests/sim/world/disk.h"

/* Delay until a thread starts, duration of a computation, and of work for the store, to
 * which its disk may add; in ms. */
#define THREAD_MOST_MS 3
#define WORK_LEAST_MS  10
#define WORK_MOST_MS   200
#define DISK_MOST_MS   3
/* Most time that a slow database takes for an answer, in ms. */
#define DATABASE_MOST_MS 300

int uv_queue_work(uv_loop_t *uv, uv_work_t *req, uv_work_cb work, uv_after_work_cb done) {
    struct task *task = calloc(1, sizeof *task);
    SIM_CHECK(task != NULL, "out of memory");
    req->loop = uv;
    req->work_cb = work;
    req->after_work_cb = done;
    task->req = req;
    task->due_ms = sim.now_ms + sim_below(RANDOM_NET, THREAD_MOST_MS);
    task->next = fake_loop->tasks;
    fake_loop->tasks = task;
    fake_loop->n_reqs++;
    return 0;
}

/* Does the work at once, but reports it after its time has passed: the server may be
 * killed in between. */
static void do_work(struct task *task) {
    unsigned before = disk_n_uses();
    disk_on_thread(true);
    task->req->work_cb(task->req);
    uint64_t disk_ms = disk_on_thread(false);
    task->is_done = true;
    task->may_have_stored = disk_n_uses() != before || sim.n_hubs > 1;
    disk_ms += sim.n_hubs > 1 && sim_strikes(FAULT_SLOW_DISK, RANDOM_NET, 4)
                   ? sim_below(RANDOM_NET, DATABASE_MOST_MS)
                   : 0;
    task->due_ms =
        sim.now_ms +
        (task->may_have_stored
             ? disk_ms + sim_below(RANDOM_NET, DISK_MOST_MS)
             : WORK_LEAST_MS + sim_below(RANDOM_NET, WORK_MOST_MS - WORK_LEAST_MS));
}

static void end_work(struct task **at) {
    struct task *task = *at;
    fake_loop->n_ended++;
    *at = task->next;
    fake_loop->n_reqs--;
    task->req->after_work_cb(task->req, 0); /* this may also end a turn */
    if (fake_loop->on_turn != NULL) {
        fake_loop->on_turn();
    }
    free(task);
}

uint64_t uv_inside_run_tasks(void) {
    for (;;) {
        struct task **first = NULL;
        for (struct task **at = &fake_loop->tasks; *at != NULL; at = &(*at)->next) {
            first = first == NULL || (*at)->due_ms <= (*first)->due_ms ? at : first;
        }
        if (first == NULL || ((*first)->due_ms > sim.now_ms && !fake_loop->is_dead)) {
            return first != NULL ? (*first)->due_ms : UINT64_MAX;
        }
        if ((*first)->is_done) {
            end_work(first);
        } else {
            do_work(*first);
        }
    }
}

bool uv_inside_has_unreported(const struct fake_loop *fake) {
    const struct task *task = fake->tasks;
    while (task != NULL && !(task->is_done && task->may_have_stored)) {
        task = task->next;
    }
    return task != NULL;
}
