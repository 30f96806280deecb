/* Chances to win in tafl.  What the engine calls a chance there counts pieces and
 * squares, more or less.  How often white wins from such positions was found by games:
 * docs/opponents.md.  Hints and analysis both use this. */
#ifndef ALEA_CLIENT_ENGINE_CHANCES_H
#define ALEA_CLIENT_ENGINE_CHANCES_H

#include "engine/engine.h"

/* The engine's value of positions that white wins half of the time: what a draw is worth,
 * for engine_setup.  0 for games with dice. */
int chances_draw(const struct game *game);
/* The chance of a side with this value, as the engine gives it.  Games with dice, and
 * forced wins, keep their value. */
double chances_calibrate(const struct game *game, enum side side, double value);
/* The same for all moves of this side.  Fills choice, from which the result borrows. */
struct engine_result chances_of_moves(const struct game *game, enum side side,
                                      const struct engine_result *found,
                                      struct engine_choice choice[static MOVES_MAX]);

#endif
