/* Deadlines, compared with a look at all of them. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/table.h"

#include "server/base/deadline_heap.h"

struct thing {
    int number;
    struct deadline due;
};

static void test_order(void **state) {
    (void)state;
    struct deadline_heap dues = {.n = 0};
    struct thing thing[3] = {{.number = 0}, {.number = 1}, {.number = 2}};
    assert_null(deadline_heap_first(&dues, UINT64_MAX - 1));
    assert_true(deadline_heap_next_ms(&dues) == DEADLINE_NEVER);
    deadline_heap_set(&dues, &thing[0].due, 30);
    deadline_heap_set(&dues, &thing[1].due, 10);
    deadline_heap_set(&dues, &thing[2].due, 20);
    assert_int_equal(deadline_heap_next_ms(&dues), 10);
    assert_null(deadline_heap_first(&dues, 9));
    assert_int_equal(DEADLINE_OF(deadline_heap_first(&dues, 10), struct thing)->number,
                     1);
    deadline_heap_set(&dues, &thing[1].due, 40);
    assert_int_equal(DEADLINE_OF(deadline_heap_first(&dues, 50), struct thing)->number,
                     2);
    deadline_heap_set(&dues, &thing[2].due, DEADLINE_NEVER);
    deadline_heap_set(&dues, &thing[2].due, DEADLINE_NEVER);
    assert_int_equal(DEADLINE_OF(deadline_heap_first(&dues, 50), struct thing)->number,
                     0);
    deadline_heap_fini(&dues);
}

#define THINGS 60

static uint64_t earliest(const struct thing *thing) {
    uint64_t ms = DEADLINE_NEVER;
    for (int i = 0; i < THINGS; i++) {
        if (thing[i].due.place != 0 && thing[i].due.at_ms < ms) {
            ms = thing[i].due.at_ms;
        }
    }
    return ms;
}

static void test_random(void **state) {
    (void)state;
    uint64_t rng = random_seed();
    struct deadline_heap dues = {.n = 0};
    struct thing thing[THINGS];
    memset(thing, 0, sizeof thing);
    for (int step = 0; step < 5000; step++) {
        struct thing *t = &thing[random_below(&rng, THINGS)];
        bool goes = random_below(&rng, 3) == 0;
        uint64_t at_ms = goes ? DEADLINE_NEVER : 1 + random_below(&rng, 50);
        deadline_heap_set(&dues, &t->due, at_ms);
        assert_int_equal(t->due.place != 0, !goes);
        assert_true(goes || t->due.at_ms == at_ms);
        assert_true(deadline_heap_next_ms(&dues) == earliest(thing));
    }
    uint64_t last_ms = 0;
    for (struct deadline *due;
         (due = deadline_heap_first(&dues, UINT64_MAX - 1)) != NULL;) {
        assert_true(due->at_ms >= last_ms);
        last_ms = due->at_ms;
        deadline_heap_set(&dues, due, DEADLINE_NEVER);
    }
    assert_true(earliest(thing) == DEADLINE_NEVER);
    deadline_heap_fini(&dues);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("due", tests, NULL, NULL);
}
