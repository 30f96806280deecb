#include "server/net/work.h"

#include <assert.h>
#include <stdlib.h>

#include "mem/mem.h"

struct work {
    uv_work_t req; /* first: the work is its container */
    struct job *job;
    void (*done)(void *owner, struct job *job);
    void *owner;
};

static void on_thread(uv_work_t *req) {
    job_do(((struct work *)req)->job);
}

static void on_done(uv_work_t *req, int status) {
    (void)status; /* we never cancel */
    struct work *work = (struct work *)req;
    work->done(work->owner, work->job);
    free(work);
}

void work_start(uv_loop_t *loop, struct job *job,
                void (*done)(void *owner, struct job *job), void *owner) {
    struct work *work = mem_new(1, sizeof *work);
    work->job = job;
    work->done = done;
    work->owner = owner;
    int error = uv_queue_work(loop, &work->req, on_thread, on_done);
    assert(error == 0); /* it fails only without a function */
    (void)error;
}
