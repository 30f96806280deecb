/* A plain player for each game, to measure others by.
 *
 * Like a beginner, it looks at the position after each move and no further: it captures,
 * else it goes to the best square.  Ties are broken at random.  It never changes, so
 * scores against it can be compared. */
#ifndef ALEA_ENGINE_YARDSTICK_H
#define ALEA_ENGINE_YARDSTICK_H

#include "rules/game.h"

/* This player's move in a position in phase move.  random: state of splitmix.h. */
struct move yardstick_move(const struct game *game, const struct position *pos,
                           uint64_t *random);

#endif
