/* Inputs shared by the games on the board of Ur. */
#ifndef ALEA_ENGINE_NETWORK_UR_INPUTS_H
#define ALEA_ENGINE_NETWORK_UR_INPUTS_H

#include "engine/network/network.h"
#include "rules/ur/ur_board.h"

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
