/* Work for libuv's threads: password jobs, a few at once, and tasks for the store, one
 * after the other. */
#ifndef ALEA_SERVER_NET_WORK_H
#define ALEA_SERVER_NET_WORK_H

#include <uv.h>

#include "server/queue/job.h"

/* Most password jobs at once.  libuv has four threads, so one is always free for the
 * store. */
#define WORK_JOBS_MAX 3

/* Work of one kind. */
struct work {
    uv_loop_t *uv;                                      /* borrowed */
    struct store *store;                                /* borrowed; may be NULL */
    void (*done)(void *owner, struct store_task *task); /* in the loop's thread */
    void *owner;
    struct store_tasks waiting;
    unsigned n_places; /* how many run at once */
    struct work_place {
        uv_work_t req; /* must be first, for casts */
        struct work *work;
        struct store_task *task; /* running in a thread; NULL: none */
    } place[WORK_JOBS_MAX];
};

/* Takes a task, whose function run a thread calls, with the store.  Then calls done, and
 * gives the task back to owner.  Tasks begin in order, but urgent ones first. */
void work_start(struct work *work, struct store_task *task);

#endif
