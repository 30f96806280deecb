/* Work for libuv's threads: password jobs, a few at once, and store tasks, one after the
 * other. */
#ifndef ALEA_SERVER_NET_WORK_H
#define ALEA_SERVER_NET_WORK_H

#include <uv.h>

#include "server/queue/job.h"

/* Most password jobs at once.  libuv has four threads, so one is always free for the
 * store. */
#define WORK_JOBS_MAX 3

struct work {
    uv_loop_t *uv;
    unsigned n_jobs;        /* running in threads */
    struct work_job *first; /* waiting, oldest first */
    struct work_job **end;
    struct store *store;      /* borrowed */
    struct store_tasks tasks; /* waiting */
    struct work_task *busy;   /* owned; running in a thread; NULL: none */
};

/* Initialises it without work.  Borrows uv and store, which must outlive it. */
void work_init(struct work *work, uv_loop_t *uv, struct store *store);
/* Takes a job and runs it in a thread.  Then calls done in the loop's thread, and gives
 * the job back to owner. */
void work_start_job(struct work *work, struct job *job,
                    void (*done)(void *owner, struct job *job), void *owner);
/* The same for a store task; tasks run in order. */
void work_start_task(struct work *work, struct store_task *task,
                     void (*done)(void *owner, struct store_task *task), void *owner);

#endif
