/* The sockets of an endpoint that has several addresses. */
#include "server/net/bound.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/conn/socket.h"
#include "server/net/endpoint.h"
#include "tests/unit/test.h"

#define FOUND_MAX (BOUND_MOST + 1)

static const struct log errors = {.level = LOG_ERROR};
static const struct bound_how quiet = {.log = &errors, .backlog = 1};

/* The result of resolving a name. */
struct found {
    struct addrinfo item[FOUND_MAX];
    struct sockaddr_storage address[FOUND_MAX];
    size_t n;
};

static void add(struct found *found, const char *text, uint16_t port) {
    struct sockaddr_storage *address = &found->address[found->n];
    struct addrinfo *item = &found->item[found->n];
    struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)address;
    struct sockaddr_in *in4 = (struct sockaddr_in *)address;
    bool is_v6 = inet_pton(AF_INET6, text, &in6->sin6_addr) == 1;
    if (is_v6) {
        *in6 = (struct sockaddr_in6){.sin6_family = AF_INET6,
                                     .sin6_port = htons(port),
                                     .sin6_addr = in6->sin6_addr};
    } else {
        *in4 = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port)};
        assert_int_equal(inet_pton(AF_INET, text, &in4->sin_addr), 1);
    }
    item->ai_family = is_v6 ? AF_INET6 : AF_INET;
    item->ai_addr = (struct sockaddr *)address;
    item->ai_addrlen = is_v6 ? sizeof *in6 : sizeof *in4;
    if (found->n > 0) {
        found->item[found->n - 1].ai_next = item;
    }
    found->n++;
}

static uint16_t port_of(int fd) {
    struct sockaddr_storage own;
    assert_true(socket_address(fd, &own));
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

static bool open_found(struct bound *bound, const struct found *found,
                       char why[static FAULT_BYTES]) {
    why[0] = '\0';
    return bound_open_found(bound, found->item, &quiet, why);
}

/* Port 0: the same free port at all addresses. */
TEST(test_every_address) {
    struct found found = {.n = 0};
    struct bound bound;
    char why[FAULT_BYTES];
    add(&found, "127.0.0.2", 0);
    add(&found, "127.0.0.1", 0);
    add(&found, "127.0.0.1", 0); /* twice in /etc/hosts */
    add(&found, "127.0.0.3", 0);
    assert_true(open_found(&bound, &found, why));
    assert_int_equal(bound.n, 3);
    uint16_t port = port_of(bound.fd[0]);
    assert_true(port > 0);
    for (size_t i = 1; i < bound.n; i++) {
        assert_int_equal(port_of(bound.fd[i]), port);
    }
    bound_close(&bound);
}

/* localhost on most machines. */
TEST(test_both_kinds) {
    struct found found = {.n = 0};
    struct bound bound;
    char why[FAULT_BYTES];
    add(&found, "::1", 0);
    add(&found, "127.0.0.1", 0);
    assert_true(open_found(&bound, &found, why));
    assert_in_range(bound.n, 1, 2); /* this machine may have no IPv6 */
    assert_int_equal(port_of(bound.fd[0]), port_of(bound.fd[bound.n - 1]));
    bound_close(&bound);
}

/* 192.0.2.0/24 is reserved: no machine has these addresses. */
TEST(test_an_address_that_is_not_here) {
    struct found found = {.n = 0};
    struct bound bound;
    char why[FAULT_BYTES];
    add(&found, "192.0.2.1", 0);
    assert_false(open_found(&bound, &found, why));
    assert_int_equal(bound.n, 0);
    assert_string_equal(why, strerror(EADDRNOTAVAIL));
    add(&found, "127.0.0.1", 0);
    assert_true(open_found(&bound, &found, why));
    assert_int_equal(bound.n, 1);
    bound_close(&bound);
}

/* An error at one address is an error of the endpoint. */
TEST(test_a_port_that_is_taken) {
    struct found first = {.n = 0}, both = {.n = 0};
    struct bound taken, bound;
    char why[FAULT_BYTES], expected[FAULT_BYTES];
    add(&first, "127.0.0.2", 0);
    assert_true(open_found(&taken, &first, why));
    uint16_t port = port_of(taken.fd[0]);
    add(&both, "127.0.0.1", port);
    add(&both, "127.0.0.2", port);
    assert_false(open_found(&bound, &both, why));
    assert_int_equal(bound.n, 0);
    snprintf(expected, sizeof expected, "127.0.0.2:%u: %s", port, strerror(EADDRINUSE));
    assert_string_equal(why, expected);
    bound_close(&taken);
}

TEST(test_too_many) {
    struct found found = {.n = 0};
    struct bound bound;
    char why[FAULT_BYTES], text[32];
    for (int i = 0; i < FOUND_MAX; i++) {
        snprintf(text, sizeof text, "127.0.0.%d", 1 + i);
        add(&found, text, 0);
    }
    assert_false(open_found(&bound, &found, why));
    assert_string_equal(why, "it stands for more than 8 addresses");
}

TEST(test_endpoints) {
    struct bound bound;
    char why[FAULT_BYTES] = "";
    assert_true(bound_open(&bound, "localhost:0", &quiet, why));
    assert_in_range(bound.n, 1, 2);
    bound_close(&bound);
    assert_true(bound_open(&bound, ":0", &quiet, why));
    assert_int_equal(bound.n, 1); /* accepts IPv4 as well */
    bound_close(&bound);
    assert_true(bound_open(&bound, "*:0", &quiet, why));
    bound_close(&bound);
    assert_false(bound_open(&bound, "a..b:0", &quiet, why));
    assert_false(bound_open(&bound, "127.0.0.1", &quiet, why));
    assert_int_equal(bound.n, 0);
}

/* "0.0.0.0" and "::" side by side. */
TEST(test_all_addresses_twice) {
    const struct bound_how v6_only = {
        .log = &errors, .backlog = 1, .how = SOCKET_V6_ONLY};
    struct bound first, second;
    char why[FAULT_BYTES], endpoint[ENDPOINT_BYTES];
    if (!bound_open(&first, "[::]:0", &v6_only, why)) {
        skip(); /* this machine has no IPv6 */
    }
    bound_close(&first);
    assert_true(bound_open(&first, "0.0.0.0:0", &quiet, why));
    snprintf(endpoint, sizeof endpoint, "[::]:%u", port_of(first.fd[0]));
    assert_false(bound_open(&second, endpoint, &quiet, why));
    assert_true(bound_open(&second, endpoint, &v6_only, why));
    bound_close(&second);
    bound_close(&first);
}

static const struct together {
    const char *name;
    const char *list[3];
    const char *expected; /* of each: + opened, - covered, 6 opened for IPv6 only */
} together[] = {
    {"different ports", {":1", "*:2", "[::]:3"}, "+++"},
    {"any port", {":0", "*:0", "0.0.0.0:0"}, "+++"},
    {"both families", {"0.0.0.0:1", "[::]:1", "[::]:2"}, "+6+"},
    {"the other way round", {"[::]:1", "[::]:2", "0.0.0.0:1"}, "6++"},
    {"one of IPv4, all of IPv6", {"127.0.0.1:1", "[::]:1", "127.0.0.1:2"}, "+6+"},
    {"twice the same", {":1", "*:1", "*:01"}, "+--"},
    {"one address twice", {"[::1]:1", "[0::1]:1", "[::2]:1"}, "+-+"},
    {"all of all", {"0.0.0.0:1", "[::1]:1", ":1"}, "--+"},
    {"all of IPv4", {"127.0.0.1:1", "0.0.0.0:1", "[::1]:1"}, "-++"},
    {"names", {"localhost:1", "LOCALHOST:1", "elsewhere:1"}, "+-+"},
};

TEST_ROWS(together) {
    const struct together *row = table_row(state);
    char result[4] = "";
    for (size_t i = 0; i < 3; i++) {
        result[i] = endpoint_is_covered(row->list, 3, i)   ? '-'
                    : endpoint_is_v6_only(row->list, 3, i) ? '6'
                                                           : '+';
    }
    assert_string_equal(result, row->expected);
}
