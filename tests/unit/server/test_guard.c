/* Who tries often must wait, and a flood of others does not help him. */
#include <stdio.h>
#include <string.h>

#include "server/guard.h"
#include "tests/support/cmocka.h"

static struct guard guard;
static const struct rate_rule rule = {.burst = 2, .tokens = 2, .period_ms = 60000};

static int empty(void **state) {
    (void)state;
    memset(&guard, 0, sizeof guard);
    memset(guard.key, 7, sizeof guard.key);
    return 0;
}

static void test_each_for_himself(void **state) {
    (void)state;
    assert_int_equal(guard_take(&guard, GUARD_NAME, "ann", &rule, 0), 0);
    assert_int_equal(guard_take(&guard, GUARD_NAME, "Ann", &rule, 0), 0);
    assert_int_equal(guard_take(&guard, GUARD_NAME, "aNN", &rule, 0), 30000);
    assert_int_equal(guard_take(&guard, GUARD_NAME, "bob", &rule, 0), 0);
    assert_int_equal(guard_take(&guard, GUARD_ADDRESS, "ann", &rule, 0), 0);
    guard_give_back(&guard, GUARD_NAME, "ANN", &rule);
    assert_int_equal(guard_take(&guard, GUARD_NAME, "ann", &rule, 0), 0);
    assert_int_equal(guard_take(&guard, GUARD_NAME, "ann", &rule, 30000), 0);
}

static void test_a_flood_of_others(void **state) {
    (void)state;
    char name[16];
    assert_int_equal(guard_take(&guard, GUARD_NAME, "ann", &rule, 0), 0);
    assert_int_equal(guard_take(&guard, GUARD_NAME, "ann", &rule, 0), 0);
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        guard_take(&guard, GUARD_NAME, name, &rule, 0);
    }
    assert_int_equal(guard_take(&guard, GUARD_NAME, "ann", &rule, 0), 30000);
}

/* Which names share a bucket depends on the key, which nobody knows. */
static void test_the_key(void **state) {
    (void)state;
    char name[16] = "";
    int shared = -1;
    for (int i = 0; shared < 0; i++) {
        empty(NULL);
        guard_take(&guard, GUARD_NAME, "ann", &rule, 0);
        guard_take(&guard, GUARD_NAME, "ann", &rule, 0);
        snprintf(name, sizeof name, "n%d", i);
        shared = guard_take(&guard, GUARD_NAME, name, &rule, 0) > 0 ? i : -1;
    }
    empty(NULL);
    guard.key[0] = 8;
    guard_take(&guard, GUARD_NAME, "ann", &rule, 0);
    guard_take(&guard, GUARD_NAME, "ann", &rule, 0);
    assert_int_equal(guard_take(&guard, GUARD_NAME, name, &rule, 0), 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_each_for_himself, empty),
        cmocka_unit_test_setup(test_a_flood_of_others, empty),
        cmocka_unit_test_setup(test_the_key, empty),
    };
    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
