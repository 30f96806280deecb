/* Boards of 24 places with at most one piece each: the ring of stelpur and the points of
 * morris.  A set of places is a word with a bit for each place.  A board is one set for
 * each side.  Bit 0 is the first place of the position text. */
#ifndef ALEA_RULES_PLACES_H
#define ALEA_RULES_PLACES_H

#include "rules/game.h"

#define PLACES_N          24
#define PLACES_ALL        ((UINT32_C(1) << PLACES_N) - 1)
#define PLACES_BIT(place) (UINT32_C(1) << (place))

/* Returns the first place of a non-empty set. */
static inline unsigned places_first(uint32_t set) {
    return (unsigned)__builtin_ctz(set);
}

/* Removes and returns the first place of a non-empty set. */
static inline unsigned places_take_first(uint32_t *set) {
    unsigned first = places_first(*set);
    *set &= *set - 1;
    return first;
}

static inline bool places_has(uint32_t set, unsigned place) {
    return (set >> place & 1U) != 0;
}

static inline uint32_t places_empty(const uint32_t pieces[SIDE_COUNT]) {
    return PLACES_ALL & ~(pieces[SIDE_WHITE] | pieces[SIDE_BLACK]);
}

static inline unsigned places_count(uint32_t set) {
    unsigned n = 0;
    for (; set != 0; set &= set - 1) {
        n++;
    }
    return n;
}

/* Takes 24 letters w, b or '.', at most max of each colour. */
bool places_take(struct text_in *in, unsigned max, uint32_t pieces[SIDE_COUNT]);
/* Writes the 24 letters. */
void places_write(const uint32_t pieces[SIDE_COUNT], struct text_out *out);
/* Fills the squares for struct game.board. */
void places_board(const uint32_t pieces[SIDE_COUNT],
                  void (*write_name)(unsigned place, struct text_out *out),
                  struct board *board);

#endif
