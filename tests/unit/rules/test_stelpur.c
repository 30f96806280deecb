/* stelpur.c: what the shell sessions in tests/rules/stelpur cannot show: happenings, the
 * rule that forbids each wrong move, and the draw after 1000 moves without a capture. */
#include "tests/unit/rules/game_rows.h"

#define GAME "stelpur"

static const struct game_row happened_rows[] = {
    {"a throw of no use", GAME, "w.w...b.b............... w - -", "5,4", "pass white"},
    {"a throw of use", GAME, "w.w...b.b............... w - -", "6,4", ""},
    {"a double", GAME, "w.w...b.b............... w - -", "4,4", ""},
    {"a double of no use", GAME, "w.....b.b............... w - -", "4,4", "again white"},
    {"a move", GAME, "w.w.....b.b............. w 3,1 1", "1:1", "land white 2"},
    {"the first of two moves", GAME, "w.w.....b.b............. w 6,1 6,1", "1:1",
     "land white 2"},
    {"the last of a double", GAME, "w.w.....b.b............. w 1,1 1", "1:1",
     "land white 2; again white"},
    {"going on", GAME, "wwb.....b............... w 3,1 1", "1:1", "go_on white 4"},
    {"a capture", GAME, "w.w...b.b.b............. w 6,3 6", "1:6",
     "land white 7; capture white 7 x1"},
    {"the last but one captured", GAME, "w.w...b.b............... w 6,3 6", "1:6",
     "land white 7; capture white 7 x1; hornaskella black 9"},
    {"the same with a double", GAME, "b.b...w.w............... b 6,6 6", "1:6",
     "land black 7; capture black 7 x1; hornaskella white 9; again black"},
    {"a Hornaskella", GAME, "w.......b.b............. w 6,1 6,1", "1:6", "land white 7"},
    {"a Hornaskella captures", GAME, "w....b..b.b............. w 6,1 6,1", "1:1",
     "land white 6; capture white 6 x1"},
    {"going on from a Hornaskella", GAME, "........bwb............. b 3,1 1", "9:1",
     "go_on black 12"},
    {"the last captured", GAME, "w.w...b................. w 6,6 6,6,6", "1:6",
     "land white 7; capture white 7 x1"},
};

static const struct game_row why_rows[] = {
    {"legal", GAME, "w.w.....b.b............. w 3,1 1", "1:1", ""},
    {"not a move", GAME, "w.w.....b.b............. w 3,1 1", "hello", "stelpur.notation"},
    {"an empty text", GAME, "w.w.....b.b............. w 3,1 1", "", "stelpur.notation"},
    {"square 25", GAME, "w.w.....b.b............. w 3,1 1", "25:1", "stelpur.notation"},
    {"a 7", GAME, "w.w.....b.b............. w 3,1 1", "1:7", "stelpur.notation"},
    {"an empty square", GAME, "w.w.....b.b............. w 3,1 1", "2:1", "stelpur.empty"},
    {"an enemy piece", GAME, "w.w.....b.b............. w 3,1 1", "9:1", "stelpur.enemy"},
    {"not thrown", GAME, "w.w.....b.b............. w 3,1 1", "1:6", "stelpur.throw"},
    {"thrown, but no 1 or 6", GAME, "w.w.....b.b............. w 3,1 1", "1:3",
     "stelpur.useless"},
    {"played already", GAME, "w.w.....b.b............. w 6,1 1", "1:6", "stelpur.played"},
    {"the dice first", GAME, "w.w.....b.b............. w - -", "1:6", "turn.roll"},
    {"over", GAME, "w.w..................... w - -", "1:6", "turn.over"},
};

static const struct quiet_row quiet_rows[] = {
    {{"the 999th quiet move", GAME, "w...........b........... w 3,1 1", "1:1",
      ".....w......b........... b - - | roll"},
     998},
    {{"the 1000th is a draw", GAME, "w...........b........... w 3,1 1", "1:1",
      ".....w......b........... b - - | over draw noprogress"},
     999},
    {{"in the middle of a turn", GAME, "w...........b........... w 6,1 6,1", "1:1",
      ".....w......b........... w - - | over draw noprogress"},
     999},
    {{"before throwing again", GAME, "w...........b........... w 1,1 1", "1:1",
      ".....w......b........... w - - | over draw noprogress"},
     999},
    {{"a capture starts anew", GAME, "w....b......b........... w 3,1 1", "1:1",
      ".....w......b........... b - - | roll"},
     999},
    {{"a win is a win", GAME, "w....b.................. w 3,1 1", "1:1",
      ".....w.................. w - - | over white captured"},
     999},
};

static void test_board(void **state) {
    static const char *const expected[][2] = {{"1", "w"}, {"9", "b"}, {"24", "w"}};
    struct play play;
    struct board board = {0};
    play_at(&play, GAME, "w.......b..............w w - -");
    play.game->board(&play.pos, &board);
    expect_squares(&board, expected, 3);
    assert_int_equal(board.n_counts, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_board)};
    int failed = TABLE_RUN("stelpur/happened", test_row_happened, happened_rows);
    failed += TABLE_RUN("stelpur/why", test_row_why, why_rows);
    failed += TABLE_RUN("stelpur/quiet", test_row_quiet, quiet_rows);
    return failed + cmocka_run_group_tests_name("stelpur", tests, NULL, NULL);
}
