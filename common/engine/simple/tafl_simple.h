/* tafl: a simple player that looks ahead, to measure others by.
 *
 * Plain alpha-beta, deeper and deeper, captures first; no table, no quiescence, no draw
 * rules.  It counts pieces, moves, and the king's distance from the nearest corner. */
#ifndef ALEA_ENGINE_TAFL_SIMPLE_H
#define ALEA_ENGINE_TAFL_SIMPLE_H

#include "rules/game.h"

struct tafl_simple_limits {
    uint64_t nodes; /* most positions to look at; 0: no limit */
    unsigned plies; /* 1..TAFL_SIMPLE_PLIES_MAX; 0: as many as the other limits allow */
    /* Called about once in a thousand nodes.  True: stop.  NULL: never stop. */
    bool (*is_over)(void *arg);
    void *arg;
};

#define TAFL_SIMPLE_PLIES_MAX 12

/* Its move in a position in phase move of a tafl game; between equal ones chance
 * decides.  random: state of splitmix.h. */
struct move tafl_simple_move(const struct position *pos,
                             const struct tafl_simple_limits *limits, uint64_t *random);

#endif
