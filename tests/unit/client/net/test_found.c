/* The list of servers that have answered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/test.h"

#include "client-cli/net/find.h"

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
