#include "server/net/work.h"

#include <assert.h>
#include <stdlib.h>

#include "mem/mem.h"

static void run(struct work *work, uv_work_t *req, uv_work_cb on_thread,
                uv_after_work_cb on_done) {
    int error = uv_queue_work(work->uv, req, on_thread, on_done);
    assert(error == 0); /* it fails only for a NULL callback */
    (void)error;
}

/* --- passwords --- */

struct work_job {
    uv_work_t req; /* must be first, to cast to the job */
    struct work *work;
    struct work_job *next;
    struct job *job;
    void (*done)(void *owner, struct job *job);
    void *owner;
};

static void on_job(uv_work_t *req) {
    job_do(((struct work_job *)req)->job);
}

static void run_jobs(struct work *work);

static void on_job_done(uv_work_t *req, int status) {
    (void)status; /* we never cancel */
    struct work_job *item = (struct work_job *)req;
    struct work *work = item->work;
    work->n_jobs--;
    run_jobs(work);
    item->done(item->owner, item->job);
    free(item);
}

static void run_jobs(struct work *work) {
    while (work->n_jobs < WORK_JOBS_MAX && work->first != NULL) {
        struct work_job *item = work->first;
        work->first = item->next;
        work->n_jobs++;
        run(work, &item->req, on_job, on_job_done);
    }
}

void work_start_job(struct work *work, struct job *job,
                    void (*done)(void *owner, struct job *job), void *owner) {
    struct work_job *item = mem_new(1, sizeof *item);
    *item = (struct work_job){.work = work, .job = job, .done = done, .owner = owner};
    if (work->first == NULL) {
        work->end = &work->first;
    }
    *work->end = item;
    work->end = &item->next;
    run_jobs(work);
}

/* --- the store --- */

struct work_task {
    uv_work_t req; /* must be first, to cast to the task */
    struct work *work;
    struct store_task *task;
    void (*done)(void *owner, struct store_task *task);
    void *owner;
};

static void on_task(uv_work_t *req) {
    struct work_task *item = (struct work_task *)req;
    uint64_t began_ns = uv_hrtime();
    item->task->run(item->task, item->work->store);
    item->task->us = (int64_t)(uv_hrtime() - began_ns) / 1000;
}

static void on_thread_done(uv_work_t *req, int status);

static void run_next(struct work_task *item) {
    item->task = store_tasks_take(&item->work->tasks);
    item->work->busy = item->task != NULL ? item : NULL;
    if (item->task != NULL) {
        run(item->work, &item->req, on_task, on_thread_done);
    } else {
        free(item);
    }
}

static void on_thread_done(uv_work_t *req, int status) {
    (void)status;
    struct work_task *item = (struct work_task *)req;
    struct store_task *task = item->task;
    void (*done)(void *owner, struct store_task *task) = item->done;
    void *owner = item->owner;
    run_next(item);
    done(owner, task);
}

void work_start_task(struct work *work, struct store_task *task,
                     void (*done)(void *owner, struct store_task *task), void *owner) {
    store_tasks_add(&work->tasks, task);
    if (work->busy == NULL) {
        struct work_task *item = mem_new(1, sizeof *item);
        *item = (struct work_task){.work = work, .done = done, .owner = owner};
        run_next(item);
    }
}

void work_init(struct work *work, uv_loop_t *uv, struct store *store) {
    *work = (struct work){.uv = uv, .store = store};
}
