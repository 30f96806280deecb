/* Numeric IP addresses as text, in the server's canonical form.  IPv6 addresses are cut
 * to their /64, because one host has all addresses of it.  Pure. */
#ifndef ALEA_SERVER_BASE_ADDRESS_H
#define ALEA_SERVER_BASE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Longest numeric address, with its NUL: IPv6 with a zone. */
#define ADDRESS_BYTES 64

/* Reads "192.0.2.1", "2001:db8::7" or "2001:db8::/64", and writes the canonical form.
 * False: not an address, or a network other than a /64. */
bool address_read(const char *text, char address[static ADDRESS_BYTES]);
/* The network in which wrong passwords from a canonical address are counted: the /48 of
 * an IPv6 address, which one customer can have; else the address itself. */
void address_network(const char *address, char network[static ADDRESS_BYTES]);
/* Whether a canonical address is a loopback address. */
bool address_is_loopback(const char *address);

/* All addresses with the same first bits. */
struct network {
    uint8_t bytes[16]; /* IPv6 address; IPv4 is mapped into ::ffff:0:0/96 */
    uint8_t bits;      /* length of the prefix */
};

/* Reads "192.0.2.1", "10.0.0.0/8", "2001:db8::/32".  False: not a network, or bits after
 * the prefix are set. */
bool network_read(const char *text, struct network *network);
/* Whether an address, in the form of network.bytes, belongs to the network. */
bool network_has(const struct network *network, const uint8_t bytes[static 16]);

/* --- where clients can also connect: what the fronts of a hub announce (--announce) ---
 */

/* Most fronts of a hub. */
#define FRONTS_MAX 64
/* Longest HOST of --announce, and HOST:PORT, with their NULs. */
#define FRONT_HOST_BYTES 73
#define FRONT_WAY_BYTES  80

/* The ways in of one front. */
struct front_ways {
    char at[2][FRONT_WAY_BYTES]; /* HOST:PORT, without TLS and with it; "": none */
};

#endif
