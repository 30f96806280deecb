/* The throws of a game, each with its chance.  Throws that always allow the same moves
 * count as one. */
#ifndef ALEA_ENGINE_NETWORK_THROWS_H
#define ALEA_ENGINE_NETWORK_THROWS_H

#include "rules/game.h"

struct throws {
    unsigned n;
    struct roll roll[ROLLS_MAX]; /* one throw of each kind */
    double chance[ROLLS_MAX];    /* of the kind */
};

/* game: one with dice. */
void throws_init(struct throws *throws, const struct game *game);

#endif
