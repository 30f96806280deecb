/* Spectators for the load generator: connections that watch its rooms, and read what they
 * are sent, or never do. */
#ifndef ALEA_CLIENT_BENCH_WATCH_H
#define ALEA_CLIENT_BENCH_WATCH_H

#include "client-cli/bench_poll.h"
#include "client-cli/bench_room.h"
#include "client-cli/net.h"

/* Most spectators. */
#define BENCH_SPECTATORS_MAX 10000

/* A zeroed struct bench_watch has nobody. */
struct bench_watch {
    struct net *nets; /* owned */
    unsigned n, n_rooms;
    struct bench_poll *poll; /* owned; NULL: they never read */
    uint64_t bytes_in;       /* that they have read */
    unsigned closed;         /* by the server, as far as bench_watch_end has looked */
};

/* Connects n spectators, who watch the rooms in turn, and waits until all do.  False with
 * a fault.  bench_watch_fini is needed in any case. */
bool bench_watch_begin(struct bench_watch *watch, const struct net_address *address,
                       const struct bench_room *rooms,
                       char fault[static BENCH_FAULT_BYTES]);
/* Those who read do. */
void bench_watch_turn(struct bench_watch *watch);
/* Looks who was closed by the server, which for who never reads takes reading it all. */
void bench_watch_end(struct bench_watch *watch);
void bench_watch_fini(struct bench_watch *watch);

#endif
