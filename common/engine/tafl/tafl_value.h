/* tafl: the king's ways to the squares where it wins, corners or the edge; and what a
 * position is worth without looking ahead. */
#ifndef ALEA_ENGINE_TAFL_VALUE_H
#define ALEA_ENGINE_TAFL_VALUE_H

#include "rules/tafl/tafl.h"

struct tafl_paths {
    uint64_t reach; /* the squares that the king reaches: see tafl_reach */
    uint64_t exits; /* squares among them from which a goal can be reached */
    unsigned ways;  /* goals among them */
    unsigned out;   /* exits */
    unsigned forks; /* squares from which two can: black cannot close both */
};

/* The paths of the king, which must be on the board. */
struct tafl_paths tafl_paths(const struct tafl *t);
/* Whether black, to move, cannot keep the king from a goal. */
bool tafl_is_out(const struct tafl *t, const struct tafl_paths *paths);
/* Whether black's move to this square closes the only way out, or might capture the
 * king. */
bool tafl_is_closing(const struct tafl *t, const struct tafl_paths *paths, unsigned to);
/* The value for white of a position that is not over; a piece is worth 100. */
int tafl_value(const struct tafl *t, const struct tafl_paths *paths);

#endif
