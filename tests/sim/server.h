/* What people and the referee know about the simulated server (one/). */
#ifndef ALEA_TESTS_SIM_SERVER_H
#define ALEA_TESTS_SIM_SERVER_H

#include "server/config/config.h"
#include "tests/sim/sim.h"

struct sim_server {
    struct config config;
    struct store *store; /* one that has the data; NULL: no server is running */
    unsigned n_starts;
    size_t turns;
    bool was_slow;       /* it has closed connections whose clients read too slowly */
    bool dies_in_turn;   /* unanswered requests may have been done */
    bool store_fails;    /* as the log says */
    uint64_t fails_ms;   /* how long it did, without the present failure */
    uint64_t failed_ms;  /* when the present one began */
    uint64_t stray_ms;   /* when a hub last ran that has lost its lease */
    uint64_t stalled_ms; /* when a turn, or the lease, last took too long, after the
                          * server had stood still: what waits is bounded */
};

extern struct sim_server server;

/* Whether this server, or one before it with the same clients, has closed a connection
 * because its client reads too slowly.  With a low limit, the output after a failed disk
 * works again can be too much even for a normal reader. */
bool server_may_be_slow(void);
/* Whether the process that runs now is the server; false: a front, or a hub that is
 * killed or has lost its lease. */
bool server_serves(void);
/* The log says that the store fails, or works again. */
void server_note_store(bool fails);
/* How long the store has failed so far while the server ran, in ms.  Nobody pays for
 * this time. */
uint64_t server_fails_ms(void);
/* The host that this person calls now. */
unsigned server_host(void);
/* Starts the calm: no more faults. */
void server_calm(void);
/* Everybody has left for good: fronts end. */
void server_left(void);
/* Call it some time after that: checks that nothing is kept for anybody, and ends the
 * run. */
void server_finish(void);

/* --- inspect.c: invariants inside a server --- */

/* Checks the state in memory. */
void inspect_hub(const struct hub *hub);
/* Checks how much memory a few people can make the server use, including its
 * libraries. */
void inspect_memory(void);
/* Most rooms in which a player may sit.  If a turn in which a player left a room is
 * dropped, that room comes back to the player, who may have taken another one
 * meanwhile. */
int64_t inspect_rooms_max(const struct limits *limits);
/* Checks that nothing is kept when everybody has left. */
void inspect_empty(const struct hub *hub);

/* --- inspect_store.c, ratings.c --- */

/* Checks that everything in the store is sound, and agrees with what clients saw. */
void inspect_store(struct store *store);
/* Checks the stored ratings. */
void inspect_ratings(struct store *store);

#endif
