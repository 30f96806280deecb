/* Listens on endpoints and accepts connections.  When the system is out of descriptors or
 * memory, accepting pauses for a while; open connections are still served. */
#ifndef ALEA_SERVER_NET_LISTENER_H
#define ALEA_SERVER_NET_LISTENER_H

#include <stdbool.h>
#include <sys/socket.h>
#include <uv.h>

#include "rules/text.h"
#include "server/base/log.h"
#include "server/net/endpoint.h"

/* Most connections that a listener accepts per turn of the loop, so that players do not
 * wait while a flood is refused. */
#define LISTENER_TURN_ACCEPTS 8
/* How long accepting pauses after a failure, in ms: short for waiting clients, and nearly
 * no CPU. */
#define LISTENER_REST_MS 100

struct listeners;

struct listeners_config {
    const struct log *log; /* borrowed */
    /* A connection was accepted; takes fd.  False: it cannot be served, and fd is closed.
     */
    bool (*on_accept)(void *owner, int fd, unsigned kind);
    void *owner;
    bool is_shared; /* other processes of our user may listen at the same addresses */
};

/* Without listeners.  Copies config.  Returns owned. */
struct listeners *listeners_new(uv_loop_t *loop, const struct listeners_config *config);
/* Adds a listener for each address of the endpoint (bound.h): at most LISTEN_MAX of each
 * kind.  v6_only: "::" takes no IPv4.  False with why. */
bool listeners_add(struct listeners *listeners, const char *endpoint, unsigned kind,
                   bool v6_only, char why[static FAULT_BYTES]);
/* How many there are; they are numbered in the order in which they were added. */
size_t listeners_n(const struct listeners *listeners);
unsigned listeners_kind(const struct listeners *listeners, size_t i);
/* Where listener i listens, with its real port; borrowed. */
const struct sockaddr_storage *listeners_address(const struct listeners *listeners,
                                                 size_t i);
/* Whether it listens at "::", but for IPv6 only. */
bool listeners_is_v6_only(const struct listeners *listeners, size_t i);
/* Its address as text. */
void listeners_endpoint(const struct listeners *listeners, size_t i,
                        char text[static ENDPOINT_BYTES]);
/* Closes all; the loop must run again before listeners_free. */
void listeners_close(struct listeners *listeners);
void listeners_free(struct listeners *listeners);

#endif
