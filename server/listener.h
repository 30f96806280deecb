/* Sockets on which players connect: from an endpoint as text to a handle that listens. */
#ifndef ALEA_SERVER_LISTENER_H
#define ALEA_SERVER_LISTENER_H

#include <stdbool.h>
#include <uv.h>

#include "server/endpoint.h"

/* Listens there; ":PORT" is all addresses, of IPv6 and IPv4.  Returns NULL, and the
 * caller closes listener one day; or why it does not work, and listener is not open. */
const char *listener_open(uv_loop_t *loop, uv_tcp_t *listener, const char *text,
                          uv_connection_cb on_connection);
/* Where it really listens.  False: that cannot be told. */
bool listener_endpoint(const uv_tcp_t *listener, char text[static ENDPOINT_BYTES]);

#endif
