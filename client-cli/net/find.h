/* Finds servers on the LAN: sends a packet to this machine and to all machines on its
 * networks, and collects answers. */
#ifndef ALEA_CLIENT_NET_FIND_H
#define ALEA_CLIENT_NET_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/net/found.h"

/* One port for servers without TLS, one for servers with TLS. */
#define FIND_PORTS_MAX 2

struct find {
    uint16_t port[FIND_PORTS_MAX]; /* UDP ports where servers listen */
    size_t n_ports;
    int64_t wait_ms; /* how long to wait for answers */
    size_t enough;   /* stop early at this many servers */
};

/* Adds the servers that answer to `found`.  False with a fault if no packet could be
 * sent. */
bool find_servers(const struct find *find, struct found *found,
                  char fault[static FAULT_BYTES]);

#endif
