/* Links: one to each other node.  A link numbers, seals and splits messages, and notices
 * what is lost, repeated or forged on the way.  Pure: time, and what is random, are
 * arguments.
 *
 * A packet is sealed under the bus key with crypto_secretbox, and says inside from whom
 * it is, for whom, and its number.  There are two kinds:
 *
 * - A hello goes to everybody every LINK_HELLO_MS, and when a link has begun again.  It
 *   has a row for each node that the sender has heard: the sender's life for that node,
 *   that node's life as the sender knows it, and how many parts the sender has sent.
 * - A part is a message to one node, or LINK_PART_MAX bytes of a longer one.
 *
 * Each end of a link has a life: the epoch of its node, and how often the link was reset
 * since.  Lives only grow, and are never used again.  A link is up while the other end
 * has named our present life; nobody can have recorded that earlier, so repeating what
 * was said before brings no link up, and changes nothing that is up.
 *
 * A reset (a lost part, LINK_SILENT_MS without a hello, the bus is gone) gives our end a
 * new life, so the other end begins again, too.  Parts that come out of order count as
 * lost: NATS keeps the order of what one connection sends, so it is rare, and a window
 * would be one more thing that can be wrong. */
#ifndef ALEA_SERVER_BUS_LINK_H
#define ALEA_SERVER_BUS_LINK_H

#include "server/bus/bus.h"

/* How often a node says hello, in ms. */
#define LINK_HELLO_MS 500
/* A node that nothing was heard of for this long is down, in ms: three hellos may be
 * lost or late. */
#define LINK_SILENT_MS 2000
/* Hellos have at least this distance, in ms.  So packets that call for an answer cost at
 * most 50 hellos a second. */
#define LINK_ANSWER_MS 20
/* Bytes of a message in one packet.  NATS has a limit of 1 MiB, which its host may lower
 * (max_payload); smaller parts let other messages of the connection pass in between. */
#define LINK_PART_MAX (128 * 1024)
/* Longest message, in bytes: room for what 10,000 connections are told in one turn.  A
 * node keeps at most this much of a message of each other node that is not complete. */
#define LINK_MESSAGE_MAX (16 * 1024 * 1024)
/* Bytes that packing and sealing add. */
#define LINK_OVERHEAD 96
/* Longest packet, in bytes. */
#define LINK_PACKET_MAX (LINK_PART_MAX + LINK_OVERHEAD)

struct links_config {
    int slot;       /* our own */
    uint64_t epoch; /* of this start; higher than those of earlier starts; < 2^32 */
    uint8_t key[BUS_KEY_BYTES];
    uint8_t nonce[16]; /* random, new at each start */
    struct transport transport;
    const struct bus_ops *ops; /* borrowed */
    void *owner;               /* of ops */
};

/* Since the start. */
struct links_counts {
    int64_t sent, received;             /* messages */
    int64_t sent_bytes, received_bytes; /* of packets */
    int64_t refused; /* packets that are not from a node of this cluster, or old */
    int64_t resets;  /* of links that were up */
};

struct links;

/* Begins with all links down.  Copies config.  Returns owned. */
struct links *links_new(const struct links_config *config, uint64_t now_ms);
void links_free(struct links *links);
/* What the cluster publishes with; links is its owner. */
struct bus links_bus(struct links *links);
/* A packet has come.  Calls ops. */
void links_receive(struct links *links, const void *packet, size_t n, uint64_t now_ms);
/* The transport works, or no longer; then all links are down.  It works at first. */
void links_bus_is(struct links *links, bool is_up, uint64_t now_ms);
/* Does what is due: hellos, and silent nodes are down. */
void links_tick(struct links *links, uint64_t now_ms);
/* When links_tick has something to do, in ms. */
uint64_t links_deadline(const struct links *links);
/* Whether a node is up. */
bool links_is_up(const struct links *links, int slot);
const struct links_counts *links_counts(const struct links *links);
/* Writes the name under which the nodes with this key meet, in hexadecimal.  It does not
 * tell the key. */
#define LINKS_NAME_BYTES 17
void links_name(const uint8_t key[static BUS_KEY_BYTES],
                char name[static LINKS_NAME_BYTES]);

#endif
