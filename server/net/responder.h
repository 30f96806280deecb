/* Who is told that there is a server here, and how often: neighbours only, in packets
 * not longer than theirs.  Pure: no socket, no clock. */
#ifndef ALEA_SERVER_NET_RESPONDER_H
#define ALEA_SERVER_NET_RESPONDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/message/discovery.h"
#include "server/base/rate.h"

/* Answers to one address: alea find asks twice on each of two ports, and somebody may ask
 * three times in a row. */
#define RESPONDER_SOURCE_BURST 12
#define RESPONDER_SOURCE_PER_S 2

/* An IP address. */
struct ip {
    bool is_v6;
    uint8_t bytes[16];  /* IPv4: the first four, the others are 0; all 0: any address */
    uint32_t interface; /* of a link-local IPv6 address: its index; else 0 */
};

/* A network that we are on: our address in it and how many bits all addresses there have
 * in common. */
struct network {
    struct ip address;
    unsigned prefix_bits;
    uint32_t interface;
};

struct responder {
    const struct network *network; /* borrowed */
    size_t n_networks;
    struct rate_rule of_all;
    struct rate in_all;
    /* Addresses remembered at once: as many as can have been answered in the time that it
     * takes to forget one, so that none is forgotten too early. */
    struct responder_source {
        struct ip ip;
        struct rate rate;
    } * source; /* owned */
    size_t n_sources;
};

/* A packet that came. */
struct responder_packet {
    const char *bytes;
    size_t len;
    const struct ip *from;
    const struct ip *own; /* where we listen for players: an array */
    size_t n_own;
};

enum responder_verdict {
    RESPONDER_ANSWER,    /* answer it */
    RESPONDER_NO_QUERY,  /* it is something else */
    RESPONDER_FAR,       /* it does not come from next door, or not to where we listen */
    RESPONDER_TOO_OFTEN, /* by the one who asks, or by all */
};

/* On no network yet.  Answers in all: so many at once, and then so many a second. */
void responder_init(struct responder *responder, int64_t burst, int64_t per_s);
void responder_fini(struct responder *responder);

bool ip_is_loopback(const struct ip *ip);
bool ip_is_any(const struct ip *ip);
bool ip_equal(const struct ip *a, const struct ip *b);

/* Whether from is the same machine, or on one of our networks, so that a packet that
 * says so comes from there or goes no farther; and can reach us at own. */
bool responder_is_near(const struct responder *responder, const struct ip *from,
                       const struct ip *own);
/* What to do with a packet; takes from the rates if it is to be answered.  Then nonce is
 * that of the query and *own_index the one of packet->own that is to answer. */
enum responder_verdict responder_hear(struct responder *responder,
                                      const struct responder_packet *packet,
                                      uint64_t now_ms,
                                      char nonce[static DISCOVERY_ID_BYTES + 1],
                                      size_t *own_index);

#endif
