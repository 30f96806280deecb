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

struct listener {
    uv_poll_t ready; /* must be first, for casts; inactive: accepting pauses */
    struct listeners *all;
    int fd; /* owned */
    unsigned kind;
    bool v6_only;                  /* at "::", but for IPv6 only */
    struct sockaddr_storage own;   /* its address, with its real port */
    char endpoint[ENDPOINT_BYTES]; /* the same as text */
};

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
/* Listener i, in the order in which they were added; borrowed.  NULL: there are fewer. */
const struct listener *listeners_get(const struct listeners *listeners, size_t i);
/* Closes all; the loop must run again before listeners_free. */
void listeners_close(struct listeners *listeners);
void listeners_free(struct listeners *listeners);

#endif
