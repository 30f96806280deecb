/* The games with dice as their networks see them.
 *
 * A position is seen from the side to throw, or to move where no throw is due (morris:
 * placing), so that colours are not counted twice: exchanging them changes nothing. */
#ifndef ALEA_ENGINE_NETWORK_FEATURES_H
#define ALEA_ENGINE_NETWORK_FEATURES_H

#include "engine/network/network.h"
#include "rules/game.h"

struct features {
    const struct game *game;
    struct network network; /* trained; its weights are in common/engine/weights */
    /* Appends the inputs of a position in state roll, or in state move without a throw.
     */
    void (*inputs)(const struct position *pos, struct network_input *in);
    /* A number that throws share if they allow the same moves everywhere, with the same
     * results.  It spares searching them twice. */
    unsigned (*kind_of_throw)(const struct roll *roll);
};

extern const struct features features_royal_ur, features_akalamdung, features_ur,
    features_stelpur, features_morris;

/* The features of a game, or NULL. */
const struct features *features_find(const struct game *game);
/* What the network thinks of a position in state roll, or in state move without a throw:
 * the chance to win of the side in turn. */
float features_value(const struct features *features, const struct network *network,
                     const struct position *pos);

#endif
