/* The server of the simulation: alead without its command line and sockets.  It is
 * started, stopped, killed, and started again. */
#ifndef ALEA_TESTS_SIM_ONE_ONE_H
#define ALEA_TESTS_SIM_ONE_ONE_H

#include "tests/sim/one/process.h"
#include "tests/sim/server.h"

struct one {
    struct process process; /* whose loop it is; must be first, for casts */
    struct loop *loop;      /* NULL: the server is not running */
    struct store *store;
    bool is_starting;
    bool is_killed;       /* killed, and its loop has not returned yet */
    bool loses_power;     /* killed by a loss of power */
    bool is_cut_off;      /* from the database */
    uint64_t down_ms;     /* how long it stays down */
    uint64_t doze_ms;     /* stands still for so long once a turn is on its way; 0: no */
    int64_t most_commits; /* so many, and none after another one has the lease */
};

/* The one that serves, or did so last; the others stand by, or do not know yet that
 * another one has the lease. */
extern struct one *one;
/* The one on this host. */
struct one *one_at(unsigned host);

/* Creates a server with an empty disk.  dir: a directory on the real disk for its lock
 * file. */
void one_begin(const char *dir);
/* Runs it, with all restarts, until sim.is_over. */
void one_run(void);
/* Starts it.  False: it has died, or another one has the lease; call one_end. */
bool one_start(struct one *own);
/* Its loop has ended, or was not made: frees everything. */
void one_end(struct one *own);
/* The rest is done to the one that serves.  Stops its process for this long. */
void one_stand_still(uint64_t ms);
/* Kills it now, as by SIGKILL. */
void one_kill(bool loses_power);
/* Stops it, as by SIGTERM. */
void one_stop(void);

/* --- several.c: the server as a hub, and its fronts --- */

/* Starts sim.n_fronts fronts, and their faults. */
void several_begin(void);
/* The key of trunks; NULL: they have none. */
const uint8_t *several_key(void);
/* one_run, with them. */
void several_run(void);
/* Drops what they share. */
void several_end(void);
/* Hubs with a lease: makes their database fail, or be away for this long. */
void several_trouble(uint64_t ms);
/* This hub has taken the lease, and listens: fronts find it. */
void several_took(const struct one *own);

/* --- restart.c: invariants after each iteration, and after a restart --- */

/* Call after each iteration of the loop. */
void restart_turn(struct hub *hub);
/* Call when the server dies: notes what clients can have been sent.  An iteration may
 * have stored and sent something, and then die before restart_turn sees the result. */
void restart_before(struct hub *hub);
/* Checks after the next start that all of it is still true. */
void restart_after(struct hub *hub);

#endif
