/* A position of any game: a plain value, copied with `=`. */
#ifndef ALEA_RULES_POSITION_H
#define ALEA_RULES_POSITION_H

#include <stdint.h>

#include "rules/dice.h"
#include "rules/options.h"

enum side { SIDE_WHITE, SIDE_BLACK, SIDE_COUNT };

static inline enum side side_other(enum side side) {
    return side == SIDE_WHITE ? SIDE_BLACK : SIDE_WHITE;
}

/* A position is always in exactly one of these phases. */
enum phase {
    PHASE_ROLL, /* the side to move must throw and has not yet */
    PHASE_MOVE, /* the side to move has at least one legal move */
    PHASE_OVER, /* one side won, or the game is drawn */
};

enum outcome { OUTCOME_WHITE, OUTCOME_BLACK, OUTCOME_DRAW };

/* Why a game is over by its own rules, with the wire name (one word). */
#define END_REASONS(X)                                                                   \
    X(END_NONE, "none")             /* the game is not over */                           \
    X(END_OFF, "off")               /* the winner has borne off all pieces */            \
    X(END_WARRIOR, "warrior")       /* akalamdung: a warrior reached square 14 */        \
    X(END_IMPRISONED, "imprisoned") /* ur: the loser has nothing left but prisoners */   \
    X(END_CAPTURED, "captured")     /* all enemy pieces, or the king, are captured */    \
    X(END_MEN, "men")               /* morris: the loser has two men or fewer */         \
    X(END_BLOCKED, "blocked")       /* the loser cannot move */                          \
    X(END_CORNER, "corner")         /* tafl: the king has reached a corner */            \
    X(END_EDGE, "edge")             /* tafl: the king has reached the edge */            \
    X(END_FORT, "fort")             /* tafl: the king is in a fort at the edge */        \
    X(END_ENCLOSED, "enclosed")     /* tafl: all defenders are enclosed */               \
    X(END_REPETITION, "repetition") /* draw, or lost: a position occurred again */       \
    X(END_NOPROGRESS, "noprogress") /* draw: too many moves without a capture */

enum end_reason {
#define X(id, name) id,
    END_REASONS(X)
#undef X
        END_REASON_COUNT
};

/* Squares of an Ur path: 0 is the reserve, 1..14 the squares, 15 off the board. */
#define UR_IN   0
#define UR_LAST 14
#define UR_OFF  15
/* Squares of the whole board: 2 * 6 private, 8 common. */
#define UR_SQUARES 20

/* royal-ur, akalamdung: pieces by path square of their owner. */
struct ur_counts {
    uint8_t plain[SIDE_COUNT][16];
};

/* royal-ur */
struct royal_ur {
    struct ur_counts counts;
    uint16_t occupied[SIDE_COUNT]; /* bit p: counts.plain[side][p] > 0; for speed */
};

/* akalamdung; the sets of squares follow from the counts, for speed */
struct akalamdung {
    struct ur_counts counts;
    uint8_t warriors[SIDE_COUNT][16]; /* marked pieces; several only on 8 */
    uint16_t plain_on[SIDE_COUNT];    /* bit p: counts.plain[side][p] > 0 */
    uint16_t pair_on[SIDE_COUNT];     /* bit p: counts.plain[side][p] == 2 */
    uint16_t warrior_on[SIDE_COUNT];  /* bit p: warriors[side][p] > 0 */
};

/* A column of ur: bit 0 of both sets is the top piece. */
struct ur_column {
    uint16_t black;    /* bit i: piece i is black */
    uint16_t officers; /* bit i: piece i is an officer */
    uint16_t n;        /* pieces */
};

/* ur: columns of pieces */
struct ur {
    struct ur_column column[UR_SQUARES]; /* by ur_square() */
    uint8_t reserve[SIDE_COUNT];
    uint8_t off[SIDE_COUNT];    /* removed as prisoners, by their own colour */
    uint16_t units[SIDE_COUNT]; /* bit p: column on own square p has an own piece on top;
                                   UR_IN: reserve > 0; for speed */
    uint16_t officers[SIDE_COUNT]; /* bit p: that piece is an officer */
};

/* finkel, blitz, masters, aseb: at most one piece on a square */
struct ur_race {
    uint32_t on[SIDE_COUNT]; /* bit p: a piece on its owner's path square p; UR_IN:
                                reserve > 0 */
    uint8_t reserve[SIDE_COUNT];
    uint8_t off[SIDE_COUNT];
    uint8_t pieces; /* of each side, by the options */
    uint8_t row;    /* enum race_row (race.c) */
};

/* stelpur, morris: 24 places as bits, in the order of the position text (places.h). */
struct stelpur {
    uint32_t pieces[SIDE_COUNT];
};
struct morris {
    uint32_t men[SIDE_COUNT];
    uint8_t hand[SIDE_COUNT]; /* men not yet placed */
};

/* tafl games (tafl.h): ranks and files from 1, inside an empty border */
#define TAFL_LINES (19 + 2)

struct tafl {
    uint32_t rank[SIDE_COUNT][TAFL_LINES]; /* [side][r] bit f: a piece, king included */
    uint32_t file[TAFL_LINES]; /* [f] bit r: a piece of either side; for speed */
    uint32_t rules;            /* enum tafl_rule bits, from the game and its options */
    uint16_t king;             /* tafl_square(rank, file), or 0: captured */
    uint16_t size;             /* 7, 9, 11 or 19 */
};

struct position {
    uint8_t phase;      /* enum phase */
    uint8_t turn;       /* enum side to throw or move; when over, depends on the game */
    uint8_t outcome;    /* enum outcome; 0 until over */
    uint8_t end;        /* enum end_reason; END_NONE until over */
    struct roll roll;   /* the throw, or n == 0 */
    struct roll left;   /* results left to play (stelpur), or n == 0 */
    struct options opt; /* the options of this game */
    union {
        struct tafl tafl; /* the largest: an initialiser zeroes the first member */
        struct royal_ur royal;
        struct akalamdung akalamdung;
        struct ur ur;
        struct ur_race race;
        struct stelpur stelpur;
        struct morris morris;
    } u; /* unused bytes are zero */
};

_Static_assert(sizeof(struct position) <= 512, "positions are copied by value");

#endif
