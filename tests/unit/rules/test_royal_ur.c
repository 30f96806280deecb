/* royal_ur.c: what the shell sessions in tests/rules/royal-ur cannot show: happenings,
 * the rule that forbids a move, and the board for drawing. */
#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

static const struct game *game(void) {
    return &game_royal_ur;
}

static struct position position_of(const char *text) {
    struct position pos;
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_read(game(), &(struct options){{0}}, &in, &pos)) {
        fail_msg("%s: %s", text, in.fault);
    }
    return pos;
}

/* --- happenings --- */

static const struct happened_row {
    const char *name;
    const char *position;
    const char *step;     /* a throw or a move */
    const char *expected; /* "kind side[ at][ xN]", separated by "; " */
    bool progress;        /* only for a move */
} happened_rows[] = {
    {"a throw of 0", "7,7 - 0,0 w -", "0", "pass white", false},
    {"a throw without a move", "6,7 w3=w 0,0 w -", "2", "", false},
    {"a throw with no use", "0,7 w13=w,w14=w 5,0 w -", "2", "pass white", false},
    {"a plain move", "6,7 w1=w 0,0 w 1", "1-2", "", false},
    {"entering", "7,7 - 0,0 b 2", "in-2", "enter black 2", false},
    {"a rosette", "6,7 w3=w 0,0 w 1", "3-4", "again white", false},
    {"the central rosette with an enemy", "6,6 7=b,8=w 0,0 b 1", "7-8", "again black",
     false},
    {"a capture", "6,6 9=b,10=w 0,0 b 1", "9-10", "capture black 10 x1; again black",
     true},
    {"bearing off", "5,7 w14=w 1,0 w 1", "14-off", "bear_off white; again white", true},
    {"the last piece off", "0,7 w14=w 6,0 w 1", "14-off", "bear_off white", true},
};

TEST_ROWS(happened_rows) {
    const struct happened_row *row = table_row(state);
    struct position pos = position_of(row->position);
    struct happened h = {0};
    if (pos.phase == PHASE_ROLL) {
        struct roll roll;
        struct text_in in = text_in_of(row->step, strlen(row->step));
        assert_true(roll_read(game()->dice, &in, &roll));
        game()->roll(&pos, &roll, &h);
    } else {
        struct move m;
        assert_true(game_find_move(game(), &pos, row->step, strlen(row->step), &m));
        assert_int_equal(game()->apply(&pos, &m, &h), row->progress);
    }
    assert_true(game()->is_sane(&pos));
    char text[256];
    struct text_out out = text_out_of(text, sizeof text);
    write_happened(&h, &out);
    assert_string_equal(text, row->expected);
}

/* --- why a move is illegal --- */

static const struct why_row {
    const char *name;
    const char *position;
    const char *move;
    const char *rule; /* NULL: a legal move */
} why_rows[] = {
    {"legal", "6,7 w3=w 0,0 w 1", "3-4", NULL},
    {"not a move", "6,7 w3=w 0,0 w 1", "hello", "royal-ur.notation"},
    {"an empty text", "6,7 w3=w 0,0 w 1", "", "royal-ur.notation"},
    {"without its end", "6,7 w3=w 0,0 w 1", "3-", "royal-ur.notation"},
    {"with more at its end", "6,7 w3=w 0,0 w 1", "3-4w", "royal-ur.notation"},
    {"into the reserve", "6,7 w3=w 0,0 w 1", "3-in", "royal-ur.notation"},
    {"from off the board", "5,7 w3=w 1,0 w 1", "off-1", "royal-ur.notation"},
    {"square 15", "6,7 w3=w 0,0 w 1", "3-15", "royal-ur.notation"},
    {"from an empty square", "6,7 w3=w 0,0 w 1", "5-6", "royal-ur.piece"},
    {"an enemy piece", "6,6 w3=w,9=b 0,0 w 1", "9-10", "royal-ur.piece"},
    {"from an empty reserve", "0,7 w3=w 6,0 w 1", "in-1", "royal-ur.piece"},
    {"too far", "6,7 w1=w 0,0 w 1", "1-3", "royal-ur.throw"},
    {"not far enough", "6,7 w1=w 0,0 w 3", "1-3", "royal-ur.throw"},
    {"backward", "6,7 w3=w 0,0 w 1", "3-2", "royal-ur.throw"},
    {"over a rosette", "6,7 w3=w 0,0 w 2", "3-5", "royal-ur.rosette"},
    {"over the central rosette", "6,7 6=w 0,0 w 3", "6-9", "royal-ur.rosette"},
    {"off the board not from 14", "6,7 w13=w 0,0 w 2", "13-off", "royal-ur.off"},
    {"off the board with a 2", "6,7 w14=w 0,0 w 2", "14-off", "royal-ur.off"},
    {"onto an own piece", "5,7 w1=w,w2=w 0,0 w 1", "1-2", "royal-ur.occupied"},
    {"onto an own piece on 14", "5,7 w13=w,w14=w 0,0 w 1", "13-14", "royal-ur.occupied"},
};

TEST_ROWS(why_rows) {
    const struct why_row *row = table_row(state);
    struct position pos = position_of(row->position);
    const struct rule *rule = game_why(game(), &pos, row->move, strlen(row->move));
    if (row->rule == NULL) {
        assert_null(rule);
        return;
    }
    assert_non_null(rule);
    assert_string_equal(rule->id, row->rule);
}

/* --- the board --- */

TEST(test_board) {
    struct position pos = position_of("3,3 w4=w,7=b,8=wwb,b13=b 1,1 w -");
    struct board board = {0};
    game()->board(&pos, &board);
    static const char *const expected[][2] = {
        {"w4", "w"}, {"7", "b"}, {"8", "wwb"}, {"b13", "b"}};
    expect_squares(&board, expected, 4);
    assert_int_equal(board.n_counts, 2);
    assert_string_equal(board.count[0].name, "reserve");
    assert_int_equal(board.count[0].n[SIDE_BLACK], 3);
    assert_string_equal(board.count[1].name, "off");
    assert_int_equal(board.count[1].n[SIDE_WHITE], 1);
}
