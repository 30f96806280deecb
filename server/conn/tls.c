#include "server/conn/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/base/text_file.h"

/* For TLS 1.2: forward secrecy and AEAD only, as TLS 1.3 always has. */
#define CIPHERS_12 "ECDHE+AESGCM:ECDHE+CHACHA20"

struct tls_context {
    const char *cert_file, *key_file; /* borrowed */
    SSL_CTX *ssl_ctx;                 /* reference; connections have their own */
};

/* OpenSSL's reason for refusing a file, from its last error. */
static const char *reason(void) {
    unsigned long error = ERR_peek_last_error();
    int lib = ERR_GET_LIB(error), number = ERR_GET_REASON(error);
    if (lib == ERR_LIB_X509 &&
        (number == X509_R_KEY_VALUES_MISMATCH || number == X509_R_KEY_TYPE_MISMATCH)) {
        return "this is not the key of the certificate";
    }
    const char *text = ERR_reason_error_string(error);
    return text != NULL ? text : "it cannot be read";
}

/* Returns false, with a fault that names the file; why NULL: OpenSSL's reason. */
static bool refuse(const char *file, const char *why, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.90s: %s", file, why != NULL ? why : reason());
    ERR_clear_error();
    return false;
}

/* Without this OpenSSL would ask for a passphrase on the terminal. */
/* NOLINTNEXTLINE(readability-non-const-parameter): OpenSSL's signature */
static int no_passphrase(char *buf, int size, int is_writing, void *arg) {
    (void)buf;
    (void)size;
    (void)is_writing;
    (void)arg;
    return -1;
}

static bool read_files(const struct tls_context *context, SSL_CTX *ssl_ctx,
                       char fault[static FAULT_BYTES]) {
    const char *const files[] = {context->cert_file, context->key_file};
    for (size_t i = 0; i < 2; i++) {
        if (access(files[i], R_OK) != 0) {
            return refuse(files[i], strerror(errno), fault);
        }
    }
    if (SSL_CTX_use_certificate_chain_file(ssl_ctx, context->cert_file) != 1) {
        return refuse(context->cert_file, NULL, fault);
    }
    if (SSL_CTX_use_PrivateKey_file(ssl_ctx, context->key_file, SSL_FILETYPE_PEM) != 1) {
        return refuse(context->key_file, NULL, fault);
    }
    return SSL_CTX_check_private_key(ssl_ctx) == 1 ||
           refuse(context->key_file, NULL, fault);
}

/* Creates the context for all connections.  NULL with a fault: a file is invalid. */
static SSL_CTX *make_ssl_ctx(const struct tls_context *context,
                             char fault[static FAULT_BYTES]) {
    SSL_CTX *ssl_ctx = SSL_CTX_new(TLS_server_method());
    if (ssl_ctx == NULL) {
        mem_exit(); /* GCOVR_EXCL_LINE: only out of memory */
    }
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(ssl_ctx, no_passphrase);
    SSL_CTX_set_options(ssl_ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                                     SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(ssl_ctx, SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(ssl_ctx, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(ssl_ctx, 0);
    if (SSL_CTX_set_min_proto_version(ssl_ctx, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(ssl_ctx, CIPHERS_12) != 1) {
        refuse("OpenSSL", "cannot do TLS 1.2", fault);
    } else if (read_files(context, ssl_ctx, fault)) {
        return ssl_ctx;
    }
    SSL_CTX_free(ssl_ctx);
    return NULL;
}

struct tls_context *tls_context_open(const char *cert_file, const char *key_file,
                                     char fault[static FAULT_BYTES]) {
    struct tls_context *context = mem_new(1, sizeof *context);
    context->cert_file = cert_file;
    context->key_file = key_file;
    context->ssl_ctx = make_ssl_ctx(context, fault);
    if (context->ssl_ctx == NULL) {
        free(context);
        return NULL;
    }
    return context;
}

bool tls_context_read_again(struct tls_context *context, char fault[static FAULT_BYTES]) {
    const char *const files[] = {context->cert_file, context->key_file};
    for (size_t i = 0; i < 2; i++) {
        if (!text_file_is_regular(files[i])) {
            return refuse(files[i], TEXT_FILE_NOT_AGAIN, fault);
        }
    }
    SSL_CTX *ssl_ctx = make_ssl_ctx(context, fault);
    if (ssl_ctx == NULL) {
        return false;
    }
    SSL_CTX_free(context->ssl_ctx);
    context->ssl_ctx = ssl_ctx;
    return true;
}

void tls_context_close(struct tls_context *context) {
    if (context != NULL) {
        SSL_CTX_free(context->ssl_ctx);
        free(context);
    }
}

struct tls_certificate tls_context_certificate(const struct tls_context *context) {
    struct tls_certificate certificate = {.is_expired = false};
    const X509 *x509 = SSL_CTX_get0_certificate(context->ssl_ctx);
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    X509_digest(x509, EVP_sha256(), hash, &n);
    for (unsigned i = 0; i < n && 2 * i + 2 < FINGERPRINT_BYTES; i++) {
        snprintf(certificate.fingerprint + (size_t)2 * i, 3, "%02x", hash[i]);
    }
    const ASN1_TIME *end = X509_get0_notAfter(x509);
    struct tm tm;
    if (ASN1_TIME_to_tm(end, &tm) == 1) {
        strftime(certificate.expires, EXPIRY_BYTES, "%Y-%m-%dT%H:%M:%SZ", &tm);
    }
    certificate.is_expired = X509_cmp_current_time(end) < 0;
    return certificate;
}

void tls_context_log(const struct tls_context *context, const struct log *log) {
    struct tls_certificate certificate = tls_context_certificate(context);
    if (certificate.is_expired) {
        log_line(log, LOG_WARN, "tls_certificate_expired sha256=%s expires=%s",
                 certificate.fingerprint, certificate.expires);
    } else {
        log_line(log, LOG_INFO, "tls_certificate sha256=%s expires=%s",
                 certificate.fingerprint, certificate.expires);
    }
    struct stat key;
    if (stat(context->key_file, &key) == 0 && (key.st_mode & S_IROTH) != 0) {
        log_line(log, LOG_WARN, "tls_key_readable_by_all file=%s",
                 LOG_QUOTED(context->key_file));
    }
}

struct tls *tls_context_accept(const struct tls_context *context,
                               const struct tls_ops *ops, void *owner) {
    SSL *ssl = SSL_new(context->ssl_ctx);
    if (ssl != NULL) {
        SSL_set_accept_state(ssl);
    }
    return tls_new(ssl, ops, owner);
}
