/* ur.c: what the shell sessions in tests/rules/ur cannot show: happenings, which rule
 * forbids a move, and the draw without progress. */
#include "tests/unit/rules/game_rows.h"

#define GAME "ur"

static const struct game_row happened_rows[] = {
    {"a throw of 0", GAME, "7,7 - 0,0 w -", "0", "pass white"},
    {"a throw of use", GAME, "7,7 - 0,0 w -", "3", ""},
    {"a throw of no use", GAME, "0,7 w13=w 6,0 w -", "3", "pass white"},
    {"a plain move", GAME, "6,7 w1=w 0,0 w 1", "1-2", ""},
    {"a rosette is a square like others", GAME, "6,7 w3=w 0,0 w 1", "3-4", ""},
    {"entering", GAME, "7,7 - 0,0 b 3", "in-3", "enter black 3"},
    {"a capture", GAME, "6,6 5=b,7=w 0,0 b 2", "5-7", "capture black 7 x1"},
    {"a capture of a run", GAME, "6,4 5=w,7=bbb 0,0 w 2", "5-7", "capture white 7 x3"},
    {"only the enemies directly below are captured", GAME, "5,5 w4=w,5=bwb 0,0 w 1",
     "4-5", "capture white 5 x1"},
    {"a friend freed", GAME, "5,6 7=wbw 0,0 w 1", "7-8", "freed white 7 x1"},
    {"two friends freed", GAME, "4,6 7=wbww 0,0 w 1", "7-8", "freed white 7 x2"},
    {"a friend freed by a capture elsewhere", GAME, "5,5 7=wbw,8=b 0,0 w 1", "7-8",
     "freed white 7 x1; capture white 8 x1"},
    {"a friend that was free already", GAME, "5,6 7=wwb 0,0 w 1", "7-8", ""},
    {"a promotion", GAME, "6,7 w13=w 0,0 w 1", "13-14", "promoted white 14"},
    {"an officer back on 14", GAME, "6,7 w13=W 0,0 w 1", "13-14", ""},
    {"prisoners taken off", GAME, "6,5 w13=wbB 0,0 w 1", "13-14",
     "prisoners_off white x2; promoted white 14"},
    {"prisoners taken off by an officer", GAME, "6,6 w13=Wb 0,0 w 1", "13-14",
     "prisoners_off white x1"},
    {"all in one move", GAME, "5,6 12=wbw 0,0 w 2", "12-14",
     "freed white 12 x1; prisoners_off white x1; promoted white 14"},
    {"the last free enemy", GAME, "6,0 w4=w,5=b 0,6 w 1", "4-5", "capture white 5 x1"},
};

static const struct game_row why_rows[] = {
    {"legal", GAME, "6,7 w3=w 0,0 w 1", "3-4", ""},
    {"legal backward", GAME, "6,7 w3=W 0,0 w 1", "3-2", ""},
    {"not a move", GAME, "6,7 w3=w 0,0 w 1", "hello", "ur.notation"},
    {"an empty text", GAME, "6,7 w3=w 0,0 w 1", "", "ur.notation"},
    {"without its end", GAME, "6,7 w3=w 0,0 w 1", "3-", "ur.notation"},
    {"with more at its end", GAME, "6,7 w3=w 0,0 w 1", "3-4w", "ur.notation"},
    {"from off the board", GAME, "6,6 w3=w 0,1 w 1", "off-1", "ur.notation"},
    {"square 15", GAME, "6,7 w14=W 0,0 w 1", "14-15", "ur.notation"},
    {"from an empty square", GAME, "6,7 w3=w 0,0 w 1", "5-6", "ur.piece"},
    {"an enemy piece", GAME, "6,6 w3=w,9=b 0,0 w 1", "9-10", "ur.piece"},
    {"from an empty reserve", GAME, "0,5 w3=W,5=bb 6,0 w 1", "in-1", "ur.piece"},
    {"a prisoner", GAME, "5,6 w3=w,5=bw 0,0 w 1", "5-6", "ur.prisoner"},
    {"above 14", GAME, "6,7 w13=w 0,0 w 2", "13-off", "ur.exact"},
    {"an officer above 14", GAME, "6,7 w14=W 0,0 w 1", "14-off", "ur.exact"},
    {"off the board", GAME, "6,7 w3=w 0,0 w 1", "3-off", "ur.off"},
    {"below 1", GAME, "6,7 w1=W 0,0 w 1", "1-in", "ur.below"},
    {"a soldier backward", GAME, "6,7 w3=w 0,0 w 1", "3-2", "ur.forward"},
    {"an officer too far backward", GAME, "6,7 w3=W 0,0 w 1", "3-1", "ur.throw"},
    {"too far", GAME, "6,7 w1=w 0,0 w 1", "1-3", "ur.throw"},
    {"not far enough", GAME, "6,7 w1=w 0,0 w 3", "1-3", "ur.throw"},
    {"nowhere", GAME, "6,7 w3=W 0,0 w 1", "3-3", "ur.throw"},
    {"onto an own piece", GAME, "5,7 w1=w,w2=w 0,0 w 1", "1-2", "ur.occupied"},
    {"onto an own column", GAME, "5,6 5=w,6=wb 0,0 w 1", "5-6", "ur.occupied"},
    {"backward onto an own piece", GAME, "5,7 w1=w,w2=W 0,0 w 1", "2-1", "ur.occupied"},
    {"entering onto an own piece", GAME, "6,7 w1=w 0,0 w 1", "in-1", "ur.occupied"},
};

/* --- no progress --- */

/* Throws a 1 and plays this move. */
static void step(struct play *play, const char *text) {
    struct move m;
    assert_int_equal(play->pos.phase, PHASE_ROLL);
    play_roll(play, &(struct roll){.n = 1, .value = {1}}, NULL, NULL);
    assert_true(game_find_move(play->game, &play->pos, text, strlen(text), &m));
    play_move(play, &m, NULL, NULL);
}

/* Plays n moves: the officers of both sides go back and forth between squares 2 and 1. */
static void wander(struct play *play, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        bool on_2 = (play->pos.u.ur.officers[play->pos.turn] >> 2 & 1U) != 0;
        step(play, on_2 ? "2-1" : "1-2");
    }
}

static const struct draw_row {
    const char *name;
    const char *position;
    unsigned before;  /* moves of the officers before, an even number */
    const char *move; /* then white plays this */
    unsigned after;   /* moves of the officers after it, until the draw */
} draw_rows[] = {
    {"1,000 moves", "5,6 w2=W,b2=B,5=w 0,0 w -", 500, "5-6", 499},
    {"a capture starts the count anew", "5,5 w2=W,b2=B,w4=w,5=b 0,0 w -", 998, "4-5",
     1000},
    {"so does a prisoner taken off", "5,5 w2=W,b2=B,w13=wb 0,0 w -", 998, "13-14", 1000},
    {"a promotion does not", "5,6 w2=W,b2=B,w13=w 0,0 w -", 998, "13-14", 1},
};

static void test_draw(void **state) {
    const struct draw_row *row = table_row(state);
    const struct game_row begin = {.game = GAME, .position = row->position};
    struct play play;
    game_row_begin(&begin, &play);
    wander(&play, row->before);
    step(&play, row->move);
    wander(&play, row->after);
    assert_int_equal(play.pos.phase, PHASE_OVER);
    assert_int_equal(play.pos.outcome, OUTCOME_DRAW);
    assert_int_equal(play.pos.end, END_NOPROGRESS);
    assert_int_equal(play.pos.turn, play.ply % 2); /* as in the ordinary rules */
    assert_int_equal(play.pos.roll.n, 0);
    assert_true(play.game->is_sane(&play.pos));
}

int main(void) {
    int failed = TABLE_RUN("ur/happened", test_row_happened, happened_rows);
    failed += TABLE_RUN("ur/why", test_row_why, why_rows);
    return failed + TABLE_RUN("ur/draw", test_draw, draw_rows);
}
