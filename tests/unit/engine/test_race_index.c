/* Races: the numbering of positions. */
#include "engine/race_index.h"

#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define RANDOM_POSITIONS 20000

static struct race_place start_of(unsigned left) {
    return (struct race_place){.left = {(uint8_t)left, (uint8_t)left}};
}

TEST(test_counts) {
    static const uint64_t n_positions[] = {[1] = 218, [2] = 13330, [7] = 305855073};
    for (unsigned left = 1; left <= UR_PIECES; left++) {
        struct race_index *index = race_index_new(&game_royal_ur, left);
        if (left == 1 || left == 2 || left == UR_PIECES) {
            assert_int_equal(index->n, n_positions[left]);
        }
        race_index_free(index);
    }
}

/* The position with a number has that number, and survives writing and reading. */
static void check_number(const struct race_index *index, uint64_t number,
                         enum side turn) {
    struct race_place place = race_place_at(index, number);
    assert_int_equal(race_place_number(index, &place), number);
    struct position pos;
    race_place_position(index, &place, turn, &pos);
    char text[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_royal_ur.write(&pos, &out);
    struct text_in in = text_in_of(text, out.len);
    struct position again;
    assert_true(game_read(&game_royal_ur, &pos.opt, &in, &again));
    assert_memory_equal(&pos, &again, sizeof pos);

    struct race_place found;
    assert_true(race_place_of(index, &again, &found));
    assert_int_equal(race_place_number(index, &found), number);
}

TEST(test_every_number_of_two_pieces) {
    struct race_index *index = race_index_new(&game_royal_ur, 2);
    for (uint64_t number = 0; number < index->n; number++) {
        check_number(index, number, number % 2 == 0 ? SIDE_WHITE : SIDE_BLACK);
    }
    race_index_free(index);
}

TEST(test_random_numbers_of_all) {
    uint64_t seed = random_seed();
    struct race_index *index = race_index_new(&game_royal_ur, UR_PIECES);
    check_number(index, 0, SIDE_WHITE);
    check_number(index, index->n - 1, SIDE_BLACK);
    for (unsigned i = 0; i < RANDOM_POSITIONS; i++) {
        enum side turn = random_below(&seed, 2) == 0 ? SIDE_WHITE : SIDE_BLACK;
        check_number(index, random_next(&seed) % index->n, turn);
    }
    race_index_free(index);
}

TEST(test_the_start) {
    struct race_index *index = race_index_new(&game_royal_ur, UR_PIECES);
    struct race_place place = start_of(UR_PIECES);
    struct options opt = {{0}};
    struct position built, start;
    race_place_position(index, &place, SIDE_BLACK, &built);
    game_start(&game_royal_ur, &opt, SIDE_BLACK, &start);
    assert_memory_equal(&built, &start, sizeof start);
    race_index_free(index);
}

TEST(test_too_many_pieces) {
    struct race_index *small = race_index_new(&game_royal_ur, 3);
    struct race_index *all = race_index_new(&game_royal_ur, UR_PIECES);
    struct race_place place = {.left = {3, 4}};
    struct position pos;
    race_place_position(all, &place, SIDE_WHITE, &pos);
    assert_false(race_place_of(small, &pos, &place));
    place.left[1] = 3;
    race_place_position(all, &place, SIDE_WHITE, &pos);
    assert_true(race_place_of(small, &pos, &place));
    race_index_free(all);
    race_index_free(small);
}
