/* What makes a level of strength.  docs/opponents.md says how the numbers were found. */
#ifndef ALEA_ENGINE_LEVELS_H
#define ALEA_ENGINE_LEVELS_H

#include "rules/game.h"

/* How a level chooses a move. */
struct level {
    double slip;    /* how often it picks a random move instead of the best, 0..1: */
    double heat;    /* any move, with a probability proportional to exp(value / heat) */
    unsigned plies; /* to look ahead, its own move included; 0: any number */
};

/* The level (1..ENGINE_LEVELS) of a side.  In tafl the sides differ: the harder one slips
 * less, so that both have a fair chance against the same level. */
struct level level_find(const struct game *game, enum side side, unsigned level);

#endif
