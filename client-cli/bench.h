/* A load generator: many rooms at once, two connections each, in one loop. */
#ifndef ALEA_CLIENT_BENCH_H
#define ALEA_CLIENT_BENCH_H

#include "client-cli/bench_room.h"
#include "client-cli/bench_usage.h"
#include "client-cli/net.h"

/* Most rooms: two connections each. */
#define BENCH_ROOMS_MAX 5000

struct bench_plan {
    struct net_address address;
    const char *game; /* as `create` takes it */
    unsigned rooms;
    double seconds;       /* how long is measured */
    uint64_t interval_ns; /* time between two moves, of all rooms in turn; 0: every room
                             moves as soon as it is answered */
    unsigned spectators;  /* who watch the rooms, in turn */
    bool they_read;       /* what they are sent; else they never read */
    bool is_paced;        /* a room that was late does not make up for it */
    bool is_idle;         /* nobody moves */
    bool is_seated;       /* and nobody is ready: no game begins */
    size_t relay_bytes; /* of the answers of a relay with their line end; 0: with alead */
    const struct bench_talk *talk; /* with which of them */
    pid_t server_pid;              /* to be looked at; 0: unknown */
};

struct bench_result {
    bool is_greeted; /* there is a server */
    double seconds;  /* as measured */
    struct bench_tally tally;
    uint64_t bytes_in, bytes_out;
    char durability[BENCH_WORD_BYTES]; /* as the server says */
    struct bench_usage server;         /* CPU time while measured, memory at its end */
    struct bench_usage before;         /* memory before anybody came */
    bool knows_server;
    double
        connect_s;  /* until everybody was connected, one after the other, and greeted */
    double begin_s; /* from then until everybody played, or sat there */
    uint64_t bytes_watched; /* read by spectators while measured */
    unsigned closed;        /* spectators whom the server has closed */
    double generator_cpu_s; /* of this process, while measured */
};

/* Plays, measures, gives the games up and leaves.  False with a fault: something was not
 * as it must be, or the user has stopped it. */
bool bench_run(const struct bench_plan *plan, struct bench_result *result,
               char fault[static BENCH_FAULT_BYTES]);

#endif
