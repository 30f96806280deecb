/* The inputs of the networks.
 *
 * In games with dice a position is seen by the side to throw, or by the side to move if
 * it moves without a throw (morris: placing).  So exchanging the colours changes nothing.
 * In tablut, where the sides differ, it is seen by white. */
#ifndef ALEA_ENGINE_NETWORK_FEATURES_H
#define ALEA_ENGINE_NETWORK_FEATURES_H

#include "engine/network/network.h"
#include "rules/ur/ur_board.h"

struct features {
    const struct game *game;
    struct network network; /* trained; its weights are in common/engine/weights */
    /* Appends the inputs of a position in phase roll, or in phase move with no throw. */
    void (*inputs)(const struct position *pos, struct network_input *in);
    /* Throws with equal numbers allow the same moves, with the same results, in every
     * position.  The search looks at such throws only once.  NULL: no dice. */
    unsigned (*kind_of_throw)(const struct roll *roll);
};

extern const struct features features_royal_ur, features_akalamdung, features_ur,
    features_stelpur, features_morris, features_tablut, features_finkel, features_blitz,
    features_masters, features_aseb;

/* The features of a game, or NULL. */
const struct features *features_find(const struct game *game);
/* The network's value of a position in phase roll, or in phase move without a throw: the
 * chance to win of the side in turn, in tablut of white. */
float features_value(const struct features *features, const struct network *network,
                     const struct position *pos);

/* The throws of a game, each with its chance.  Throws that always allow the same moves
 * count as one. */
struct throws {
    unsigned n;
    struct roll roll[ROLLS_MAX]; /* one throw of each kind */
    double chance[ROLLS_MAX];    /* of the kind */
};

/* game: one with dice. */
void throws_init(struct throws *throws, const struct game *game);

/* --- for the games on the board of Ur --- */

/* Inputs of ur_inputs_threats.  For each throw: whether it captures, how far the victim
 * has come, and whether it reaches a rosette. */
#define UR_INPUTS_THREATS (3 * UR_THROW_MAX)

/* What a side can do with each throw in a race.  Both are sets of path squares, as bits.
 * from: units that can move; victims: enemy pieces that can be captured. */
void ur_inputs_threats(struct network_input *in, unsigned first, unsigned from,
                       unsigned victims);

/* The kind of a throw: only the sum counts. */
unsigned ur_inputs_kind_of_throw(const struct roll *roll);

#endif
