/* Finds servers on the LAN: sends a packet to this machine and to all machines on its
 * networks, and collects answers. */
#ifndef ALEA_CLIENT_NET_FIND_H
#define ALEA_CLIENT_NET_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "client-cli/net/net.h"
#include "proto/message/discovery.h"

/* Most servers, and most addresses of one server. */
#define FOUND_MAX           256
#define FOUND_ADDRESSES_MAX 16
/* Longest "[ADDRESS%INTERFACE]:PORT", with its NUL. */
#define FOUND_ADDRESS_BYTES 80

/* Where an address can be reached from, the best first. */
enum found_reach {
    FOUND_IPV4,       /* everywhere on the LAN */
    FOUND_IPV6,       /* everywhere on the LAN */
    FOUND_LINK_LOCAL, /* IPv6 with an interface of this machine: from here only */
    FOUND_LOOPBACK,   /* from this machine only */
};

struct found_server {
    struct discovery_answer told; /* its first answer */
    struct found_address {
        enum found_reach reach;
        bool is_tls;
        char text[FOUND_ADDRESS_BYTES]; /* "HOST:PORT" */
    } address[FOUND_ADDRESSES_MAX];     /* the best first; those without TLS first */
    size_t n_addresses;                 /* at least 1 */
};

/* The servers that answered: each is listed once, with all its addresses.  A zeroed
 * struct found is empty. */
struct found {
    struct found_server server[FOUND_MAX];
    size_t n;
};

/* Adds an answer from this numeric address ("fe80::1%eth0").  Ignores it if a list is
 * full, or the address is too long. */
void found_add(struct found *found, const struct discovery_answer *told,
               const char *host);
/* Sorts by title, then by address. */
void found_sort(struct found *found);
/* Prints a line for each server, with the command to play there. */
void found_print(const struct found *found, FILE *out);
/* Prints a line of JSON for each server. */
void found_print_json(const struct found *found, FILE *out);

struct find {
    unsigned port;    /* UDP port where servers listen; 0: both default ports */
    unsigned wait_ms; /* how long to wait for answers */
    unsigned enough;  /* stop early at this many servers; 0: never */
};

/* Adds the servers that answer to `found`.  False with a fault if no packet could be
 * sent. */
bool find_servers(const struct find *find, struct found *found,
                  char fault[static FAULT_BYTES]);

#endif
