/* The certificate of a server that speaks TLS, and its end of each connection.  All of
 * OpenSSL that the server uses is behind this and tls/tls.h. */
#ifndef ALEA_SERVER_NET_TLS_H
#define ALEA_SERVER_NET_TLS_H

#include "rules/text.h"
#include "server/base/log.h"
#include "tls/tls.h"

/* A SHA-256 in hex, with its NUL. */
#define FINGERPRINT_BYTES 65
/* "2036-11-18T05:00:00Z", with its NUL. */
#define EXPIRY_BYTES 21

struct tls_context;

/* What a host wants to know of his certificate. */
struct tls_certificate {
    char fingerprint[FINGERPRINT_BYTES]; /* SHA-256 of it, in hex */
    char expires[EXPIRY_BYTES];          /* UTC */
    bool is_expired;
};

/* Reads a certificate, with those between it and its root if there are any, and its key,
 * both in PEM.  Borrows the names of the files.  NULL with a fault that names the file.
 */
struct tls_context *tls_context_open(const char *cert_file, const char *key_file,
                                     char fault[static FAULT_BYTES]);
/* Reads both files again, for new connections; those there are go on as they are.  False
 * with a fault: everything is as before. */
bool tls_context_read_again(struct tls_context *context, char fault[static FAULT_BYTES]);
/* Connections there are go on.  Fine with NULL. */
void tls_context_close(struct tls_context *context);
struct tls_certificate tls_context_certificate(const struct tls_context *context);
/* Tells the host, who tells his guests, and when he needs another one. */
void tls_context_log(const struct tls_context *context, const struct log *log);
/* The server's end of a new connection, TLS 1.2 or later, without renegotiation and
 * without sessions that are taken up again. */
struct tls *tls_context_accept(const struct tls_context *context,
                               const struct tls_ops *ops, void *owner);

#endif
