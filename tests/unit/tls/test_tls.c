/* Two TLS ends talk to each other: everything arrives, however the bytes are cut; bytes
 * that were changed on the way do not. */
#include "tests/support/tls_end.h"
#include "tests/unit/random.h"

#define BIG_BYTES 1000000

static struct cert cert;

struct line {
    struct end client, server;
};

/* Opens a server that sends this many certificates after its own. */
static void open_server_with(struct end *end, int more) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(context, cert.x509);
    for (int i = 0; i < more; i++) {
        assert_int_equal(SSL_CTX_add1_chain_cert(context, cert.x509), 1);
    }
    SSL_CTX_use_PrivateKey(context, cert.key);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL *ssl = SSL_new(context);
    SSL_CTX_free(context);
    SSL_set_accept_state(ssl);
    end->tls = tls_new(ssl, &end_ops, end);
}

static void open_server(struct end *end) {
    open_server_with(end, 0);
}

static struct line *open_line_with(int version, int more) {
    struct line *line = calloc(1, sizeof *line);
    assert_non_null(line);
    end_open_client(&line->client, version, version);
    open_server_with(&line->server, more);
    tls_start(line->client.tls);
    return line;
}

static struct line *open_line(int version) {
    return open_line_with(version, 0);
}

static void close_line(struct line *line) {
    end_fini(&line->client);
    end_fini(&line->server);
    free(line);
}

/* As open_line, with the handshake done. */
static struct line *open_line_up(int version) {
    struct line *line = open_line(version);
    end_talk(&line->client, &line->server, SIZE_MAX);
    assert_int_equal(tls_get_state(line->client.tls), TLS_UP);
    assert_int_equal(tls_get_state(line->server.tls), TLS_UP);
    return line;
}

static bool say(struct end *end, const char *text) {
    return tls_write(end->tls, text, strlen(text));
}

static const int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
#define EACH_VERSION(v) (size_t v = 0; (v) < 2; (v)++)

/* --- talking --- */

static void both_hear(void **state) {
    static const size_t pieces[] = {1, 2, 3, 7, 1000, SIZE_MAX};
    for
        EACH_VERSION(v) {
            for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
                struct line *line = open_line(versions[v]);
                end_talk(&line->client, &line->server, pieces[i]);
                assert_true(say(&line->client, "hello\n"));
                assert_true(say(&line->client, "again\n"));
                assert_true(say(&line->server, "* alea/1\r\n"));
                end_talk(&line->client, &line->server, pieces[i]);
                end_expect(&line->server, "hello\nagain\n");
                end_expect(&line->client, "* alea/1\r\n");
                close_line(line);
            }
        }
}

static void an_answer_from_inside(void **state) {
    for
        EACH_VERSION(v) {
            struct line *line = open_line_up(versions[v]);
            line->server.answer = "pong";
            assert_true(say(&line->client, "ping"));
            assert_true(say(&line->client, "ping"));
            end_talk(&line->client, &line->server, 1);
            end_expect(&line->server, "pingping");
            end_expect(&line->client, "pong");
            close_line(line);
        }
}

static void much(void **state) {
    char *big = malloc(BIG_BYTES);
    assert_non_null(big);
    for (size_t i = 0; i < BIG_BYTES; i++) {
        big[i] = (char)(i * 31 % 251);
    }
    for
        EACH_VERSION(v) {
            struct line *line = open_line_up(versions[v]);
            assert_true(tls_write(line->server.tls, big, BIG_BYTES));
            assert_true(tls_write(line->client.tls, big, BIG_BYTES));
            assert_in_range(line->server.out.n, BIG_BYTES, BIG_BYTES + BIG_BYTES / 100);
            end_talk(&line->client, &line->server, 65536);
            assert_int_equal(line->client.heard.n, BIG_BYTES);
            assert_memory_equal(line->client.heard.at, big, BIG_BYTES);
            assert_int_equal(line->server.heard.n, BIG_BYTES);
            assert_memory_equal(line->server.heard.at, big, BIG_BYTES);
            close_line(line);
        }
    free(big);
}

/* A handshake longer than the buffer between OpenSSL and the socket. */
static void many_certificates(void **state) {
    for
        EACH_VERSION(v) {
            struct line *line = open_line_with(versions[v], 40);
            end_carry(&line->client, &line->server, SIZE_MAX);
            assert_in_range(line->server.out.n, 2 * TLS_WIRE_BYTES, 100000);
            end_talk(&line->client, &line->server, 1000);
            assert_int_equal(tls_get_state(line->client.tls), TLS_UP);
            assert_true(say(&line->server, "here"));
            end_talk(&line->client, &line->server, SIZE_MAX);
            end_expect(&line->client, "here");
            close_line(line);
        }
}

static void nothing_is_said_before_the_handshake(void **state) {
    struct line *line = open_line(0);
    assert_false(say(&line->server, "early"));
    assert_int_equal(line->server.out.n, 0);
    tls_end(line->server.tls);
    end_talk(&line->client, &line->server, 1);
    assert_int_equal(tls_get_state(line->client.tls), TLS_UP);
    assert_true(say(&line->server, "now"));
    end_talk(&line->client, &line->server, 1);
    end_expect(&line->client, "now");
    close_line(line);
}

/* --- the end --- */

static void who_has_ended_still_hears(void **state) {
    for
        EACH_VERSION(v) {
            struct line *line = open_line_up(versions[v]);
            assert_true(say(&line->client, "last"));
            tls_end(line->client.tls);
            tls_end(line->client.tls);
            assert_false(say(&line->client, "more"));
            end_talk(&line->client, &line->server, 1);
            end_expect(&line->server, "last");
            assert_int_equal(tls_get_state(line->server.tls), TLS_ENDED);
            assert_true(say(&line->server, "answer"));
            tls_end(line->server.tls);
            end_talk(&line->client, &line->server, 1);
            end_expect(&line->client, "answer");
            assert_int_equal(tls_get_state(line->client.tls), TLS_ENDED);
            close_line(line);
        }
}

static void what_comes_after_the_end_is_dropped(void **state) {
    struct line *line = open_line_up(TLS1_3_VERSION);
    tls_end(line->client.tls);
    end_talk(&line->client, &line->server, 1);
    assert_int_equal(tls_feed(line->server.tls, "x", 1), TLS_ENDED);
    assert_string_equal(tls_fault(line->server.tls), "");
    close_line(line);
}

/* --- hostile bytes --- */

/* Checks the server's state after these bytes from a client that then sends nothing
 * more. */
static void expect_broken_or_waiting(const char *bytes, size_t n) {
    struct end server = {0};
    open_server(&server);
    enum tls_state state = tls_feed(server.tls, bytes, n);
    assert_int_equal(server.heard.n, 0);
    if (state == TLS_BROKEN) {
        assert_string_not_equal(tls_fault(server.tls), "");
        assert_false(tls_write(server.tls, "x", 1));
        server.out.n = 0;
        assert_int_equal(tls_feed(server.tls, bytes, n), TLS_BROKEN); /* TLS_BROKEN is
                                                                       * final */
        tls_end(server.tls);
        tls_start(server.tls);
        assert_int_equal(tls_get_state(server.tls), TLS_BROKEN);
        assert_int_equal(server.out.n, 0);
    } else {
        assert_int_equal(state, TLS_HANDSHAKE);
    }
    end_fini(&server);
}

static void plain_text_breaks_it(void **state) {
    static const char *const texts[] = {"hello alea, are you there?\n",
                                        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                                        "\x16\x03\x01\x7f\xff too long a record"};
    for (size_t i = 0; i < 3; i++) {
        struct end server = {0};
        open_server(&server);
        assert_int_equal(tls_feed(server.tls, texts[i], strlen(texts[i])), TLS_BROKEN);
        assert_string_not_equal(tls_fault(server.tls), "");
        end_fini(&server);
    }
    assert_false(tls_is_record('h'));
    assert_false(tls_is_record('{'));
    assert_false(tls_is_record(0xff)); /* telnet begins with this byte */
    assert_false(tls_is_record(19));
    assert_true(tls_is_record(20));
    assert_true(tls_is_record(0x16));
    assert_true(tls_is_record(23));
    assert_false(tls_is_record(24));
}

static void a_handshake_cut_anywhere_waits(void **state) {
    for
        EACH_VERSION(v) {
            struct line *line = open_line(versions[v]);
            for (size_t n = 1; n < line->client.out.n; n++) {
                expect_broken_or_waiting(line->client.out.at, n);
            }
            close_line(line);
        }
}

static void a_handshake_changed_anywhere(void **state) {
    uint64_t random = random_seed();
    for
        EACH_VERSION(v) {
            struct line *line = open_line(versions[v]);
            for (size_t at = 0; at < line->client.out.n; at++) {
                char *byte = &line->client.out.at[at];
                char was = *byte;
                *byte ^= (char)(1u << random_below(&random, 8));
                expect_broken_or_waiting(line->client.out.at, line->client.out.n);
                *byte = was;
            }
            close_line(line);
        }
}

static void random_bytes(void **state) {
    uint64_t random = random_seed();
    for (int i = 0; i < 300; i++) {
        char bytes[600] = {0x16, 0x03, 0x01, 0x02, 0x00};
        for (size_t at = i % 2 == 0 ? 5 : 0; at < sizeof bytes; at++) {
            bytes[at] = (char)random_below(&random, 256);
        }
        expect_broken_or_waiting(bytes, sizeof bytes);
    }
}

/* Bytes changed on the way are never delivered, and break the connection. */
static void a_word_changed_anywhere(void **state) {
    uint64_t random = random_seed();
    for
        EACH_VERSION(v) {
            for (size_t at = 0; at < 30; at++) {
                struct line *line = open_line_up(versions[v]);
                assert_true(say(&line->client, "resign"));
                assert_in_range(line->client.out.n, 23, 100);
                size_t changed = at % line->client.out.n;
                line->client.out.at[changed] ^= (char)(1u << random_below(&random, 8));
                end_carry(&line->client, &line->server, 1);
                assert_int_equal(line->server.heard.n, 0);
                enum tls_state got = tls_get_state(line->server.tls);
                assert_true(got == TLS_BROKEN || (got == TLS_UP && changed < 5));
                close_line(line);
            }
        }
}

static void what_was_said_is_not_heard_twice(void **state) {
    for
        EACH_VERSION(v) {
            struct line *line = open_line_up(versions[v]);
            assert_true(say(&line->client, "resign"));
            struct bytes *out = &line->client.out;
            assert_int_equal(tls_feed(line->server.tls, out->at, out->n), TLS_UP);
            end_expect(&line->server, "resign");
            assert_int_equal(tls_feed(line->server.tls, out->at, out->n), TLS_BROKEN);
            assert_int_equal(line->server.heard.n, 0);
            close_line(line);
        }
}

/* Each request for new keys is answered, and the owner can count the answers as
 * output. */
static void a_flood_of_new_keys(void **state) {
    struct line *line = open_line_up(TLS1_3_VERSION);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(
            SSL_key_update(tls_ssl(line->client.tls), SSL_KEY_UPDATE_REQUESTED), 1);
        assert_true(say(&line->client, "x"));
    }
    size_t sent = line->client.out.n;
    end_carry(&line->client, &line->server, SIZE_MAX);
    assert_in_range(line->server.out.n, 0, sent);
    assert_int_equal(tls_get_state(line->server.tls), TLS_UP);
    assert_true(say(&line->server, "still here"));
    end_talk(&line->client, &line->server, 1);
    end_expect(&line->client, "still here");
    close_line(line);
}

static int make_cert(void **state) {
    cert = cert_make(&(struct cert_plan){.name = "ends"});
    return 0;
}

static int drop_cert(void **state) {
    cert_fini(&cert);
    return 0;
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_hear),
        cmocka_unit_test(an_answer_from_inside),
        cmocka_unit_test(much),
        cmocka_unit_test(many_certificates),
        cmocka_unit_test(nothing_is_said_before_the_handshake),
        cmocka_unit_test(who_has_ended_still_hears),
        cmocka_unit_test(what_comes_after_the_end_is_dropped),
        cmocka_unit_test(plain_text_breaks_it),
        cmocka_unit_test(a_handshake_cut_anywhere_waits),
        cmocka_unit_test(a_handshake_changed_anywhere),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(a_word_changed_anywhere),
        cmocka_unit_test(what_was_said_is_not_heard_twice),
        cmocka_unit_test(a_flood_of_new_keys),
    };
    return cmocka_run_group_tests_name("tls", tests, make_cert, drop_cert);
}
