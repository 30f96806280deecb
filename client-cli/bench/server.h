/* An alead of one's own for a test of its speed. */
#ifndef ALEA_CLIENT_BENCH_SERVER_H
#define ALEA_CLIENT_BENCH_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "client-cli/net/net.h"

struct bench_server_config {
    const char *db;         /* as --db of alead */
    const char *durability; /* as --durability; NULL: its default */
    int core;               /* the processor that it runs on; -1: any */
    unsigned connections;   /* that it has to take */
};

struct bench_server {
    pid_t pid; /* 0: none */
    struct net_address address;
};

/* Starts the alead that lies beside this program (else the one in PATH), on a free port,
 * with limits that do not slow a test down.  False with a fault. */
bool bench_server_start(struct bench_server *server,
                        const struct bench_server_config *config,
                        char fault[static FAULT_BYTES]);
/* Ends it; nothing when there is none.  False with a fault when it did not end as it
 * should. */
bool bench_server_stop(struct bench_server *server, char fault[static FAULT_BYTES]);

#endif
