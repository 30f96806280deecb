/* One end of a TLS connection for tests without sockets: its output waits in memory until
 * the test carries it to the other end. */
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
    struct bytes heard; /* plaintext received from the other end */
    struct bytes out;   /* ciphertext not yet carried to the other end */
    const char *answer; /* sent once when something is received; NULL: nothing */
};

extern const struct tls_ops end_ops;

/* A client that accepts every certificate, and only these TLS versions (0: any). */
void end_open_client(struct end *end, int least, int most);
void end_fini(struct end *end);
/* Carries the output of one end to the other, in pieces of this many bytes. */
void end_carry(struct end *from, struct end *to, size_t piece);
/* Carries output in both directions until nothing is left. */
void end_talk(struct end *one, struct end *other, size_t piece);
void end_expect(struct end *end, const char *text);

#endif
