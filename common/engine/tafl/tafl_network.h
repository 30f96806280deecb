/* tablut: the value of a position by its network.
 *
 * The sums of the pieces' weights change with each move, so a search keeps them for each
 * position of its line.  The weights are rounded so that these sums are exact: they do
 * not depend on the order of the moves. */
#ifndef ALEA_ENGINE_TAFL_NETWORK_H
#define ALEA_ENGINE_TAFL_NETWORK_H

#include "engine/network/network.h"
#include "rules/tafl/tafl.h"

struct tafl_network {
    struct network network; /* with rounded weights */
    float *weight;          /* owned; those of network */
};

struct tafl_sums {
    float hidden[NETWORK_HIDDEN];
};

void tafl_network_init(struct tafl_network *n);
void tafl_network_fini(struct tafl_network *n);

/* The sums of a board of tablut. */
void tafl_network_begin(const struct tafl_network *n, const struct tafl *t,
                        struct tafl_sums *sums);
/* Changes them by a move of `side`.  t: the board after it. */
void tafl_network_move(const struct tafl_network *n, const struct tafl *t, enum side side,
                       const struct move *m, const struct tafl_undo *undo,
                       struct tafl_sums *sums);
/* The value for white, with `turn` to move: 250 are odds of e : 1 (ENGINE_TAFL_SCALE). */
int tafl_network_value(const struct tafl_network *n, const struct tafl *t, enum side turn,
                       const struct tafl_sums *sums);

#endif
