/* The sockets of one endpoint.  A name may stand for several addresses, as localhost does
 * for ::1 and 127.0.0.1, and a client may use any of them.  So each gets a socket, or the
 * server does not start:
 *
 * - An address that this machine does not have (IPv6 is off, or the name also stands for
 * another machine) is skipped and logged, as long as another one works.
 * - Any other error at one address, such as a port in use, fails the whole endpoint.
 * - Port 0 picks one free port, the same at all addresses. */
#ifndef ALEA_SERVER_NET_BOUND_H
#define ALEA_SERVER_NET_BOUND_H

#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>

#include "rules/text.h"
#include "server/base/log.h"

/* Most addresses per endpoint. */
#define BOUND_MOST 8

struct bound {
    int fd[BOUND_MOST]; /* owned; listening, non-blocking */
    size_t n;
};

struct bound_how {
    const struct log *log; /* borrowed */
    int backlog;           /* connections that the kernel queues for each socket */
    unsigned how;          /* SOCKET_V6_ONLY, SOCKET_SHARED (socket.h) */
};

/* Listens at "ADDRESS:PORT", "[ADDRESS]:PORT", or ":PORT" for all addresses of IPv6 and
 * IPv4; or at the path of a Unix socket, which only our own user may open.  False with
 * why: nothing is open. */
bool bound_open(struct bound *bound, const char *endpoint, const struct bound_how *how,
                char why[static FAULT_BYTES]);
/* As above, for addresses from getaddrinfo. */
bool bound_open_found(struct bound *bound, const struct addrinfo *found,
                      const struct bound_how *how, char why[static FAULT_BYTES]);
/* Closes all. */
void bound_close(struct bound *bound);

#endif
