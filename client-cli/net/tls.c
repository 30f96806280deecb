#include "client-cli/net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"

/* Loads the authorities to trust.  False with a fault. */
static bool load_roots(SSL_CTX *context, const char *ca_file,
                       char fault[static FAULT_BYTES]) {
    if (ca_file == NULL) {
        /* If the system has none, fingerprints still work. */
        (void)SSL_CTX_set_default_verify_paths(context);
        return true;
    }
    if (access(ca_file, R_OK) != 0) {
        snprintf(fault, FAULT_BYTES, "%.100s: %s", ca_file, strerror(errno));
        return false;
    }
    if (SSL_CTX_load_verify_file(context, ca_file) != 1) {
        snprintf(fault, FAULT_BYTES, "%.100s: there is no certificate in it", ca_file);
        return false;
    }
    return true;
}

/* Sets the name that the certificate must have; it is also sent to the server. */
static void set_host(SSL *ssl, const char *host) {
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1) {
        return;
    }
    char name[TLSEXT_MAXLEN_host_name + 1]; /* OpenSSL's macro wants a plain char * */
    snprintf(name, sizeof name, "%s", host);
    if (SSL_set1_host(ssl, host) != 1 || SSL_set_tlsext_host_name(ssl, name) != 1) {
        mem_exit(); /* fails only when out of memory: hosts are short and not empty */
    }
}

struct tls *tls_client_open(const struct trust *trust, const char *host,
                            const struct tls_ops *ops, void *owner,
                            char fault[static FAULT_BYTES]) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (context == NULL) {
        mem_exit(); /* fails only when out of memory */
    }
    SSL *ssl = NULL;
    ERR_clear_error();
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    /* The handshake accepts every certificate; trust_judge decides later. */
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1) {
        snprintf(fault, FAULT_BYTES, "OpenSSL cannot do TLS 1.2");
    } else if (load_roots(context, trust->ca_file, fault)) {
        ssl = SSL_new(context);
    }
    SSL_CTX_free(context);
    ERR_clear_error();
    if (ssl == NULL) {
        return NULL;
    }
    SSL_set_connect_state(ssl);
    set_host(ssl, host);
    ERR_clear_error();
    return tls_new(ssl, ops, owner);
}

struct tls_identity tls_client_identity(const struct tls *tls) {
    struct tls_identity identity = {.why_not = ""};
    const SSL *ssl = tls_ssl(tls);
    X509 *x509 = SSL_get1_peer_certificate(ssl);
    long verdict = SSL_get_verify_result(ssl);
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    if (x509 == NULL || X509_digest(x509, EVP_sha256(), hash, &n) != 1) {
        identity.why_not = "it has shown no certificate";
        X509_free(x509);
        return identity;
    }
    X509_free(x509);
    for (unsigned i = 0; i < n && 2 * i + 2 < FINGERPRINT_BYTES; i++) {
        snprintf(identity.fingerprint + (size_t)2 * i, 3, "%02x", hash[i]);
    }
    identity.is_vouched = verdict == X509_V_OK;
    identity.is_self_signed = verdict == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT;
    identity.why_not = X509_verify_cert_error_string(verdict);
    return identity;
}
