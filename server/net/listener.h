/* Sockets on which players connect: from endpoints as text to descriptors of those who
 * have come.  Without descriptors, or memory of the kernel, accepting rests for a while:
 * all others are served meanwhile. */
#ifndef ALEA_SERVER_NET_LISTENER_H
#define ALEA_SERVER_NET_LISTENER_H

#include <stdbool.h>
#include <sys/socket.h>
#include <uv.h>

#include "rules/text.h"
#include "server/base/log.h"
#include "server/net/endpoint.h"

/* Connections that a listener takes in one turn of the loop: who plays does not wait
 * until all of a flood are sent away. */
#define LISTENER_TURN_ACCEPTS 8
/* Accepting rests for so long when it has failed: short for who waits, and next to no
 * work. */
#define LISTENER_REST_MS 100

struct listeners;

struct listeners_config {
    const struct log *log; /* borrowed */
    /* Somebody has come; takes fd.  False: he cannot be served, and fd is closed. */
    bool (*come)(void *owner, int fd, bool is_tls);
    void *owner;
};

/* None yet.  Copies config.  Returns owned. */
struct listeners *listeners_new(uv_loop_t *loop, const struct listeners_config *config);
/* Listens there, too, with a listener for each address of a name (bound.h); LISTEN_MAX
 * for TLS at most, and as many without.  False: why says why not. */
bool listeners_add(struct listeners *listeners, const char *endpoint, bool is_tls,
                   char why[static FAULT_BYTES]);
/* How many there are; they are numbered as they were added. */
size_t listeners_n(const struct listeners *listeners);
bool listeners_is_tls(const struct listeners *listeners, size_t i);
/* Where the i-th really listens; borrowed. */
const struct sockaddr_storage *listeners_address(const struct listeners *listeners,
                                                 size_t i);
/* The same as text. */
void listeners_endpoint(const struct listeners *listeners, size_t i,
                        char text[static ENDPOINT_BYTES]);
/* Closes all; the loop must run once more before listeners_free. */
void listeners_close(struct listeners *listeners);
void listeners_free(struct listeners *listeners);

#endif
