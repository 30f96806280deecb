/* The per-address counters. */
#include "tests/unit/test.h"

#include "server/limits/address_table.h"

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
