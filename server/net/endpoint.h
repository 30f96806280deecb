/* Where to listen, as text: "ADDRESS:PORT", "[ADDRESS]:PORT" or ":PORT". */
#ifndef ALEA_SERVER_NET_ENDPOINT_H
#define ALEA_SERVER_NET_ENDPOINT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* Most addresses of --listen, counting those that a name stands for; as many of
 * --tls-listen. */
#define LISTEN_MAX 8
/* Longest "[address]:port", with its NUL. */
#define ENDPOINT_BYTES 80

/* The kinds of listeners: of lines, or with LISTENER_WEB of browsers. */
enum { LISTENER_TLS = 1, LISTENER_WEB = 2 };

struct endpoint {
    char host[ENDPOINT_BYTES]; /* a name or an address; "": all addresses */
    char port[6];              /* the digits of 0 to 65535; 0 is any free port */
};

/* How an endpoint is written, for messages. */
#define ENDPOINT_FORM                                                                    \
    "it is ADDRESS:PORT, [ADDRESS]:PORT or :PORT, and a port is 0 to 65535"

/* Reads it.  False: it is wrong, or longer than ENDPOINT_BYTES - 1. */
bool endpoint_read(struct endpoint *endpoint, const char *text);
/* Writes a numeric address and its port: "192.0.2.1:2532", "[2001:db8::1]:2532". */
void endpoint_write(const struct sockaddr *address, char text[static ENDPOINT_BYTES]);

#endif
