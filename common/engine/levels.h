/* The parameters of the levels.  docs/opponents.md says how they were found. */
#ifndef ALEA_ENGINE_LEVELS_H
#define ALEA_ENGINE_LEVELS_H

#include "rules/game.h"

/* How a level chooses a move. */
struct level {
    double slip; /* how often it picks a random move instead of the best, 0..1 */
    double heat; /* then each move's probability is proportional to exp(value / heat) */
    unsigned plies; /* search depth, with its own move; 0: no limit */
    int draw;       /* tafl: value of a draw for white, see tafl_search.h */
};

/* The level (1..ENGINE_LEVELS) of a side.  In tafl the sides differ: the harder one slips
 * less, which gives both a fair chance against the same level. */
struct level level_find(const struct game *game, enum side side, unsigned level);

#endif
