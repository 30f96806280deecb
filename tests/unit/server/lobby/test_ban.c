/* Banned names and addresses: their form, and the list. */
#include <stdio.h>
#include <string.h>

#include "server/base/address.h"
#include "server/lobby/ban.h"
#include "tests/unit/test.h"

static const struct {
    const char *text;
    const char *who; /* NULL: neither a name nor an address */
} rows[] = {
    {"Bob", "Bob"},
    {"a-b_9", "a-b_9"},
    {"b", NULL},
    {"", NULL},
    {"bob!", NULL},
    {"192.0.2.1", "192.0.2.1"},
    {"192.0.2.256", NULL},
    {"192.0.2", NULL},
    {"192.0.2.1/64", NULL},
    {"192.0.2.1:2532", NULL},
    {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
    {"2001:DB8:1:2::/64", "2001:db8:1:2::"},
    {"2001:db8::7/64", "2001:db8::"},
    {"2001:db8::/48", NULL},
    {"2001:db8::/640", NULL},
    {"/64", NULL},
    {"::ffff:192.0.2.1", "192.0.2.1"},
    {"::ffff:192.0.2.1/64", NULL},
    {"::1", "::1"},
    {"fe80::1", "fe80::"},
    {"fe80::1%eth0", NULL},
    {"[2001:db8::1]", NULL},
    {"2001:db8:1:2:3:4:5:6:7", NULL},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa::/64", NULL},
};

TEST(who_is_meant) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char who[ADDRESS_BYTES] = "";
        bool good = ban_read_who(rows[i].text, who);
        if (good != (rows[i].who != NULL) || (good && strcmp(who, rows[i].who) != 0)) {
            fail_msg("%s is read as %s", rows[i].text, good ? who : "nothing");
        }
    }
}

TEST(what_is_read_reads_the_same) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char who[ADDRESS_BYTES];
        if (rows[i].who != NULL) {
            assert_true(ban_read_who(rows[i].who, who));
            assert_string_equal(who, rows[i].who);
        }
    }
}

TEST(this_machine) {
    assert_true(address_is_loopback("127.0.0.1"));
    assert_true(address_is_loopback("127.9.9.9"));
    assert_true(address_is_loopback("::1"));
    assert_false(address_is_loopback("::"));
    assert_false(address_is_loopback("128.0.0.1"));
    assert_false(address_is_loopback("12.7.0.0"));
}

TEST(until_its_time_is_over) {
    struct bans bans = {.n = 0};
    assert_true(bans_put(&bans, &(struct ban){.who = "Bob", .at_s = 10, .until_s = 20}));
    assert_true(bans_put(&bans, &(struct ban){.who = "192.0.2.1", .text = "why"}));
    assert_non_null(bans_find(&bans, "bob", 19));
    assert_null(bans_find(&bans, "bob", 20));
    assert_null(bans_find_over(&bans, 19));
    assert_string_equal(bans_find_over(&bans, 20)->who, "Bob");
    assert_string_equal(bans_find(&bans, "192.0.2.1", INT64_MAX)->text, "why");
    assert_null(bans_find(&bans, "192.0.2.11", 0));
    bans_fini(&bans);
}

TEST(once_more_changes_it) {
    struct bans bans = {.n = 0};
    assert_true(bans_put(&bans, &(struct ban){.who = "Bob", .until_s = 20}));
    assert_true(bans_put(&bans, &(struct ban){.who = "BOB", .until_s = 30}));
    assert_int_equal(bans.n, 1);
    assert_int_equal(bans_find(&bans, "bob", 25)->until_s, 30);
    assert_true(bans_remove(&bans, "boB"));
    assert_false(bans_remove(&bans, "bob"));
    assert_null(bans_find(&bans, "bob", 0));
    bans_fini(&bans);
}

TEST(there_are_not_too_many) {
    struct bans bans = {.n = 0};
    struct ban ban = {.who = ""};
    for (int i = 0; i <= BANS_MAX; i++) {
        snprintf(ban.who, sizeof ban.who, "n%d", i);
        assert_int_equal(bans_put(&bans, &ban), i < BANS_MAX);
    }
    assert_int_equal(bans.n, BANS_MAX);
    snprintf(ban.who, sizeof ban.who, "N7"); /* an old ban can still be changed */
    assert_true(bans_put(&bans, &ban));
    assert_true(bans_remove(&bans, "n500"));
    assert_non_null(bans_find(&bans, "n499", 0));
    assert_non_null(bans_find(&bans, "n501", 0));
    snprintf(ban.who, sizeof ban.who, "n1000");
    assert_true(bans_put(&bans, &ban));
    bans_fini(&bans);
}
