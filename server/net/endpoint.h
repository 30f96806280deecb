/* Where to listen, as text: "ADDRESS:PORT", "[ADDRESS]:PORT", ":PORT" or "*:PORT". */
#ifndef ALEA_SERVER_NET_ENDPOINT_H
#define ALEA_SERVER_NET_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Most addresses of --listen, counting those that a name stands for; as many of
 * --tls-listen. */
#define LISTEN_MAX 8
/* Longest "[address]:port", with its NUL. */
#define ENDPOINT_BYTES 80

/* Kinds of listeners, as bits: LISTENER_WEB is for browsers, without it for lines;
 * LISTENER_TRUNK, alone, is for fronts, and LISTENER_METRICS, alone, for Prometheus. */
enum {
    LISTENER_TLS = 1,
    LISTENER_WEB = 2,
    LISTENER_TRUNK = 4,
    LISTENER_METRICS = 8,
};

struct endpoint {
    char host[ENDPOINT_BYTES]; /* a name or an address; "": all addresses */
    char port[6];              /* the digits of 0 to 65535; 0 is any free port */
};

/* The syntax of an endpoint, for messages. */
#define ENDPOINT_FORM                                                                    \
    "it is ADDRESS:PORT, [ADDRESS]:PORT, :PORT or *:PORT, and a port is 0 to 65535"

/* Parses an endpoint.  False: it is invalid, or longer than ENDPOINT_BYTES - 1. */
bool endpoint_read(struct endpoint *endpoint, const char *text);
/* Whether another of these n valid endpoints takes all connections of endpoint i, so that
 * the system would refuse to listen there as well: ":2532" includes "127.0.0.1:2532". */
bool endpoint_is_covered(const char *const *list, size_t n, size_t i);
/* Whether endpoint i, for all addresses of IPv6, must leave those of IPv4 to another of
 * these. */
bool endpoint_is_v6_only(const char *const *list, size_t n, size_t i);
/* Whether it is the path of a Unix socket, and not an endpoint. */
bool endpoint_is_path(const char *text);
/* Writes a numeric address and its port: "192.0.2.1:2532", "[2001:db8::1]:2532"; or a
 * path. */
void endpoint_write(const struct sockaddr *address, char text[static ENDPOINT_BYTES]);

#endif
