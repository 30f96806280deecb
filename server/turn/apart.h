/* A transaction of its own, apart from the turns. */
#ifndef ALEA_SERVER_TURN_APART_H
#define ALEA_SERVER_TURN_APART_H

#include "server/queue/task.h"

struct turns;

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

#endif
