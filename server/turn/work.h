/* Work for the store, in its thread; and whether the store can be used. */
#ifndef ALEA_SERVER_TURN_WORK_H
#define ALEA_SERVER_TURN_WORK_H

#include "server/queue/task.h"
#include "server/turn/config.h"

struct turns;

/* The thread that works for the store. */
struct store_thread {
    /* Runs a task in the thread, one task after the other, and then calls
     * turn_task_done.  NULL: there is no thread, and tasks run at once. */
    void (*start)(void *owner, struct store_task *task);
    /* No line of this connection is handed in until release. */
    void (*hold)(void *owner, uint64_t conn);
    void (*release)(void *owner, uint64_t conn); /* lines come after it has returned */
    void *owner;
};

/* Whether the store can be used. */
struct storage {
    enum storage_state {
        STORAGE_WORKS,
        STORAGE_LOADS, /* a commit has failed, and everything is read again */
        STORAGE_READS, /* memory is as the store has it, but nothing can be stored */
    } state;
    bool fails;              /* the last commit that wrote anything has failed */
    uint64_t fails_ms;       /* server time since which nothing can be stored */
    char fault[FAULT_BYTES]; /* why the last turn failed */
    int64_t n_accounts;      /* -1: not known */
};

/* From now on the store belongs to this thread. */
void turn_set_store_thread(struct turns *turns, const struct store_thread *thread);
/* The store, at the start; NULL: it belongs to a thread. */
struct store *turn_store(const struct turns *turns);
/* Whether a connection that waits for the store is held. */
bool turn_may_hold(const struct turns *turns);
/* No line of the connection is handed in until turn_release. */
void turn_hold(const struct turns *turns, uint64_t conn);
void turn_release(const struct turns *turns, uint64_t conn);

/* Starts a task (takes it) at once. */
void turn_start_task(struct turns *turns, struct store_task *task);
/* A task is done; takes it. */
void turn_task_done(struct turns *turns, struct store_task *task);
/* Whether turn_look has anything to do. */
bool turn_may_look(const struct turns *turns);
/* Looks whether the file of the store is still in its place, unless that is being done;
 * if it is not, the log says so.  Call it about once a second: each commit looks, too. */
void turn_look(struct turns *turns);
/* Tidies the store while it has nothing else to do. */
void turn_tidy_if_idle(struct turns *turns);

/* A transaction of its own, apart from the turns. */
struct apart {
    struct store_task task; /* comes first */
    bool works;             /* nothing is changed otherwise */
    bool wrote;             /* there was anything to write */
    bool is_lost;           /* see store_is_lost */
    char fault[FAULT_BYTES];
};
/* Commits what the task has written; called in the store's thread. */
void apart_commit(struct apart *apart, struct store *store);
/* Counts the transaction. */
void apart_count(struct turns *turns, const struct apart *apart);

/* Borrowed. */
const struct storage *turn_storage(const struct turns *turns);
void turn_set_storage(struct turns *turns, enum storage_state state);
/* Nothing can be stored since this server time, or since an earlier one. */
void turn_begin_outage(struct turns *turns, uint64_t since_ms);
/* Whether anything can be stored now.  If not, what the store has can still be read. */
bool turn_may_write(const struct turns *turns);
void turn_set_n_accounts(struct turns *turns, int64_t n);
/* Notes whether the store works, and logs it when that changes. */
void turn_note_store(struct turns *turns, bool works, const char *fault);
/* Logs that recent events were damaged (store_was_renewed). */
void turn_log_renewed(struct turns *turns, int n_lost);

#endif
