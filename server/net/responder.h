/* Decides which LAN discovery queries to answer, from which of our addresses, and how
 * often.  Only neighbours get answers.  Pure: no sockets, no clock. */
#ifndef ALEA_SERVER_NET_RESPONDER_H
#define ALEA_SERVER_NET_RESPONDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/rate.h"
#include "server/net/endpoint.h"

/* Rate limit for answers to one address.  alea find asks twice on each of two ports, and
 * may be run three times in a row. */
#define RESPONDER_SOURCE_BURST 12
#define RESPONDER_SOURCE_PER_S 2
/* Number of those buckets, 64 KiB in all.  Two addresses may share a bucket, and then get
 * fewer answers. */
#define RESPONDER_SOURCES 4096
/* Bytes of the random key that decides which addresses share a bucket. */
#define RESPONDER_KEY_BYTES 16
/* A listener for all addresses counts as one place in IPv6 and one in IPv4. */
#define PLACES_MAX ((size_t)4 * LISTEN_MAX)

/* An IP address; IPv4 is stored as ::ffff:a.b.c.d. */
struct ip {
    uint8_t bytes[16];
    uint32_t interface; /* index, of a link-local IPv6 address; else 0 */
};

extern const struct ip ip_any_v4, ip_any_v6;

bool ip_is_v6(const struct ip *ip);
bool ip_is_any(const struct ip *ip);
bool ip_is_loopback(const struct ip *ip);

/* A network that this machine is on. */
struct network {
    struct ip address; /* ours */
    uint8_t mask[16];  /* of IPv4: the first 96 bits are 1 */
    uint32_t interface;
};

/* Where players can connect: an address (or any) and port of a listener. */
struct place {
    struct ip ip;
    uint16_t port;
    bool is_tls;
    void *socket; /* the caller's; the socket that sends answers from this place */
};

struct responder {
    const struct network *network; /* borrowed */
    size_t n_networks;
    struct place place[PLACES_MAX];
    size_t n_places;
    struct rate_rule all_rule; /* for the answers to all addresses together */
    struct rate all;
    uint8_t key[RESPONDER_KEY_BYTES];
    struct rate source[RESPONDER_SOURCES];
};

/* Initialises it without networks and places.  Limits all answers together to burst at
 * once, then per_s a second. */
void responder_init(struct responder *responder, int64_t burst, int64_t per_s,
                    const uint8_t key[static RESPONDER_KEY_BYTES]);
/* Adds a place.  At most PLACES_MAX. */
void responder_add(struct responder *responder, struct place place);
/* Whether `from` is this machine, or on one of our networks, and can reach us at `own`.
 * Even if a packet forges such an address, the answer does not leave our networks. */
bool responder_is_near(const struct responder *responder, const struct ip *from,
                       const struct ip *own);
/* Chooses the place that answers a query from this address to this UDP port, and charges
 * the answer.  Returns borrowed; NULL: do not answer. */
const struct place *responder_choose(struct responder *responder, const struct ip *from,
                                     uint16_t port, uint64_t now_ms);
/* A port, with or without TLS, for players who can reach the place: the place's own if it
 * is of that kind, else the first one that they can reach; 0: none. */
uint16_t responder_port(const struct responder *responder, const struct place *at,
                        bool is_tls);

#endif
