/* The header of a proxy: what is read, skipped and refused, wherever it is cut; and the
 * networks from which it may come. */
#include <stdint.h>
#include <string.h>

#include "server/conn/proxy.h"
#include "tests/support/cmocka.h"
#include "tests/unit/test.h"

#define SIGNATURE "\r\n\r\n\0\r\nQUIT\n"
#define FOUR      "\xCB\x00\x71\x07\x7F\x00\x00\x01\x12\x34\x09\xE4"
#define SIX                                                                              \
    "\x20\x01\x0D\xB8\0\x01\0\x02\0\0\0\0\0\0\0\x07"                                     \
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x12\x34\x09\xE4"
#define MAPPED                                                                           \
    "\0\0\0\0\0\0\0\0\0\0\xFF\xFF\xCB\x00\x71\x07"                                       \
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x12\x34\x09\xE4"

struct row {
    const char *name;
    const char *bytes;
    size_t n;
    const char *address; /* NULL: it is wrong */
    const char *why;     /* then */
};
#define BYTES(text) (text), sizeof(text) - 1

static const struct row rows[] = {
    {"IPv4", BYTES(SIGNATURE "\x21\x11\0\x0C" FOUR), "203.0.113.7", NULL},
    {"IPv6 is its /64", BYTES(SIGNATURE "\x21\x21\0\x24" SIX), "2001:db8:1:2::", NULL},
    {"IPv4 within IPv6", BYTES(SIGNATURE "\x21\x21\0\x24" MAPPED), "203.0.113.7", NULL},
    {"LOCAL", BYTES(SIGNATURE "\x20\0\0\0"), "", NULL},
    {"LOCAL with an address", BYTES(SIGNATURE "\x20\x11\0\x0C" FOUR), "", NULL},
    {"an unknown client", BYTES(SIGNATURE "\x21\0\0\0"), "", NULL},
    {"more is skipped", BYTES(SIGNATURE "\x21\x11\0\x11" FOUR "\x04\0\x02hi"),
     "203.0.113.7", NULL},
    {"version 1", BYTES("PROXY TCP4 203.0.113.7 127.0.0.1 4660 2532\r\n"), NULL,
     "only version 2 is known"},
    {"none", BYTES("{\"cmd\":\"hello\"}\n"), NULL, "there is none"},
    {"a wrong signature", BYTES("\r\n\r\n\0\r\nQUIT\r"), NULL, "there is none"},
    {"version 3", BYTES(SIGNATURE "\x31\x11\0\x0C"), NULL,
     "an unknown version or command"},
    {"an unknown command", BYTES(SIGNATURE "\x22\x11\0\x0C"), NULL,
     "an unknown version or command"},
    {"UDP", BYTES(SIGNATURE "\x21\x12\0\x0C"), NULL, "the client does not use TCP"},
    {"a socket in the file system", BYTES(SIGNATURE "\x21\x31\0\xD8"), NULL,
     "the client does not use TCP"},
    {"too short for IPv4", BYTES(SIGNATURE "\x21\x11\0\x0B"), NULL, "it is too short"},
    {"too short for IPv6", BYTES(SIGNATURE "\x21\x21\0\x23"), NULL, "it is too short"},
    {"too long", BYTES(SIGNATURE "\x21\x11\x03\xF1"), NULL, "it is too long"},
};

/* Feeds a header in pieces; whatever follows is left. */
static void feed(const struct row *row, size_t piece) {
    struct proxy_reader reader = {.n = 0};
    uint8_t bytes[PROXY_BYTES_MAX + 4];
    size_t n = row->n + 4, at = 0;
    memcpy(bytes, row->bytes, row->n);
    memcpy(bytes + row->n, "next", 4);
    enum proxy_result result = PROXY_MORE;
    while (at < n && result == PROXY_MORE) {
        size_t used, len = piece < n - at ? piece : n - at;
        result = proxy_feed(&reader, bytes + at, len, &used);
        assert_true(used <= len && (result != PROXY_MORE || used == len));
        at += used;
    }
    if (row->address != NULL) {
        assert_int_equal(result, PROXY_DONE);
        assert_string_equal(reader.address, row->address);
        assert_int_equal(at, row->n);
    } else {
        assert_int_equal(result, PROXY_WRONG);
        assert_string_equal(reader.why, row->why);
    }
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    for (size_t piece = 1; piece <= row->n + 4; piece++) {
        feed(row, piece);
    }
}

/* The longest header there may be. */
TEST(test_longest) {
    static uint8_t header[PROXY_BYTES_MAX] = SIGNATURE "\x21\x11\x03\xF0" FOUR;
    struct proxy_reader reader = {.n = 0};
    size_t used;
    assert_int_equal(proxy_feed(&reader, header, sizeof header - 1, &used), PROXY_MORE);
    assert_int_equal(proxy_feed(&reader, header, 1, &used), PROXY_DONE);
    assert_string_equal(reader.address, "203.0.113.7");
}

TEST(test_networks) {
    static const struct {
        const char *text;
        bool is_right, has; /* has: 10.1.2.3 */
    } networks[] = {
        {"10.1.2.3", true, true},
        {"10.1.2.4", true, false},
        {"10.0.0.0/8", true, true},
        {"10.1.2.2/31", true, true},
        {"11.0.0.0/8", true, false},
        {"0.0.0.0/0", true, true},
        {"::ffff:10.1.2.3", true, true},
        {"2001:db8::/32", true, false},
        {"::/0", true, true},
        {"10.1.2.3/8", false, false},
        {"10.0.0.0/33", false, false},
        {"::1/129", false, false},
        {"10.0.0.0/", false, false},
        {"10.0.0.0/-1", false, false},
        {"10.0.0.0/8x", false, false},
        {"localhost", false, false},
        {"", false, false},
        {"/8", false, false},
    };
    const uint8_t bytes[16] = {[10] = 0xFF, 0xFF, 10, 1, 2, 3};
    for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
        struct network network;
        print_message("%s\n", networks[i].text);
        assert_int_equal(network_read(networks[i].text, &network), networks[i].is_right);
        assert_true(!networks[i].is_right ||
                    network_has(&network, bytes) == networks[i].has);
    }
}
