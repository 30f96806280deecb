/* is_sane: a sane position with one thing changed is no longer sane.  Covers positions
 * that memory can hold but no text can express. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

#define ROYAL  "royal-ur", "1,1 w3=w,5=w,6=b,8=wwbb,9=b,12=w,b13=b 1,1 w 2"
#define AKA    "akalamdung", "2,2 w1=w,w3=w,8=Bb,9=bb,10=ww,12=B 1,0 w 2"
#define UR     "ur", "0,0 5=wBw,7=bwb,9=Wbb,12=bWw,w14=W,b14=B 0,0 w 2"
#define STEL   "stelpur", "w....b.b....bw.....b.... w 6,1 6,1"
#define MORRIS "morris", "ww.bw..bb.w..b.w......b. b 0,0 6,3,3"
#define TABLUT "tablut", "4t4/9/2t1T1t2/3T5/1t2K2Tt/3T1t3/9/2t6/5t3 b"
#define FULL   "tablut", "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b"

/* --- what all games have --- */

static const struct whole_row {
    const char *name, *position; /* of this game */
    bool may_draw;               /* by what was played before: no text says that */
} whole_rows[] = {
    {ROYAL, false},
    {"royal-ur", "7,7 - 0,0 w -", false},
    {"royal-ur", "0,7 - 7,0 w -", false},
    {AKA, false},
    {UR, false},
    {"ur", "0,0 5=wBw,7=bwb,9=Wbb,12=bWw,w14=W,b14=B 0,0 w -", true},
    {STEL, false},
    {"stelpur", "w....b.b....bw.....b.... w - -", true},
    {"stelpur", "b....................... b - -", false},
    {MORRIS, false},
    {"morris", "ww.bw..bb.w..b.w......b. b 0,0 -", true},
    {"morris", "ww..........bbb......... w 0,0 -", false},
    {TABLUT, true},
    {FULL, true},
    {"tablut", "4t4/9/2t1T1t2/3T5/1t5Tt/3T1t3/9/2t6/5t3 w", false},
};

static void expect_insane(const struct play *play, struct position pos,
                          const char *what) {
    if (is_sane(play->game, &pos)) {
        fail_msg("still sane: another %s", what);
    }
}

/* Whether the game looks at how it ended while it is not over. */
static bool looks_ahead(const struct play *play) {
    return play->pos.phase == PHASE_OVER ||
           (play->game != &game_royal_ur && play->game != &game_stelpur);
}

TEST_ROWS(whole_rows) {
    const struct whole_row *row = table_row(state);
    struct play play;
    play_at(&play, row->name, row->position);
    struct position pos = play.pos;
    assert_true(is_sane(play.game, &pos));
    pos.turn = SIDE_COUNT;
    expect_insane(&play, pos, "turn");
    if (pos.phase == PHASE_OVER && play.game != &game_tablut) {
        pos.turn = (uint8_t)side_other(play.pos.turn);
        expect_insane(&play, pos, "turn");
    }
    pos = play.pos;
    pos.left.n = pos.left.n > 0 ? 0 : 1;
    expect_insane(&play, pos, "left");
    pos = play.pos;
    pos.roll.n = pos.roll.n > 0 ? 0 : 1;
    expect_insane(&play, pos, "throw");
    for (unsigned phase = 0; phase <= PHASE_OVER; phase++) {
        pos = play.pos;
        pos.phase = (uint8_t)phase;
        assert_int_equal(is_sane(play.game, &pos), phase == play.pos.phase);
    }
    for (unsigned end = 0; looks_ahead(&play) && end < END_REASON_COUNT; end++) {
        pos = play.pos;
        pos.end = (uint8_t)end;
        assert_int_equal(is_sane(play.game, &pos), end == play.pos.end);
    }
    if (looks_ahead(&play)) {
        pos = play.pos;
        pos.outcome ^= OUTCOME_BLACK;
        expect_insane(&play, pos, "outcome");
    }
    pos = play.pos;
    pos.phase = PHASE_OVER;
    pos.outcome = OUTCOME_DRAW;
    assert_int_equal(is_sane(play.game, &pos), row->may_draw);
}

/* --- what each game has --- */

#define CHANGES_MAX 3

/* A member of struct position, and its new value. */
struct change {
    size_t at, bytes; /* 0 bytes: none */
    uint32_t value;
};

#define SET(member, number)                                                              \
    { offsetof(struct position, member), sizeof((struct position *)NULL)->member, number }
#define ROYAL_AT(side, square, n) SET(u.royal.counts.plain[side][square], n)
#define AKA_AT(side, square, n)   SET(u.akalamdung.counts.plain[side][square], n)

static const struct sane_row {
    const char *name, *game, *position;
    struct change change[CHANGES_MAX];
} sane_rows[] = {
    {"two white on 5", ROYAL, {ROYAL_AT(0, 5, 2), ROYAL_AT(0, 0, 0)}},
    {"two black on 6", ROYAL, {ROYAL_AT(1, 6, 2), ROYAL_AT(1, 0, 0)}},
    {"both on 6", ROYAL, {ROYAL_AT(0, 6, 1), ROYAL_AT(0, 0, 0)}},
    {"six white", ROYAL, {ROYAL_AT(0, 0, 0)}},
    {"six black", ROYAL, {ROYAL_AT(1, 0, 0)}},
    {"two throws", ROYAL, {SET(roll.n, 2)}},
    {"a throw of 4", ROYAL, {SET(roll.value[0], 4)}},
    {"useless", "royal-ur", "0,7 w13=w,w14=w 5,0 w 1", {SET(roll.value[0], 2)}},
    {"six white", AKA, {AKA_AT(0, 0, 1)}},
    {"six black", AKA, {AKA_AT(1, 0, 1)}},
    {"a warrior more", AKA, {SET(u.akalamdung.warriors[0][4], 1)}},
    {"three on 10", AKA, {AKA_AT(0, 10, 3), AKA_AT(0, 0, 1)}},
    {"squares", AKA, {SET(u.akalamdung.plain_on[0], 0)}},
    {"two throws", AKA, {SET(roll.value[1], 1)}},
    {"a piece more", UR, {SET(u.ur.reserve[0], 1)}},
    {"eight white", UR, {SET(u.ur.column[10].black, 1)}},
    {"squares", UR, {SET(u.ur.units[0], 0)}},
    {"two throws", UR, {SET(roll.value[1], 1)}},
    {"both on one square", STEL, {SET(u.stelpur.pieces[1], 1)}},
    {"off the board", STEL, {SET(u.stelpur.pieces[0], 0x1000001)}},
    {"too many white",
     STEL,
     {SET(u.stelpur.pieces[0], 0xfffffe), SET(u.stelpur.pieces[1], 1)}},
    {"too many black",
     STEL,
     {SET(u.stelpur.pieces[0], 1), SET(u.stelpur.pieces[1], 0xfffffe)}},
    {"one die", STEL, {SET(roll.n, 1)}},
    {"left what was not thrown", STEL, {SET(left.value[0], 5)}},
    {"both on one point", MORRIS, {SET(u.morris.men[1], 1)}},
    {"a man in hand", MORRIS, {SET(u.morris.hand[0], 1)}},
    {"both on e7", TABLUT, {SET(u.tafl.rank[1][7], 0xa8)}},
    {"the king where nobody is", TABLUT, {SET(u.tafl.king, 2 * 32 + 1)}},
    {"the king where black is", TABLUT, {SET(u.tafl.king, 1 * 32 + 6)}},
    {"black on a corner", TABLUT, {SET(u.tafl.rank[1][1], 0x42), SET(u.tafl.file[1], 2)}},
    {"white on a corner", TABLUT, {SET(u.tafl.rank[0][1], 2), SET(u.tafl.file[1], 2)}},
    {"a defender on the throne", TABLUT, {SET(u.tafl.king, 0)}},
    {"ranks and files", TABLUT, {SET(u.tafl.file[1], 4)}},
    {"size", TABLUT, {SET(u.tafl.size, 8)}},
    {"17 attackers", FULL, {SET(u.tafl.rank[1][2], 0x24), SET(u.tafl.file[2], 0x24)}},
    {"9 defenders", FULL, {SET(u.tafl.rank[0][2], 0x04), SET(u.tafl.file[2], 0x24)}},
};

TEST_ROWS(sane_rows) {
    const struct sane_row *row = table_row(state);
    struct play play;
    play_at(&play, row->game, row->position);
    for (const struct change *change = row->change; change->bytes > 0; change++) {
        char *at = (char *)&play.pos + change->at;
        uint8_t one = (uint8_t)change->value;
        uint16_t two = (uint16_t)change->value;
        memcpy(at,
               change->bytes == 1   ? (const void *)&one
               : change->bytes == 2 ? (const void *)&two
                                    : &change->value,
               change->bytes);
    }
    expect_insane(&play, play.pos, row->name);
}

/* White's 3 and black's 3 are two squares. */
TEST(test_both_on_3) {
    struct play play;
    play_at(&play, ROYAL);
    play.pos.u.royal.counts.plain[SIDE_BLACK][3] = 1;
    play.pos.u.royal.counts.plain[SIDE_BLACK][0] = 0;
    play.pos.u.royal.occupied[SIDE_BLACK] = 0x2348;
    assert_true(is_sane(play.game, &play.pos));
}
