/* Addresses, connections, and splitting received bytes into lines. */
#include "client-cli/net/net.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/unit/listen.h"
#include "tests/unit/test.h"

/* --- addresses --- */

static const struct address_row {
    const char *name;
    const char *text;
    const char *read; /* the address; after "!", the start of the fault */
} address_rows[] = {
    {"nothing", "", "127.0.0.1:2532"},
    {"a host", "example.org", "example.org:2532"},
    {"a host and a port", "example.org:99", "example.org:99"},
    {"a port", ":99", "127.0.0.1:99"},
    {"IPv6", "::1", "[::1]:2532"},
    {"IPv6 in brackets", "[::1]", "[::1]:2532"},
    {"IPv6 and a port", "[::1]:99", "[::1]:99"},
    {"no port after the colon", "example.org:", "!not an address: HOST"},
    {"a port too long", "example.org:123456", "!not an address: HOST"},
    {"a port too great", "example.org:65536", "!not an address: HOST"},
    {"a port that is a word", "example.org:abc", "!not an address: HOST"},
    {"an open bracket", "[::1", "!not an address: HOST"},
    {"something after the bracket", "[::1]99", "!not an address: HOST"},
    {"a bracket inside", "::5:1][232", "!not an address: HOST"},
    {"brackets in brackets", "[[::1]]:99", "!not an address: HOST"},
    {"a scheme", "alea://example.org", "example.org:2532"},
    {"a scheme and a port", "alea://example.org:99", "example.org:99"},
    {"a scheme and IPv6", "alea://[::1]:99", "[::1]:99"},
    {"a scheme and a slash", "alea://example.org/", "example.org:2532"},
    {"with TLS", "aleas://example.org", "example.org:2533"},
    {"with TLS and a port", "ALEAS://example.org:99", "example.org:99"},
    {"as in a browser", "http://example.org:2532/", "example.org:2532"},
    {"as in a browser, no port", "HTTP://example.org", "example.org:2532"},
    {"https", "https://example.org", "!only alea://, aleas:// (with TLS) and http://"},
    {"no scheme", "://example.org", "!only alea://"},
    {"a scheme alone", "alea://", "!a server is HOST or HOST:PORT, without a path"},
    {"a path", "http://example.org/play", "!a server is HOST or HOST:PORT, without a"},
    {"a path, no scheme", "example.org/",
     "!a server is HOST or HOST:PORT, without a path"},
    {"a user", "ann@example.org", "!a server is HOST or HOST:PORT, without a path"},
    {"two servers", "here there", "!a server is HOST or HOST:PORT, without a path"},
};

TEST_ROWS(address_rows) {
    const struct address_row *row = table_row(state);
    struct net_address address;
    char fault[FAULT_BYTES] = "";
    struct trust trust = {.is_wanted = false};
    bool is_read = net_address_read(row->text, &trust, &address, fault);
    assert_int_equal(is_read, row->read[0] != '!');
    if (!is_read) {
        assert_memory_equal(fault, row->read + 1, strlen(row->read + 1));
    }
    if (is_read) {
        char written[300];
        struct text_out out = text_out_of(written, sizeof written);
        net_address_write(&address, &out);
        assert_string_equal(written, row->read);
    }
}

TEST(test_default_port) {
    struct net_address address;
    struct trust trust = {.is_wanted = false};
    char fault[FAULT_BYTES];
    assert_true(net_address_read("example.org", &trust, &address, fault));
    assert_string_equal(address.port, DEFAULT_PORT);
    assert_null(address.trust);
    assert_true(net_address_read("aleas://example.org", &trust, &address, fault));
    assert_string_equal(address.port, DEFAULT_TLS_PORT);
    assert_ptr_equal(address.trust, &trust);
    trust.is_wanted = true;
    assert_true(net_address_read("example.org", &trust, &address, fault));
    assert_string_equal(address.port, DEFAULT_TLS_PORT);
    assert_ptr_equal(address.trust, &trust);
    assert_true(net_address_read("alea://example.org:1", &trust, &address, fault));
    assert_string_equal(address.port, "1");
    assert_ptr_equal(address.trust, &trust);
}

/* An address with TLS gets a clear error from a command without TLS. */
TEST(test_no_tls) {
    struct net_address address;
    char fault[FAULT_BYTES];
    assert_false(net_address_read("aleas://example.org", NULL, &address, fault));
    assert_string_equal(fault, "this command speaks no TLS");
}

/* --- connections --- */

/* A listening socket; writes its port to the address. */
static int listen_at(struct net_address *address) {
    unsigned port;
    int fd = listen_somewhere(&port);
    char fault[FAULT_BYTES];
    assert_true(net_address_read("", NULL, address, fault));
    snprintf(address->port, sizeof address->port, "%u", port);
    return fd;
}

TEST(test_connection) {
    struct net_address address;
    struct net net;
    char sent[16] = "";
    size_t len;
    int listener = listen_at(&address);
    assert_true(net_connect(&net, &address));
    int server = accept(listener, NULL, NULL);
    net_send_line(&net, "hello");
    assert_int_equal(recv(server, sent, sizeof sent - 1, 0), 6);
    assert_string_equal(sent, "hello\n");
    assert_int_equal(send(server, "one\ntw", 6, 0), 6);
    assert_true(net_wait(&net, false) && net_receive(&net));
    assert_string_equal(lines_next(&net.in, &len), "one");
    assert_null(lines_next(&net.in, &len));
    assert_true(net_receive(&net)); /* no bytes yet: the connection is not lost */
    close(server);
    assert_true(net_wait(&net, false));
    assert_false(net_receive(&net));
    assert_string_equal(net.fault, "the server has closed the connection");
    assert_false(net_receive(&net));
    net_send_line(&net, "nobody is there"); /* sending on a lost connection does
                                             * nothing */
    net_close(&net);
    close(listener);
}

#if defined TCP_USER_TIMEOUT && defined TCP_KEEPIDLE
static int option(const struct net *net, int level, int name) {
    int value = 0;
    socklen_t len = sizeof value;
    assert_int_equal(getsockopt(net->fd, level, name, &value, &len), 0);
    return value;
}

/* An idle connection survives a lost probe.  The system closes it when nothing was
 * received for TCP_USER_TIMEOUT, however many probes were sent. */
TEST(test_probes) {
    struct net_address address;
    struct net net;
    int listener = listen_at(&address);
    assert_true(net_connect(&net, &address));
    assert_int_equal(option(&net, SOL_SOCKET, SO_KEEPALIVE), 1);
    int idle_s = option(&net, IPPROTO_TCP, TCP_KEEPIDLE);
    int interval_s = option(&net, IPPROTO_TCP, TCP_KEEPINTVL);
    int probes = option(&net, IPPROTO_TCP, TCP_KEEPCNT);
    assert_true(option(&net, IPPROTO_TCP, TCP_USER_TIMEOUT) >=
                1000 * (idle_s + interval_s * probes));
    net_close(&net);
    close(listener);
}
#else
TEST(test_probes) {
}
#endif

/* The goodbye of a server that closes at once can still be read. */
TEST(test_last_words) {
    struct net_address address;
    struct net net;
    size_t len;
    int listener = listen_at(&address);
    assert_true(net_connect(&net, &address));
    int server = accept(listener, NULL, NULL);
    assert_int_equal(send(server, "goodbye\n", 8, 0), 8);
    assert_true(net_wait(&net, false) && net_receive(&net));
    net_lose(&net, "enough");
    assert_int_equal(net.fd, -1);
    assert_string_equal(net.fault, "enough");
    assert_string_equal(lines_next(&net.in, &len), "goodbye");
    net_close(&net);
    assert_null(lines_next(&net.in, &len));
    close(server);
    close(listener);
}

TEST(test_nobody_listens) {
    struct net_address address;
    struct net net;
    close(listen_at(&address));
    assert_false(net_connect(&net, &address));
    assert_string_equal(net.fault, "Connection refused");
    assert_int_equal(net.fd, -1);
}

/* --- lines --- */

#define LINES_TEXT "first\r\n\nsecond\0x\nlast"

/* The lines are the same, however the received bytes are split. */
TEST(test_lines) {
    for (size_t cut = 1; cut < sizeof LINES_TEXT; cut++) {
        struct lines lines;
        char got[64] = "";
        size_t n = sizeof LINES_TEXT - 1, len;
        lines_init(&lines, 100);
        for (size_t at = 0; at < n; at += cut) {
            char *line;
            assert_true(lines_add(&lines, &LINES_TEXT[at], at + cut < n ? cut : n - at));
            while ((line = lines_next(&lines, &len)) != NULL) {
                assert_int_equal(line[len], '\0');
                snprintf(got + strlen(got), sizeof got - strlen(got), "%s/%zu,", line,
                         len);
            }
        }
        assert_string_equal(got, "first/5,/0,second/8,");
        assert_string_equal(lines_rest(&lines, &len), "last");
        assert_null(lines_rest(&lines, &len));
        lines_fini(&lines);
    }
}

TEST(test_line_too_long) {
    struct lines lines;
    size_t len;
    lines_init(&lines, 4);
    assert_true(lines_add(&lines, "1234\r\n", 6));
    assert_string_equal(lines_next(&lines, &len), "1234");
    assert_true(lines_add(&lines, "123456", 6));
    assert_false(lines_add(&lines, "7", 1));
    lines_fini(&lines);
}
