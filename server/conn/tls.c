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

/* OpenSSL's first reason for refusing a file: the later ones only say which part of
 * OpenSSL could not go on, as "PEM lib". */
static const char *reason(void) {
    const char *text = ERR_reason_error_string(ERR_peek_error());
    return text != NULL ? text : "it cannot be read";
}

/* Returns false, with a fault that names the file; why NULL: OpenSSL's reason. */
static bool refuse(const char *file, const char *why, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.80s: %s", file, why != NULL ? why : reason());
    ERR_clear_error();
    return false;
}

/* Whether a file has a block "-----BEGIN ... what-----". */
static bool has_block(const char *file, const char *what) {
    BIO *in = BIO_new_file(file, "r");
    char *name = NULL, *header = NULL;
    unsigned char *bytes = NULL;
    long n;
    bool has = false;
    while (!has && in != NULL && PEM_read_bio(in, &name, &header, &bytes, &n) == 1) {
        has = strstr(name, what) != NULL;
        OPENSSL_free(name);
        OPENSSL_free(header);
        OPENSSL_clear_free(bytes, (size_t)n);
    }
    BIO_free(in);
    return has;
}

static bool refuse_certificate(const char *file, char fault[static FAULT_BYTES]) {
    return refuse(file,
                  has_block(file, "CERTIFICATE") ? NULL
                  : has_block(file, "PRIVATE KEY")
                      ? "this is a key: the certificate must be there"
                      : "there is no certificate in it, in PEM",
                  fault);
}

/* Called instead of asking on the terminal.  arg: set to true. */
/* NOLINTNEXTLINE(readability-non-const-parameter): OpenSSL's signature */
static int no_passphrase(char *buf, int size, int is_writing, void *arg) {
    (void)buf;
    (void)size;
    (void)is_writing;
    *(bool *)arg = true;
    return -1;
}

/* Whether the key is that of a certificate in the file, but not of the first. */
static bool is_wrong_order(const struct tls_context *context) {
    bool asked, is_found = false;
    BIO *in = BIO_new_file(context->key_file, "r");
    EVP_PKEY *key =
        in != NULL ? PEM_read_bio_PrivateKey(in, NULL, no_passphrase, &asked) : NULL;
    BIO_free(in);
    in = BIO_new_file(context->cert_file, "r");
    for (X509 *x509; !is_found && key != NULL && in != NULL &&
                     (x509 = PEM_read_bio_X509(in, NULL, no_passphrase, &asked)) != NULL;
         X509_free(x509)) {
        is_found = X509_check_private_key(x509, key) == 1;
    }
    BIO_free(in);
    EVP_PKEY_free(key);
    return is_found;
}

/* OpenSSL has refused the key: it needs a passphrase, or was read and does not fit, or
 * something else is wrong. */
static bool refuse_key(const struct tls_context *context, bool is_locked, bool is_read,
                       char fault[static FAULT_BYTES]) {
    int lib = ERR_GET_LIB(ERR_peek_last_error());
    const char *file = context->key_file;
    if (is_locked) {
        return refuse(file, "it has a passphrase: remove that with openssl pkey", fault);
    }
    if (!has_block(file, "PRIVATE KEY")) {
        return refuse(file, "there is no key in it, in PEM", fault);
    }
    if (!is_read && lib != ERR_LIB_X509) {
        return refuse(file, NULL, fault);
    }
    if (is_wrong_order(context)) {
        return refuse(context->cert_file,
                      "the server's own certificate must be the first in it", fault);
    }
    return refuse(file, "this is not the key of the certificate", fault);
}

static bool read_files(const struct tls_context *context, SSL_CTX *ssl_ctx,
                       char fault[static FAULT_BYTES]) {
    const char *const files[] = {context->cert_file, context->key_file};
    for (size_t i = 0; i < 2; i++) {
        if (access(files[i], R_OK) != 0) {
            return refuse(files[i], strerror(errno), fault);
        }
    }
    bool is_locked = false;
    SSL_CTX_set_default_passwd_cb(ssl_ctx, no_passphrase);
    SSL_CTX_set_default_passwd_cb_userdata(ssl_ctx, &is_locked);
    bool has_certificate =
        SSL_CTX_use_certificate_chain_file(ssl_ctx, context->cert_file) == 1;
    bool has_key =
        has_certificate &&
        SSL_CTX_use_PrivateKey_file(ssl_ctx, context->key_file, SSL_FILETYPE_PEM) == 1;
    SSL_CTX_set_default_passwd_cb_userdata(ssl_ctx, NULL);
    if (!has_certificate) {
        return refuse_certificate(context->cert_file, fault);
    }
    return (has_key && SSL_CTX_check_private_key(ssl_ctx) == 1) ||
           refuse_key(context, is_locked, has_key, fault);
}

/* Creates the context for all connections.  NULL with a fault: a file is invalid. */
static SSL_CTX *make_ssl_ctx(const struct tls_context *context,
                             char fault[static FAULT_BYTES]) {
    SSL_CTX *ssl_ctx = SSL_CTX_new(TLS_server_method());
    if (ssl_ctx == NULL) {
        mem_exit(); /* GCOVR_EXCL_LINE: only out of memory */
    }
    ERR_clear_error();
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
