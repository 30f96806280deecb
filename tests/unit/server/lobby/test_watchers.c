/* Lists of spectators: those who are up to date, and those who lag. */
#include "server/lobby/watchers.h"

#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define MOST 20

/* Random changes, compared with a plain list of who watches and who is told. */
TEST(test_as_a_plain_list) {
    uint64_t rng = random_seed();
    struct watchers watchers = {0};
    bool is_there[MOST] = {false}, is_told[MOST] = {false};
    for (int step = 0; step < 5000; step++) {
        unsigned who = random_below(&rng, MOST);
        bool told = random_below(&rng, 2) == 1;
        switch (random_below(&rng, 3)) {
        case 0:
            if (!is_there[who]) {
                watchers_add(&watchers, who + 1);
                is_there[who] = is_told[who] = true;
            }
            break;
        case 1:
            assert_int_equal(watchers_remove(&watchers, who + 1), is_there[who]);
            is_there[who] = is_told[who] = false;
            break;
        default:
            watchers_set_told(&watchers, who + 1, told);
            is_told[who] = is_there[who] && told;
            break;
        }
        size_t n = 0, n_told = 0;
        for (size_t i = 0; i < MOST; i++) {
            n += is_there[i];
            n_told += is_told[i];
        }
        assert_int_equal(watchers.n, n);
        assert_int_equal(watchers.n_told, n_told);
        for (size_t i = 0; i < n; i++) {
            assert_true(is_there[watchers.session[i] - 1]);
            assert_int_equal(is_told[watchers.session[i] - 1], i < n_told);
        }
    }
    watchers_fini(&watchers);
}

TEST(test_held_lines) {
    struct watchers watchers = {0};
    for (int i = 0; i < WATCHERS_HELD_MAX + 3; i++) {
        watchers_hold(&watchers, "Ann", i == 3 ? "first" : "next");
    }
    assert_int_equal(watchers.n_held, WATCHERS_HELD_MAX);
    assert_string_equal(watchers.held[0]->text, "first");
    watchers_clear_held(&watchers);
    assert_int_equal(watchers.n_held, 0);
    watchers_hold(&watchers, "Bob", "again");
    assert_string_equal(watchers.held[0]->name, "Bob");
    watchers_fini(&watchers);
}
