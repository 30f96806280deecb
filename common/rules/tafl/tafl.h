/* The tafl family: one engine for tablut and alea-evangelii.
 *
 * The two sides differ.  White, the defenders, bring their king to a corner; black, the
 * attackers, capture it.  What the games share is in tafl.c (moves and captures),
 * tafl_text.c (texts) and tafl_why.c (why a move is refused).  Their differences, with
 * the sources, are in tafl_tables.c. */
#ifndef ALEA_RULES_TAFL_TAFL_H
#define ALEA_RULES_TAFL_TAFL_H

#include "rules/game.h"

/* Differences between the games and their options: bits of tafl.rules. */
enum tafl_rule {
    TAFL_ARMED = 1,     /* the king takes part in captures */
    TAFL_STEPS = 2,     /* the king moves one square at a time */
    TAFL_THRONE = 4,    /* only the king may stop on the throne; hostile while empty */
    TAFL_EDGE = 8,      /* the edge of the board helps to shut the king in */
    TAFL_COMPANION = 16 /* the king can be captured together with one defender */
};

/* A game of the family. */
struct tafl_set {
    const char *ranks;                 /* start position, without the turn */
    uint8_t size;                      /* squares of a side of the board, odd */
    uint8_t attackers, defenders;      /* at the start, without the king */
    uint8_t rules;                     /* enum tafl_rule bits, by default */
    uint8_t option_rules[OPTIONS_MAX]; /* bits that each option's other value flips */
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

bool tafl_is_corner(const struct tafl *t, unsigned square);
/* Whether this is the central square, and differs from others. */
bool tafl_is_throne(const struct tafl *t, unsigned square);
/* Puts a piece on an empty square, or removes it. */
void tafl_toggle(struct tafl *t, enum side side, unsigned square);
/* Sets phase, outcome and reason from the pieces and the turn. */
void tafl_settle(struct position *pos);

/* tafl.c: members of struct game */
size_t tafl_moves(const struct position *pos, struct move out[static MOVES_MAX]);
bool tafl_apply(struct position *pos, const struct move *m, struct happened *h);
uint64_t tafl_key(const struct position *pos);
const char *tafl_announce(const struct position *pos);

/* tafl.c: for searches, which make and unmake moves in place */
#define TAFL_RANKS_AT 32

/* What a move's undoing needs. */
struct tafl_undo {
    uint16_t king;      /* the king's square before the move */
    uint16_t square[5]; /* squares of the captured pieces */
    uint8_t n;
};

/* The squares that a piece on this square can reach, as bits: the files of its rank,
 * then, from TAFL_RANKS_AT on, the ranks of its file.  For t->king, the king's rules
 * hold. */
uint64_t tafl_reach(const struct tafl *t, unsigned square);
/* All moves of a side, as tafl_moves lists them.  Returns their number. */
size_t tafl_list(const struct tafl *t, enum side side, struct move *out);
/* Plays a move that tafl_list listed.  If it captures the king, t->king becomes 0. */
void tafl_make(struct tafl *t, enum side side, const struct move *m,
               struct tafl_undo *undo);
/* Undoes it. */
void tafl_unmake(struct tafl *t, enum side side, const struct move *m,
                 const struct tafl_undo *undo);

/* tafl_text.c: members of struct game; those with a set need it as well */
void tafl_start(const struct tafl_set *set, struct position *pos, enum side first);
bool tafl_read(const struct tafl_set *set, struct position *pos, struct text_in *in);
bool tafl_is_sane(const struct tafl_set *set, const struct position *pos);
void tafl_write(const struct position *pos, struct text_out *out);
void tafl_write_square(unsigned square, struct text_out *out);
void tafl_write_move(const struct position *pos, const struct move *m,
                     struct text_out *out);
void tafl_board(const struct position *pos, struct board *board);

/* tafl_why.c */
const struct rule *tafl_why(const struct position *pos, const char *text, size_t len);

#endif
