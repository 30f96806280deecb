/* The server's TLS context: its certificate, and what it negotiates. */
#include "server/conn/tls.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/support/tls_end.h"

static struct {
    char dir[64], cert_file[80], key_file[80], other_key_file[80];
    struct cert cert, other;
} place;

static struct tls_context *open_site(void) {
    char fault[FAULT_BYTES] = "";
    cert_write(&place.cert, place.cert_file, place.key_file);
    struct tls_context *context =
        tls_context_open(place.cert_file, place.key_file, fault);
    assert_string_equal(fault, "");
    return context;
}

/* --- its files --- */

static void expect_refused(const char *cert_file, const char *key_file,
                           const char *word) {
    char fault[FAULT_BYTES] = "";
    assert_null(tls_context_open(cert_file, key_file, fault));
    if (strstr(fault, word) == NULL) {
        fail_msg("\"%s\" without \"%s\"", fault, word);
    }
}

static void files_that_are_no_good(void **state) {
    char missing[100], junk[100];
    snprintf(missing, sizeof missing, "%s/missing", place.dir);
    snprintf(junk, sizeof junk, "%s/junk", place.dir);
    write_file(junk, "-----BEGIN CERTIFICATE-----\njunk\n");
    cert_write(&place.cert, place.cert_file, place.key_file);
    expect_refused(missing, place.key_file, "missing: No such file");
    expect_refused(place.cert_file, missing, "missing: No such file");
    expect_refused(junk, place.key_file, "junk: there is no certificate in it, in PEM");
    expect_refused(place.cert_file, junk, "junk: there is no key in it, in PEM");
    expect_refused(place.cert_file, place.cert_file, "cert: there is no key in it");
    expect_refused(place.key_file, place.cert_file, "key: this is a key: the cert");
    expect_refused(place.cert_file, place.other_key_file,
                   "other_key: this is not the key of the certificate");
}

/* OpenSSL notices this in another place. */
static void a_key_of_another_kind(void **state) {
    EVP_PKEY *rsa = EVP_RSA_gen(2048);
    cert_write(&place.cert, place.cert_file, NULL);
    FILE *out = fopen(place.key_file, "w");
    assert_int_equal(PEM_write_PrivateKey(out, rsa, NULL, NULL, 0, NULL, NULL), 1);
    fclose(out);
    expect_refused(place.cert_file, place.key_file,
                   "key: this is not the key of the certificate");
    EVP_PKEY_free(rsa);
}

/* OpenSSL must not ask for a passphrase, which would block the server. */
static void a_key_with_a_passphrase(void **state) {
    FILE *out = fopen(place.key_file, "w");
    assert_int_equal(PEM_write_PrivateKey(out, place.cert.key, EVP_aes_128_cbc(),
                                          (const unsigned char *)"secret", 6, NULL, NULL),
                     1);
    fclose(out);
    expect_refused(place.cert_file, place.key_file,
                   "key: it has a passphrase: remove that with openssl pkey");
}

/* A chain that begins with the certificate of the authority. */
static void a_chain_in_the_wrong_order(void **state) {
    FILE *out = fopen(place.cert_file, "w");
    assert_int_equal(PEM_write_X509(out, place.other.x509), 1);
    assert_int_equal(PEM_write_X509(out, place.cert.x509), 1);
    fclose(out);
    cert_write(&place.cert, NULL, place.key_file);
    expect_refused(place.cert_file, place.key_file,
                   "cert: the server's own certificate must be the first in it");
}

static void what_the_host_is_told(void **state) {
    char expected[65];
    struct tls_context *context = open_site();
    struct tls_certificate told = tls_context_certificate(context);
    cert_fingerprint(&place.cert, expected);
    assert_string_equal(told.fingerprint, expected);
    assert_int_equal(strlen(told.expires), strlen("2026-11-21T01:02:03Z"));
    assert_false(told.is_expired);
    tls_context_close(context);
    struct cert old = cert_make(&(struct cert_plan){.name = "old", .is_expired = true});
    cert_write(&old, place.cert_file, place.key_file);
    char fault[FAULT_BYTES];
    context = tls_context_open(place.cert_file, place.key_file, fault);
    assert_true(tls_context_certificate(context).is_expired);
    tls_context_close(context);
    cert_fini(&old);
}

/* --- its connections --- */

struct line {
    struct end client, server;
};

static void open_line(struct line *line, const struct tls_context *context, int least,
                      int most) {
    *line = (struct line){0};
    end_open_client(&line->client, least, most);
    line->server.tls = tls_context_accept(context, &end_ops, &line->server);
    tls_start(line->client.tls);
    end_talk(&line->client, &line->server, SIZE_MAX);
}

static void close_line(struct line *line) {
    end_fini(&line->client);
    end_fini(&line->server);
}

/* Checks that the other end has a certificate with this fingerprint. */
static void expect_certificate(const struct line *line, const struct cert *cert) {
    X509 *got = SSL_get1_peer_certificate(tls_ssl(line->client.tls));
    assert_non_null(got);
    assert_int_equal(X509_cmp(got, cert->x509), 0);
    X509_free(got);
}

static void read_again(void **state) {
    char fault[FAULT_BYTES] = "";
    struct tls_context *context = open_site();
    struct line before, after;
    open_line(&before, context, 0, 0);
    expect_certificate(&before, &place.cert);
    cert_write(&place.other, place.cert_file, NULL);
    assert_false(
        tls_context_read_again(context, fault)); /* the key is still the old one */
    assert_non_null(strstr(fault, "not the key of the certificate"));
    open_line(&after, context, 0, 0);
    expect_certificate(&after, &place.cert);
    close_line(&after);
    cert_write(&place.other, NULL, place.key_file);
    assert_true(tls_context_read_again(context, fault));
    open_line(&after, context, 0, 0);
    expect_certificate(&after, &place.other);
    close_line(&after);
    assert_true(tls_write(before.client.tls, "still", 5));
    end_talk(&before.client, &before.server, 1);
    end_expect(&before.server, "still");
    tls_context_close(context); /* open connections go on */
    assert_true(tls_write(before.server.tls, "here", 4));
    end_talk(&before.client, &before.server, 1);
    end_expect(&before.client, "here");
    close_line(&before);
}

static void versions(void **state) {
    struct tls_context *context = open_site();
    struct line line;
    for (int version = TLS1_VERSION; version <= TLS1_1_VERSION; version++) {
        open_line(&line, context, version, version);
        assert_int_equal(tls_get_state(line.server.tls), TLS_BROKEN);
        assert_string_equal(tls_fault(line.server.tls), "unsupported protocol");
        assert_int_equal(tls_get_state(line.client.tls), TLS_BROKEN);
        assert_string_equal(tls_fault(line.client.tls), "tlsv1 alert protocol version");
        close_line(&line);
    }
    for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++) {
        open_line(&line, context, version, version);
        assert_int_equal(SSL_version(tls_ssl(line.client.tls)), version);
        assert_int_equal(tls_get_state(line.server.tls), TLS_UP);
        close_line(&line);
    }
    tls_context_close(context);
}

static void ciphers_that_keep_no_secret_for_ever(void **state) {
    struct tls_context *context = open_site();
    struct line line = {0};
    end_open_client(&line.client, TLS1_2_VERSION, TLS1_2_VERSION);
    SSL_set_cipher_list(tls_ssl(line.client.tls),
                        "AES128-SHA:AES256-GCM-SHA384:ECDHE-ECDSA-AES128-SHA");
    line.server.tls = tls_context_accept(context, &end_ops, &line.server);
    tls_start(line.client.tls);
    end_talk(&line.client, &line.server, SIZE_MAX);
    assert_int_equal(tls_get_state(line.server.tls), TLS_BROKEN);
    assert_string_equal(tls_fault(line.server.tls), "no shared cipher");
    close_line(&line);
    tls_context_close(context);
}

/* A client that asks for renegotiation does not get it, however often it asks. */
static void renegotiation_is_off(void **state) {
    struct tls_context *context = open_site();
    struct line line;
    open_line(&line, context, TLS1_2_VERSION, TLS1_2_VERSION);
    SSL *client = tls_ssl(line.client.tls);
    assert_int_equal(SSL_renegotiate(client), 1);
    assert_int_equal(SSL_do_handshake(client), -1); /* its hello is under way */
    tls_end(line.client.tls);                       /* takes it out of OpenSSL */
    assert_in_range(line.client.out.n, 100, 1000);
    end_carry(&line.client, &line.server, SIZE_MAX);
    assert_int_equal(tls_get_state(line.server.tls), TLS_UP);
    assert_in_range(line.server.out.n, 20, 100); /* an alert, and no certificate */
    close_line(&line);
    tls_context_close(context);
}

/* No session can be resumed: neither sessions nor ticket keys are stored. */
static void no_sessions(void **state) {
    struct tls_context *context = open_site();
    for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++) {
        struct line line;
        open_line(&line, context, version, version);
        assert_int_equal(
            SSL_SESSION_has_ticket(SSL_get0_session(tls_ssl(line.client.tls))), 0);
        close_line(&line);
    }
    tls_context_close(context);
}

static int make_place(void **state) {
    const char *parent = getenv("TMPDIR");
    snprintf(place.dir, sizeof place.dir, "%.40s/alea-tls.XXXXXX",
             parent != NULL ? parent : "/tmp");
    if (mkdtemp(place.dir) == NULL) {
        return -1;
    }
    snprintf(place.cert_file, sizeof place.cert_file, "%s/cert", place.dir);
    snprintf(place.key_file, sizeof place.key_file, "%s/key", place.dir);
    snprintf(place.other_key_file, sizeof place.other_key_file, "%s/other_key",
             place.dir);
    place.cert = cert_make(&(struct cert_plan){.name = "here"});
    place.other = cert_make(&(struct cert_plan){.name = "there"});
    cert_write(&place.other, NULL, place.other_key_file);
    return 0;
}

static int drop_place(void **state) {
    char junk[100];
    cert_fini(&place.cert);
    cert_fini(&place.other);
    snprintf(junk, sizeof junk, "%s/junk", place.dir);
    unlink(junk);
    unlink(place.cert_file);
    unlink(place.key_file);
    unlink(place.other_key_file);
    return rmdir(place.dir);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_no_good),
        cmocka_unit_test(a_key_of_another_kind),
        cmocka_unit_test(a_key_with_a_passphrase),
        cmocka_unit_test(a_chain_in_the_wrong_order),
        cmocka_unit_test(what_the_host_is_told),
        cmocka_unit_test(read_again),
        cmocka_unit_test(versions),
        cmocka_unit_test(ciphers_that_keep_no_secret_for_ever),
        cmocka_unit_test(renegotiation_is_off),
        cmocka_unit_test(no_sessions),
    };
    return cmocka_run_group_tests_name("tls_context", tests, make_place, drop_place);
}
