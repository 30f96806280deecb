/* The server of the simulation: alead but for its command line and its sockets.  It is
 * started, stopped, killed, and started again. */
#ifndef ALEA_TESTS_SIM_SERVER_H
#define ALEA_TESTS_SIM_SERVER_H

#include "server/config/config.h"
#include "tests/sim/sim.h"

struct sim_server {
    struct config config;
    struct store *store; /* NULL: the server does not run */
    struct loop *loop;
    unsigned n_starts, n_kills;
    bool is_starting;
    bool is_killed;     /* and not buried yet */
    bool loses_power;   /* with that */
    bool dies_in_turn;  /* what was not answered may have been done */
    bool has_forgotten; /* after a loss of power games may have gone back in time, once,
                           because durability is `process` */
    uint64_t down_ms;   /* how long it will be down */
    size_t turns;
};

extern struct sim_server server;

/* A new server on an empty disk, whose lock file lies in this directory of the real one.
 */
void server_begin(const char *dir);
/* Runs it, with all restarts, until sim.is_over. */
void server_run(void);
/* As by SIGKILL, now. */
void server_kill(bool loses_power);
/* As by SIGTERM. */
void server_stop(void);
/* The hub; NULL: the server does not run. */
struct hub *server_hub(void);

/* --- inspect.c: what must hold inside --- */

/* After each turn. */
void inspect_turn(struct hub *hub);
/* Remembers what everybody can have been told when the server dies: a turn may have told
 * of something, stored, and die with what came of that, before inspect_turn sees it. */
void inspect_before(struct hub *hub);
/* It is still true after the next start. */
void inspect_after(struct hub *hub);
/* Nobody is there any more, and nothing was kept. */
void inspect_empty(struct hub *hub);
/* Everything that was stored is sound, and what follows from what was seen. */
void inspect_store(struct store *store);
/* The same of ratings: ratings.c. */
void inspect_ratings(struct store *store);

#endif
