/* The client's end of a TLS connection, and the server's identity.  The client uses
 * OpenSSL only through this file and tls/tls.h. */
#ifndef ALEA_CLIENT_NET_TLS_H
#define ALEA_CLIENT_NET_TLS_H

#include "client-cli/net/trust.h"
#include "tls/tls.h"

/* Opens the client's end for this host, a name or a numeric address: TLS 1.2 or later.
 * trust: which authorities to check.  Refuses no server itself.  NULL with a fault. */
struct tls *tls_client_open(const struct trust *trust, const char *host,
                            const struct tls_ops *ops, void *owner,
                            char fault[static FAULT_BYTES]);
/* The server's identity.  Call it after the handshake. */
struct tls_identity tls_client_identity(const struct tls *tls);

#endif
