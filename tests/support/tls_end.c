#include "tests/support/tls_end.h"

void bytes_add(struct bytes *bytes, const void *more, size_t n) {
    while (bytes->cap - bytes->n < n) {
        bytes->cap = bytes->cap == 0 ? 4096 : 2 * bytes->cap;
        bytes->at = realloc(bytes->at, bytes->cap);
        assert_non_null(bytes->at);
    }
    memcpy(bytes->at + bytes->n, more, n);
    bytes->n += n;
}

static void end_hear(void *owner, const void *bytes, size_t n) {
    struct end *end = owner;
    bytes_add(&end->heard, bytes, n);
    if (end->answer != NULL) {
        const char *answer = end->answer;
        end->answer = NULL;
        assert_true(tls_write(end->tls, answer, strlen(answer)));
    }
}

static void end_send(void *owner, const void *bytes, size_t n) {
    bytes_add(&((struct end *)owner)->out, bytes, n);
}

const struct tls_ops end_ops = {end_hear, end_send};

void end_open_client(struct end *end, int least, int most) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(context, least);
    SSL_CTX_set_max_proto_version(context, most);
    if (most != 0 && most < TLS1_2_VERSION) {
        SSL_CTX_set_security_level(context, 0);
        SSL_CTX_set_cipher_list(context, "ALL");
    }
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL *ssl = SSL_new(context);
    SSL_CTX_free(context);
    SSL_set_connect_state(ssl);
    end->tls = tls_new(ssl, &end_ops, end);
}

void end_fini(struct end *end) {
    tls_free(end->tls);
    free(end->heard.at);
    free(end->out.at);
    *end = (struct end){0};
}

void end_carry(struct end *from, struct end *to, size_t piece) {
    struct bytes out = from->out;
    from->out = (struct bytes){0};
    for (size_t at = 0; at < out.n; at += piece) {
        tls_feed(to->tls, out.at + at, out.n - at < piece ? out.n - at : piece);
    }
    free(out.at);
}

void end_talk(struct end *one, struct end *other, size_t piece) {
    while (one->out.n > 0 || other->out.n > 0) {
        end_carry(one, other, piece);
        end_carry(other, one, piece);
    }
}

void end_expect(struct end *end, const char *text) {
    assert_int_equal(end->heard.n, strlen(text));
    assert_memory_equal(end->heard.at, text, strlen(text));
    end->heard.n = 0;
}
