/* A front: everything with a socket, and no hub.  It takes clients in as a server does,
 * and passes their lines to the hub over a trunk. */
#ifndef ALEA_SERVER_FRONT_FRONT_H
#define ALEA_SERVER_FRONT_FRONT_H

#include "server/net/door.h"

/* How often it looks for deadlines of connections, and for a hub that is gone, in ms. */
#define FRONT_LOOK_MS 100
/* How long clients wait for a hub that is gone, in ticks of a second.  Then they are told
 * to come again, so that they may try another front. */
#define FRONT_PATIENCE_TICKS 20
/* Longest time between two attempts to reach the hub, in looks. */
#define FRONT_REST_LOOKS 20

/* The environment variable that makes the program the hub of a node: the number of the
 * descriptor to its front (node.c). */
#define FRONT_NODE_VARIABLE "ALEAD_NODE_PIPE"

struct front;

struct front_config {
    const struct limits *limits; /* borrowed */
    const struct log *log;       /* borrowed */
    const char *hub;             /* HOST:PORT, or a path; borrowed; "": see argv */
    const uint8_t *key;          /* TRUNK_KEY_BYTES; NULL: none; borrowed */
    char **argv; /* of this program, which a node runs as its hub, too; NULL: no node */
    const char *title;    /* for alea find; NULL: it is not answered; borrowed */
    const char *announce; /* host where clients reach it; borrowed; "": not known */
    bool operator_local; /* clients of this machine may be operators, if the hub agrees */
};

/* Without listeners.  Copies config.  Returns owned; NULL with a fault. */
struct front *front_new(const struct front_config *config,
                        char fault[static FAULT_BYTES]);
/* Where to add certificate, site, proxies and listeners, and to run. */
struct door *front_door(struct front *front);
/* Lets the hub of this node read its files again. */
void front_hangup(struct front *front);
void front_free(struct front *front);

#endif
