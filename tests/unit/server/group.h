/* Servers on one database in this process, in virtual time, of which one at a time has
 * the lease: each is a fixture, and the test does the work of its store's thread. */
#ifndef ALEA_TESTS_UNIT_SERVER_GROUP_H
#define ALEA_TESTS_UNIT_SERVER_GROUP_H

#include "server/store/lease.h"
#include "server/turn/lease.h"
#include "server/turn/turn.h"
#include "tests/support/shared_db.h"
#include "tests/unit/server/fixture.h"

#define GROUP_MAX 2

struct group {
    uint64_t ms;      /* the clock that never stands still */
    uint64_t look_ms; /* passes with each look at it: something is slow */
    struct shared_db *db;
    struct group_node {
        struct fixture *fixture; /* NULL: it does not run */
        struct store_tasks tasks;
        bool is_paused; /* its process stands still */
        bool is_slow;   /* its store does nothing */
    } node[GROUP_MAX];
};

extern struct group group;

/* Makes the database, and starts the first server; all is closed when the test ends. */
void open_group(void);
/* Ends the process of a server at once; and starts it again. */
void kill_node(size_t i);
void start_node(size_t i);
/* Lets time pass at all servers that are not paused, in steps of 50 ms. */
void group_pass(uint64_t ms);
/* The server looks at the clock, after 50 ms of its own time. */
void group_wake(size_t i);
/* Does all that the servers and their stores can do now. */
void group_settle(void);
/* As `ask`, at server i. */
const char *ask_node(size_t i, size_t conn, const char *line);
/* As `hear`. */
const char *hear_node(size_t i, size_t conn);
/* As `enter`, and `come_back` without ROOM LAST. */
void enter_node(size_t i, size_t conn, const char *name, struct ticket *own);
const char *resume_at(size_t i, size_t conn, const struct ticket *own);
/* Ann (1) and Bob (2) play a game of tablut with clocks at server i, and white has moved.
 */
void begin_at(size_t i);
/* The board as the player of this connection sees it. */
const char *board_at(size_t i, size_t conn);

#endif
