/* The server of the simulation: alead without its command line and sockets.  It is
 * started, stopped, killed, and started again. */
#ifndef ALEA_TESTS_SIM_SERVER_H
#define ALEA_TESTS_SIM_SERVER_H

#include "server/config/config.h"
#include "tests/sim/sim.h"

struct sim_server {
    struct config config;
    struct store *store; /* NULL: the server is not running */
    struct loop *loop;
    unsigned n_starts, n_kills;
    bool is_starting;
    bool is_killed;     /* killed, and its loop has not returned yet */
    bool loses_power;   /* killed by a loss of power */
    bool dies_in_turn;  /* unanswered requests may have been done */
    bool has_forgotten; /* games may have lost their latest events in a loss of power,
                         * because durability is `process` */
    uint64_t down_ms;   /* how long it stays down */
    size_t turns;
};

extern struct sim_server server;

/* A new server with an empty disk.  Its lock file is in this directory of the real
 * disk. */
void server_begin(const char *dir);
/* Runs it, with all restarts, until sim.is_over. */
void server_run(void);
/* Kills it now, as by SIGKILL. */
void server_kill(bool loses_power);
/* Stops it, as by SIGTERM. */
void server_stop(void);
/* The hub; NULL: the server is not running. */
struct hub *server_hub(void);

/* --- inspect.c: what must be true inside the server --- */

/* Call after each iteration of the loop. */
void inspect_turn(struct hub *hub);
/* Call when the server dies: notes what clients can have been sent.  An iteration may
 * have stored and sent something, and then die before inspect_turn sees the result. */
void inspect_before(struct hub *hub);
/* Checks after the next start that all of it is still true. */
void inspect_after(struct hub *hub);
/* Most rooms in which a player may sit.  A room that was left in a turn that was dropped
 * comes back to its player, who may have taken another meanwhile. */
int64_t inspect_rooms_max(const struct limits *limits);
/* Checks that nothing is kept when everybody has left. */
void inspect_empty(struct hub *hub);
/* Checks that everything in the store is sound, and follows from what was seen. */
void inspect_store(struct store *store);
/* The same for ratings: ratings.c. */
void inspect_ratings(struct store *store);

#endif
