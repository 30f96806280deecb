/* Finds servers on the LAN: sends a packet to this machine and to all machines on its
 * networks, and collects answers. */
#ifndef ALEA_CLIENT_NET_FIND_H
#define ALEA_CLIENT_NET_FIND_H

#include <stdbool.h>

#include "client-cli/net/found.h"

struct find {
    unsigned port;    /* UDP port where servers listen; 0: both default ports */
    unsigned wait_ms; /* how long to wait for answers */
    unsigned enough;  /* stop early at this many servers; 0: never */
};

/* Adds the servers that answer to `found`.  False with a fault if no packet could be
 * sent. */
bool find_servers(const struct find *find, struct found *found,
                  char fault[static FAULT_BYTES]);

#endif
