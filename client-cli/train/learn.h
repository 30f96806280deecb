/* Trains a network by self-play: TD(lambda), after G. Tesauro's TD-Gammon.
 *
 * After a game, the network learns a target for each position: a mix of its values for
 * the positions that followed and the game's result.  How it plays: learn.c. */
#ifndef ALEA_CLIENT_TRAIN_LEARN_H
#define ALEA_CLIENT_TRAIN_LEARN_H

#include "engine/network/features.h"

struct learn;

struct learn_setup {
    const struct game *game;
    uint64_t seed;
    /* NETWORK_WEIGHTS(n_inputs) weights to start with, copied; NULL: random ones. */
    const float *weight;
    uint64_t n_games; /* games that trained these weights; steps shrink with it */
};

/* game: one that features_find knows.  Returns owned: learn_free. */
struct learn *learn_new(const struct learn_setup *setup);
void learn_free(struct learn *learn);

/* Plays one game and learns from it. */
void learn_game(struct learn *learn);
/* The network as trained so far.  Borrowed; learn_game changes its weights. */
const struct network *learn_network(const struct learn *learn);
/* Games since the random weights. */
uint64_t learn_n_games(const struct learn *learn);
/* Positions learned since learn_new. */
uint64_t learn_n_positions(const struct learn *learn);

#endif
