/* morris.c: what the shell sessions in tests/rules/morris cannot show: happenings, the
 * rule that forbids each wrong move, and the draw after 200 moves without a capture. */
#include "tests/unit/rules/game_rows.h"

#define GAME "morris"

static const struct game_row happened_rows[] = {
    {"placing", GAME, "w....................... b 8,9 -", "d7", ""},
    {"a throw", GAME, "ww.b........bbwwb....... w 0,0 -", "6,5,4", ""},
    {"a throw that leaves no move", GAME, "www.b....b....b...b..... w 0,0 -", "3,2,1",
     ""},
    {"a move", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-a4", ""},
    {"a mill", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7xf4",
     "mill white g7 x1; capture white f4 x1"},
    {"two mills", GAME, "w.w.w..w..b....w.....bbb w 0,0 6,5,4", "c3-d7xa1,b4",
     "mill white d7 x2; capture white a1 x1; capture white b4 x1"},
    {"a mill opened", GAME, "wwwb.........b..b....... w 0,0 3,2,1", "g7-g4", ""},
};

static const struct game_row why_rows[] = {
    {"legal", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7xf4", ""},
    {"legal placing", GAME, "ww.bb...b........w...... w 6,6 -", "a4", ""},
    {"not a move", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "hello",
     "morris.notation"},
    {"an empty text", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "",
     "morris.notation"},
    {"no such point", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a2-a4",
     "morris.notation"},
    {"half a move", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-",
     "morris.notation"},
    {"nothing taken", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7x",
     "morris.notation"},
    {"three taken", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7xb6,d3,e4",
     "morris.notation"},
    {"taking while placing", GAME, "ww.bb...b........w...... w 6,6 -", "a4xb6",
     "morris.notation"},
    {"moving while placing", GAME, "ww.bb...b........w...... w 6,6 -", "a7-a4",
     "morris.place"},
    {"placing on a man", GAME, "ww.bb...b........w...... w 6,6 -", "d6",
     "morris.occupied"},
    {"placing a mill", GAME, "ww.bb...b........w...... w 6,6 -", "g7", "morris.mill"},
    {"placing when all are placed", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a4",
     "morris.move"},
    {"from an empty point", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a1-a4",
     "morris.empty"},
    {"an enemy man", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "b6-b4",
     "morris.enemy"},
    {"onto an own man", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-d7",
     "morris.occupied"},
    {"onto an enemy man", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-f4",
     "morris.occupied"},
    {"onto itself", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-a7",
     "morris.occupied"},
    {"not adjacent", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-g1",
     "morris.adjacent"},
    {"a mill not adjacent", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "c3-g7xb6",
     "morris.throw"},
    {"far without a mill", GAME, "ww.b........bbwwb....... w 0,0 6,5,4", "c3-g1",
     "morris.far"},
    {"counting itself", GAME, "ww.b........bbwwb....... w 0,0 6,5,4", "a7-g7xb6",
     "morris.far"},
    {"a mill without a capture", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7",
     "morris.take"},
    {"one capture for two mills", GAME, "w.w.w..w..b....w.....bbb w 0,0 6,5,4",
     "c3-d7xb4", "morris.take"},
    {"a capture without a mill", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-a4xb6",
     "morris.no-mill"},
    {"two captures for one mill", GAME, "ww.b........bbwwb....... w 0,0 3,2,1",
     "g4-g7xb6,d3", "morris.no-mill"},
    {"taking an own man", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7xc3",
     "morris.victim"},
    {"taking nobody", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7xa1",
     "morris.victim"},
    {"taking one man twice", GAME, "w.w.w..w..b....w.....bbb w 0,0 6,5,4", "c3-d7xb4,b4",
     "morris.order"},
    {"the wrong order", GAME, "w.w.w..w..b....w.....bbb w 0,0 6,5,4", "c3-d7xb4,a1",
     "morris.order"},
    {"in a mill", GAME, "ww.bbb......b.w......... w 0,0 3,2,1", "g4-g7xb6",
     "morris.protected"},
    {"a pair in a mill", GAME, "w.w.w..w..b....w.....bbb w 0,0 6,5,4", "c3-d7xa1,d1",
     "morris.protected"},
    {"the dice first", GAME, "ww.b........bbwwb....... w 0,0 -", "a7-a4", "turn.roll"},
    {"over", GAME, "wwwbb................... b 0,0 -", "b6-b4", "turn.over"},
    {"in a mill that is open to capture", GAME ":mills=open",
     "ww.bbb......b.w......... w 0,0 3,2,1", "g4-g7xb6", ""},
};

static const struct quiet_row quiet_rows[] = {
    {{"the 199th quiet move", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-a4",
      ".w.b.....w..bbwwb....... b 0,0 - | roll"},
     198},
    {{"the 200th is a draw", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "a7-a4",
      ".w.b.....w..bbwwb....... b 0,0 - | over draw noprogress"},
     199},
    {{"a capture starts anew", GAME, "ww.b........bbwwb....... w 0,0 3,2,1", "g4-g7xf4",
      "wwwb........b..wb....... b 0,0 - | roll"},
     199},
    {{"a win is a win", GAME, "ww.b.........bwwb....... w 0,0 3,2,1", "g4-g7xf4",
      "wwwb...........wb....... b 0,0 - | over white men"},
     199},
    {{"shutting in is no win yet", GAME, "www.b....b........b....b b 0,0 3,2,1", "g1-g4",
      "www.b....b....b...b..... w 0,0 - | over draw noprogress"},
     199},
    {{"a throw is no move", GAME, "ww.b........bbwwb....... w 0,0 -", "3,2,1",
      "ww.b........bbwwb....... w 0,0 3,2,1 | move"},
     199},
    {{"a throw that blocks", GAME, "www.b....b....b...b..... w 0,0 -", "3,2,1",
      "www.b....b....b...b..... w 0,0 3,2,1 | over black blocked"},
     199},
    {{"the last man placed", GAME, "wbwbwbwwbbwbwbwwb....... b 0,1 -", "e3",
      "wbwbwbwwbbwbwbwwbb...... w 0,0 - | roll"},
     199},
};

static void test_board(void **state) {
    static const struct game_row begin = {.game = GAME,
                                          .position = "w....w.................b b 7,8 -"};
    static const char *const expected[][2] = {{"a7", "w"}, {"f6", "w"}, {"g1", "b"}};
    struct play play;
    struct board board = {0};
    game_row_begin(&begin, &play);
    play.game->board(&play.pos, &board);
    expect_squares(&board, expected, 3);
    assert_int_equal(board.n_counts, 1);
    assert_string_equal(board.count[0].name, "hand");
    assert_int_equal(board.count[0].n[SIDE_WHITE], 7);
    assert_int_equal(board.count[0].n[SIDE_BLACK], 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_board)};
    int failed = TABLE_RUN("morris/happened", test_row_happened, happened_rows);
    failed += TABLE_RUN("morris/why", test_row_why, why_rows);
    failed += TABLE_RUN("morris/quiet", test_row_quiet, quiet_rows);
    return failed + cmocka_run_group_tests_name("morris", tests, NULL, NULL);
}
