#include "server/turn/work.h"

#include "server/turn/state.h"

void turn_set_store_thread(struct turns *turns, const struct store_thread *thread) {
    turns->thread = *thread;
    turns->store = NULL; /* only the thread may use it from now on */
}

struct store *turn_store(const struct turns *turns) {
    return turns->store;
}

bool turn_may_hold(const struct turns *turns) {
    return turns->thread.start != NULL;
}

void turn_hold(const struct turns *turns, uint64_t conn) {
    if (turns->thread.hold != NULL) {
        turns->thread.hold(turns->thread.owner, conn);
    }
}

void turn_release(const struct turns *turns, uint64_t conn) {
    if (turns->thread.release != NULL) {
        turns->thread.release(turns->thread.owner, conn);
    }
}

void turn_start_task(struct turns *turns, struct store_task *task) {
    turns->n_tasks++;
    if (turns->thread.start != NULL) {
        turns->thread.start(turns->thread.owner, task);
        return;
    }
    task->run(task, turns->store);
    turn_task_done(turns, task);
}

void turn_task_done(struct turns *turns, struct store_task *task) {
    turns->n_tasks--;
    task->done(task, task->owner);
}

void turn_note_store(struct turns *turns, bool works, const char *fault) {
    struct storage *storage = &turns->storage;
    text_copy(storage->fault, sizeof storage->fault, fault);
    if (works != storage->fails) {
        return;
    }
    storage->fails = !works;
    if (works) {
        log_line(&turns->config->log, LOG_WARN, "store_recovered");
    } else {
        log_line(&turns->config->log, LOG_ERROR, "store_failed why=%s",
                 LOG_QUOTED(fault));
    }
}

static void run_look(struct store_task *task, struct store *store) {
    struct looking *looking = (struct looking *)task;
    looking->is_lost = !store_look(store);
    text_copy(looking->fault, sizeof looking->fault, store_fault(store));
}

static void look_done(struct store_task *task, void *owner) {
    struct turns *turns = owner;
    const struct looking *looking = (struct looking *)task;
    turns->looking.is_busy = false;
    if (looking->is_lost) {
        turn_note_store(turns, false, looking->fault);
    }
}

bool turn_may_look(const struct turns *turns) {
    return turns->looking.is_wanted;
}

void turn_look(struct turns *turns) {
    struct looking *looking = &turns->looking;
    if (!looking->is_wanted || looking->is_busy || turns->is_ending) {
        return;
    }
    looking->is_busy = true;
    looking->task.run = run_look;
    looking->task.done = look_done;
    looking->task.owner = turns;
    turn_start_task(turns, &looking->task);
}

void apart_commit(struct apart *apart, struct store *store) {
    apart->wrote = store_is_dirty(store);
    apart->works = store_commit(store);
    apart->is_lost = store_is_lost(store);
    text_copy(apart->fault, sizeof apart->fault, store_fault(store));
}

void apart_count(struct turns *turns, const struct apart *apart) {
    turns->metrics.commits += apart->wrote && apart->works;
    turns->metrics.commits_failed += !apart->works;
}

const struct storage *turn_storage(const struct turns *turns) {
    return &turns->storage;
}

void turn_set_storage(struct turns *turns, enum storage_state state) {
    turns->storage.state = state;
}

void turn_begin_outage(struct turns *turns, uint64_t since_ms) {
    struct storage *storage = &turns->storage;
    if (storage->state == STORAGE_WORKS || since_ms < storage->fails_ms) {
        storage->fails_ms = since_ms;
    }
}

void turn_set_n_accounts(struct turns *turns, int64_t n) {
    turns->storage.n_accounts = n;
}

bool turn_may_write(const struct turns *turns) {
    return turns->storage.state == STORAGE_WORKS;
}

void turn_log_renewed(struct turns *turns, int n_lost) {
    log_line(&turns->config->log, LOG_ERROR, "events_damaged games=%d", n_lost);
}

static void tidy(struct store_task *task, struct store *store) {
    store_tidy(store);
    ((struct tidying *)task)->is_untidy = store_is_untidy(store);
}

static void tidying_done(struct store_task *task, void *owner) {
    struct turns *turns = owner;
    turns->tidying.is_wanted = ((struct tidying *)task)->is_untidy;
}

void turn_tidy_if_idle(struct turns *turns) {
    if (!turns->tidying.is_wanted || turns->n_tasks > 0 || turns->is_ending) {
        return;
    }
    turns->tidying.is_wanted = false;
    turns->tidying.task.run = tidy;
    turns->tidying.task.done = tidying_done;
    turns->tidying.task.owner = turns;
    turn_start_task(turns, &turns->tidying.task);
}
