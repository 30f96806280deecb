#include "server/net/tls.h"

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

/* What TLS 1.2 may use; TLS 1.3 has nothing worse.  Keys of old conversations cannot be
 * had from the server's key, and nothing is padded. */
#define CIPHERS_12 "ECDHE+AESGCM:ECDHE+CHACHA20"

struct tls_site {
    const char *cert_file, *key_file; /* borrowed */
    SSL_CTX *context;                 /* owned; counted: connections hold it, too */
};

/* Why OpenSSL does not take a file, of its last error. */
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

/* False with a fault that names a file; why: NULL for OpenSSL's reason. */
static bool refuse(const char *file, const char *why, char fault[static FAULT_BYTES]) {
    snprintf(fault, FAULT_BYTES, "%.90s: %s", file, why != NULL ? why : reason());
    ERR_clear_error();
    return false;
}

/* A server asks nobody for passphrases. */
/* NOLINTNEXTLINE(readability-non-const-parameter): OpenSSL says so */
static int no_passphrase(char *buf, int size, int is_writing, void *arg) {
    (void)buf;
    (void)size;
    (void)is_writing;
    (void)arg;
    return -1;
}

static bool read_files(const struct tls_site *site, SSL_CTX *context,
                       char fault[static FAULT_BYTES]) {
    const char *const files[] = {site->cert_file, site->key_file};
    for (size_t i = 0; i < 2; i++) {
        if (access(files[i], R_OK) != 0) {
            return refuse(files[i], strerror(errno), fault);
        }
    }
    if (SSL_CTX_use_certificate_chain_file(context, site->cert_file) != 1) {
        return refuse(site->cert_file, NULL, fault);
    }
    if (SSL_CTX_use_PrivateKey_file(context, site->key_file, SSL_FILETYPE_PEM) != 1) {
        return refuse(site->key_file, NULL, fault);
    }
    return SSL_CTX_check_private_key(context) == 1 || refuse(site->key_file, NULL, fault);
}

/* How connections are to be.  NULL with a fault. */
static SSL_CTX *make_context(const struct tls_site *site,
                             char fault[static FAULT_BYTES]) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) {
        mem_end(); /* GCOVR_EXCL_LINE: only for want of memory */
    }
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                                     SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(context, CIPHERS_12) != 1) {
        refuse("OpenSSL", "cannot do TLS 1.2", fault);
    } else if (read_files(site, context, fault)) {
        return context;
    }
    SSL_CTX_free(context);
    return NULL;
}

struct tls_site *tls_site_open(const char *cert_file, const char *key_file,
                               char fault[static FAULT_BYTES]) {
    struct tls_site *site = mem_new(1, sizeof *site);
    site->cert_file = cert_file;
    site->key_file = key_file;
    site->context = make_context(site, fault);
    if (site->context == NULL) {
        free(site);
        return NULL;
    }
    return site;
}

bool tls_site_read_again(struct tls_site *site, char fault[static FAULT_BYTES]) {
    SSL_CTX *context = make_context(site, fault);
    if (context == NULL) {
        return false;
    }
    SSL_CTX_free(site->context);
    site->context = context;
    return true;
}

void tls_site_close(struct tls_site *site) {
    if (site != NULL) {
        SSL_CTX_free(site->context);
        free(site);
    }
}

struct tls_certificate tls_site_certificate(const struct tls_site *site) {
    struct tls_certificate certificate = {.is_expired = false};
    const X509 *x509 = SSL_CTX_get0_certificate(site->context);
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

void tls_site_log(const struct tls_site *site, const struct log *log) {
    struct tls_certificate certificate = tls_site_certificate(site);
    if (certificate.is_expired) {
        log_line(log, LOG_WARN, "tls_certificate_expired sha256=%s expires=%s",
                 certificate.fingerprint, certificate.expires);
    } else {
        log_line(log, LOG_INFO, "tls_certificate sha256=%s expires=%s",
                 certificate.fingerprint, certificate.expires);
    }
    struct stat key;
    if (stat(site->key_file, &key) == 0 && (key.st_mode & S_IROTH) != 0) {
        log_line(log, LOG_WARN, "tls_key_readable_by_all file=%s",
                 LOG_QUOTED(site->key_file));
    }
}

struct tls *tls_site_accept(const struct tls_site *site, const struct tls_ops *ops,
                            void *owner) {
    SSL *ssl = SSL_new(site->context);
    if (ssl != NULL) {
        SSL_set_accept_state(ssl);
    }
    return tls_new(ssl, ops, owner);
}
