/* How cluster nodes send each other messages:
 *
 *     cluster -> struct bus -> link.h (numbers, seals) -> struct transport (nats.h)
 *
 * All of this runs in the loop's thread; the simulator has a transport of its own. */
#ifndef ALEA_SERVER_BUS_BUS_H
#define ALEA_SERVER_BUS_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Node slots are 0 to BUS_SLOTS - 1.  One database cannot serve a cluster of that many
 * nodes. */
#define BUS_SLOTS 64
/* In place of a slot: all other nodes. */
#define BUS_ALL (-1)
/* Longest node name, including its NUL. */
#define BUS_NAME_BYTES 17
/* Bytes of the cluster key, which every node reads from the database. */
#define BUS_KEY_BYTES 32

/* The sending side. */
struct bus {
    void *owner;
    /* Sends a message of 1 to LINK_MESSAGE_MAX bytes to one node or, with BUS_ALL, to
     * every node that is up; copies the bytes.  While a node is up, messages to it arrive
     * whole, exactly once and in order; otherwise it is reported down.  Sends nothing to
     * a node that is down. */
    void (*publish)(void *owner, int to, const void *bytes, size_t n);
    /* Declares a node dead in every epoch up to this one: it goes down, and its packets
     * from those epochs are dropped, including those in flight.  It comes up again with a
     * later epoch. */
    void (*mute)(void *owner, int slot, uint64_t epoch);
};

/* The receiving side. */
struct bus_ops {
    /* A message from another node, decrypted.  Borrows bytes. */
    void (*received)(void *owner, int from, const void *bytes, size_t n);
    /* A node came up or went down.  A lost message or a restart of the node shows as a
     * down and then an up: all state shared by the two nodes starts afresh.  When either
     * node sees the other go down, both do. */
    void (*peer)(void *owner, int slot, bool is_up);
};

/* Carries sealed packets.  It may lose, repeat and reorder them; strangers may read them
 * and inject their own. */
struct transport {
    void *owner;
    /* Sends n bytes, at most LINK_PACKET_MAX, to a slot or to BUS_ALL without blocking;
     * copies them.  False: they are lost. */
    bool (*send)(void *owner, int to, const void *bytes, size_t n);
};

#endif
