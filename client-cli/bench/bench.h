/* A load generator: many rooms at once, two connections each, in one loop. */
#ifndef ALEA_CLIENT_BENCH_BENCH_H
#define ALEA_CLIENT_BENCH_BENCH_H

#include <stdio.h>

#include "client-cli/bench/room.h"
#include "client-cli/bench/server.h"
#include "client-cli/net/net.h"

/* Most rooms: two connections each. */
#define BENCH_ROOMS_MAX 5000
/* Most spectators. */
#define BENCH_SPECTATORS_MAX 10000
/* Longest answer of a relay: what the kernel accepts in one send. */
#define BENCH_RELAY_BYTES_MAX 16384

struct bench_plan {
    struct net_address address;
    const char *game; /* as for the command `create` */
    unsigned rooms;
    unsigned spectators;  /* connections that only read, spread over the rooms in turn */
    double seconds;       /* how long to measure */
    uint64_t interval_ns; /* time between two moves, over all rooms in turn; 0: each room
                             moves as soon as it is answered */
    unsigned relay_bytes; /* length of a relay's answer with its LF; 0: not a relay */
    bool is_idle;         /* players do not move */
    bool is_web;          /* by WebSocket */
    bool is_seated;       /* with is_idle: players do not say ready either */
    unsigned server_pid;  /* 0: unknown */
};

struct bench_result {
    double seconds;
    double connect_s; /* until all were connected */
    double begin_s;   /* from then on until all played */
    char durability[BENCH_WORD_BYTES];
    struct bench_tally tally;
    uint64_t bytes_in, bytes_out; /* received and sent by the players */
    uint64_t bytes_watched;       /* received by the spectators */
    double generator_cpu_s;
    bool knows_server;         /* the server's process is known, and these are set: */
    struct bench_usage before; /* usage before the first connection */
    struct bench_usage server; /* usage at the end; cpu_s: during the measurement only */
    bool is_greeted;           /* a server has answered */
};

/* Runs the benchmark.  False with a fault. */
bool bench_run(const struct bench_plan *plan, struct bench_result *result,
               char fault[static BENCH_FAULT_BYTES]);

/* Write the results as lines for people, or as one JSON object on one line (report.c). */
void bench_report_text(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result);
void bench_report_json(FILE *out, const struct bench_plan *plan,
                       const struct bench_result *result);

#endif
