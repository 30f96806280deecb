/* The sockets of one endpoint.  A name may stand for several addresses, as localhost does
 * for ::1 and 127.0.0.1; somebody who comes by the name comes to any of them.  So there
 * is a socket for each, or the server does not start:
 *
 * - An address that this machine has not got (IPv6 is off, or the name is also another
 *   machine's) is left out, which the log tells, as long as there is another.
 * - Anything else that is wrong with one of them, such as a port that is taken, is wrong
 *   with the endpoint.
 * - Port 0 is the same free port at all of them. */
#ifndef ALEA_SERVER_NET_BOUND_H
#define ALEA_SERVER_NET_BOUND_H

#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>

#include "rules/text.h"
#include "server/base/log.h"

/* Most addresses of one endpoint. */
#define BOUND_MOST 8

struct bound {
    int fd[BOUND_MOST]; /* owned; they listen, and never block */
    size_t n;
};

/* Listens at "ADDRESS:PORT", "[ADDRESS]:PORT", or ":PORT" for all addresses, of IPv6 and
 * IPv4; the kernel keeps up to backlog connections for each socket.  False: why says why
 * not, and nothing is open. */
bool bound_open(struct bound *bound, const char *endpoint, int backlog,
                const struct log *log, char why[static FAULT_BYTES]);
/* The same for addresses that are found already. */
bool bound_open_found(struct bound *bound, const struct addrinfo *found, int backlog,
                      const struct log *log, char why[static FAULT_BYTES]);
/* Closes all. */
void bound_close(struct bound *bound);

#endif
