/* Rate limits: frequent tries have to wait, and a flood of other names does not help. */
#include <stdio.h>
#include <string.h>

#include "server/base/address.h"
#include "server/limits/rate_limits.h"
#include "tests/support/cmocka.h"

static struct rate_limits rates;
static const struct rate_rule rule = {.burst = 2, .tokens = 2, .period_ms = 60000};

static int empty(void **state) {
    memset(&rates, 0, sizeof rates);
    memset(rates.key, 7, sizeof rates.key);
    return 0;
}

static void test_each_for_himself(void **state) {
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "Ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "aNN", &rule, 0), 30000);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "bob", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_ADDRESS, "ann", &rule, 0), 0);
    rate_limits_give_back(&rates, RATE_NAME, "ANN", &rule);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 0), 0);
    assert_int_equal(rate_limits_take(&rates, RATE_NAME, "ann", &rule, 30000), 0);
}

static void test_a_flood_of_others(void **state) {
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
static void test_the_key(void **state) {
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
static void test_pairs(void **state) {
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

static void test_networks(void **state) {
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

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_each_for_himself, empty),
        cmocka_unit_test_setup(test_a_flood_of_others, empty),
        cmocka_unit_test_setup(test_the_key, empty),
        cmocka_unit_test_setup(test_pairs, empty),
        cmocka_unit_test(test_networks),
    };
    return cmocka_run_group_tests_name("rates", tests, NULL, NULL);
}
