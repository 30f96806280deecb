/* A peer who speaks TLS: a child of the test puts it on and takes it off. */
#ifndef ALEA_TESTS_SUPPORT_TLS_PEER_H
#define ALEA_TESTS_SUPPORT_TLS_PEER_H

#include "tests/support/peer.h"

/* The last line of a stream that ends without close_notify. */
#define TLS_PEER_CUT "(cut)"

/* Connects with TLS of one version (OpenSSL's number; 0: any), trusting everybody.  The
 * end of the peer's input or output is that of the connection, and the other way round
 * (close_notify); when the handshake fails there is nothing but the end. */
void peer_connect_tls(struct peer *peer, const char *host, uint16_t port, int version);

#endif
