/* A plain player for each game, to measure others by.
 *
 * It looks at the position after each move and no further, as a beginner does: it
 * captures, else it goes to the best square.  Among equal moves it chooses at random.  It
 * never changes, so that scores against it can be compared. */
#ifndef ALEA_ENGINE_YARDSTICK_H
#define ALEA_ENGINE_YARDSTICK_H

#include "rules/game.h"

/* The move that this player plays in a position in phase move.  random: state of
 * splitmix.h. */
struct move yardstick_move(const struct game *game, const struct position *pos,
                           uint64_t *random);

#endif
