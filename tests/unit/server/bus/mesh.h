/* Links of three nodes at most, over a network that does what the tests say. */
#ifndef ALEA_TESTS_UNIT_SERVER_BUS_MESH_H
#define ALEA_TESTS_UNIT_SERVER_BUS_MESH_H

#include "server/bus/link.h"

#define MESH_NODES       3
#define MESH_QUEUE_MAX   4000
#define MESH_HEARD_BYTES 2000

struct packet {
    int from, to;
    uint8_t *bytes; /* owned */
    size_t n;
};

struct mesh;

struct node {
    struct mesh *mesh;
    int slot;
    uint64_t epoch;
    struct links *links; /* NULL: it does not run */
    bool refuses;        /* its transport takes nothing */
    /* What it heard: +1 and -1, node 1 is up or down; 1=text; 1#5, a message of 5 bytes
     * that is too long to show. */
    char heard[MESH_HEARD_BYTES];
};

struct mesh {
    uint64_t now_ms;
    struct node node[MESH_NODES];
    struct packet queue[MESH_QUEUE_MAX]; /* on the way, the oldest first */
    size_t n;
    size_t n_sent[MESH_NODES][MESH_NODES]; /* parts */
    int drop_from, drop_to; /* the next part between these is lost; -1: none */
};

/* Starts the nodes 0 to n - 1. */
struct mesh *mesh_new(int n);
void mesh_free(struct mesh *mesh);
/* Two nodes that are up. */
struct mesh *mesh_pair(void);
/* A node starts, also again; it notes what it hears. */
void mesh_start(struct mesh *mesh, int slot, uint64_t epoch);
/* As mesh_start; it tells this owner what it hears. */
void mesh_start_with(struct mesh *mesh, int slot, uint64_t epoch,
                     const struct bus_ops *with, void *owner);
void mesh_stop(struct mesh *mesh, int slot);

/* What mesh_start gives to the links of a node, which is the owner. */
extern const struct bus_ops mesh_ops;
bool mesh_carry(void *owner, int to, const void *bytes, size_t n);

/* Everybody for whom a packet is gets it. */
void mesh_deliver(struct mesh *mesh, const struct packet *packet);
/* Removes a packet from the queue.  Its bytes are the caller's. */
struct packet mesh_take(struct mesh *mesh, size_t i);
/* Delivers all packets. */
void mesh_flush(struct mesh *mesh);
/* Calls the links that are due. */
void mesh_tick(struct mesh *mesh);
/* Lets time pass; packets need no time. */
void mesh_run(struct mesh *mesh, unsigned ms);

void mesh_publish(struct mesh *mesh, int from, int to, const char *text);
/* Sends a message of this many bytes. */
void mesh_publish_long(struct mesh *mesh, int from, int to, size_t n);
/* Compares what a node has heard since the last call. */
void mesh_expect(struct mesh *mesh, int slot, const char *heard);
/* Both ends of a pair began again. */
void mesh_expect_reset(struct mesh *mesh);
/* How many packets this node has refused. */
int64_t mesh_n_refused(const struct mesh *mesh, int slot);

#endif
