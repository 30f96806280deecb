/* The servers that have answered on the LAN, each once, whatever its addresses and ports.
 */
#ifndef ALEA_CLIENT_NET_FOUND_H
#define ALEA_CLIENT_NET_FOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "client-cli/net/net.h"
#include "proto/message/discovery.h"

/* Most servers, and most addresses of one, that are listed; more is somebody's joke. */
#define FOUND_MAX           256
#define FOUND_ADDRESSES_MAX 16
/* Longest "[ADDRESS%INTERFACE]:PORT", with its NUL. */
#define FOUND_ADDRESS_BYTES 80

/* Whom an address can be told, the best one first. */
enum found_reach {
    FOUND_IPV4,       /* anybody on the LAN */
    FOUND_IPV6,       /* the same */
    FOUND_LINK_LOCAL, /* IPv6 with an interface: means something on this machine only */
    FOUND_LOOPBACK,   /* this machine */
};

struct found_server {
    struct discovery_answer told; /* its first answer */
    struct found_address {
        enum found_reach reach;
        bool is_tls;
        char text[FOUND_ADDRESS_BYTES]; /* "HOST:PORT" */
    } address[FOUND_ADDRESSES_MAX];     /* the best one first, without TLS before with */
    size_t n_addresses;                 /* at least 1 */
};

/* A zeroed struct found is empty. */
struct found {
    struct found_server server[FOUND_MAX];
    size_t n;
};

/* An answer came from this numeric address, "fe80::1%eth0".  What there is no room for is
 * dropped. */
void found_add(struct found *found, const struct discovery_answer *told,
               const char *host);
/* By title, then by address. */
void found_sort(struct found *found);
/* One line a server, with the command that plays there, and whether it has TLS. */
void found_print(const struct found *found, FILE *out);
/* One line of JSON a server. */
void found_print_json(const struct found *found, FILE *out);

#endif
