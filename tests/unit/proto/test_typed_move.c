/* Typed moves, looked up in the list of legal moves. */
#include "tests/unit/test.h"

#include "proto/command/typed_move.h"

static const struct row {
    const char *name;
    const char *moves;
    const char *typed;
    const char *found; /* "": not found */
} rows[] = {
    {"as it is written", "1-3 in-2", "in-2", "in-2"},
    {"in capitals", "1-3 in-2", "IN-2", "in-2"},
    {"another sign", "19:6 4:6", "19-6", "19:6"},
    {"a square in capitals", "d6 d6-f6xa1", "D6-F6XA1", "d6-f6xa1"},
    {"without its sign", "c5-c1 c5-c2", "C5c1", "c5-c1"},
    {"from the reserve without its sign", "1-3 in-2", "in2", "in-2"},
    {"without a sign, it could be another one", "1-11", "111", ""},
    {"only one of two signs", "d6-f6xa1,g7-d6", "d6f6xa1,g7-d6", "d6-f6xa1,g7-d6"},
    {"the beginning of a move", "d6-f6xa1", "d6-f6", ""},
    {"more than a move", "in-2", "in-2w", ""},
    {"exactly one of two that are alike", "a-b A-b", "A-b", "A-b"},
    {"one of two that are alike, and neither exactly", "a-b A-b", "A-B", ""},
    {"nothing typed", "in-2", "", ""},
    {"an empty list", "", "in-2", ""},
    {"no list", NULL, "in-2", ""},
    {"longer than any move", "in-2", "in-2in-2in-2in-2in-2", ""},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char move[MOVE_TEXT_BYTES] = "";
    bool found = typed_move_find(row->moves, row->typed, move);
    assert_true(found == (row->found[0] != '\0'));
    assert_string_equal(move, row->found);
}

TEST(test_is) {
    assert_true(typed_move_is("19:6", "19-6"));
    assert_true(typed_move_is("in-2w", "IN-2W"));
    assert_false(typed_move_is("in-2w", "in-2"));
    assert_false(typed_move_is("in-2", "in-2w"));
}

TEST(test_spell) {
    char move[MOVE_TEXT_BYTES];
    assert_string_equal(typed_move_spell("a-b A-b", "A-b", move), "A-b");
    assert_string_equal(typed_move_spell("1-3 in-2", "IN-3W", move), "in-3w");
    assert_string_equal(typed_move_spell("19:6 4:6", "20-6", move), "20:6");
    assert_string_equal(typed_move_spell(NULL, "D1:D4", move), "d1-d4");
    assert_string_equal(typed_move_spell("in-2", "D6-F6XA1,G7-D6-F", move),
                        "D6-F6XA1,G7-D6-F");
}
