/* Several nodes on one database in this process, in virtual time and without a bus: each
 * is a fixture, and the test does the work of its store's thread.  What a node would tell
 * others is noted, or told to their hubs. */
#ifndef ALEA_TESTS_UNIT_SERVER_GROUP_H
#define ALEA_TESTS_UNIT_SERVER_GROUP_H

#include "server/hub/node/inside.h"
#include "server/hub/rooms.h"
#include "server/hub/turn.h"
#include "tests/unit/server/fixture.h"

#define GROUP_MAX 3

struct group {
    uint64_t ms;      /* the clock that never stands still */
    uint64_t look_ms; /* passes with each look at it: something is slow */
    struct shared_db *db;
    size_t n_given;   /* rooms that were said to be given to another node */
    bool loses_given; /* that is not heard */
    bool loses_taken; /* nor that sessions have new homes */
    size_t n;
    struct group_node {
        struct fixture *fixture; /* NULL: its process is dead */
        struct store_tasks tasks;
        bool is_paused;  /* its process stands still */
        bool is_slow;    /* its store does nothing */
        char here[4096]; /* codes of rooms that it said are there, each with a space */
        uint64_t fenced[NODE_SLOT_MAX + 1]; /* epochs of nodes that it said are dead */
    } node[GROUP_MAX];
};

extern struct group group;

/* Starts nodes a, b, …. */
void open_group(size_t n);
void close_group(void);
/* Ends the process of a node at once; and starts it again. */
void kill_node(size_t i);
void start_node(size_t i);
/* Lets time pass at all nodes that are not paused, in steps of 50 ms. */
void group_pass(uint64_t ms);
/* 50 ms pass. */
void group_tick(void);
/* Does all that the nodes and their stores can do now. */
void group_settle(void);
/* As `ask`, at node i. */
const char *ask_node(size_t i, size_t conn, const char *line);
/* As `hear`. */
const char *hear_node(size_t i, size_t conn);
/* As `enter`, and `come_back` without ROOM LAST. */
void enter_node(size_t i, size_t conn, const char *name, struct ticket *ticket);
const char *resume_at(size_t i, size_t conn, const struct ticket *ticket);
/* Ann (1) and Bob (2) play a game of tablut with clocks at node i, and white has moved.
 */
void begin_at(size_t i, struct ticket ticket[2]);
/* The board as the player of this connection sees it. */
const char *board_at(size_t i, size_t conn);
/* Whether a node has a room with this code. */
bool has_room(size_t i, const char *code);

#endif
