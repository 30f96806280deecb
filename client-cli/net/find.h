/* Asks on the LAN which servers there are: one packet to all machines of each network
 * that we are on, and to this one. */
#ifndef ALEA_CLIENT_NET_FIND_H
#define ALEA_CLIENT_NET_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/net/found.h"

/* Where servers are without TLS, and with it. */
#define FIND_PORTS_MAX 2

struct find {
    uint16_t port[FIND_PORTS_MAX]; /* UDP, where servers hear */
    size_t n_ports;
    int64_t wait_ms; /* how long answers are gathered */
    size_t enough;   /* servers after which there is no need to wait longer */
};

/* Adds the servers that answer to found.  False, with a fault: nobody could be asked at
 * all. */
bool find_servers(const struct find *find, struct found *found,
                  char fault[static FAULT_BYTES]);

#endif
