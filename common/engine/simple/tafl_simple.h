/* tafl: two simple players, to measure others by.
 *
 * "simple" looks ahead.  Plain alpha-beta, deeper and deeper, captures first; no table,
 * no quiescence, no draw rules.  It counts pieces, moves, and the king's distance from
 * the nearest corner.
 *
 * "runner" is greedy.  It looks at each of its moves and at what the other side could
 * capture after it, no further: it runs with the king, or stops it, captures, and keeps
 * its men safe. */
#ifndef ALEA_ENGINE_TAFL_SIMPLE_H
#define ALEA_ENGINE_TAFL_SIMPLE_H

#include "engine/limits.h"

/* The deepest search. */
#define TAFL_SIMPLE_PLIES_MAX 12

/* Its move in a position in phase move of a tafl game; between equal ones chance
 * decides.  Only nodes, plies and is_over limit it.  random: state of splitmix.h. */
struct move tafl_simple_move(const struct position *pos,
                             const struct engine_limits *limits, uint64_t *random);

/* The move of the runner in such a position; between nearly equal ones chance decides. */
struct move tafl_runner_move(const struct position *pos, uint64_t *random);

#endif
