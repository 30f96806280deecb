#include "tls/tls.h"

#include <assert.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem/mem.h"

/* Longest plaintext of one record. */
#define RECORD_BYTES 16384

struct tls {
    SSL *ssl;  /* owned, with its half of the pair */
    BIO *wire; /* owned: our half; received bytes go here */
    const struct tls_ops *ops;
    void *owner;
    enum tls_state state;
    bool has_ended; /* close_notify was sent */
    char fault[TLS_FAULT_BYTES];
};

/* OpenSSL passes its source position, which is not used. */
static void *take(size_t len_bytes, const char *file, int line) {
    (void)file;
    (void)line;
    return mem_alloc(len_bytes);
}

static void *resize(void *p, size_t len_bytes, const char *file, int line) {
    (void)file;
    (void)line;
    return mem_realloc(p, len_bytes);
}

static void give_back(void *p, const char *file, int line) {
    (void)file;
    (void)line;
    free(p);
}

void tls_use_memory(void) {
    int is_set = CRYPTO_set_mem_functions(take, resize, give_back);
    assert(is_set == 1); /* fails if OpenSSL was used before */
    (void)is_set;
}

struct tls *tls_new(struct ssl_st *ssl, const struct tls_ops *ops, void *owner) {
    struct tls *tls = mem_new(1, sizeof *tls);
    BIO *inside = NULL;
    if (ssl == NULL ||
        BIO_new_bio_pair(&inside, TLS_WIRE_BYTES, &tls->wire, TLS_WIRE_BYTES) != 1) {
        mem_exit(); /* GCOVR_EXCL_LINE: out of memory */
    }
    SSL_set_bio(ssl, inside, inside);
    tls->ssl = ssl;
    tls->ops = ops;
    tls->owner = owner;
    return tls;
}

void tls_free(struct tls *tls) {
    if (tls != NULL) {
        SSL_free(tls->ssl);
        BIO_free(tls->wire);
        free(tls);
    }
}

/* Passes all pending output to the owner.  Returns whether there was any. */
static bool drain(struct tls *tls) {
    char bytes[TLS_WIRE_BYTES];
    bool had_any = false;
    for (int n; (n = BIO_read(tls->wire, bytes, sizeof bytes)) > 0;) {
        tls->ops->cipher(tls->owner, bytes, (size_t)n);
        had_any = true;
    }
    return had_any;
}

/* The first error in OpenSSL's queue is the cause of the others. */
static void break_off(struct tls *tls) {
    const char *why = ERR_reason_error_string(ERR_peek_error());
    snprintf(tls->fault, sizeof tls->fault, "%s", why != NULL ? why : "broken");
    tls->state = TLS_BROKEN;
    ERR_clear_error();
}

/* Checks the result of an operation whose output was drained.  True: repeat it. */
static bool may_go_on(struct tls *tls, int error, bool was_drained) {
    if (error == SSL_ERROR_WANT_WRITE && was_drained) {
        return true;
    }
    if (error == SSL_ERROR_ZERO_RETURN) {
        tls->state = TLS_ENDED;
    } else if (error != SSL_ERROR_WANT_READ) {
        break_off(tls);
    }
    return false;
}

static bool shake(struct tls *tls) {
    ERR_clear_error();
    int done = SSL_do_handshake(tls->ssl);
    int error = SSL_get_error(tls->ssl, done);
    bool was_drained = drain(tls);
    if (done == 1) {
        tls->state = TLS_UP;
        return true;
    }
    return may_go_on(tls, error, was_drained);
}

static bool hear(struct tls *tls) {
    char bytes[RECORD_BYTES];
    ERR_clear_error();
    int n = SSL_read(tls->ssl, bytes, sizeof bytes);
    int error = SSL_get_error(tls->ssl, n);
    bool was_drained = drain(tls);
    if (n > 0) {
        tls->ops->plain(tls->owner, bytes, (size_t)n);
        OPENSSL_cleanse(bytes, (size_t)n); /* the bytes may contain a password */
        return true;
    }
    return may_go_on(tls, error, was_drained);
}

/* Goes on until it needs more input. */
static void advance(struct tls *tls) {
    bool goes_on = true;
    while (goes_on && tls->state < TLS_ENDED) {
        goes_on = tls->state == TLS_HANDSHAKE ? shake(tls) : hear(tls);
    }
}

void tls_start(struct tls *tls) {
    advance(tls);
}

enum tls_state tls_feed(struct tls *tls, const void *bytes, size_t n) {
    const char *at = bytes;
    while (n > 0 && tls->state < TLS_ENDED) {
        int put = BIO_write(tls->wire, at, n > TLS_WIRE_BYTES ? TLS_WIRE_BYTES : (int)n);
        assert(put > 0); /* the buffer is empty: earlier input was used up */
        at += put;
        n -= (size_t)put;
        advance(tls);
    }
    return tls->state;
}

bool tls_write(struct tls *tls, const void *bytes, size_t n) {
    const char *at = bytes;
    bool is_open = tls->state == TLS_UP || tls->state == TLS_ENDED;
    if (!is_open || tls->has_ended) {
        return false;
    }
    while (n > 0) {
        ERR_clear_error();
        int put = SSL_write(tls->ssl, at, n > INT_MAX ? INT_MAX : (int)n);
        int error = SSL_get_error(tls->ssl, put);
        bool was_drained = drain(tls);
        if (put > 0) {
            at += put;
            n -= (size_t)put;
        } else if (error != SSL_ERROR_WANT_WRITE || !was_drained) {
            break_off(tls);
            return false;
        }
    }
    return true;
}

void tls_end(struct tls *tls) {
    bool is_open = tls->state == TLS_UP || tls->state == TLS_ENDED;
    if (is_open && !tls->has_ended) {
        ERR_clear_error();
        SSL_shutdown(tls->ssl); /* the result does not matter */
        drain(tls);
        ERR_clear_error();
        tls->has_ended = true;
    }
}

enum tls_state tls_get_state(const struct tls *tls) {
    return tls->state;
}

const char *tls_fault(const struct tls *tls) {
    return tls->fault;
}

struct ssl_st *tls_ssl(const struct tls *tls) {
    return tls->ssl;
}
