/* The tafl family: one engine for tablut and alea-evangelii.
 *
 * Two sides that differ: white, the defenders, bring their king to a corner; black, the
 * attackers, capture him.  What the two games have in common is in tafl.c (moves and
 * captures), tafl_text.c (texts) and tafl_why.c (why a move is refused); what they differ
 * in, with their sources, is in tafl_tables.c. */
#ifndef ALEA_RULES_TAFL_TAFL_H
#define ALEA_RULES_TAFL_TAFL_H

#include "rules/game.h"

/* In what the games and their options differ: bits of tafl.rules. */
enum tafl_rule {
    TAFL_ARMED = 1,     /* the king takes part in captures */
    TAFL_STEPS = 2,     /* the king moves one square at a time */
    TAFL_THRONE = 4,    /* the throne is the king's alone, and hostile while empty */
    TAFL_EDGE = 8,      /* the edge of the board shuts the king in */
    TAFL_COMPANION = 16 /* the king can be captured together with one defender */
};

/* A game of the family. */
struct tafl_set {
    const char *ranks;                 /* start position, without the turn */
    uint8_t size;                      /* squares of a side of the board, odd */
    uint8_t attackers, defenders;      /* at the start, the king not counted */
    uint8_t rules;                     /* enum tafl_rule bits, by default */
    uint8_t option_rules[OPTIONS_MAX]; /* those that an option's other value changes */
};

/* A square is a number: its rank and its file, both from 1, side by side. */
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

/* Whether a piece of this side, the king too, stands on the square. */
static inline bool tafl_has(const struct tafl *t, enum side side, unsigned square) {
    return (t->rank[side][tafl_rank(square)] & tafl_bit(tafl_file(square))) != 0;
}

static inline bool tafl_is_empty(const struct tafl *t, unsigned square) {
    return (t->file[tafl_file(square)] & tafl_bit(tafl_rank(square))) == 0;
}

bool tafl_is_corner(const struct tafl *t, unsigned square);
/* The central square, where it differs from others. */
bool tafl_is_throne(const struct tafl *t, unsigned square);
/* Puts a piece on an empty square, or takes it off again. */
void tafl_toggle(struct tafl *t, enum side side, unsigned square);
/* Sets phase, outcome and reason as the pieces and the turn require. */
void tafl_settle(struct position *pos);

/* tafl.c: members of struct game */
size_t tafl_moves(const struct position *pos, struct move out[static MOVES_MAX]);
bool tafl_apply(struct position *pos, const struct move *m, struct happened *h);
uint64_t tafl_key(const struct position *pos);
const char *tafl_announce(const struct position *pos);

/* tafl.c: for searches, which play a move and take it back in place */
#define TAFL_RANKS_AT 32

/* What it takes to undo a move. */
struct tafl_undo {
    uint16_t king;      /* where the king was before it */
    uint16_t square[5]; /* where the pieces stood that it took */
    uint8_t n;
};

/* Where a piece on this square can go, as bits: the files of its rank, then, from
 * TAFL_RANKS_AT on, the ranks of its file.  The king's rules hold for t->king. */
uint64_t tafl_reach(const struct tafl *t, unsigned square);
/* All moves of a side, as tafl_moves lists them.  Returns their number. */
size_t tafl_list(const struct tafl *t, enum side side, struct move *out);
/* Plays a move that tafl_list listed.  Then t->king is 0 if that captured the king. */
void tafl_make(struct tafl *t, enum side side, const struct move *m,
               struct tafl_undo *undo);
/* Takes it back. */
void tafl_unmake(struct tafl *t, enum side side, const struct move *m,
                 const struct tafl_undo *undo);

/* tafl_text.c: members of struct game, but for the set where it is asked for */
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
