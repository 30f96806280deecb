/* The client's end of a TLS connection, and the identity of the server.  The client uses
 * OpenSSL only through this file and tls/tls.h. */
#ifndef ALEA_CLIENT_NET_TLS_H
#define ALEA_CLIENT_NET_TLS_H

#include "client-cli/net/trust.h"
#include "tls/tls.h"

/* Opens a client end for this host, a name or a numeric address: TLS 1.2 or later.  trust
 * says which authorities to check; this function refuses no server.  NULL with a
 * fault. */
struct tls *tls_client_open(const struct trust *trust, const char *host,
                            const struct tls_ops *ops, void *owner,
                            char fault[static FAULT_BYTES]);
/* The identity of the server; call it after the handshake. */
struct tls_identity tls_client_identity(const struct tls *tls);

#endif
