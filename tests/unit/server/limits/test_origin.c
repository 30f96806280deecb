/* What an address has here. */
#include "tests/unit/table.h"

#include "server/limits/origin.h"

static void test_counts(void **state) {
    (void)state;
    struct origins origins = {.index.n_used = 0};
    struct origin *one = origins_enter(&origins, "192.0.2.1", ORIGIN_CLIENT);
    struct origin *two = origins_enter(&origins, "2001:db8::", ORIGIN_CLIENT);
    assert_ptr_equal(origins_enter(&origins, "192.0.2.1", ORIGIN_CLIENT), one);
    assert_ptr_equal(origins_enter(&origins, "192.0.2.1", ORIGIN_ROOM), one);
    assert_string_equal(two->address, "2001:db8::");
    assert_int_equal(one->n[ORIGIN_CLIENT], 2);
    assert_int_equal(one->n[ORIGIN_ROOM], 1);
    assert_int_equal(two->n[ORIGIN_CLIENT], 1);
    origins_leave(&origins, NULL, ORIGIN_ROOM);
    origins_leave(&origins, one, ORIGIN_CLIENT);
    origins_leave(&origins, one, ORIGIN_CLIENT);
    assert_int_equal(one->n[ORIGIN_ROOM], 1); /* the room is still there */
    origins_leave(&origins, two, ORIGIN_CLIENT);
    origins_leave(&origins, one, ORIGIN_ROOM);
    assert_int_equal(origins.index.n_used, 0);
    index_fini(&origins.index);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests_name("origin", tests, NULL, NULL);
}
