/* A peer that uses TLS: a child process of the test encrypts and decrypts. */
#ifndef ALEA_TESTS_SUPPORT_TLS_PEER_H
#define ALEA_TESTS_SUPPORT_TLS_PEER_H

#include "tests/support/peer.h"

/* The last line of a stream that ends without close_notify. */
#define TLS_PEER_CUT "(cut)"

/* Connects with TLS of one version (OpenSSL's number; 0: any), accepting every
 * certificate. The end of the peer's input or output ends the connection's, and the other
 * way round (close_notify).  If the handshake fails, the peer sees only the end of its
 * input. */
void peer_connect_tls(struct peer *peer, const char *host, uint16_t port, int version);
/* The same on a connection that is open already. */
void peer_begin_tls(struct peer *peer, int version);

#endif
