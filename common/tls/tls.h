/* One end of a TLS connection, without its socket: turns ciphertext into plaintext and
 * back.  For server and client; each decides which certificates to trust. */
#ifndef ALEA_TLS_TLS_H
#define ALEA_TLS_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buffer for ciphertext in each direction, in bytes, for the life of the connection. Most
 * messages fit; longer ones pass in pieces. */
#define TLS_WIRE_BYTES 4096
/* Longest text that says why a connection is broken, with its NUL. */
#define TLS_FAULT_BYTES 100

struct ssl_st; /* OpenSSL's SSL; defined only where OpenSSL is included */
struct tls;

enum tls_state {
    TLS_HANDSHAKE, /* the handshake is not finished: nothing can be written yet */
    TLS_UP,
    TLS_ENDED,  /* the peer has sent close_notify; you may still write */
    TLS_BROKEN, /* final: a TLS error; no more data arrives */
};

/* Callbacks.  They may call tls_write and tls_end, but not tls_free or tls_feed.  The
 * bytes are borrowed; n > 0. */
struct tls_ops {
    void (*plain)(void *owner, const void *bytes, size_t n);  /* received from the peer */
    void (*cipher)(void *owner, const void *bytes, size_t n); /* to send to the peer */
};

/* Makes OpenSSL end the program when it runs out of memory (mem.h).  Call it once, before
 * any other use of OpenSSL. */
void tls_use_memory(void);

/* Takes ownership of ssl, whose certificates and role (server or client) must be set.
 * Borrows ops and owner.  Returns owned.  Out of memory ends the program, here and
 * below. */
struct tls *tls_new(struct ssl_st *ssl, const struct tls_ops *ops, void *owner);
void tls_free(struct tls *tls);
/* Starts the handshake; only for the client. */
void tls_start(struct tls *tls);
/* Takes all n bytes of ciphertext from the peer; ignores them after TLS_ENDED or
 * TLS_BROKEN.  Alerts about errors have gone to ops when it returns.  Returns the new
 * state. */
enum tls_state tls_feed(struct tls *tls, const void *bytes, size_t n);
/* Encrypts n bytes of plaintext.  False unless in TLS_UP or TLS_ENDED, or if it fails;
 * then nothing more can be written. */
bool tls_write(struct tls *tls, const void *bytes, size_t n);
/* Sends close_notify: nothing more will be sent.  Allowed in any state. */
void tls_end(struct tls *tls);
enum tls_state tls_get_state(const struct tls *tls);
/* Why the state is TLS_BROKEN, in OpenSSL's words; "" in any other state.  Returns
 * borrowed. */
const char *tls_fault(const struct tls *tls);
/* Returns borrowed. */
struct ssl_st *tls_ssl(const struct tls *tls);

/* Whether a connection that begins with this byte may be TLS; if not, it is probably
 * plain text. */
static inline bool tls_is_record(uint8_t first) {
    return first >= 20 && first <= 23;
}

#endif
