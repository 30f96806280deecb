/* What the nodes of a cluster tell each other, and how it travels:
 *
 *     cluster -> struct bus -> link.h (numbers, seals) -> struct transport (nats.h)
 *
 * All of this runs in the loop's thread; the simulator has a transport of its own. */
#ifndef ALEA_SERVER_BUS_BUS_H
#define ALEA_SERVER_BUS_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Slots of nodes: 0 to BUS_SLOTS - 1.  A cluster of that many nodes is larger than one
 * database can serve. */
#define BUS_SLOTS 64
/* Instead of a slot: all other nodes. */
#define BUS_ALL (-1)
/* Longest name of a node, with its NUL. */
#define BUS_NAME_BYTES 17
/* Bytes of the key that all nodes have from the database. */
#define BUS_KEY_BYTES 32

/* What a node says to others. */
struct bus {
    void *owner;
    /* Sends a message of 1 to LINK_MESSAGE_MAX bytes to a node or, with BUS_ALL, to every
     * node that is up; copies the bytes.  Those that are sent to a node between its up
     * and its down arrive there whole, once and in this order, or it goes down.  To a
     * node that is not up nothing is sent. */
    void (*publish)(void *owner, int to, const void *bytes, size_t n);
    /* A node is dead that had an epoch up to this one: it is down, and nothing is heard
     * of it that is still under way.  It is up again when it has a later epoch. */
    void (*mute)(void *owner, int slot, uint64_t epoch);
};

/* What a node hears. */
struct bus_ops {
    /* A message of another node, clear; bytes is borrowed. */
    void (*received)(void *owner, int from, const void *bytes, size_t n);
    /* A node can be reached from now on, or no longer.  A lost message, and a restart of
     * the node, are a down and then an up: whatever was between the two nodes begins
     * again.  A down of one of them is a down of both. */
    void (*peer)(void *owner, int slot, bool is_up);
};

/* What carries sealed messages.  It may lose, repeat and reorder them, and strangers may
 * read and add some. */
struct transport {
    void *owner;
    /* Sends n bytes, at most LINK_PACKET_MAX, to a slot or to BUS_ALL without waiting;
     * copies them.  False: they are lost. */
    bool (*send)(void *owner, int to, const void *bytes, size_t n);
};

#endif
