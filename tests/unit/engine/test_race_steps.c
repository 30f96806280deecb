/* royal-ur: the steps between blocks match the rules, in random positions with the other
 * side's pieces anywhere. */
#include "engine/race_steps.h"

#include <string.h>

#include "engine/network/features.h"
#include "tests/support/cmocka.h"
#include "tests/unit/random.h"

#define LEFT_MAX         4
#define RANDOM_POSITIONS 20000

struct fixture {
    struct race_index *index;
    struct race_steps *steps[LEFT_MAX + 1];
    struct throws throws;
};

static int set_up(void **state) {
    static struct fixture fixture;
    fixture.index = race_index_new(&game_royal_ur, LEFT_MAX);
    for (unsigned left = 1; left <= LEFT_MAX; left++) {
        fixture.steps[left] = race_steps_new(fixture.index, left);
    }
    throws_init(&fixture.throws, &game_royal_ur);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    for (unsigned left = 1; left <= LEFT_MAX; left++) {
        race_steps_free(fixture->steps[left]);
    }
    race_index_free(fixture->index);
    return 0;
}

static void test_throws(void **state) {
    const struct fixture *fixture = *state;
    static const double chance[] = {0.125, 0.375, 0.375, 0.125};
    for (unsigned t = 0; t < 4; t++) {
        assert_int_equal(fixture->throws.roll[t].value[0], t);
        assert_true(fixture->throws.chance[t] == chance[t]);
    }
}

/* The place after a step, as the side that made it sees it. */
static struct race_place after(const struct race_place *from,
                               const struct race_step *step) {
    struct race_place to = *from;
    to.lane = step->lane;
    to.row[0] = step->row;
    to.left[0] = (uint8_t)(from->left[0] - (step->then == RACE_OFF));
    return to;
}

static void check_move(const struct fixture *fixture, const struct race_place *place,
                       const struct race_step *step, const struct position *reached,
                       enum side mover) {
    if (reached->phase == PHASE_OVER) {
        assert_int_equal(step->then, RACE_WON);
        assert_int_equal(reached->outcome, mover);
        return;
    }
    bool again = step->then == RACE_AGAIN || step->then == RACE_OFF;
    assert_int_equal(reached->turn == (uint8_t)mover, again);
    struct position built;
    struct race_place to = after(place, step);
    race_place_position(fixture->index, &to, mover, &built);
    built.turn = reached->turn;
    assert_memory_equal(&built, reached, sizeof built);
}

static void check_throw(const struct fixture *fixture, const struct race_place *place,
                        enum side turn, unsigned t) {
    const struct race_steps *steps = fixture->steps[place->left[0]];
    uint32_t at = steps->first_row[place->lane] + place->row[0];
    const struct race_step *step = steps->step + steps->first[at];
    for (unsigned before = 0; before < t; before++) {
        step += steps->n[at][before];
    }
    struct position thrown;
    race_place_position(fixture->index, place, turn, &thrown);
    game_royal_ur.roll(&thrown, &fixture->throws.roll[t], NULL);
    struct move moves[MOVES_MAX];
    size_t n = thrown.phase == PHASE_MOVE ? game_royal_ur.moves(&thrown, moves) : 0;
    assert_int_equal(n, steps->n[at][t]);
    for (size_t i = 0; i < n; i++) {
        struct position reached = thrown;
        game_royal_ur.apply(&reached, &moves[i], NULL);
        check_move(fixture, place, &step[i], &reached, turn);
    }
}

static void test_random_positions(void **state) {
    const struct fixture *fixture = *state;
    uint64_t seed = random_seed();
    for (unsigned i = 0; i < RANDOM_POSITIONS; i++) {
        uint64_t number = random_next(&seed) % fixture->index->n;
        struct race_place place = race_place_at(fixture->index, number);
        enum side turn = random_below(&seed, 2) == 0 ? SIDE_WHITE : SIDE_BLACK;
        for (unsigned t = 0; t < fixture->throws.n; t++) {
            check_throw(fixture, &place, turn, t);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_throws),
        cmocka_unit_test(test_random_positions),
    };
    return cmocka_run_group_tests_name("engine/race_steps", tests, set_up, tear_down);
}
