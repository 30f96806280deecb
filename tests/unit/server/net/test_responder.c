/* Which queries for servers on the LAN are answered, from which address, and how often;
 * in virtual time. */
#include "server/net/responder.h"

#include <arpa/inet.h>
#include <string.h>

#include "tests/unit/test.h"

/* Answers in all. */
#define BURST 100
#define PER_S 50
#define PORT  2532

/* "192.168.1.5", "fe80::1%7"; "" is any IPv4 address. */
static struct ip ip(const char *text) {
    struct ip made = ip_any_v4;
    char host[64];
    size_t len = strcspn(text, "%");
    bool is_v6 = strchr(text, ':') != NULL;
    memcpy(host, text, len);
    host[len] = '\0';
    if (text[len] == '%') {
        made.interface = (uint32_t)(text[len + 1] - '0');
    }
    if (len > 0) {
        assert_int_equal(
            inet_pton(is_v6 ? AF_INET6 : AF_INET, host, made.bytes + (is_v6 ? 0 : 12)),
            1);
    }
    return made;
}

static struct network network(const char *address, unsigned prefix_bits,
                              uint32_t interface) {
    struct network made = {.address = ip(address), .interface = interface};
    prefix_bits += ip_is_v6(&made.address) ? 0 : 96;
    for (unsigned i = 0; i < prefix_bits; i++) {
        made.mask[i / 8] |= (uint8_t)(0x80 >> i % 8);
    }
    return made;
}

static struct network networks[6];

/* A machine with the interfaces 1 (lo), 2 and 3 (two LANs), whose server listens on all
 * addresses. */
static struct responder *new_responder(void) {
    static const uint8_t key[RESPONDER_KEY_BYTES] = {1};
    static struct responder responder;
    networks[0] = network("127.0.0.1", 8, 1);
    networks[1] = network("192.168.1.5", 24, 2);
    networks[2] = network("10.77.4.1", 22, 3);
    networks[3] = network("::1", 128, 1);
    networks[4] = network("fe80::5%2", 64, 2);
    networks[5] = network("2001:db8:1::5", 64, 2);
    responder_init(&responder, BURST, PER_S, key);
    responder.network = networks;
    responder.n_networks = 6;
    responder_add(&responder, (struct place){ip_any_v6, PORT, false, NULL});
    responder_add(&responder, (struct place){ip_any_v4, PORT, false, NULL});
    return &responder;
}

static bool is_answered(struct responder *responder, struct ip from, uint64_t now_ms) {
    return responder_choose(responder, &from, PORT, now_ms) != NULL;
}

/* --- who gets an answer --- */

static const struct near_row {
    const char *name, *from, *own;
    bool is_near;
} near_rows[] = {
    {"on the LAN", "192.168.1.77", "", true},
    {"we ourselves", "192.168.1.5", "", true},
    {"the next network", "192.168.2.77", "", false},
    {"a prefix that is no whole byte", "10.77.7.255", "", true},
    {"just beyond it", "10.77.8.0", "", false},
    {"private, but elsewhere", "172.16.0.1", "", false},
    {"far away", "198.51.100.1", "", false},
    {"this machine", "127.0.0.1", "", true},
    {"this machine by another name", "127.9.9.9", "", true},
    {"this machine, IPv6", "::1", "::", true},
    {"link-local, on our link", "fe80::77%2", "::", true},
    {"link-local, where we have no IPv6", "fe80::77%3", "::", false},
    {"link-local of no link", "fe80::77", "::", false},
    {"global, on our link", "2001:db8:1::77", "::", true},
    {"global, elsewhere", "2001:db8:2::77", "::", false},
    {"IPv6 to IPv4", "2001:db8:1::77", "", false},
    {"IPv4 to IPv6", "192.168.1.77", "::", false},
    {"any, as a source", "0.0.0.0", "", false},
    {"we listen in its network", "192.168.1.77", "192.168.1.5", true},
    {"we listen in another", "192.168.1.77", "10.77.4.1", false},
    {"we listen on an address that we no longer have", "192.168.1.77", "192.168.1.9",
     false},
    {"we listen on its link", "fe80::77%2", "fe80::5%2", true},
    {"we listen on another link", "fe80::77%3", "fe80::5%2", false},
    {"it can reach our global address", "fe80::77%2", "2001:db8:1::5", true},
    {"we listen for this machine only", "192.168.1.77", "127.0.0.1", false},
    {"and this machine asks", "127.0.0.1", "127.0.0.1", true},
    {"this machine asks where we do not listen", "127.0.0.1", "192.168.1.5", false},
    {"we listen for this machine only, IPv6", "fe80::77%2", "::1", false},
};

TEST_ROWS(near_rows) {
    const struct near_row *row = table_row(state);
    struct ip from = ip(row->from), own = ip(row->own);
    assert_int_equal(responder_is_near(new_responder(), &from, &own), row->is_near);
}

/* The answer comes from an address where the client can reach us, and has the ports
 * there. */
TEST(test_which_place_answers) {
    struct responder *responder = new_responder();
    struct ip from = ip("10.77.5.5");
    const struct place *place = responder->place;
    responder->n_places = 0;
    assert_null(responder_choose(responder, &from, PORT, 0));
    responder_add(responder, (struct place){ip("192.168.1.5"), PORT, false, NULL});
    responder_add(responder, (struct place){ip("10.77.4.1"), PORT, false, NULL});
    responder_add(responder, (struct place){ip("10.77.4.1"), PORT + 1, true, NULL});
    responder_add(responder, (struct place){ip("10.77.4.1"), PORT + 2, true, NULL});
    assert_ptr_equal(responder_choose(responder, &from, PORT, 0), place + 1);
    assert_ptr_equal(responder_choose(responder, &from, PORT + 2, 0), place + 3);
    assert_null(responder_choose(responder, &from, PORT + 3, 0));
    assert_int_equal(responder_port(responder, place + 3, true), PORT + 2);
    assert_int_equal(responder_port(responder, place + 3, false), PORT);
    assert_int_equal(responder_port(responder, place + 1, true), PORT + 1);
    assert_int_equal(responder_port(responder, place, true), 0);
}

/* --- how often --- */

TEST(test_one_source) {
    struct responder *responder = new_responder();
    for (int i = 0; i < RESPONDER_SOURCE_BURST; i++) {
        assert_true(is_answered(responder, ip("192.168.1.77"), 1000));
    }
    assert_false(is_answered(responder, ip("192.168.1.77"), 1000));
    assert_false(is_answered(responder, ip("192.168.1.77"), 1499));
    assert_true(is_answered(responder, ip("192.168.1.78"), 1499)); /* another */
    assert_true(is_answered(responder, ip("fe80::77%2"), 1499));
    assert_true(is_answered(responder, ip("192.168.1.77"), 1500));
    assert_false(is_answered(responder, ip("192.168.1.77"), 1500));
}

TEST(test_strangers_cost_nothing) {
    struct responder *responder = new_responder();
    for (int i = 0; i < 10 * BURST; i++) {
        assert_false(is_answered(responder, ip("198.51.100.1"), 1000));
    }
    assert_true(is_answered(responder, ip("192.168.1.77"), 1000));
}

/* Address number i of 10.77.4.0/22. */
static struct ip neighbour(unsigned i) {
    struct ip made = ip("10.77.4.0");
    made.bytes[14] = (uint8_t)(4 + i / 256 % 4);
    made.bytes[15] = (uint8_t)i;
    return made;
}

TEST(test_in_all) {
    struct responder *responder = new_responder();
    unsigned n = 0;
    for (unsigned i = 0; i < 1000; i++) {
        n += is_answered(responder, neighbour(i), 1000);
    }
    assert_int_equal(n, BURST);
    /* An address that got no answer because of others has used up nothing. */
    for (int i = 0; i < 2 * RESPONDER_SOURCE_BURST; i++) {
        assert_false(is_answered(responder, neighbour(999), 1000));
    }
    assert_true(is_answered(responder, neighbour(999), 1000 + 1000 / PER_S));
}

/* However many addresses ask, none gets more than its rate, even if it asks all the time
 * (number 0); all together get exactly their total rate. */
TEST(test_bound) {
    struct responder *responder = new_responder();
    enum { SECONDS = 20, ADDRESSES = 1024 };
    unsigned of[ADDRESSES] = {0}, n = 0;
    for (unsigned now_ms = 0; now_ms < SECONDS * 1000; now_ms++) {
        const unsigned asks[] = {0, now_ms % ADDRESSES, now_ms * 131 % ADDRESSES};
        for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
            bool answered = is_answered(responder, neighbour(asks[i]), now_ms);
            of[asks[i]] += answered;
            n += answered;
        }
    }
    assert_in_range(n, SECONDS * PER_S, BURST + SECONDS * PER_S);
    for (unsigned i = 0; i < ADDRESSES; i++) {
        assert_in_range(of[i], 0,
                        RESPONDER_SOURCE_BURST + SECONDS * RESPONDER_SOURCE_PER_S);
    }
    assert_true(of[0] > 0);
}
