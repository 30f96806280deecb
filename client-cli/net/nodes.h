/* The nodes of a cluster: other addresses to try when a connection is lost. */
#ifndef ALEA_CLIENT_NET_NODES_H
#define ALEA_CLIENT_NET_NODES_H

#include "client-cli/net/net.h"
#include "proto/message/message.h"

/* Most nodes remembered.  The server names them; a cluster has at most 63. */
#define NODES_MAX 64

struct nodes {
    struct net_address *at; /* owned; as the server named them */
    size_t n;
    struct net_address now; /* of the current connection, or the last one */
};

/* A zeroed struct nodes is empty. */
void nodes_fini(struct nodes *nodes);
/* Takes the nodes that the server names.  Skips those without an address, and
 * those where we would have to speak TLS but do not, or the other way round. */
void nodes_hear(struct nodes *nodes, const struct hello *hello);
/* The i-th node to try: in order, beginning after the last one used.  Borrowed.  NULL:
 * all were tried; the address that the user gave is left. */
const struct net_address *nodes_next(const struct nodes *nodes, size_t i);
/* Notes the address of the next connection. */
void nodes_use(struct nodes *nodes, const struct net_address *address);

#endif
