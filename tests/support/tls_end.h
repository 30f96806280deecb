/* One end of a TLS connection for tests without sockets: what it says waits in memory
 * until it is carried to the other end. */
#ifndef ALEA_TESTS_SUPPORT_TLS_END_H
#define ALEA_TESTS_SUPPORT_TLS_END_H

#include <stdlib.h>

#include "tests/support/certs.h"
#include "tls/tls.h"

struct bytes {
    char *at; /* owned */
    size_t n, cap;
};

void bytes_add(struct bytes *bytes, const void *more, size_t n);
struct end {
    struct tls *tls;
    struct bytes heard; /* plaintext of the other end */
    struct bytes out;   /* ciphertext that was not carried yet */
    const char *answer; /* said once when something is heard; NULL: nothing */
};

extern const struct tls_ops end_ops;

/* A client that trusts everybody, and speaks these versions only (0: any). */
void end_open_client(struct end *end, int least, int most);
void end_fini(struct end *end);
/* Carries what one end has said to the other, in pieces of this many bytes. */
void end_carry(struct end *from, struct end *to, size_t piece);
/* Carries to and fro until nothing is left. */
void end_talk(struct end *one, struct end *other, size_t piece);
void end_expect(struct end *end, const char *text);

#endif
