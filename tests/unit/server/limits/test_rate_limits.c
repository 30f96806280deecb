/* Rate limits: frequent tries have to wait, and a flood of other names does not help. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

#include "server/base/address.h"
#include "server/limits/rate_limits.h"

static struct rate_limits rates;
static const struct rate_rule rule = {.burst = 2, .tokens = 2, .period_ms = 60000};

static int empty(void **state) {
    memset(&rates, 0, sizeof rates);
    memset(rates.key, 7, sizeof rates.key);
    return 0;
}

TEST_WITH(test_each_for_himself, empty, NULL) {
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "Ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "aNN", &rule, 0), 30000);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "bob", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_ADDRESS, "ann", &rule, 0), 0);
    rate_give_back(rate_limits_bucket(&rates, RATE_NAME, "ANN"), &rule, 1);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 30000), 0);
}

TEST_WITH(test_a_flood_of_others, empty, NULL) {
    char name[16];
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 0);
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        rate_limits_take(&rates, RATE_NAME, name, &rule, 0);
    }
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 30000);
}

/* Which names share a bucket depends on the secret key. */
TEST_WITH(test_the_key, empty, NULL) {
    char name[16] = "";
    int shared = -1;
    for (int i = 0; shared < 0; i++) {
        empty(NULL);
        rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0);
        rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0);
        snprintf(name, sizeof name, "n%d", i);
        shared = rate_limits_take(&rates, RATE_NAME, name, &rule, 0) > 0 ? i : -1;
    }
    empty(NULL);
    rates.key[0] = 8;
    rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0);
    rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, name, &rule, 0), 0);
}

/* Other pairs cannot make a pair look failed or trusted. */
TEST_WITH(test_pairs, empty, NULL) {
    char network[24];
    uint64_t ann = rate_limits_pair(&rates, "Ann", "192.0.2.1");
    assert_true(ann == rate_limits_pair(&rates, "aNN", "192.0.2.1"));
    assert_true(ann != rate_limits_pair(&rates, "Ann", "192.0.2.2"));
    assert_true(ann != rate_limits_pair(&rates, "Bob", "192.0.2.1"));
    for (int i = 0; i < 100000; i++) {
        snprintf(network, sizeof network, "10.%d.%d.%d", i / 10000, i / 100 % 100,
                 i % 100);
        rate_limits_note_failure(&rates, rate_limits_pair(&rates, "Ann", network), 1000);
        rate_limits_trust(&rates, rate_limits_pair(&rates, "Eve", network));
    }
    assert_int_equal(rate_limits_failure_wait_ms(&rates, ann, 5000, 1000), 0);
    assert_null(rate_limits_trusted_bucket(&rates, ann));
    rate_limits_note_failure(&rates, ann, 1000);
    assert_int_equal(rate_limits_failure_wait_ms(&rates, ann, 5000, 1000), 5000);
    assert_int_equal(rate_limits_failure_wait_ms(&rates, ann, 5000, 5999), 1);
    assert_int_equal(rate_limits_failure_wait_ms(&rates, ann, 5000, 6000), 0);
    rate_limits_trust(&rates, ann);
    assert_int_equal(rate_limits_failure_wait_ms(&rates, ann, 5000, 1000), 0);
    assert_non_null(rate_limits_trusted_bucket(&rates, ann));
}

TEST(test_networks) {
    static const char *const rows[][2] = {
        {"192.0.2.1", "192.0.2.1"},
        {"2001:db8:1:2::", "2001:db8:1::"},
        {"fe80::", "fe80::"},
        {"::1", "::1"},
        {"?", "?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char network[ADDRESS_BYTES];
        address_network(rows[i][0], network);
        assert_string_equal(network, rows[i][1]);
    }
}

/* --- address table --- */

/* The per-address counters. */

TEST(test_counts) {
    struct address_table addresses = {.index.n_used = 0};
    struct address_counts *one =
        address_table_add(&addresses, "192.0.2.1", ADDRESS_CLIENTS);
    struct address_counts *two =
        address_table_add(&addresses, "2001:db8::", ADDRESS_CLIENTS);
    assert_ptr_equal(address_table_add(&addresses, "192.0.2.1", ADDRESS_CLIENTS), one);
    assert_ptr_equal(address_table_add(&addresses, "192.0.2.1", ADDRESS_ROOMS), one);
    assert_string_equal(two->address, "2001:db8::");
    assert_int_equal(one->n[ADDRESS_CLIENTS], 2);
    assert_int_equal(one->n[ADDRESS_ROOMS], 1);
    assert_int_equal(two->n[ADDRESS_CLIENTS], 1);
    address_table_remove(&addresses, NULL, ADDRESS_ROOMS);
    address_table_remove(&addresses, one, ADDRESS_CLIENTS);
    address_table_remove(&addresses, one, ADDRESS_CLIENTS);
    assert_int_equal(one->n[ADDRESS_ROOMS], 1); /* the room still counts */
    address_table_remove(&addresses, two, ADDRESS_CLIENTS);
    address_table_remove(&addresses, one, ADDRESS_ROOMS);
    assert_int_equal(addresses.index.n_used, 0);
    index_fini(&addresses.index);
}
