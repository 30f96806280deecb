/* Positions of games of dice that are reached by random play. */
#ifndef ALEA_TESTS_UNIT_ENGINE_RANDOM_PLAY_H
#define ALEA_TESTS_UNIT_ENGINE_RANDOM_PLAY_H

#include "rules/play.h"

/* Makes one random step: a throw of fair dice or a legal move. */
void random_step(struct play *play, uint64_t *random);
/* Begins a game with default options, or with the other ones, and makes random steps; may
 * end in a finished game. */
void random_position(struct play *play, const struct game *game, bool other_options,
                     unsigned n_steps, uint64_t *random);

#endif
