/* Who is told that there is a server, and how often; at virtual times. */
#include "server/net/responder.h"

#include <arpa/inet.h>
#include <string.h>

#include "tests/unit/table.h"

#define NONCE "abcdefghijklmnop"
/* Answers in all. */
#define BURST 100
#define PER_S 50

/* "192.168.1.5", "fe80::1%7"; "" is any IPv4 address. */
static struct ip ip(const char *text) {
    struct ip made = {.is_v6 = strchr(text, ':') != NULL};
    char host[64];
    size_t len = strcspn(text, "%");
    memcpy(host, text, len);
    host[len] = '\0';
    if (text[len] == '%') {
        made.interface = (uint32_t)(text[len + 1] - '0');
    }
    if (len > 0) {
        assert_int_equal(inet_pton(made.is_v6 ? AF_INET6 : AF_INET, host, made.bytes), 1);
    }
    return made;
}

/* A machine with the interfaces 1 (lo), 2 (a LAN), 3 (another LAN). */
static struct responder *new_responder(struct network *network) {
    struct responder *responder = test_calloc(1, sizeof *responder);
    responder_init(responder, BURST, PER_S);
    network[0] = (struct network){ip("127.0.0.1"), 8, 1};
    network[1] = (struct network){ip("192.168.1.5"), 24, 2};
    network[2] = (struct network){ip("10.77.4.1"), 22, 3};
    network[3] = (struct network){ip("::1"), 128, 1};
    network[4] = (struct network){ip("fe80::5%2"), 64, 2};
    network[5] = (struct network){ip("2001:db8:1::5"), 64, 2};
    responder->network = network;
    responder->n_networks = 6;
    return responder;
}

static void free_responder(struct responder *responder) {
    responder_fini(responder);
    test_free(responder);
}

#define NETWORKS 6

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
    {"we listen in his network", "192.168.1.77", "192.168.1.5", true},
    {"we listen in another", "192.168.1.77", "10.77.4.1", false},
    {"we listen on an address that is not there any more", "192.168.1.77", "192.168.1.9",
     false},
    {"we listen on his link", "fe80::77%2", "fe80::5%2", true},
    {"we listen on another link", "fe80::77%3", "fe80::5%2", false},
    {"he can reach our global address", "fe80::77%2", "2001:db8:1::5", true},
    {"we listen for ourselves only", "192.168.1.77", "127.0.0.1", false},
    {"and ask ourselves", "127.0.0.1", "127.0.0.1", true},
    {"ask for ourselves, where we do not listen", "127.0.0.1", "192.168.1.5", false},
    {"we listen for ourselves only, IPv6", "fe80::77%2", "::1", false},
};

static void test_near(void **state) {
    const struct near_row *row = table_row(state);
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    struct ip from = ip(row->from), own = ip(row->own);
    assert_int_equal(responder_is_near(responder, &from, &own), row->is_near);
    free_responder(responder);
}

/* --- what is heard --- */

static enum responder_verdict hear(struct responder *responder, const char *from,
                                   uint64_t now_ms) {
    char bytes[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1];
    struct ip source = ip(from), own = ip(source.is_v6 ? "::" : "");
    size_t which = 9;
    discovery_write_query(NONCE, bytes);
    const struct responder_packet packet = {bytes, sizeof bytes, &source, &own, 1};
    enum responder_verdict verdict =
        responder_hear(responder, &packet, now_ms, nonce, &which);
    if (verdict == RESPONDER_ANSWER) {
        assert_string_equal(nonce, NONCE);
        assert_int_equal(which, 0);
    }
    return verdict;
}

static void test_what_is_no_query(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    struct discovery_answer answer = {
        .nonce = NONCE, .boot = NONCE, .port = 1, .server = "alead/0"};
    char bytes[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1];
    struct ip from = ip("192.168.1.77"), own = ip("");
    size_t which;
    struct responder_packet packet = {
        .bytes = bytes, .from = &from, .own = &own, .n_own = 1};
    /* The answer of another server, which somebody has sent here: no end of it else. */
    packet.len = discovery_write_answer(&answer, bytes);
    assert_int_equal(responder_hear(responder, &packet, 0, nonce, &which),
                     RESPONDER_NO_QUERY);
    discovery_write_query(NONCE, bytes);
    packet.len = sizeof bytes - 1;
    assert_int_equal(responder_hear(responder, &packet, 0, nonce, &which),
                     RESPONDER_NO_QUERY);
    packet.len++;
    packet.n_own = 0;
    assert_int_equal(responder_hear(responder, &packet, 0, nonce, &which), RESPONDER_FAR);
    free_responder(responder);
}

/* The answer comes from where he can reach us. */
static void test_which_address_answers(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    char bytes[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1];
    struct ip from = ip("10.77.5.5");
    struct ip own[] = {ip("192.168.1.5"), ip("10.77.4.1"), ip("10.77.4.1")};
    size_t which;
    discovery_write_query(NONCE, bytes);
    const struct responder_packet packet = {bytes, sizeof bytes, &from, own, 3};
    assert_int_equal(responder_hear(responder, &packet, 0, nonce, &which),
                     RESPONDER_ANSWER);
    assert_int_equal(which, 1);
    free_responder(responder);
}

/* --- how often --- */

static void test_one_source(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    for (int i = 0; i < RESPONDER_SOURCE_BURST; i++) {
        assert_int_equal(hear(responder, "192.168.1.77", 1000), RESPONDER_ANSWER);
    }
    assert_int_equal(hear(responder, "192.168.1.77", 1000), RESPONDER_TOO_OFTEN);
    assert_int_equal(hear(responder, "192.168.1.77", 1499), RESPONDER_TOO_OFTEN);
    assert_int_equal(hear(responder, "192.168.1.78", 1499),
                     RESPONDER_ANSWER); /* another */
    assert_int_equal(hear(responder, "fe80::77%2", 1499), RESPONDER_ANSWER);
    assert_int_equal(hear(responder, "192.168.1.77", 1500), RESPONDER_ANSWER);
    assert_int_equal(hear(responder, "192.168.1.77", 1500), RESPONDER_TOO_OFTEN);
    free_responder(responder);
}

static void test_strangers_cost_nothing(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    for (int i = 0; i < 10 * BURST; i++) {
        assert_int_equal(hear(responder, "198.51.100.1", 1000), RESPONDER_FAR);
    }
    assert_int_equal(hear(responder, "192.168.1.77", 1000), RESPONDER_ANSWER);
    free_responder(responder);
}

/* Address number i of 10.77.4.0/22. */
static struct ip neighbour(unsigned i) {
    struct ip made = ip("10.77.4.0");
    made.bytes[2] = (uint8_t)(4 + i / 256 % 4);
    made.bytes[3] = (uint8_t)i;
    return made;
}

static bool is_answered(struct responder *responder, unsigned i, uint64_t now_ms) {
    char bytes[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1];
    struct ip from = neighbour(i), own = ip("");
    size_t which;
    discovery_write_query(NONCE, bytes);
    const struct responder_packet packet = {bytes, sizeof bytes, &from, &own, 1};
    return responder_hear(responder, &packet, now_ms, nonce, &which) == RESPONDER_ANSWER;
}

static void test_in_all(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    unsigned n = 0;
    for (unsigned i = 0; i < 1000; i++) {
        n += is_answered(responder, i, 1000);
    }
    assert_int_equal(n, BURST);
    /* Who was not answered because of others has lost nothing by it. */
    for (int i = 0; i < 2 * RESPONDER_SOURCE_BURST; i++) {
        assert_false(is_answered(responder, 999, 1000));
    }
    assert_true(is_answered(responder, 999, 1000 + 1000 / PER_S));
    free_responder(responder);
}

/* However many ask, and from however many addresses: none gets more than his rate, all
 * together not more than theirs, and there is always room to remember who was answered.
 */
static void test_bound(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    enum { SECONDS = 20 };
    static unsigned of[1024];
    unsigned n = 0;
    memset(of, 0, sizeof of);
    for (unsigned now_ms = 0; now_ms <= SECONDS * 1000; now_ms += 5) {
        for (unsigned i = 0; i < 8; i++) {
            unsigned who = (now_ms + i * 131) % 1024;
            bool answered = is_answered(responder, who, now_ms);
            of[who] += answered;
            n += answered;
        }
    }
    /* All of the rate is used: nobody was refused for want of room. */
    assert_in_range(n, SECONDS * PER_S, BURST + SECONDS * PER_S);
    for (unsigned i = 0; i < 1024; i++) {
        assert_in_range(of[i], 0,
                        RESPONDER_SOURCE_BURST + SECONDS * RESPONDER_SOURCE_PER_S);
    }
    free_responder(responder);
}

/* One who asks all the time is remembered, whoever else asks. */
static void test_flooder_is_not_forgotten(void **state) {
    (void)state;
    struct network network[NETWORKS];
    struct responder *responder = new_responder(network);
    enum { SECONDS = 10 };
    unsigned n = 0;
    for (unsigned now_ms = 0; now_ms < SECONDS * 1000; now_ms++) {
        n += is_answered(responder, 0, now_ms);
        is_answered(responder, 1 + now_ms % 1023, now_ms);
    }
    assert_in_range(n, 1, RESPONDER_SOURCE_BURST + SECONDS * RESPONDER_SOURCE_PER_S);
    free_responder(responder);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_no_query),
        cmocka_unit_test(test_which_address_answers),
        cmocka_unit_test(test_one_source),
        cmocka_unit_test(test_strangers_cost_nothing),
        cmocka_unit_test(test_in_all),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_flooder_is_not_forgotten),
    };
    return TABLE_RUN("responder: near", test_near, near_rows) +
           cmocka_run_group_tests_name("responder", tests, NULL, NULL);
}
