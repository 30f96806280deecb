/* royal-ur: the numbering of positions. */
#include "engine/royal_index.h"

#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define RANDOM_POSITIONS 20000

static struct royal_place start_of(unsigned left) {
    return (struct royal_place){.left = {(uint8_t)left, (uint8_t)left}};
}

TEST(test_counts) {
    static const uint64_t n_positions[] = {[1] = 218, [2] = 13330, [7] = 305855073};
    for (unsigned left = 1; left <= UR_PIECES; left++) {
        struct royal_index *index = royal_index_new(left);
        if (left == 1 || left == 2 || left == UR_PIECES) {
            assert_int_equal(index->n, n_positions[left]);
        }
        royal_index_free(index);
    }
}

/* The position with a number has that number, is sane, and survives writing and
 * reading. */
static void check_number(const struct royal_index *index, uint64_t number,
                         enum side turn) {
    struct royal_place place = royal_place_at(index, number);
    assert_int_equal(royal_place_number(index, &place), number);
    struct position pos;
    royal_place_position(index, &place, turn, &pos);
    assert_true(game_royal_ur.is_sane(&pos));

    char text[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_royal_ur.write(&pos, &out);
    struct text_in in = text_in_of(text, out.len);
    struct position again;
    assert_true(game_read(&game_royal_ur, &pos.opt, &in, &again));
    assert_memory_equal(&pos, &again, sizeof pos);

    struct royal_place found;
    assert_true(royal_place_of(index, &again, &found));
    assert_int_equal(royal_place_number(index, &found), number);
}

TEST(test_every_number_of_two_pieces) {
    struct royal_index *index = royal_index_new(2);
    for (uint64_t number = 0; number < index->n; number++) {
        check_number(index, number, number % 2 == 0 ? SIDE_WHITE : SIDE_BLACK);
    }
    royal_index_free(index);
}

TEST(test_random_numbers_of_all) {
    uint64_t seed = random_seed();
    struct royal_index *index = royal_index_new(UR_PIECES);
    check_number(index, 0, SIDE_WHITE);
    check_number(index, index->n - 1, SIDE_BLACK);
    for (unsigned i = 0; i < RANDOM_POSITIONS; i++) {
        enum side turn = random_below(&seed, 2) == 0 ? SIDE_WHITE : SIDE_BLACK;
        check_number(index, random_next(&seed) % index->n, turn);
    }
    royal_index_free(index);
}

TEST(test_the_start) {
    struct royal_index *index = royal_index_new(UR_PIECES);
    struct royal_place place = start_of(UR_PIECES);
    struct options opt = {{0}};
    struct position built, start;
    royal_place_position(index, &place, SIDE_BLACK, &built);
    game_start(&game_royal_ur, &opt, SIDE_BLACK, &start);
    assert_memory_equal(&built, &start, sizeof start);
    royal_index_free(index);
}

TEST(test_too_many_pieces) {
    struct royal_index *small = royal_index_new(3);
    struct royal_index *all = royal_index_new(UR_PIECES);
    struct royal_place place = {.left = {3, 4}};
    struct position pos;
    royal_place_position(all, &place, SIDE_WHITE, &pos);
    assert_false(royal_place_of(small, &pos, &place));
    place.left[1] = 3;
    royal_place_position(all, &place, SIDE_WHITE, &pos);
    assert_true(royal_place_of(small, &pos, &place));
    royal_index_free(all);
    royal_index_free(small);
}
