/* Work for the store.  One thread runs the tasks, one at a time, in the order in which
 * they are started, but urgent ones first; the loop continues meanwhile. */
#ifndef ALEA_SERVER_QUEUE_TASK_H
#define ALEA_SERVER_QUEUE_TASK_H

#include "server/store/store.h"

struct store_task {
    /* The work, in the store's thread; it must touch nothing but the task and the
     * store. */
    void (*run)(struct store_task *task, struct store *store);
    /* Afterwards, in the loop.  Takes the task. */
    void (*done)(struct store_task *task, void *owner);
    void *owner;             /* of the task; borrowed, until it is done */
    bool is_urgent;          /* it waits for the task that runs, and no other */
    int64_t us;              /* how long run took; set by the thread */
    struct store_task *next; /* in a list */
};

/* Tasks in order.  Empty when zeroed. */
struct store_tasks {
    struct store_task *first, **end;
};

static inline void store_tasks_add(struct store_tasks *tasks, struct store_task *task) {
    if (tasks->first == NULL) {
        tasks->end = &tasks->first;
    }
    struct store_task **at = task->is_urgent ? &tasks->first : tasks->end;
    task->next = *at;
    *at = task;
    if (task->next == NULL) {
        tasks->end = &task->next;
    }
}

/* Removes and returns the first task; NULL: there is none. */
static inline struct store_task *store_tasks_take(struct store_tasks *tasks) {
    struct store_task *task = tasks->first;
    if (task != NULL) {
        tasks->first = task->next;
    }
    return task;
}

#endif
