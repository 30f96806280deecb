#include "server/net/work.h"

#include <assert.h>

static void on_thread(uv_work_t *req) {
    const struct work_place *place = (struct work_place *)req;
    uint64_t began_ns = uv_hrtime();
    place->task->run(place->task, place->work->store);
    place->task->us = (int64_t)(uv_hrtime() - began_ns) / 1000;
}

static void on_done(uv_work_t *req, int status);

static void run_next(struct work *work) {
    for (unsigned i = 0; i < work->n_places; i++) {
        struct work_place *place = &work->place[i];
        if (place->task == NULL) {
            place->work = work;
            place->task = store_tasks_take(&work->waiting);
            int error = place->task != NULL
                            ? uv_queue_work(work->uv, &place->req, on_thread, on_done)
                            : 0;
            assert(error == 0); /* it fails only for a NULL callback */
            (void)error;
        }
    }
}

static void on_done(uv_work_t *req, int status) {
    (void)status; /* we never cancel */
    struct work_place *place = (struct work_place *)req;
    struct work *work = place->work;
    struct store_task *task = place->task;
    place->task = NULL;
    run_next(work);
    work->done(work->owner, task);
}

void work_start(struct work *work, struct store_task *task) {
    store_tasks_add(&work->waiting, task);
    run_next(work);
}
