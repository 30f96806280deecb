/* Certificates made at test time, with keys of their own. */
#ifndef ALEA_TESTS_SUPPORT_CERTS_H
#define ALEA_TESTS_SUPPORT_CERTS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "tests/support/cmocka.h"

struct cert {
    X509 *x509;
    EVP_PKEY *key;
};

struct cert_plan {
    const char *name;          /* the common name */
    const char *hosts;         /* "DNS:localhost,IP:127.0.0.1"; NULL: none */
    const struct cert *issuer; /* NULL: signs itself */
    bool is_ca;
    bool is_expired; /* since yesterday */
};

/* The caller's to cert_fini. */
struct cert cert_make(const struct cert_plan *plan);
void cert_fini(struct cert *cert);
/* Writes both in PEM; a file that is NULL is not written. */
void cert_write(const struct cert *cert, const char *cert_file, const char *key_file);
/* SHA-256 in hex. */
void cert_fingerprint(const struct cert *cert, char hex[static 65]);

#endif
