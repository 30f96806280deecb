/* A load generator: many rooms at once, two connections each, in one loop. */
#ifndef ALEA_CLIENT_BENCH_BENCH_H
#define ALEA_CLIENT_BENCH_BENCH_H

#include "client-cli/bench/room.h"
#include "client-cli/bench/usage.h"
#include "client-cli/net/net.h"

/* Most rooms: two connections each. */
#define BENCH_ROOMS_MAX 5000
/* Most spectators. */
#define BENCH_SPECTATORS_MAX 10000
/* Longest answer of a relay: what the kernel takes at once from a sender. */
#define BENCH_RELAY_BYTES_MAX 16384

struct bench_plan {
    struct net_address address;
    const char *game; /* as `create` takes it */
    unsigned rooms;
    unsigned spectators;  /* connections that watch the rooms, in turn, and read */
    double seconds;       /* how long to measure */
    uint64_t interval_ns; /* time between two moves, of all rooms in turn; 0: every room
                             moves as soon as it is answered */
    size_t relay_bytes;   /* length of a relay's answer with its LF; 0: an alead */
    bool is_paced;        /* a late room does not catch up */
    bool is_idle;         /* nobody moves */
    bool is_seated;       /* with is_idle: nobody is ready either */
    pid_t server_pid;     /* 0: not known */
};

struct bench_result {
    double seconds;
    double connect_s; /* until all were connected */
    double begin_s;   /* from then until all played */
    char durability[BENCH_WORD_BYTES];
    struct bench_tally tally;
    uint64_t bytes_in, bytes_out; /* of the players */
    uint64_t bytes_watched;       /* of the spectators */
    double generator_cpu_s;
    bool knows_server;         /* the process is known, and so are: */
    struct bench_usage before; /* its usage before anybody came */
    struct bench_usage server; /* its usage at the end; cpu_s while measuring only */
    bool is_greeted;           /* a server was there */
};

/* Runs the benchmark.  False with a fault. */
bool bench_run(const struct bench_plan *plan, struct bench_result *result,
               char fault[static BENCH_FAULT_BYTES]);

#endif
