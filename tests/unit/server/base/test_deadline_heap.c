/* The heap of deadlines, compared with a search of all of them. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "server/base/deadline_heap.h"

struct thing {
    int number;
    struct deadline deadline;
};

TEST(test_order) {
    struct deadline_heap heap = {.n = 0};
    struct thing thing[3] = {{.number = 0}, {.number = 1}, {.number = 2}};
    assert_null(deadline_heap_first(&heap, UINT64_MAX - 1));
    assert_true(deadline_heap_next_ms(&heap) == DEADLINE_NEVER);
    deadline_heap_set(&heap, &thing[0].deadline, 30);
    deadline_heap_set(&heap, &thing[1].deadline, 10);
    deadline_heap_set(&heap, &thing[2].deadline, 20);
    assert_int_equal(deadline_heap_next_ms(&heap), 10);
    assert_null(deadline_heap_first(&heap, 9));
    assert_int_equal(DEADLINE_OF(deadline_heap_first(&heap, 10), struct thing)->number,
                     1);
    deadline_heap_set(&heap, &thing[1].deadline, 40);
    assert_int_equal(DEADLINE_OF(deadline_heap_first(&heap, 50), struct thing)->number,
                     2);
    deadline_heap_set(&heap, &thing[2].deadline, DEADLINE_NEVER);
    deadline_heap_set(&heap, &thing[2].deadline, DEADLINE_NEVER);
    assert_int_equal(DEADLINE_OF(deadline_heap_first(&heap, 50), struct thing)->number,
                     0);
    deadline_heap_fini(&heap);
}

#define THINGS 60

static uint64_t earliest(const struct thing *thing) {
    uint64_t ms = DEADLINE_NEVER;
    for (int i = 0; i < THINGS; i++) {
        if (thing[i].deadline.place != 0 && thing[i].deadline.at_ms < ms) {
            ms = thing[i].deadline.at_ms;
        }
    }
    return ms;
}

TEST(test_random) {
    uint64_t rng = random_seed();
    struct deadline_heap heap = {.n = 0};
    struct thing thing[THINGS];
    memset(thing, 0, sizeof thing);
    for (int step = 0; step < 5000; step++) {
        struct thing *t = &thing[random_below(&rng, THINGS)];
        bool goes = random_below(&rng, 3) == 0;
        uint64_t at_ms = goes ? DEADLINE_NEVER : 1 + random_below(&rng, 50);
        deadline_heap_set(&heap, &t->deadline, at_ms);
        assert_int_equal(t->deadline.place != 0, !goes);
        assert_true(goes || t->deadline.at_ms == at_ms);
        assert_true(deadline_heap_next_ms(&heap) == earliest(thing));
    }
    uint64_t last_ms = 0;
    for (struct deadline *deadline;
         (deadline = deadline_heap_first(&heap, UINT64_MAX - 1)) != NULL;) {
        assert_true(deadline->at_ms >= last_ms);
        last_ms = deadline->at_ms;
        deadline_heap_set(&heap, deadline, DEADLINE_NEVER);
    }
    assert_true(earliest(thing) == DEADLINE_NEVER);
    deadline_heap_fini(&heap);
}
