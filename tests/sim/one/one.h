/* The server of the simulation: alead without its command line and sockets.  It is
 * started, stopped, killed, and started again. */
#ifndef ALEA_TESTS_SIM_ONE_ONE_H
#define ALEA_TESTS_SIM_ONE_ONE_H

#include "tests/sim/server.h"

struct one {
    struct loop *loop; /* NULL: the server is not running */
    unsigned n_kills;
    bool is_starting;
    bool is_killed;    /* killed, and its loop has not returned yet */
    bool loses_power;  /* killed by a loss of power */
    bool dies_in_turn; /* unanswered requests may have been done */
    uint64_t down_ms;  /* how long it stays down */
};

extern struct one one;

/* Creates a server with an empty disk.  dir: a directory on the real disk for its lock
 * file. */
void one_begin(const char *dir);
/* Runs it, with all restarts, until sim.is_over. */
void one_run(void);
/* Kills it now, as by SIGKILL. */
void one_kill(bool loses_power);
/* Stops it, as by SIGTERM. */
void one_stop(void);

/* --- restart.c: invariants after each iteration, and after a restart --- */

/* Call after each iteration of the loop. */
void restart_turn(struct hub *hub);
/* Call when the server dies: notes what clients can have been sent.  An iteration may
 * have stored and sent something, and then die before restart_turn sees the result. */
void restart_before(struct hub *hub);
/* Checks after the next start that all of it is still true. */
void restart_after(struct hub *hub);

#endif
