/* What an address has here. */
#include "tests/unit/table.h"

#include "server/limits/address_counts.h"

static void test_counts(void **state) {
    (void)state;
    struct address_counts address_counts = {.index.n_used = 0};
    struct address_count *one =
        address_counts_enter(&address_counts, "192.0.2.1", ADDRESS_CLIENTS);
    struct address_count *two =
        address_counts_enter(&address_counts, "2001:db8::", ADDRESS_CLIENTS);
    assert_ptr_equal(address_counts_enter(&address_counts, "192.0.2.1", ADDRESS_CLIENTS),
                     one);
    assert_ptr_equal(address_counts_enter(&address_counts, "192.0.2.1", ADDRESS_ROOMS),
                     one);
    assert_string_equal(two->address, "2001:db8::");
    assert_int_equal(one->n[ADDRESS_CLIENTS], 2);
    assert_int_equal(one->n[ADDRESS_ROOMS], 1);
    assert_int_equal(two->n[ADDRESS_CLIENTS], 1);
    address_counts_leave(&address_counts, NULL, ADDRESS_ROOMS);
    address_counts_leave(&address_counts, one, ADDRESS_CLIENTS);
    address_counts_leave(&address_counts, one, ADDRESS_CLIENTS);
    assert_int_equal(one->n[ADDRESS_ROOMS], 1); /* the room is still there */
    address_counts_leave(&address_counts, two, ADDRESS_CLIENTS);
    address_counts_leave(&address_counts, one, ADDRESS_ROOMS);
    assert_int_equal(address_counts.index.n_used, 0);
    index_fini(&address_counts.index);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests_name("address_count", tests, NULL, NULL);
}
