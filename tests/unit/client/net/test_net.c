/* Addresses, connections, and splitting received bytes into lines; and the servers
 * that were found, and when to connect again. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/json.h"
#include "tests/unit/listen.h"
#include "tests/unit/test.h"

#include "client-cli/net/find.h"
#include "client-cli/net/net.h"
#include "client-cli/net/wait.h"

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

/* --- found --- */

/* The list of servers that have answered. */

/* The answer of server number i, with this title. */
static struct discovery_answer answer(unsigned i, const char *title) {
    struct discovery_answer made = {
        .port = 2532, .protocol = 1, .server = "alead/0.1.0", .players = i};
    snprintf(made.boot, sizeof made.boot, "boot%012u", i);
    snprintf(made.title, sizeof made.title, "%s", title);
    return made;
}

static struct found *new_found(void) {
    return test_calloc(1, sizeof(struct found));
}

static void add(struct found *found, unsigned i, const char *title, const char *host) {
    struct discovery_answer told = answer(i, title);
    found_add(found, &told, host);
}

/* The same server, with a port for TLS only. */
static void add_tls(struct found *found, unsigned i, const char *title,
                    const char *host) {
    struct discovery_answer told = answer(i, title);
    told.port = 0;
    told.tls_port = 2533;
    found_add(found, &told, host);
}

/* The printed list, owned. */
static char *printed(struct found *found, void (*print)(const struct found *, FILE *)) {
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    found_sort(found);
    print(found, out);
    fclose(out);
    return text;
}

static void expect_printed(struct found *found, const char *expected) {
    char *text = printed(found, found_print);
    assert_string_equal(text, expected);
    free(text);
}

TEST(test_best_address_first) {
    struct found *found = new_found();
    static const char *const hosts[] = {"::1",         "127.0.0.1",    "fe80::5%eth0",
                                        "2001:db8::5", "192.168.1.77", "192.168.1.5",
                                        "192.168.1.5"};
    static const char *const sorted[] = {"192.168.1.5:2532",   "192.168.1.77:2532",
                                         "[2001:db8::5]:2532", "[fe80::5%eth0]:2532",
                                         "127.0.0.1:2532",     "[::1]:2532"};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        add(found, 1, "Ours", hosts[i]);
    }
    assert_int_equal(found->n, 1);
    assert_int_equal(found->server[0].n_addresses, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(found->server[0].address[i].text, sorted[i]);
    }
    test_free(found);
}

TEST(test_print) {
    struct found *found = new_found();
    add(found, 12, "Zebra", "192.168.1.5");
    add(found, 1, "At ours", "fe80::5%eth0");
    add(found, 2, "At ours", "10.0.0.1");
    add_tls(found, 3, "Beta", "10.0.0.3");
    add(found, 4, "Gamma", "10.0.0.4");
    add_tls(found, 4, "Gamma", "10.0.0.4");
    expect_printed(
        found, "alea play 10.0.0.1:2532        plain    2 players  alead/0.1.0  At ours\n"
               "alea play [fe80::5%eth0]:2532  plain    1 player   alead/0.1.0  At ours\n"
               "alea play --tls 10.0.0.3:2533  TLS      3 players  alead/0.1.0  Beta\n"
               "alea play 10.0.0.4:2532        both     4 players  alead/0.1.0  Gamma\n"
               "alea play 192.168.1.5:2532     plain   12 players  alead/0.1.0  Zebra\n");
    test_free(found);
}

TEST(test_json) {
    struct found *found = new_found();
    add(found, 1, "Ours", "::1");
    add(found, 1, "Ours", "192.168.1.5");
    add(found, 2, "Another", "192.168.1.6");
    char *text = printed(found, found_print_json);
    static const char first[] = "{'address':'192.168.1.6:2532',";
    static const char second[] = "\n{'address':'192.168.1.5:2532','addresses':["
                                 "'192.168.1.5:2532','[::1]:2532'],";
    assert_begins(text, first);
    assert_has(text, second);
    free(text);
    test_free(found);
}

/* Several ports are listed as one server.  The address that more people can reach comes
 * first, then the one without TLS. */
TEST(test_ports) {
    struct found *found = new_found();
    struct discovery_answer told = answer(1, "Ours");
    static const char *const sorted[] = {"192.168.1.5:2533", "127.0.0.1:2532",
                                         "127.0.0.1:2533"};
    told.tls_port = 2533;
    for (int i = 0; i < 2; i++) {
        found_add(found, &told, "127.0.0.1");
        add_tls(found, 1, "Ours", "192.168.1.5");
        add_tls(found, 1, "Ours", "127.0.0.1");
    }
    assert_int_equal(found->n, 1);
    assert_int_equal(found->server[0].n_addresses, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(found->server[0].address[i].text, sorted[i]);
        assert_int_equal(found->server[0].address[i].is_tls, i != 1);
    }
    expect_printed(
        found,
        "alea play --tls 192.168.1.5:2533  both     1 player   alead/0.1.0  Ours\n");
    test_free(found);
}

TEST(test_json_tls) {
    struct found *found = new_found();
    add(found, 1, "Ours", "192.168.1.5");
    add_tls(found, 1, "Ours", "192.168.1.5");
    add_tls(found, 2, "Secret", "192.168.1.6");
    char *text = printed(found, found_print_json);
    static const char first[] =
        "{'address':'192.168.1.5:2532','addresses':['192.168.1.5:2532'],"
        "'tls_address':'192.168.1.5:2533','tls_addresses':['192.168.1.5:2533'],";
    static const char second[] =
        "\n{'address':null,'addresses':[],'tls_address':'192.168.1.6:2533',";
    assert_begins(text, first);
    assert_has(text, second);
    free(text);
    test_free(found);
}

/* A server with the same boot id as another is still listed separately. */
TEST(test_none_hides_another) {
    struct found *found = new_found();
    add(found, 1, "Ours", "192.168.1.5");
    add(found, 1, "Not ours", "192.168.1.66");
    add(found, 2, "Ours", "192.168.1.66");
    assert_int_equal(found->n, 3);
    test_free(found);
}

TEST(test_bounds) {
    struct found *found = new_found();
    char host[300];
    for (unsigned i = 0; i < FOUND_MAX + 10; i++) {
        for (unsigned j = 0; j < FOUND_ADDRESSES_MAX + 2; j++) {
            snprintf(host, sizeof host, "10.0.%u.%u", i % 256, j);
            add(found, i, "Ours", host);
        }
    }
    assert_int_equal(found->n, FOUND_MAX);
    assert_int_equal(found->server[0].n_addresses, FOUND_ADDRESSES_MAX);
    memset(host, '1', sizeof host - 1);
    host[sizeof host - 1] = '\0';
    found->n = 0;
    add(found, 1, "Ours", host); /* longer than any address */
    host[100] = '\0';
    add(found, 1, "Ours", host);
    assert_int_equal(found->n, 0);
    test_free(found);
}

/* alea play accepts the printed addresses. */
TEST(test_addresses_can_be_read) {
    static const char *const hosts[] = {"192.168.1.5", "fe80::5%eth0", "::1"};
    for (size_t i = 0; i < 3; i++) {
        struct found *found = new_found();
        struct net_address read;
        char fault[FAULT_BYTES];
        add(found, 1, "Ours", hosts[i]);
        assert_true(
            net_address_read(found->server[0].address[0].text, NULL, &read, fault));
        assert_string_equal(read.host, hosts[i]);
        assert_string_equal(read.port, "2532");
        test_free(found);
    }
}

/* --- reconnect --- */

/* When to connect again after a lost connection. */

static const struct delay_row {
    const char *name;
    unsigned n;
    uint32_t random;
    uint32_t delay_ms;
    const char *when;
} delay_rows[] = {
    {"the first", 0, 0, 500, "trying again at once"},
    {"the first, half taken off", 0, 250, 250, "trying again at once"},
    {"never more than half", 0, 251, 500, "trying again at once"},
    {"doubled", 1, 0, 1000, "trying again in 1 s"},
    {"and again", 2, 0, 2000, "trying again in 2 s"},
    {"a random part taken off", 2, 499, 1501, "trying again in 2 s"},
    {"nearly the most", 6, 0, 32000, "trying again in 32 s"},
    {"the most", 7, 0, 60000, "trying again in 60 s"},
    {"for ever", 4000000000u, 30000, 30000, "trying again in 30 s"},
};

TEST_ROWS(delay_rows) {
    const struct delay_row *row = table_row(state);
    char when[40];
    assert_int_equal(reconnect_delay_ms(row->n, row->random), row->delay_ms);
    struct text_out out = text_out_of(when, sizeof when);
    reconnect_write(row->delay_ms, &out);
    assert_string_equal(when, row->when);
}

static void expect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t delay_ms) {
    assert_int_equal(reconnect_plan(reconnect, now_ms, 0), delay_ms);
    assert_int_equal(reconnect->due_ms, now_ms + delay_ms);
}

/* After a long connection, the delays start again from the first; after a short one they
 * do not, but they stay short. */
TEST(test_plan) {
    struct reconnect reconnect;
    reconnect_init(&reconnect);
    expect_plan(&reconnect, 1000, 500);
    expect_plan(&reconnect, 2000, 1000);
    reconnect_is_back(&reconnect, 5000);
    expect_plan(&reconnect, 5000 + RECONNECT_STEADY_MS - 1, 2000);
    expect_plan(&reconnect, 20000, 4000);
    expect_plan(&reconnect, 25000, 8000);
    reconnect_is_back(&reconnect, 40000);
    expect_plan(&reconnect, 40000, 4000);
    reconnect_is_back(&reconnect, 50000);
    expect_plan(&reconnect, 50000 + RECONNECT_STEADY_MS, 500);
    expect_plan(&reconnect, 50000 + 2 * RECONNECT_STEADY_MS, 1000);
}
