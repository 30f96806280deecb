/* is_sane: a sane position with one thing changed is no longer sane.  Covers positions
 * that memory can hold but no text can express. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/rules/game_rows.h"
#include "tests/unit/test.h"

#define CHANGES_MAX 3

/* A member of struct position, and its new value. */
struct change {
    size_t at, bytes; /* 0 bytes: none */
    uint32_t value;
};

#define SET(member, number)                                                              \
    { offsetof(struct position, member), sizeof((struct position *)NULL)->member, number }

#define ROYAL       "royal-ur", "1,1 w3=w,5=w,6=b,8=wwbb,9=b,12=w,b13=b 1,1 w 2"
#define ROYAL_ROLL  "royal-ur", "7,7 - 0,0 w -"
#define ROYAL_LAST  "royal-ur", "0,7 w13=w,w14=w 5,0 w 1"
#define ROYAL_OVER  "royal-ur", "0,7 - 7,0 w -"
#define AKA         "akalamdung", "2,2 w1=w,w3=w,8=Bb,9=bb,10=ww,12=B 1,0 w 2"
#define UR          "ur", "0,0 5=wBw,7=bwb,9=Wbb,12=bWw,w14=W,b14=B 0,0 w 2"
#define UR_ROLL     "ur", "0,0 5=wBw,7=bwb,9=Wbb,12=bWw,w14=W,b14=B 0,0 w -"
#define STEL        "stelpur", "w....b.b....bw.....b.... w 6,1 6,1"
#define STEL_ROLL   "stelpur", "w....b.b....bw.....b.... w - -"
#define STEL_OVER   "stelpur", "b....................... b - -"
#define MORRIS      "morris", "ww.bw..bb.w..b.w......b. b 0,0 6,3,3"
#define MORRIS_ROLL "morris", "ww.bw..bb.w..b.w......b. b 0,0 -"
#define MORRIS_OVER "morris", "ww..........bbb......... w 0,0 -"
#define TABLUT      "tablut", "4t4/9/2t1T1t2/3T5/1t2K2Tt/3T1t3/9/2t6/5t3 b"
#define TABLUT_ALL  "tablut", "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b"
#define TABLUT_OVER "tablut", "4t4/9/2t1T1t2/3T5/1t5Tt/3T1t3/9/2t6/5t3 w"

static const struct sane_row {
    const char *name, *game, *position;
    struct change change[CHANGES_MAX];
    bool is_sane; /* the position is still sane */
} sane_rows[] = {
    {"royal-ur", ROYAL, {{0}}, true},
    {"royal-ur: two white on 5",
     ROYAL,
     {SET(u.royal.counts.plain[0][5], 2), SET(u.royal.counts.plain[0][0], 0)},
     false},
    {"royal-ur: two black on 6",
     ROYAL,
     {SET(u.royal.counts.plain[1][6], 2), SET(u.royal.counts.plain[1][0], 0)},
     false},
    {"royal-ur: both on 6",
     ROYAL,
     {SET(u.royal.counts.plain[0][6], 1), SET(u.royal.counts.plain[0][0], 0)},
     false},
    {"royal-ur: both on their 3, which are two",
     ROYAL,
     {SET(u.royal.counts.plain[1][3], 1), SET(u.royal.counts.plain[1][0], 0),
      SET(u.royal.occupied[1], 0x2348)},
     true},
    {"royal-ur: six white", ROYAL, {SET(u.royal.counts.plain[0][0], 0)}, false},
    {"royal-ur: six black", ROYAL, {SET(u.royal.counts.plain[1][0], 0)}, false},
    {"royal-ur: turn", ROYAL, {SET(turn, SIDE_COUNT)}, false},
    {"royal-ur: left", ROYAL, {SET(left.n, 1)}, false},
    {"royal-ur: two throws", ROYAL, {SET(roll.n, 2)}, false},
    {"royal-ur: a throw of 4", ROYAL, {SET(roll.value[0], 4)}, false},
    {"royal-ur: a throw without a move", ROYAL_LAST, {SET(roll.value[0], 2)}, false},
    {"royal-ur: a throw too early", ROYAL_ROLL, {SET(roll.n, 1)}, false},
    {"royal-ur: over too early", ROYAL_ROLL, {SET(phase, PHASE_OVER)}, false},
    {"royal-ur: over", ROYAL_OVER, {{0}}, true},
    {"royal-ur: over, turn", ROYAL_OVER, {SET(turn, SIDE_BLACK)}, false},
    {"royal-ur: over, phase", ROYAL_OVER, {SET(phase, PHASE_ROLL)}, false},
    {"royal-ur: over, throw", ROYAL_OVER, {SET(roll.n, 1)}, false},
    {"royal-ur: over, winner", ROYAL_OVER, {SET(outcome, OUTCOME_BLACK)}, false},
    {"royal-ur: over, reason", ROYAL_OVER, {SET(end, END_NONE)}, false},

    {"akalamdung", AKA, {{0}}, true},
    {"akalamdung: six white", AKA, {SET(u.akalamdung.counts.plain[0][0], 1)}, false},
    {"akalamdung: six black", AKA, {SET(u.akalamdung.counts.plain[1][0], 1)}, false},
    {"akalamdung: a warrior more", AKA, {SET(u.akalamdung.warriors[0][4], 1)}, false},
    {"akalamdung: three on 10",
     AKA,
     {SET(u.akalamdung.counts.plain[0][10], 3), SET(u.akalamdung.counts.plain[0][0], 1)},
     false},
    {"akalamdung: left", AKA, {SET(left.n, 1)}, false},
    {"akalamdung: squares", AKA, {SET(u.akalamdung.plain_on[0], 0)}, false},
    {"akalamdung: turn", AKA, {SET(turn, SIDE_COUNT)}, false},
    {"akalamdung: throw", AKA, {SET(roll.value[1], 1)}, false},
    {"akalamdung: phase", AKA, {SET(phase, PHASE_ROLL)}, false},
    {"akalamdung: winner", AKA, {SET(outcome, OUTCOME_BLACK)}, false},
    {"akalamdung: reason", AKA, {SET(end, END_OFF)}, false},

    {"ur", UR, {{0}}, true},
    {"ur: a piece more", UR, {SET(u.ur.reserve[0], 1)}, false},
    {"ur: eight white", UR, {SET(u.ur.column[10].black, 1)}, false},
    {"ur: left", UR, {SET(left.n, 1)}, false},
    {"ur: squares", UR, {SET(u.ur.units[0], 0)}, false},
    {"ur: turn", UR, {SET(turn, SIDE_COUNT)}, false},
    {"ur: throw", UR, {SET(roll.value[1], 1)}, false},
    {"ur: phase", UR, {SET(phase, PHASE_ROLL)}, false},
    {"ur: winner", UR, {SET(outcome, OUTCOME_BLACK)}, false},
    {"ur: reason", UR, {SET(end, END_OFF)}, false},
    {"ur: drawn", UR_ROLL, {SET(phase, PHASE_OVER), SET(outcome, OUTCOME_DRAW)}, true},
    {"ur: drawn after a throw",
     UR,
     {SET(phase, PHASE_OVER), SET(outcome, OUTCOME_DRAW)},
     false},

    {"stelpur", STEL, {{0}}, true},
    {"stelpur: both on one square", STEL, {SET(u.stelpur.pieces[1], 1)}, false},
    {"stelpur: off the board", STEL, {SET(u.stelpur.pieces[0], 0x1000001)}, false},
    {"stelpur: too many white",
     STEL,
     {SET(u.stelpur.pieces[0], 0xfffffe), SET(u.stelpur.pieces[1], 1)},
     false},
    {"stelpur: too many black",
     STEL,
     {SET(u.stelpur.pieces[0], 1), SET(u.stelpur.pieces[1], 0xfffffe)},
     false},
    {"stelpur: turn", STEL, {SET(turn, SIDE_COUNT)}, false},
    {"stelpur: one die", STEL, {SET(roll.n, 1)}, false},
    {"stelpur: nothing left", STEL, {SET(left.n, 0)}, false},
    {"stelpur: left what was not thrown", STEL, {SET(left.value[0], 5)}, false},
    {"stelpur: dice too early", STEL_ROLL, {SET(roll.n, 2)}, false},
    {"stelpur: left too early", STEL_ROLL, {SET(left.n, 1)}, false},
    {"stelpur: won too early", STEL_ROLL, {SET(phase, PHASE_OVER)}, false},
    {"stelpur: drawn",
     STEL_ROLL,
     {SET(phase, PHASE_OVER), SET(outcome, OUTCOME_DRAW)},
     true},
    {"stelpur: over", STEL_OVER, {{0}}, true},
    {"stelpur: over, turn", STEL_OVER, {SET(turn, SIDE_WHITE)}, false},
    {"stelpur: over, phase", STEL_OVER, {SET(phase, PHASE_ROLL)}, false},
    {"stelpur: over, winner", STEL_OVER, {SET(outcome, OUTCOME_WHITE)}, false},
    {"stelpur: over, reason", STEL_OVER, {SET(end, END_MEN)}, false},

    {"morris", MORRIS, {{0}}, true},
    {"morris: both on one point", MORRIS, {SET(u.morris.men[1], 1)}, false},
    {"morris: turn", MORRIS, {SET(turn, SIDE_COUNT)}, false},
    {"morris: left", MORRIS, {SET(left.n, 1)}, false},
    {"morris: a man in hand", MORRIS, {SET(u.morris.hand[0], 1)}, false},
    {"morris: phase", MORRIS, {SET(phase, PHASE_ROLL)}, false},
    {"morris: winner", MORRIS, {SET(outcome, OUTCOME_BLACK)}, false},
    {"morris: reason", MORRIS, {SET(end, END_MEN)}, false},
    {"morris: drawn",
     MORRIS_ROLL,
     {SET(phase, PHASE_OVER), SET(outcome, OUTCOME_DRAW)},
     true},
    {"morris: drawn after a throw",
     MORRIS,
     {SET(phase, PHASE_OVER), SET(outcome, OUTCOME_DRAW)},
     false},
    {"morris: over", MORRIS_OVER, {{0}}, true},
    {"morris: over, turn", MORRIS_OVER, {SET(turn, SIDE_BLACK)}, false},
    {"morris: over, throw", MORRIS_OVER, {SET(roll.n, 3)}, false},

    {"tablut", TABLUT, {{0}}, true},
    {"tablut: both on e7", TABLUT, {SET(u.tafl.rank[1][7], 0xa8)}, false},
    {"tablut: the king where nobody is", TABLUT, {SET(u.tafl.king, 2 * 32 + 1)}, false},
    {"tablut: the king where black is", TABLUT, {SET(u.tafl.king, 1 * 32 + 6)}, false},
    {"tablut: black on a corner",
     TABLUT,
     {SET(u.tafl.rank[1][1], 0x42), SET(u.tafl.file[1], 2)},
     false},
    {"tablut: a defender on a corner",
     TABLUT,
     {SET(u.tafl.rank[0][1], 2), SET(u.tafl.file[1], 2)},
     false},
    {"tablut: a defender on the throne", TABLUT, {SET(u.tafl.king, 0)}, false},
    {"tablut: ranks and files", TABLUT, {SET(u.tafl.file[1], 4)}, false},
    {"tablut: size", TABLUT, {SET(u.tafl.size, 8)}, false},
    {"tablut: turn", TABLUT, {SET(turn, SIDE_COUNT)}, false},
    {"tablut: dice", TABLUT, {SET(roll.n, 1)}, false},
    {"tablut: left", TABLUT, {SET(left.n, 1)}, false},
    {"tablut: all pieces", TABLUT_ALL, {{0}}, true},
    {"tablut: 17 attackers",
     TABLUT_ALL,
     {SET(u.tafl.rank[1][2], 0x24), SET(u.tafl.file[2], 0x24)},
     false},
    {"tablut: 9 defenders",
     TABLUT_ALL,
     {SET(u.tafl.rank[0][2], 0x04), SET(u.tafl.file[2], 0x24)},
     false},
    {"tablut: phase", TABLUT, {SET(phase, PHASE_ROLL)}, false},
    {"tablut: winner", TABLUT, {SET(outcome, OUTCOME_BLACK)}, false},
    {"tablut: reason", TABLUT, {SET(end, END_BLOCKED)}, false},
    {"tablut: drawn", TABLUT, {SET(phase, PHASE_OVER), SET(outcome, OUTCOME_DRAW)}, true},
    {"tablut: over", TABLUT_OVER, {{0}}, true},
    {"tablut: over, drawn", TABLUT_OVER, {SET(outcome, OUTCOME_DRAW)}, false},
};

static void apply(const struct change *change, struct position *pos) {
    char *at = (char *)pos + change->at;
    uint8_t one = (uint8_t)change->value;
    uint16_t two = (uint16_t)change->value;
    switch (change->bytes) {
    case 0: break;
    case 1: memcpy(at, &one, 1); break;
    case 2: memcpy(at, &two, 2); break;
    default: memcpy(at, &change->value, 4); break;
    }
}

TEST_ROWS(sane_rows) {
    const struct sane_row *row = table_row(state);
    struct play play;
    play_at(&play, row->game, row->position);
    assert_true(play.game->is_sane(&play.pos));
    for (size_t i = 0; i < CHANGES_MAX; i++) {
        apply(&row->change[i], &play.pos);
    }
    assert_int_equal(play.game->is_sane(&play.pos), row->is_sane);
}
