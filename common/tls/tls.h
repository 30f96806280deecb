/* One end of a TLS connection without its socket: ciphertext in, plaintext out, and the
 * other way round.  For server and client; who is trusted is their business. */
#ifndef ALEA_TLS_TLS_H
#define ALEA_TLS_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ciphertext that an end holds in each direction, in bytes, allocated for its whole life:
 * most of what is said here fits in one piece, and longer things go in several. */
#define TLS_WIRE_BYTES 4096
/* Why an end is broken, with its NUL. */
#define TLS_FAULT_BYTES 100

struct ssl_st; /* OpenSSL's SSL: only who includes OpenSSL has one */
struct tls;

enum tls_state {
    TLS_SHAKING, /* the handshake is not done: nothing can be said yet */
    TLS_UP,
    TLS_ENDED,  /* the peer has said that he sends no more; he may still be written to */
    TLS_BROKEN, /* for good: what was not said according to the rules is not heard */
};

/* What an end tells its owner, who may write and end from inside, but not free or feed.
 * The bytes are borrowed, n > 0. */
struct tls_ops {
    void (*plain)(void *owner, const void *bytes, size_t n);  /* the peer has said this */
    void (*cipher)(void *owner, const void *bytes, size_t n); /* to be sent to the peer */
};

/* From now on OpenSSL ends the program when it gets no memory (mem.h).  Once, before
 * anything else of OpenSSL. */
void tls_use_memory(void);

/* Takes ssl, which knows its certificates and whether it is server or client; borrows
 * ops and owner.  Out of memory ends the program, here and below. */
struct tls *tls_new(struct ssl_st *ssl, const struct tls_ops *ops, void *owner);
void tls_free(struct tls *tls);
/* Begins, which is for the client to do: its first bytes are to be sent. */
void tls_start(struct tls *tls);
/* Ciphertext that has come, all of which is taken; what comes after an end is dropped.
 * Alerts that must be sent when something is wrong have been given to ops. */
enum tls_state tls_feed(struct tls *tls, const void *bytes, size_t n);
/* Says n bytes of plaintext, in TLS_UP or TLS_ENDED.  False: it does not work (any more),
 * and nothing can be said. */
bool tls_write(struct tls *tls, const void *bytes, size_t n);
/* Says that nothing more will be said (close_notify).  Fine in any state. */
void tls_end(struct tls *tls);
enum tls_state tls_get_state(const struct tls *tls);
/* Why it is TLS_BROKEN, in OpenSSL's words, "" if it is not.  Borrowed. */
const char *tls_fault(const struct tls *tls);
/* Borrowed. */
struct ssl_st *tls_ssl(const struct tls *tls);

/* Whether the first byte of a connection can be that of a TLS record: else the peer
 * speaks something else, plain text most likely. */
static inline bool tls_is_record(uint8_t first) {
    return first >= 20 && first <= 23;
}

#endif
