/* tafl: a simple player that looks ahead, to measure others by.
 *
 * Plain alpha-beta, deeper and deeper, captures first; no table, no quiescence, no draw
 * rules.  It counts pieces, moves, and the king's distance from the nearest corner. */
#ifndef ALEA_ENGINE_TAFL_SIMPLE_H
#define ALEA_ENGINE_TAFL_SIMPLE_H

#include "engine/limits.h"

/* The deepest search. */
#define TAFL_SIMPLE_PLIES_MAX 12

/* Its move in a position in phase move of a tafl game; between equal ones chance
 * decides.  Only nodes, plies and is_over limit it.  random: state of splitmix.h. */
struct move tafl_simple_move(const struct position *pos,
                             const struct engine_limits *limits, uint64_t *random);

#endif
