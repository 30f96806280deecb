/* Decides which queries for servers on the LAN are answered, from which of our addresses,
 * and how often: neighbours only.  Pure: no sockets, no clock. */
#ifndef ALEA_SERVER_NET_RESPONDER_H
#define ALEA_SERVER_NET_RESPONDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/rate.h"
#include "server/net/endpoint.h"

/* Answers to one address.  alea find asks twice on each of two ports, and may be run
 * three times in a row. */
#define RESPONDER_SOURCE_BURST 12
#define RESPONDER_SOURCE_PER_S 2
/* Buckets for those, 64 KiB.  Two addresses may share one, and then have fewer answers.
 */
#define RESPONDER_SOURCES 4096
/* Random bytes that decide who shares. */
#define RESPONDER_KEY_BYTES 16
/* A listener for all addresses is one place in IPv6 and one in IPv4. */
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

/* A network that we are on. */
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
    void *socket; /* of the caller: where answers from this place are sent */
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

/* Initialises it, without networks and places.  Answers in all: burst at once, then per_s
 * a second. */
void responder_init(struct responder *responder, int64_t burst, int64_t per_s,
                    const uint8_t key[static RESPONDER_KEY_BYTES]);
/* Adds a place.  At most PLACES_MAX. */
void responder_add(struct responder *responder, struct place place);
/* Whether `from` is this machine, or on one of our networks, and can reach us at `own`. A
 * packet that claims to come from there does, or its answer goes no farther. */
bool responder_is_near(const struct responder *responder, const struct ip *from,
                       const struct ip *own);
/* Whether to answer a query that came from this address to this UDP port.  Returns the
 * place that answers, borrowed, and counts the answer; NULL: do not answer. */
const struct place *responder_choose(struct responder *responder, const struct ip *from,
                                     uint16_t port, uint64_t now_ms);
/* The port with or without TLS at which players can connect, wherever they can reach the
 * place: its own, else the first one; 0: none. */
uint16_t responder_port(const struct responder *responder, const struct place *at,
                        bool is_tls);

#endif
