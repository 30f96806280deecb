/* Matches of two legs: points, sides exchanged, the tie-break by captures. */
#include "rules/match.h"
#include "tests/unit/test.h"

/* Two legs as the players see them: ann is white in the first, black in the second. */
static const struct row {
    const char *name;
    enum outcome first, second; /* outcome of each leg, for its sides */
    uint16_t ann, bob;          /* pieces captured in both legs */
    enum outcome won;           /* for the sides of the last leg: ann is black */
} rows[] = {
    {"ann wins both", OUTCOME_WHITE, OUTCOME_BLACK, 0, 9, OUTCOME_BLACK},
    {"bob wins both", OUTCOME_BLACK, OUTCOME_WHITE, 9, 0, OUTCOME_WHITE},
    {"a win and a draw", OUTCOME_WHITE, OUTCOME_DRAW, 0, 9, OUTCOME_BLACK},
    {"a draw and a loss", OUTCOME_DRAW, OUTCOME_WHITE, 9, 0, OUTCOME_WHITE},
    {"one each, ann captured more", OUTCOME_WHITE, OUTCOME_WHITE, 5, 4, OUTCOME_BLACK},
    {"one each, bob captured more", OUTCOME_BLACK, OUTCOME_BLACK, 4, 5, OUTCOME_WHITE},
    {"two draws, ann captured more", OUTCOME_DRAW, OUTCOME_DRAW, 1, 0, OUTCOME_BLACK},
    {"equal in all", OUTCOME_WHITE, OUTCOME_WHITE, 7, 7, OUTCOME_DRAW},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct match match;
    match_start(&match, 2);
    match.captured[SIDE_WHITE] = row->ann;
    match_add(&match, row->first);
    assert_true(match_goes_on(&match));
    match_next_leg(&match);
    assert_int_equal(match.leg, 2);
    assert_int_equal(match.captured[SIDE_BLACK], row->ann);
    match.captured[SIDE_WHITE] = (uint16_t)(match.captured[SIDE_WHITE] + row->bob);
    match_add(&match, row->second);
    assert_false(match_goes_on(&match));
    assert_int_equal(match.halves[SIDE_WHITE] + match.halves[SIDE_BLACK], 4);
    assert_int_equal(match_outcome(&match), row->won);
}

TEST(test_one_leg) {
    struct match match;
    match_start(&match, 1);
    match_add(&match, OUTCOME_DRAW);
    assert_false(match_goes_on(&match));
    assert_int_equal(match.halves[SIDE_WHITE], 1);
    assert_int_equal(match_outcome(&match), OUTCOME_DRAW);
}
