/* Work for libuv's threads: passwords, a few at once, and the store, one task after the
 * other. */
#ifndef ALEA_SERVER_NET_WORK_H
#define ALEA_SERVER_NET_WORK_H

#include <uv.h>

#include "server/queue/job.h"

/* Passwords that are checked at once.  libuv has four threads: so one is always free for
 * the store. */
#define WORK_JOBS_MAX 3

struct work {
    uv_loop_t *uv;
    unsigned n_jobs;        /* that threads have */
    struct work_job *first; /* that wait, the oldest first */
    struct work_job **end;
    struct store *store;      /* borrowed */
    struct store_tasks tasks; /* that wait */
    struct work_task *busy;   /* owned; the one that a thread has; NULL: none */
};

/* Begins with nothing to do.  Borrows both, which must outlive it. */
void work_init(struct work *work, uv_loop_t *uv, struct store *store);
/* Takes a job and runs it in a thread.  Then calls done in the loop's thread, and gives
 * the job back to its owner. */
void work_start_job(struct work *work, struct job *job,
                    void (*done)(void *owner, struct job *job), void *owner);
/* The same for a task of the store; those before it are done first. */
void work_start_task(struct work *work, struct store_task *task,
                     void (*done)(void *owner, struct store_task *task), void *owner);

#endif
