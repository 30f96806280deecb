/* tafl: a greedy player, to measure others by.
 *
 * It looks at each of its moves and at what the other side could capture after it, no
 * further: it runs with the king, or stops it, captures, and keeps its men safe. */
#ifndef ALEA_ENGINE_TAFL_RUNNER_H
#define ALEA_ENGINE_TAFL_RUNNER_H

#include "rules/game.h"

/* Its move in a position in phase move of a tafl game; between nearly equal ones chance
 * decides.  random: state of splitmix.h. */
struct move tafl_runner_move(const struct position *pos, uint64_t *random);

#endif
