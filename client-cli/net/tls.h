/* The client's end of a TLS connection, and who is at the other one.  All of OpenSSL that
 * the client uses is behind this and tls/tls.h. */
#ifndef ALEA_CLIENT_NET_TLS_H
#define ALEA_CLIENT_NET_TLS_H

#include "client-cli/net/trust.h"
#include "tls/tls.h"

/* An end for this host, a name or a numeric address: TLS 1.2 or later.  Who vouches for
 * certificates is taken from trust; nobody is refused here.  NULL with a fault. */
struct tls *tls_client_open(const struct trust *trust, const char *host,
                            const struct tls_ops *ops, void *owner,
                            char fault[static FAULT_BYTES]);
/* Who the server is; the handshake must be done. */
struct tls_identity tls_client_identity(const struct tls *tls);

#endif
