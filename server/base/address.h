/* Numeric IP addresses as text, in the canonical form of the server: of IPv6 only the
 * /64, because one host has all addresses of it.  Pure. */
#ifndef ALEA_SERVER_BASE_ADDRESS_H
#define ALEA_SERVER_BASE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Longest numeric address, with its NUL: IPv6 with a zone. */
#define ADDRESS_BYTES 64

/* Reads "192.0.2.1", "2001:db8::7" or "2001:db8::/64", and writes the canonical form.
 * False: it is no address, or a network other than a /64. */
bool address_read(const char *text, char address[static ADDRESS_BYTES]);
/* The network of a canonical address for which passwords are counted: of IPv6 the /48,
 * which one customer can have; else the address itself. */
void address_network(const char *address, char network[static ADDRESS_BYTES]);
/* Whether a canonical address is a loopback address. */
bool address_is_loopback(const char *address);

/* The addresses that begin with the same bits. */
struct network {
    uint8_t bytes[16]; /* an IPv6 address; of IPv4 as ::ffff:0:0/96 */
    uint8_t bits;      /* how many of them count */
};

/* Reads "192.0.2.1", "10.0.0.0/8", "2001:db8::/32".  False: it is none, or has bits after
 * those that count. */
bool network_read(const char *text, struct network *network);
/* Whether an address, as bytes like those of a network, belongs to it. */
bool network_has(const struct network *network, const uint8_t bytes[static 16]);

#endif
