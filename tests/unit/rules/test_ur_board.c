/* ur_board.c: the path, rosettes and the names of squares.  The data in tests/rules test
 * its position text. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/table.h"

#include "rules/ur/ur_board.h"

/* Compares the table of bits with the rule, square by square. */
static void test_race(void **state) {
    for (unsigned throw = 0; throw <= UR_THROW_MAX; throw ++) {
        for (unsigned from = UR_IN; from <= UR_OFF; from++) {
            bool can = throw > 0 && from + throw <= UR_OFF;
            for (unsigned over = from + 1; over < from + throw; over++) {
                can &= !ur_is_rosette(over);
            }
            assert_int_equal((ur_race_from[throw] & UR_BIT(from)) != 0, can);
        }
    }
}

static void test_squares(void **state) {
    static const char *const names[UR_SQUARES] = {
        "w1", "b1", "w2", "b2", "w3", "b3", "w4",  "b4",  "5",   "6",
        "7",  "8",  "9",  "10", "11", "12", "w13", "b13", "w14", "b14"};
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        char name[SQUARE_BYTES];
        struct text_out out = text_out_of(name, sizeof name);
        ur_square_write(square, &out);
        assert_string_equal(name, names[square]);
    }
    bool reached[UR_SQUARES] = {false};
    for (unsigned path = 1; path <= UR_LAST; path++) {
        unsigned white = ur_square(SIDE_WHITE, path);
        unsigned black = ur_square(SIDE_BLACK, path);
        assert_int_equal(white == black, ur_is_common(path));
        assert_int_equal(ur_square_owner(white),
                         white == black ? SIDE_COUNT : SIDE_WHITE);
        assert_int_equal(ur_square_owner(black),
                         white == black ? SIDE_COUNT : SIDE_BLACK);
        reached[white] = reached[black] = true;
    }
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        assert_true(reached[square]);
    }
}

static const struct path_row {
    const char *name; /* the text */
    int path;         /* -1: refused */
} path_rows[] = {
    {"in", UR_IN}, {"off", UR_OFF}, {"1", 1},   {"9", 9},  {"14", 14},
    {"0", -1},     {"15", -1},      {"01", -1}, {"i", -1}, {"o", -1},
    {"of", -1},    {"out", -1},     {"w4", -1}, {"", -1},  {"-", -1},
};

static void test_path(void **state) {
    const struct path_row *row = table_row(state);
    struct text_in in = text_in_of(row->name, strlen(row->name));
    unsigned path = 99;
    bool ok = ur_path_take(&in, UR_LAST, &path);
    assert_int_equal(ok, row->path >= 0);
    if (ok) {
        assert_int_equal(path, row->path);
        char text[SQUARE_BYTES];
        struct text_out out = text_out_of(text, sizeof text);
        ur_path_write(path, UR_LAST, &out);
        assert_string_equal(text, row->name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_race),
        cmocka_unit_test(test_squares),
    };
    int failed = TABLE_RUN("ur_board/path", test_path, path_rows);
    return failed + cmocka_run_group_tests_name("ur_board", tests, NULL, NULL);
}
