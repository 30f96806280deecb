/* Certificates and keys made at test time. */
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
    const char *hosts;         /* alternative names, "DNS:localhost,IP:127.0.0.1"; NULL:
                                * none */
    const struct cert *issuer; /* NULL: self-signed */
    bool is_ca;
    bool is_expired; /* expired yesterday */
};

/* The caller frees it with cert_fini. */
struct cert cert_make(const struct cert_plan *plan);
void cert_fini(struct cert *cert);
/* Writes the certificate and its key in PEM; NULL: that file is not written. */
void cert_write(const struct cert *cert, const char *cert_file, const char *key_file);
/* Writes the SHA-256 of the certificate in hex. */
void cert_fingerprint(const struct cert *cert, char hex[static 65]);

#endif
