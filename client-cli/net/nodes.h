/* The nodes of a cluster: where else to connect when a connection is lost. */
#ifndef ALEA_CLIENT_NET_NODES_H
#define ALEA_CLIENT_NET_NODES_H

#include "client-cli/net/net.h"
#include "proto/message/message.h"

/* Most nodes that are remembered: the server names them, and a cluster has at most 63. */
#define NODES_MAX 64

struct nodes {
    struct net_address *at; /* owned; as the server has named them */
    size_t n;
    struct net_address now; /* where the connection is, or was last */
};

/* A zeroed struct nodes is empty. */
void nodes_fini(struct nodes *nodes);
/* The server has named its nodes.  Those without an address cannot be used. */
void nodes_hear(struct nodes *nodes, const struct hello *hello);
/* The i-th node to be tried: those after the last one, all others first.  Borrowed; NULL:
 * there are no more, and the address that the user gave is left. */
const struct net_address *nodes_next(const struct nodes *nodes, size_t i);
/* The next connection is tried here. */
void nodes_use(struct nodes *nodes, const struct net_address *address);

#endif
