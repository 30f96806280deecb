/* Ids that are never reused. */
#include "server/base/slots.h"

#include <stdbool.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

TEST(test_an_id_is_dead_after_its_object) {
    struct slots slots = {0};
    int first, second;
    uint64_t id = slots_add(&slots, &first);
    assert_ptr_equal(slots_get(&slots, id), &first);
    slots_remove(&slots, id);
    uint64_t next = slots_add(&slots, &second); /* in the same slot */
    assert_int_not_equal(id, next);
    assert_null(slots_get(&slots, id));
    assert_ptr_equal(slots_get(&slots, next), &second);
    slots_fini(&slots);
}

TEST(test_ids_that_never_were) {
    struct slots slots = {0};
    int object;
    assert_null(slots_get(&slots, 0));
    assert_null(slots_get(&slots, 1));
    uint64_t id = slots_add(&slots, &object);
    assert_null(slots_get(&slots, 0));
    assert_null(slots_get(&slots, id + 1));
    assert_null(slots_get(&slots, UINT64_MAX));
    slots_fini(&slots);
}

/* Reserved ids and slots are not given to other objects. */
TEST(test_reserved) {
    struct slots slots = {0}, earlier = {0};
    uint64_t id[3];
    int object;
    for (int i = 0; i < 3; i++) {
        id[i] = slots_add(&earlier, &object);
    }
    assert_true(slots_restore(&slots, id[0], &object));
    slots_reserve(&slots, id[0]); /* already in use: no effect */
    slots_reserve(&slots, id[2]);
    slots_reserve(&slots, id[2]);
    slots_reserve(&slots, 0);
    slots_reserve(&slots, UINT64_MAX);
    assert_int_equal(slots.n_used, 1);
    assert_null(slots_get(&slots, id[2]));
    for (int i = 0; i < 40; i++) {
        uint64_t next = slots_add(&slots, &object);
        assert_true(next > id[2]);
        assert_int_not_equal(slots_place(&slots, next), slots_place(&slots, id[2]));
    }
    assert_true(slots_restore(&slots, id[2], &object));
    assert_ptr_equal(slots_get(&slots, id[2]), &object);
    slots_remove(&slots, id[2]);
    assert_int_equal(slots_place(&slots, slots_add(&slots, &object)),
                     slots_place(&slots, id[2]));
    slots_fini(&earlier);
    slots_fini(&slots);
}

/* Ids up to a skipped one are never given; its slot can be used. */
TEST(test_skipped) {
    struct slots slots = {0}, earlier = {0};
    uint64_t id[3], mine[2];
    int object;
    for (int i = 0; i < 3; i++) {
        id[i] = slots_add(&earlier, &object);
    }
    slots_remove(&earlier, id[1]);
    id[1] = slots_add(&earlier, &object); /* the latest, in the slot of another */
    slots_skip(&slots, id[1]);
    slots_skip(&slots, id[2]); /* an earlier id: no effect */
    slots_skip(&slots, 0);
    for (int i = 0; i < 2; i++) {
        mine[i] = slots_add(&slots, &object);
        assert_true(mine[i] > id[1]);
    }
    assert_int_equal(slots_place(&slots, mine[1]), slots_place(&slots, id[1]));
    assert_int_equal(slots.n_used, 2);
    slots_skip(&slots, id[1]); /* no effect while there are objects */
    assert_ptr_equal(slots_get(&slots, mine[0]), &object);
    assert_true(slots_add(&slots, &object) > mine[1]);
    slots_fini(&earlier);
    slots_fini(&slots);
}

TEST(test_walk_while_removing) {
    struct slots slots = {0};
    uint64_t objects[40];
    for (size_t i = 0; i < 40; i++) {
        objects[i] = slots_add(&slots, &objects[i]);
    }
    uint32_t at = 0;
    size_t n = 0;
    for (uint64_t *object; (object = slots_next(&slots, &at)) != NULL; n++) {
        slots_remove(&slots, *object);
    }
    assert_int_equal(n, 40);
    assert_int_equal(slots.n_used, 0);
    slots_fini(&slots);
}

/* Random adding and removing, compared with a plain list. */
TEST(test_against_a_list) {
    uint64_t seed = random_seed();
    struct slots slots = {0};
    static struct {
        uint64_t id;
        bool there;
    } list[3000];
    unsigned n = 0, n_there = 0;
    while (n < 3000) {
        unsigned i = n > 0 ? random_below(&seed, n) : 0;
        if (n > 0 && list[i].there && random_below(&seed, 2) == 0) {
            slots_remove(&slots, list[i].id);
            list[i].there = false;
            n_there--;
        } else {
            list[n].id = slots_add(&slots, &list[n]);
            list[n].there = true;
            n++;
            n_there++;
        }
        assert_int_equal(slots.n_used, n_there);
    }
    for (unsigned i = 0; i < n; i++) {
        assert_ptr_equal(slots_get(&slots, list[i].id), list[i].there ? &list[i] : NULL);
    }
    slots_fini(&slots);
}

/* A database has the sessions of several servers that once used it at the same time:
 * their ids have the same places, and the number of the server from bit 56 on. */
TEST(test_ids_of_other_servers) {
    struct slots slots = {0};
    uint64_t own[20], other[40];
    for (int i = 0; i < 40; i++) {
        other[i] = (UINT64_C(1) + (uint64_t)i % 2) << 56 | (uint64_t)(i / 2 + 1) << 24 |
                   (uint64_t)(i / 2);
        assert_true(slots_restore(&slots, other[i], &other[i]));
        assert_false(slots_restore(&slots, other[i], &other[i]));
        slots_skip(&slots, other[i]); /* no effect */
    }
    for (int i = 0; i < 20; i++) {
        own[i] = slots_add(&slots, &own[i]);
        assert_int_equal(own[i] >> 24, i + 1); /* no id that looks like one of these */
    }
    for (int i = 0; i < 40; i++) {
        assert_ptr_equal(slots_get(&slots, other[i]), &other[i]);
        for (int k = 0; k < 20; k++) {
            assert_int_not_equal(slots_place(&slots, other[i]),
                                 slots_place(&slots, own[k]));
        }
    }
    slots_remove(&slots, other[0]);
    assert_null(slots_get(&slots, other[0]));
    assert_true(slots_restore(&slots, other[0], &other[0]));
    slots_fini(&slots);
}

/* A large server restores all its objects in random order.  A linear search for each free
 * slot would take too long. */
TEST(test_restored_in_any_order) {
    enum { N = 400000 };
    uint64_t seed = random_seed();
    struct slots slots = {0}, earlier = {0};
    uint64_t *id = test_malloc(N * sizeof *id);
    for (unsigned i = 0; i < N; i++) {
        id[i] = slots_add(&earlier, &id[i]);
        unsigned k = random_below(&seed, i + 1);
        uint64_t other = id[k];
        id[k] = id[i];
        id[i] = other;
    }
    for (unsigned i = 0; i < N; i++) {
        assert_true(slots_restore(&slots, id[i], &id[i]));
    }
    for (unsigned i = 0; i < N; i++) {
        assert_ptr_equal(slots_get(&slots, id[i]), &id[i]);
    }
    uint64_t next = slots_add(&slots, &slots); /* no slot is free */
    assert_true(slots_place(&slots, next) >= N);
    assert_int_equal(slots.n_used, N + 1);
    test_free(id);
    slots_fini(&earlier);
    slots_fini(&slots);
}
