/* Numeric IP addresses as text, in the canonical form of the server: of IPv6 only the
 * /64, because one host has all addresses of it.  Pure. */
#ifndef ALEA_SERVER_BASE_ADDRESS_H
#define ALEA_SERVER_BASE_ADDRESS_H

#include <stdbool.h>

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

#endif
