/* The tafl family: one engine for all its games.
 *
 * The two sides differ.  White, the defenders, bring their king to a corner or the edge;
 * black, the attackers, capture it.  What the games share is in tafl.c (moves and
 * captures), tafl_area.c (enclosed areas), tafl_text.c (texts) and tafl_why.c (why a move
 * is refused).  Their differences, with the sources, are in tafl_tables.c and
 * hnefatafl.c. */
#ifndef ALEA_RULES_TAFL_TAFL_H
#define ALEA_RULES_TAFL_TAFL_H

#include "rules/game.h"

/* Differences between the games and their options: bits of tafl.rules. */
enum tafl_rule {
    TAFL_ARMED = 1,       /* the king takes part in captures */
    TAFL_STEPS = 2,       /* the king moves one square at a time */
    TAFL_THRONE = 4,      /* only the king may stop on the throne; hostile while empty */
    TAFL_EDGE = 8,        /* the edge of the board helps to shut the king in */
    TAFL_COMPANION = 16,  /* the king can be captured together with one defender */
    TAFL_WEAK = 32,       /* the king is captured between two, like the others */
    TAFL_BY_THRONE = 64,  /* but on the throne, and beside it, on all four sides */
    TAFL_LEFT = 128,      /* not even the king comes back to the throne */
    TAFL_EDGE_WINS = 256, /* the king wins anywhere on the edge; corners are as others */
    TAFL_CAMPS = 512,     /* Ashton's camps, and a castle that nobody passes */
    TAFL_WALLS = 1024,    /* shieldwalls capture rows at the edge */
    TAFL_FORTS = 2048,    /* a fort at the edge wins, and so does an enclosure */
    TAFL_UNARMED = 4096   /* an option's: takes TAFL_ARMED away */
};

/* A game of the family. */
struct tafl_set {
    uint8_t size;                 /* squares of a side of the board, odd */
    uint8_t attackers, defenders; /* at the start, without the king */
    uint32_t rules;               /* enum tafl_rule bits, by default */
    /* Bits that the other values of each option add. */
    uint32_t option_rules[OPTIONS_MAX][OPTION_VALUES_MAX - 1];
};

/* A square is a number made of its rank and file, both from 1. */
#define TAFL_RANK_STEP 32

static inline unsigned tafl_square(unsigned rank, unsigned file) {
    return rank * TAFL_RANK_STEP + file;
}

static inline unsigned tafl_rank(unsigned square) {
    return square / TAFL_RANK_STEP;
}

static inline unsigned tafl_file(unsigned square) {
    return square % TAFL_RANK_STEP;
}

static inline uint32_t tafl_bit(unsigned line) {
    return UINT32_C(1) << line;
}

/* Whether a piece of this side, or its king, is on the square. */
static inline bool tafl_has(const struct tafl *t, enum side side, unsigned square) {
    return (t->rank[side][tafl_rank(square)] & tafl_bit(tafl_file(square))) != 0;
}

static inline bool tafl_is_empty(const struct tafl *t, unsigned square) {
    return (t->file[tafl_file(square)] & tafl_bit(tafl_rank(square))) == 0;
}

/* How many pieces a side has, the king included. */
static inline unsigned tafl_count(const struct tafl *t, enum side side) {
    unsigned n = 0;
    for (unsigned rank = 1; rank <= t->size; rank++) {
        for (uint32_t own = t->rank[side][rank]; own != 0; own &= own - 1) {
            n++;
        }
    }
    return n;
}

/* The corners on a rank or file, as bits; none if corners are like other squares. */
static inline uint32_t tafl_corners(const struct tafl *t, unsigned line) {
    bool has = (line == 1 || line == t->size) && (t->rules & TAFL_EDGE_WINS) == 0;
    return has ? tafl_bit(1) | tafl_bit(t->size) : 0;
}

/* The squares of a rank or file where the king wins, as bits. */
static inline uint32_t tafl_goals(const struct tafl *t, unsigned line) {
    if ((t->rules & TAFL_EDGE_WINS) == 0) {
        return tafl_corners(t, line);
    }
    uint32_t all = tafl_bit(t->size + 1U) - tafl_bit(1);
    return line == 1 || line == t->size ? all : tafl_bit(1) | tafl_bit(t->size);
}

static inline bool tafl_is_corner(const struct tafl *t, unsigned square) {
    return (tafl_corners(t, tafl_rank(square)) & tafl_bit(tafl_file(square))) != 0;
}

static inline bool tafl_is_goal(const struct tafl *t, unsigned square) {
    return (tafl_goals(t, tafl_rank(square)) & tafl_bit(tafl_file(square))) != 0;
}

/* The squares of camps on a rank or file, as bits. */
uint32_t tafl_camps(const struct tafl *t, unsigned line);

static inline bool tafl_is_camp(const struct tafl *t, unsigned square) {
    return (tafl_camps(t, tafl_rank(square)) & tafl_bit(tafl_file(square))) != 0;
}

/* Whether this is the central square, and differs from others. */
bool tafl_is_throne(const struct tafl *t, unsigned square);
/* Whether a square by itself is hostile to the enemies of this side. */
bool tafl_is_hostile(const struct tafl *t, enum side side, unsigned square);
/* Puts a piece on an empty square, or removes it. */
void tafl_toggle(struct tafl *t, enum side side, unsigned square);
/* Why the game is over, apart from lack of moves; END_NONE: it is not.  Black has won by
 * END_CAPTURED and END_ENCLOSED, white otherwise. */
enum end_reason tafl_end(const struct tafl *t, enum side turn);
/* Sets phase, outcome and reason from the pieces and the turn. */
void tafl_settle(struct position *pos);

/* tafl_area.c: whether the king has a fort at the edge; whether attackers enclose all
 * defenders. */
bool tafl_is_fort(const struct tafl *t);
bool tafl_is_enclosed(const struct tafl *t);

/* tafl.c: members of struct game */
size_t tafl_moves(const struct position *pos, struct move out[static MOVES_MAX]);
bool tafl_apply(struct position *pos, const struct move *m, struct happened *h);
uint64_t tafl_key(const struct position *pos);
const char *tafl_announce(const struct position *pos);

/* tafl.c: for searches, which make and unmake moves in place */
#define TAFL_RANKS_AT 32

/* Most pieces that a move captures: a row at the edge of a board of 11, and two more. */
#define TAFL_TAKEN_MAX 12

/* What a move's undoing needs. */
struct tafl_undo {
    uint16_t king; /* the king's square before the move */
    uint16_t n;
    uint16_t square[TAFL_TAKEN_MAX]; /* squares of the captured pieces */
};

/* The squares that a piece on this square can reach, as bits: the files of its rank,
 * then, from TAFL_RANKS_AT on, the ranks of its file.  For t->king, the king's rules
 * hold. */
uint64_t tafl_reach(const struct tafl *t, unsigned square);
/* The number of squares where the king wins with its next move. */
unsigned tafl_ways_out(const struct tafl *t);
/* All moves of a side, as tafl_moves lists them.  Returns their number. */
size_t tafl_list(const struct tafl *t, enum side side, struct move *out);
/* Plays a move that tafl_list listed.  If it captures the king, t->king becomes 0. */
void tafl_make(struct tafl *t, enum side side, const struct move *m,
               struct tafl_undo *undo);
/* Undoes it. */
void tafl_unmake(struct tafl *t, enum side side, const struct move *m,
                 const struct tafl_undo *undo);

/* tafl_text.c: members of struct game; those with a set need it as well */
bool tafl_read(const struct tafl_set *set, struct position *pos, struct text_in *in);
void tafl_write(const struct position *pos, struct text_out *out);
void tafl_write_square(unsigned square, struct text_out *out);
void tafl_write_move(const struct position *pos, const struct move *m,
                     struct text_out *out);
void tafl_board(const struct position *pos, struct board *board);

/* The reader of a game of this set. */
#define TAFL_READ(set)                                                                   \
    static bool set##_read(struct position *pos, struct text_in *in) {                   \
        return tafl_read(&(set), pos, in);                                               \
    }
/* All members that are functions, and the name of the drawing. */
#define TAFL_MEMBERS(set)                                                                \
    .drawing = "tafl", .moves = tafl_moves, .apply = tafl_apply, .key = tafl_key,        \
    .read = set##_read, .write = tafl_write, .write_move = tafl_write_move,              \
    .board = tafl_board, .announce = tafl_announce, .why = tafl_why

/* tafl_why.c */
const struct rule *tafl_why(const struct position *pos, const char *text, size_t len);

#endif
