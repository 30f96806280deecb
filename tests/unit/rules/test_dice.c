/* dice.c: throws made from faces, the list of throws, and their text. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/test.h"

#include "rules/dice.h"

/* --- throws from faces --- */

static const struct faces_row {
    const char *name;
    const struct dice_kind *kind;
    uint8_t faces[DICE_MAX];
    const char *expected;
    unsigned sum;
} faces_rows[] = {
    {"binary 0,0,0", &dice_three_binary, {0, 0, 0}, "0", 0},
    {"binary 1,0,1", &dice_three_binary, {1, 0, 1}, "2", 2},
    {"binary 1,1,1", &dice_three_binary, {1, 1, 1}, "3", 3},
    {"two six-sided 1,6", &dice_two_six, {1, 6}, "6,1", 7},
    {"two six-sided 4,4", &dice_two_six, {4, 4}, "4,4", 8},
    {"three six-sided 2,6,4", &dice_three_six, {2, 6, 4}, "6,4,2", 12},
    {"three six-sided 3,3,6", &dice_three_six, {3, 3, 6}, "6,3,3", 12},
};

TEST_ROWS(faces_rows) {
    const struct faces_row *row = table_row(state);
    char text[16];
    struct text_out out = text_out_of(text, sizeof text);
    struct roll roll = roll_of_faces(row->kind, row->faces);
    roll_write(&roll, &out);
    assert_string_equal(text, row->expected);
    assert_int_equal(dice_sum(row->kind, row->faces), row->sum);
}

/* --- every distinct throw --- */

static const struct list_row {
    const char *name;
    const struct dice_kind *kind;
    size_t n;
    const char *first, *last;
} list_rows[] = {
    {"three binary", &dice_three_binary, 4, "0", "3"},
    {"two six-sided", &dice_two_six, 21, "1,1", "6,6"},
    {"three six-sided", &dice_three_six, 56, "1,1,1", "6,6,6"},
};

TEST_ROWS(list_rows) {
    const struct list_row *row = table_row(state);
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(row->kind, rolls);
    assert_int_equal(n, row->n);
    char before[16] = "";
    for (size_t i = 0; i < n; i++) {
        char text[16];
        struct text_out out = text_out_of(text, sizeof text);
        roll_write(&rolls[i], &out);
        assert_true(strcmp(before, text) < 0); /* sorted, so distinct */
        strcpy(before, text);
        struct text_in in = text_in_of(text, out.len);
        struct roll read;
        assert_true(roll_read(row->kind, &in, &read));
        assert_memory_equal(&read, &rolls[i], sizeof read);
        if (i == 0) {
            assert_string_equal(text, row->first);
        }
    }
    assert_string_equal(before, row->last);
}

/* --- reading --- */

static const struct read_row {
    const char *name;
    const struct dice_kind *kind;
    const char *text;
    const char *expected; /* NULL: refused */
    const char *fault;
} read_rows[] = {
    {"a sum", &dice_three_binary, "3", "3", ""},
    {"no sum is 4", &dice_three_binary, "4", NULL, "too large"},
    {"a sum is one number", &dice_three_binary, "1,1,1", NULL, "unexpected text"},
    {"sorted", &dice_two_six, "6,1", "6,1", ""},
    {"any order", &dice_two_six, "1,6", "6,1", ""},
    {"any order of three", &dice_three_six, "4,6,5", "6,5,4", ""},
    {"too few dice", &dice_three_six, "6,5", NULL, "expected ','"},
    {"too many dice", &dice_two_six, "6,5,4", NULL, "unexpected text"},
    {"no face 0", &dice_two_six, "0,1", NULL, "too small"},
    {"no face 7", &dice_two_six, "7,1", NULL, "too large"},
    {"not thrown is no throw", &dice_two_six, "-", NULL, "must be a number"},
    {"nothing", &dice_three_binary, "", NULL, "must be a number"},
    {"a space", &dice_two_six, "6, 1", NULL, "must be a number"},
    {"a space after it", &dice_two_six, "6,1 ", NULL, "unexpected text"},
    {"a leading zero", &dice_two_six, "06,1", NULL, "leading zero"},
};

TEST_ROWS(read_rows) {
    const struct read_row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    struct roll roll = {.n = 77};
    bool ok = roll_read(row->kind, &in, &roll);
    assert_int_equal(ok, row->expected != NULL);
    if (!ok) {
        assert_int_equal(roll.n, 77); /* unchanged */
        assert_non_null(strstr(in.fault, row->fault));
        return;
    }
    char text[16];
    struct text_out out = text_out_of(text, sizeof text);
    roll_write(&roll, &out);
    assert_string_equal(text, row->expected);
}

TEST(test_not_thrown) {
    char text[16];
    struct text_out out = text_out_of(text, sizeof text);
    roll_write(&(struct roll){0}, &out);
    assert_string_equal(text, "-");
}
