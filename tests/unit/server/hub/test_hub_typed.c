/* What people type during a game in text mode, and the answers. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* Ann (1, White: the defenders) and Bob (2, Black: the attackers) in text mode, in a game
 * of tablut, where Black moves first. */
static void begin_typed(void) {
    begin(TABLUT);
    ask(1, "{'cmd':'mode','mode':'text'}");
    ask(2, "{'cmd':'mode','mode':'text'}");
}

/* Bob's first move, as a person might type it. */
static const struct row {
    const char *name, *typed, *answer;
} rows[] = {
    {"a move alone", "d1-b1", "+ Played."},
    {"in capitals", "D1-B1", "+ Played."},
    {"in two words", "d1 b1", "+ Played."},
    {"in two words after move", "move d1 b1", "+ Played."},
    {"a number of the list", "1", "+ Played."},
    {"with the number of its event", "d1-b1 4", "+ Played."},
    {"two words with the number of its event", "d1 b1 seq=4", "+ Played."},
    {"for another event", "d1-b1 3", "- The game has gone on since that event: look"},
    {"a command wins", "board", "+ "},
    {"why, in two words", "why D1 C2",
     "+ d1-c2 is no legal move now.\r\n"
     "  A piece moves along its rank or its file only."},
    {"why, of a legal move in capitals", "why D1 C1", "+ d1-c1 is a legal move now."},
    {"no legal move", "d1-c2",
     "- d1-c2 is not a legal move now.\r\n"
     "  A piece moves along its rank or its file only.  (rule tafl.line, "},
    {"no legal move, in two words", "d1 c2",
     "- d1-c2 is not a legal move now.\r\n"
     "  A piece moves along its rank or its file only.  (rule tafl.line, "},
    {"no legal move, in capitals", "D1 C2",
     "- d1-c2 is not a legal move now.\r\n"
     "  A piece moves along its rank or its file only."},
    {"no move of this game", "in-2",
     "- in-2 is not a legal move now.\r\n"
     "  A move is written FROM-TO"},
    {"a number that is not in the list", "999", "- There is no move number 999"},
    {"the moves of one piece", "moves d1",
     "+ Type one of the moves from d1:\r\n  d1-b1 d1-c1 d1-d2 d1-d3 d1-d4\r\n"},
    {"in capitals", "moves D1", "+ Type one of the moves from d1:\r\n"},
    {"of a piece that cannot move", "moves e1",
     "- You have no move from e1; it is: moves, moves SQUARE, moves off"},
    {"of half a square", "moves d", "- You have no move from d;"},
    {"of more than a square", "moves d1-", "- You have no move from d1-;"},
    {"no moves", "moves off", "+ Noted."},
    {"not like a move", "juggle", "- No command 'juggle'"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    begin_typed();
    assert_begins(ask(2, row->typed), row->answer);
}

/* Moves from a square in other games, and for programs. */
TEST(test_moves_from) {
    begin(TABLUT);
    assert_has(ask(2, "{'cmd':'moves','show':'d1'}"),
               "'from':'d1','moves':'d1-b1 d1-c1 d1-d2 d1-d3 d1-d4'}");
    assert_has(ask(2, "{'cmd':'moves','show':'D1'}"), "'bad_argument'");
    assert_has(ask(1, "{'cmd':'moves','show':'d1'}"), "'not_your_turn'");
    close_fixture();
    begin(ROYAL_UR);
    size_t mover = who_moves();
    const char *told = ask(mover, "{'cmd':'moves','show':'in'}");
    assert_has(told, "'from':'in','moves':'in-");
    told = ask(mover, "{'cmd':'moves','show':'i'}");
    assert_has(told, "'bad_argument'");
}

/* A move typed where no game is running. */
TEST(test_no_game) {
    come(1);
    assert_has(ask(1, "d6"),
               "- d6 could be a move, but you are not playing: type help.\r\n");
    ask(1, "name Ann");
    assert_has(ask(1, "2 4"),
               "- 2-4 could be a move, but you are not playing: type help.\r\n");
    assert_has(ask(1, "move d6"), "- You are in no room: ");
    ask(1, "create morris");
    assert_has(ask(1, "d6"), "- No game is running here: type ready.\r\n");
}
