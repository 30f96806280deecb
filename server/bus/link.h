/* One link to each other node.  A link numbers, seals and splits messages, and detects
 * loss, repetition and forgery.  Pure: time and randomness are arguments.
 *
 * Packets are sealed under the bus key with crypto_secretbox.  Inside are the sender, the
 * receiver and a sequence number.  There are two kinds:
 *
 * - A hello goes to all nodes every LINK_HELLO_MS, and after a link was reset.  It has a
 *   row for each node that the sender has heard from: the sender's life for that node,
 *   that node's life as the sender knows it, and the number of parts sent to it.
 * - A part carries a message to one node, or LINK_PART_MAX bytes of a longer message.
 *
 * Each end of a link has a life: the epoch of its node, and the number of resets since.
 * Lives only grow and are never reused.  A link is up once the other end has named our
 * current life.  No packet recorded before can name it, so a replay cannot bring a link
 * up or disturb one that is up.
 *
 * A reset (a lost part, LINK_SILENT_MS without a packet, or a lost bus) gives our end a
 * new life, which makes the other end start afresh too.  Parts out of order count as
 * lost: NATS preserves the order within a connection, so this is rare, and a reorder
 * window would be one more thing to get wrong. */
#ifndef ALEA_SERVER_BUS_LINK_H
#define ALEA_SERVER_BUS_LINK_H

#include "server/bus/bus.h"

/* Interval between hellos, in ms. */
#define LINK_HELLO_MS 500
/* A node that is silent for this long is down, in ms: three hellos in a row may be lost
 * or late. */
#define LINK_SILENT_MS 2000
/* Minimum interval between hellos, in ms.  Packets that call for an answer thus cost at
 * most 50 hellos a second. */
#define LINK_ANSWER_MS 20
/* Most bytes of a message in one packet.  NATS allows 1 MiB by default, and its host may
 * lower that (max_payload).  Smaller parts let other messages on the connection through
 * in between. */
#define LINK_PART_MAX (128 * 1024)
/* Longest message, in bytes: room for what one turn sends to 10,000 connections.  Also
 * the limit on the incomplete message that a node buffers for each other node. */
#define LINK_MESSAGE_MAX (16 * 1024 * 1024)
/* Bytes added by packing and sealing. */
#define LINK_OVERHEAD 96
/* Longest packet, in bytes. */
#define LINK_PACKET_MAX (LINK_PART_MAX + LINK_OVERHEAD)

struct links_config {
    int slot;       /* our own */
    uint64_t epoch; /* of this run; higher than in all earlier runs; < 2^32 */
    uint8_t key[BUS_KEY_BYTES];
    uint8_t nonce[16]; /* random, drawn at each start */
    struct transport transport;
    const struct bus_ops *ops; /* borrowed */
    void *owner;               /* of ops */
};

/* Counters since the start. */
struct links_counts {
    int64_t sent, received;             /* messages */
    int64_t sent_bytes, received_bytes; /* of packets */
    int64_t refused; /* packets that are old, or not from a node of this cluster */
    int64_t resets;  /* of links that were up */
};

struct links;

/* Begins with all links down.  Copies config.  Returns owned. */
struct links *links_new(const struct links_config *config, uint64_t now_ms);
void links_free(struct links *links);
/* The bus interface of these links; links is its owner. */
struct bus links_bus(struct links *links);
/* Handles a received packet.  Calls ops. */
void links_receive(struct links *links, const void *packet, size_t n, uint64_t now_ms);
/* The transport came up or went down; when it goes down, so do all links.  Initially it
 * is up. */
void links_bus_is(struct links *links, bool is_up, uint64_t now_ms);
/* Sends a hello if one is due, and takes silent nodes down. */
void links_tick(struct links *links, uint64_t now_ms);
/* When links_tick must run next, in ms. */
uint64_t links_deadline(const struct links *links);
/* Whether a node is up. */
bool links_is_up(const struct links *links, int slot);
const struct links_counts *links_counts(const struct links *links);
/* Writes the cluster's name on the bus, in hexadecimal.  It is derived from the key but
 * does not reveal it. */
#define LINKS_NAME_BYTES 17
void links_name(const uint8_t key[static BUS_KEY_BYTES],
                char name[static LINKS_NAME_BYTES]);

#endif
