/* The server's TLS context: its certificate and key, and its end of each connection.
 * Of the server only tls.c uses OpenSSL, directly or through tls/tls.h. */
#ifndef ALEA_SERVER_CONN_TLS_H
#define ALEA_SERVER_CONN_TLS_H

#include "rules/text.h"
#include "server/base/log.h"
#include "tls/tls.h"

/* A SHA-256 in hex, with its NUL. */
#define FINGERPRINT_BYTES 65
/* "2036-11-18T05:00:00Z", with its NUL. */
#define EXPIRY_BYTES 21

struct tls_context;

/* Facts about the certificate for operators. */
struct tls_certificate {
    char fingerprint[FINGERPRINT_BYTES]; /* its SHA-256, in hex */
    char expires[EXPIRY_BYTES];          /* UTC */
    bool is_expired;
};

/* Reads a certificate, with its chain if the file has one, and its key, both in PEM.
 * Borrows the file names.  Returns owned; NULL with a fault that names the file. */
struct tls_context *tls_context_open(const char *cert_file, const char *key_file,
                                     char fault[static FAULT_BYTES]);
/* Reads both files again, for new connections; open ones keep the old certificate.
 * False with a fault: nothing has changed. */
bool tls_context_read_again(struct tls_context *context, char fault[static FAULT_BYTES]);
/* Open connections continue.  Does nothing with NULL. */
void tls_context_close(struct tls_context *context);
struct tls_certificate tls_context_certificate(const struct tls_context *context);
/* Logs fingerprint and expiry, and warns of an expired certificate or a key that all
 * users of the machine can read. */
void tls_context_log(const struct tls_context *context, const struct log *log);
/* The server's end of a new connection: TLS 1.2 or later, without renegotiation and
 * session resumption.  Returns owned. */
struct tls *tls_context_accept(const struct tls_context *context,
                               const struct tls_ops *ops, void *owner);

#endif
