/* Chances to win in tafl.  There the engine's values count pieces and squares, more or
 * less, so they are no real chances.  Games showed how often white wins from positions
 * with each value: docs/opponents.md.  Hints and analysis use this. */
#ifndef ALEA_CLIENT_ENGINE_CHANCES_H
#define ALEA_CLIENT_ENGINE_CHANCES_H

#include "engine/engine.h"

/* The engine's value of positions that white wins half of the time: the value of a draw,
 * for engine_setup.  0 for games with dice. */
int chances_draw(const struct game *game);
/* The chance of a side in a position with this value of the engine.  Games with dice, and
 * forced wins, keep the value. */
double chances_calibrate(const struct game *game, enum side side, double value);
/* The same for all moves of this side.  Fills choice; the result borrows it. */
struct engine_result chances_of_moves(const struct game *game, enum side side,
                                      const struct engine_result *found,
                                      struct engine_choice choice[static MOVES_MAX]);

#endif
