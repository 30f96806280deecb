/* An alead that the benchmark starts and stops, and the CPU time and memory of a process
 * on this machine. */
#ifndef ALEA_CLIENT_BENCH_SERVER_H
#define ALEA_CLIENT_BENCH_SERVER_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "client-cli/net/net.h"

/* No processor in particular. */
#define BENCH_ANY_CORE UINT_MAX

struct bench_server_config {
    const char *db;         /* as --db of alead */
    const char *durability; /* as --durability; NULL: alead's default */
    unsigned core;          /* processor to run on, or BENCH_ANY_CORE */
    unsigned connections;   /* connections that it must accept */
    bool is_web;            /* the address is that of its WebSocket */
};

struct bench_server {
    pid_t pid; /* 0: not running */
    struct net_address address;
};

/* Starts an alead on a free port, with limits that do not slow the test down: the one in
 * this program's directory, or else in PATH.  False with a fault. */
bool bench_server_start(struct bench_server *server,
                        const struct bench_server_config *config,
                        char fault[static FAULT_BYTES]);
/* Stops it if it runs.  False with a fault if it did not end properly. */
bool bench_server_stop(struct bench_server *server, char fault[static FAULT_BYTES]);

/* Each field is 0 if the system does not provide it. */
struct bench_usage {
    double cpu_s;        /* CPU time of all its threads since it started */
    uint64_t rss_kb;     /* resident memory now */
    uint64_t private_kb; /* the private dirty part of it */
};

/* False when there is no such process, or the system does not provide its figures. */
bool bench_usage_read(pid_t pid, struct bench_usage *usage);

#endif
