/* The packets that find servers on a LAN. */
#include "proto/message/discovery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/test.h"

#define NONCE "abcdefghijklmnop"
#define BOOT  "234567abcdefghij"
#define HEAD  "alea-here/1 " NONCE
#define MID   " boot=" BOOT " port=2532 protocol=1 server=alead/0.1.0 players=3"
#define GOOD  HEAD MID " title=Games at ours\n"

static const struct discovery_answer sample = {
    .nonce = NONCE,
    .boot = BOOT,
    .port = 2532,
    .protocol = 1,
    .server = "alead/0.1.0",
    .players = 3,
    .title = "Games at ours",
};

/* A copy in its own block, so that a read beyond the end is found. */
static char *copy_of(const char *bytes, size_t len) {
    char *copy = test_malloc(len > 0 ? len : 1);
    memcpy(copy, bytes, len);
    return copy;
}

/* --- queries --- */

/* fuzz_discovery knows that no other query can be read. */
TEST(test_query) {
    char packet[DISCOVERY_BYTES], nonce[DISCOVERY_ID_BYTES + 1];
    static const char begin[] = "alea-find/1 " NONCE " ";
    discovery_write_query(NONCE, packet);
    assert_memory_equal(packet, begin, sizeof begin - 1);
    assert_int_equal(packet[DISCOVERY_BYTES - 1], ' ');
    assert_true(discovery_read_query(packet, sizeof packet, nonce));
    assert_string_equal(nonce, NONCE);
}

static const struct id_row {
    const char *name; /* the id */
    bool is_id;
} id_rows[] = {
    {NONCE, true},
    {"09azAZ09azAZ09az", true},
    {"", false},
    {"abcdefghijklmno", false},
    {NONCE "q", false},
    {NONCE " ", false},
    {"abcdefghijklmno ", false},
    {"@bcdefghijklmnop", false},
    {"abcdefghijklmno`", false},
};

TEST_ROWS(id_rows) {
    const struct id_row *row = table_row(state);
    assert_int_equal(discovery_is_id(row->name), row->is_id);
}

/* --- answers --- */

static void expect_equal(const struct discovery_answer *a,
                         const struct discovery_answer *b) {
    assert_string_equal(a->nonce, b->nonce);
    assert_string_equal(a->boot, b->boot);
    assert_int_equal(a->port, b->port);
    assert_int_equal(a->tls_port, b->tls_port);
    assert_int_equal(a->protocol, b->protocol);
    assert_string_equal(a->server, b->server);
    assert_int_equal(a->players, b->players);
    assert_string_equal(a->title, b->title);
}

TEST(test_answer) {
    char packet[DISCOVERY_BYTES], fault[FAULT_BYTES];
    struct discovery_answer read;
    size_t len = discovery_write_answer(&sample, packet);
    assert_int_equal(len, strlen(GOOD));
    assert_memory_equal(packet, GOOD, len);
    assert_true(discovery_read_answer(packet, len, &read, fault));
    expect_equal(&read, &sample);
}

static const struct ports_row {
    const char *name, *fields;
    unsigned port, tls_port;
} ports_rows[] = {
    {"without TLS", " port=2532", 2532, 0},
    {"TLS only", " tls=2533", 0, 2533},
    {"both", " port=1 tls=65535", 1, 65535},
};

TEST_ROWS(ports_rows) {
    const struct ports_row *row = table_row(state);
    struct discovery_answer answer = sample, read;
    char packet[DISCOVERY_BYTES], expected[DISCOVERY_BYTES + 1], fault[FAULT_BYTES];
    answer.port = row->port;
    answer.tls_port = row->tls_port;
    size_t len = discovery_write_answer(&answer, packet);
    snprintf(expected, sizeof expected,
             HEAD " boot=" BOOT "%s protocol=1 server=alead/0.1.0 players=3 "
                  "title=Games at ours\n",
             row->fields);
    assert_int_equal(len, strlen(expected));
    assert_memory_equal(packet, expected, len);
    assert_true(discovery_read_answer(packet, len, &read, fault));
    expect_equal(&read, &answer);
}

/* The longest answer fits the size of a query, with room for more fields. */
TEST(test_longest_answer) {
    struct discovery_answer longest = sample, read;
    char packet[DISCOVERY_BYTES], fault[FAULT_BYTES];
    longest.port = longest.tls_port = longest.protocol = UINT16_MAX;
    longest.players = DISCOVERY_PLAYERS_MAX;
    memset(longest.server, 's', sizeof longest.server - 1);
    memset(longest.title, 't', sizeof longest.title - 1);
    size_t len = discovery_write_answer(&longest, packet);
    assert_in_range(len, 1, DISCOVERY_BYTES - 32);
    assert_true(discovery_read_answer(packet, len, &read, fault));
    expect_equal(&read, &longest);
}

TEST(test_title_is_cleaned_by_the_writer) {
    struct discovery_answer answer = sample, read;
    char packet[DISCOVERY_BYTES], fault[FAULT_BYTES];
    strcpy(answer.title, "a\x1b[2J\nb\xff\xc2\x9b");
    size_t len = discovery_write_answer(&answer, packet);
    assert_true(discovery_read_answer(packet, len, &read, fault));
    assert_string_equal(read.title, "a[2Jb");
}

#define SIXTY "123456789012345678901234567890123456789012345678901234567890"

static const struct title_row {
    const char *name, *packet, *title;
} title_rows[] = {
    {"plain", GOOD, "Games at ours"},
    {"empty", HEAD MID " title=\n", ""},
    {"like a field", HEAD MID " title= port=7 \n", " port=7 "},
    {"as long as can be", HEAD MID " title=" SIXTY "\n", SIXTY},
    {"not ASCII", HEAD MID " title=Að Elta Stelpur\n", "Að Elta Stelpur"},
    {"escapes", HEAD MID " title=\x1b]0;x\x07\x1b[31mred\x7f\r\b\n", "]0;x[31mred"},
    {"C1, line separators, bidi",
     HEAD MID " title=a\xc2\x9b\xe2\x80\xa8\xe2\x80\xae"
              "b\n",
     "ab"},
    {"fields in another order",
     HEAD " players=3 server=alead/0.1.0 protocol=1 port=2532 boot=" BOOT
          " title=Games at ours\n",
     "Games at ours"},
    {"fields of a later time", HEAD " ws=yes" MID " x= lobby_rooms=5 title=Ours\n",
     "Ours"},
};

TEST_ROWS(title_rows) {
    const struct title_row *row = table_row(state);
    struct discovery_answer read, expected = sample;
    char fault[FAULT_BYTES];
    char *packet = copy_of(row->packet, strlen(row->packet));
    bool is_read = discovery_read_answer(packet, strlen(row->packet), &read, fault);
    test_free(packet);
    if (!is_read) {
        fail_msg("%s", fault);
    }
    strcpy(expected.title, row->title);
    expect_equal(&read, &expected);
}

static const struct fault_row {
    const char *name, *packet, *fault;
} fault_rows[] = {
    {"nothing", "", "does not begin with alea-here/"},
    {"a query", "alea-find/1 " NONCE, "does not begin with alea-here/"},
    {"the greeting of a server", "* alea/1 alead/0.1.0", "does not begin with alea-here"},
    {"another version", "alea-here/2 " NONCE "\n", "another version"},
    {"a version beyond all numbers", "alea-here/99999999999999999999 x\n", "too large"},
    {"nonce too short", "alea-here/1 abc\n", "the nonce is 16 letters and digits"},
    {"nonce with an escape", "alea-here/1 \x1b[2Jghijklmnopab\n", "the nonce is 16"},
    {"no fields", HEAD "\n", "boot is missing"},
    {"boot is missing",
     HEAD " port=2532 protocol=1 server=alead/0.1.0 players=3 title=x\n",
     "boot is missing"},
    {"port and tls are missing",
     HEAD " boot=" BOOT " protocol=1 server=alead/0.1.0 players=3 title=x\n",
     "port and tls are missing"},
    {"title is missing", HEAD MID "\n", "title is missing"},
    {"twice", HEAD " port=1" MID " title=x\n", "port is there twice"},
    {"port 0", HEAD " port=0" MID " title=x\n", "port is 0"},
    {"tls 0", HEAD " tls=0" MID " title=x\n", "tls is 0"},
    {"tls 65536", HEAD " tls=65536" MID " title=x\n", "tls is too large"},
    {"tls is no number", HEAD " tls=yes" MID " title=x\n", "tls must be a number"},
    {"tls twice", HEAD " tls=1 tls=1" MID " title=x\n", "tls is there twice"},
    {"port 65536", HEAD " port=65536" MID " title=x\n", "port is too large"},
    {"port is no number", HEAD " port=+1" MID " title=x\n", "port must be a number"},
    {"port with more behind it", HEAD " port=1x" MID " title=x\n", "between fields"},
    {"too many players", HEAD " players=1000001" MID " title=x\n",
     "players is too large"},
    {"server is empty", HEAD " server= port=1 title=x\n", "server is 1 to 32"},
    {"server too long", HEAD " server=123456789012345678901234567890123 title=x\n",
     "server is 1 to 32"},
    {"server with an escape", HEAD " server=a\x1b[2J title=x\n", "between fields"},
    {"server with a delete", HEAD " server=a\x7f port=1 title=x\n", "between fields"},
    {"boot too long", HEAD " boot=" BOOT "k title=x\n", "boot is 16"},
    {"a field without a value", HEAD " x" MID " title=x\n", "a field is KEY=VALUE"},
    {"a field without a key", HEAD " =1" MID " title=x\n", "a field is KEY=VALUE"},
    {"a key with a capital", HEAD " pOrt=1" MID " title=x\n", "a field is KEY=VALUE"},
    {"a key with a brace", HEAD " por{=1" MID " title=x\n", "a field is KEY=VALUE"},
    {"nothing behind a field of a later time", HEAD MID " x=1", "' '"},
    {"only a field of a later time", HEAD " x=1\n", "boot is missing"},
    {"a key too long", HEAD " abcdefghijklmnopq=1" MID " title=x\n",
     "a field is KEY=VALUE"},
    {"two spaces", HEAD " " MID " title=x\n", "a field is KEY=VALUE"},
    {"title too long", HEAD MID " title=" SIXTY "1\n", "title is longer than 60 bytes"},
    {"no line end", HEAD MID " title=x", "' '"},
    {"two lines", GOOD "\n", "unexpected text after the answer"},
    {"not UTF-8", HEAD MID " title=\xff\n", "not UTF-8"},
    {"too long", HEAD " x=" SIXTY SIXTY SIXTY SIXTY MID " title=x\n", "too long"},
};

TEST_ROWS(fault_rows) {
    const struct fault_row *row = table_row(state);
    struct discovery_answer read;
    char fault[FAULT_BYTES];
    char *packet = copy_of(row->packet, strlen(row->packet));
    assert_false(discovery_read_answer(packet, strlen(row->packet), &read, fault));
    test_free(packet);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("the fault is: %s", fault);
    }
}

TEST(test_nul) {
    static const char packet[] = HEAD MID " title=a\0b\n";
    struct discovery_answer read;
    char fault[FAULT_BYTES];
    assert_false(discovery_read_answer(packet, sizeof packet - 1, &read, fault));
}

/* A truncated answer is refused. */
TEST(test_cut) {
    struct discovery_answer read;
    char fault[FAULT_BYTES];
    for (size_t len = 0; len < strlen(GOOD); len++) {
        char *packet = copy_of(GOOD, len);
        assert_false(discovery_read_answer(packet, len, &read, fault));
        assert_true(fault[0] != '\0');
        test_free(packet);
    }
}

TEST(test_json) {
    const char *address[] = {"192.168.1.5:2532", "[fe80::1%eth0]:2532"};
    struct discovery_answer answer = sample;
    strcpy(answer.title, "\"ours\"");
    const struct discovery_places both = {address, 2}, none = {NULL, 0};
    char *line = discovery_to_json(&answer, both, none);
    assert_json(line, "{'address':'192.168.1.5:2532','addresses':['192.168.1.5:2532',"
                      "'[fe80::1%eth0]:2532'],'tls_address':null,'tls_addresses':[],"
                      "'title':'\\'ours\\'','players':3,"
                      "'server':'alead/0.1.0','protocol':1,'boot':'" BOOT "'}");
    free(line);
    line = discovery_to_json(&answer, none, both);
    static const char tls_only[] =
        "{'address':null,'addresses':[],'tls_address':'192.168.1.5:2532','"
        "tls_addresses':['192.168.1.5:2532','[fe80::1%eth0]:2532'],";
    assert_begins(line, tls_only);
    free(line);
}
