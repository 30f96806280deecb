/* Numeric IP addresses as text, in the one form that the server has them in: of IPv6 its
 * /64, because whoever has one address has them all.  Pure. */
#ifndef ALEA_SERVER_BASE_ADDRESS_H
#define ALEA_SERVER_BASE_ADDRESS_H

#include <stdbool.h>

/* Longest numeric address, with its NUL: IPv6 with a zone. */
#define ADDRESS_BYTES 64

/* Reads "192.0.2.1", "2001:db8::7" or "2001:db8::/64" into that form.  False: it is no
 * address, or another network than a /64. */
bool address_read(const char *text, char address[static ADDRESS_BYTES]);
/* The network that passwords from an address in that form are counted for: of IPv6 its
 * /48, which is what one customer can have, else the address itself. */
void address_network(const char *address, char network[static ADDRESS_BYTES]);
/* Whether an address in that form is one of this machine. */
bool address_is_loopback(const char *address);

#endif
