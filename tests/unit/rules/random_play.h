/* Positions of games, reached by random play. */
#ifndef ALEA_TESTS_UNIT_RULES_RANDOM_PLAY_H
#define ALEA_TESTS_UNIT_RULES_RANDOM_PLAY_H

#include "rules/play.h"

/* Makes one random step: a throw of fair dice or a legal move. */
void random_step(struct play *play, uint64_t *random);
/* Begins a game with default or other options, and makes random steps; the game may
 * end. */
void random_position(struct play *play, const struct game *game, bool other_options,
                     unsigned n_steps, uint64_t *random);

#endif
