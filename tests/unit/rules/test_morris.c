/* morris.c: what the shell sessions in tests/rules/morris cannot show: happenings, the
 * rule that forbids each wrong move, and the draw after 200 moves without a capture. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

#include "rules/places.h"
#include "rules/play.h"

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

TEST(test_board) {
    static const char *const expected[][2] = {{"a7", "w"}, {"f6", "w"}, {"g1", "b"}};
    struct play play;
    struct board board = {0};
    play_at(&play, GAME, "w....w.................b b 7,8 -");
    play.game->board(&play.pos, &board);
    expect_squares(&board, expected, 3);
    assert_int_equal(board.n_counts, 1);
    assert_string_equal(board.count[0].name, "hand");
    assert_int_equal(board.count[0].n[SIDE_WHITE], 7);
    assert_int_equal(board.count[0].n[SIDE_BLACK], 8);
}

TEST_ROWS(happened_rows) {
    test_row_happened(state);
}

TEST_ROWS(why_rows) {
    test_row_why(state);
}

TEST_ROWS(quiet_rows) {
    test_row_quiet(state);
}

/* --- morris plain --- */

/* morris:dice=none against games that OpenSpiel played at random (tests/data/morris): a
 * line is "ACTIONS;LEGAL;WINNER;BOARD".  There a capture is an action of its own (xa4).
 * LEGAL are the numbers of legal actions before each. */

#define FILE_NAME "tests/data/morris/plain.csv"
#define GAMES     60

static void start(struct position *pos) {
    const struct game *game;
    struct options opt;
    struct text_in in = text_in_of("morris:dice=none", strlen("morris:dice=none"));
    assert_true(game_parse(&in, &game, &opt));
    assert_ptr_equal(game, &game_morris_plain);
    game_start(game, &opt, SIDE_WHITE, pos);
}

static bool is_same_step(const struct move *a, const struct move *b) {
    return a->from == b->from && a->to == b->to;
}

/* Counts the moves that differ in more than what they capture: they are listed
 * together. */
static unsigned count_steps(const struct move *moves, size_t n) {
    unsigned n_steps = 0;
    for (size_t i = 0; i < n; i++) {
        n_steps += i == 0 || !is_same_step(&moves[i], &moves[i - 1]);
    }
    return n_steps;
}

static unsigned next_number(char **at) {
    return (unsigned)strtoul(*at, at, 10);
}

/* Plays the next action, and the capture if that follows, as one move.  Without play.h,
 * since the draws are our own. */
static void play_action(struct position *pos, char **actions, char **legal) {
    struct move moves[MOVES_MAX], played;
    size_t n = game_morris_plain.moves(pos, moves), n_captures = 0;
    char *text = strtok_r(NULL, " ", actions);
    size_t len = strlen(text);
    assert_int_equal(count_steps(moves, n), next_number(legal));
    if (**actions == 'x') { /* join the two */
        char *capture = strtok_r(NULL, " ", actions);
        memmove(text + len, capture, strlen(capture) + 1);
        len = strlen(text);
    }
    if (!game_find_move(&game_morris_plain, pos, text, len, &played)) {
        fail_msg("%s is not legal", text);
    }
    for (size_t i = 0; i < n; i++) {
        n_captures += is_same_step(&moves[i], &played) && moves[i].n_take > 0;
    }
    if (played.n_take > 0) {
        assert_int_equal(n_captures, next_number(legal));
    }
    game_morris_plain.apply(pos, &played, NULL);
}

static void play_game(char *line) {
    struct position pos;
    char *rest = NULL, *actions = strtok_r(line, ";", &rest);
    char *legal = strtok_r(NULL, ";", &rest), *winner = strtok_r(NULL, ";", &rest);
    char board[PLACES_N + 1], *last = strtok_r(NULL, ";", &rest);
    struct text_out out = text_out_of(board, sizeof board);
    start(&pos);
    while (*actions != '\0') {
        play_action(&pos, &actions, &legal);
    }
    assert_int_equal(*legal, '\0');
    for (char *letter = last; *letter != '\0'; letter++) {
        *letter = *letter == '.' ? '.' : *letter == 'W' ? 'w' : 'b';
    }
    places_write(pos.u.morris.men, &out);
    assert_string_equal(board, last);
    if (strcmp(winner, "limit") == 0) { /* after 200 turns */
        assert_int_equal(pos.phase, PHASE_MOVE);
    } else {
        assert_int_equal(pos.phase, PHASE_OVER);
        assert_string_equal(outcome_name((enum outcome)pos.outcome), winner);
    }
}

TEST(test_games) {
    (void)state;
    char *text = read_file(FILE_NAME), *rest = NULL;
    unsigned n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; n++) {
        play_game(line);
        line = strtok_r(NULL, "\n", &rest);
    }
    assert_int_equal(n, GAMES);
    free(text);
}

/* Counts as OpenSpiel does. */
static uint64_t perft(const struct position *pos, unsigned depth) {
    struct move moves[MOVES_MAX];
    size_t n = game_morris_plain.moves(pos, moves);
    uint64_t count = depth == 1 ? count_steps(moves, n) : 0;
    for (size_t i = 0; depth > 1 && i < n; i++) {
        struct position next = *pos;
        game_morris_plain.apply(&next, &moves[i], NULL);
        unsigned used = 1U + moves[i].n_take;
        count += used == depth ? 1 : perft(&next, depth - used);
    }
    return count;
}

TEST(test_perft) {
    (void)state;
    static const uint64_t expected[] = {24, 552, 12144, 255024, 5100480};
    struct position pos;
    start(&pos);
    for (unsigned depth = 1; depth <= sizeof expected / sizeof expected[0]; depth++) {
        assert_int_equal(perft(&pos, depth), expected[depth - 1]);
    }
}
