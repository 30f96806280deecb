/* What somebody types, found in the list of legal moves. */
#include "tests/unit/table.h"

#include "proto/typed_move.h"

static const struct row {
    const char *name;
    const char *moves;
    const char *typed;
    const char *found; /* "" none */
} rows[] = {
    {"as it is written", "1-3 in-2", "in-2", "in-2"},
    {"in capitals", "1-3 in-2", "IN-2", "in-2"},
    {"another sign", "19:6 4:6", "19-6", "19:6"},
    {"a square in capitals", "d6 d6-f6xa1", "D6-F6XA1", "d6-f6xa1"},
    {"the beginning of a move", "d6-f6xa1", "d6-f6", ""},
    {"more than a move", "in-2", "in-2w", ""},
    {"exactly one of two that are alike", "a-b A-b", "A-b", "A-b"},
    {"one of two that are alike, and neither exactly", "a-b A-b", "A-B", ""},
    {"nothing typed", "in-2", "", ""},
    {"an empty list", "", "in-2", ""},
    {"no list", NULL, "in-2", ""},
    {"longer than any move", "in-2", "in-2in-2in-2in-2in-2", ""},
};

static void test_row(void **state) {
    const struct row *row = table_row(state);
    char move[MOVE_TEXT_BYTES] = "";
    bool found = typed_move_find(row->moves, row->typed, move);
    assert_true(found == (row->found[0] != '\0'));
    assert_string_equal(move, row->found);
}

static void test_is(void **state) {
    (void)state;
    assert_true(typed_move_is("19:6", "19-6"));
    assert_true(typed_move_is("in-2w", "IN-2W"));
    assert_false(typed_move_is("in-2w", "in-2"));
    assert_false(typed_move_is("in-2", "in-2w"));
}

int main(void) {
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_is)};
    return TABLE_RUN("typed move", test_row, rows) +
           cmocka_run_group_tests_name("typed move, two", tests, NULL, NULL);
}
