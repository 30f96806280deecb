#include "engine/network/features.h"

enum { SQUARES = 7, INPUTS = 2 * SQUARES };

static void inputs(const struct position *pos, struct network_input *in) {
    network_input_add(in, pos->u.toy.at[pos->turn], 1);
    network_input_add(in, SQUARES + pos->u.toy.at[side_other(pos->turn)], 1);
}

static unsigned kind_of_throw(const struct roll *roll) {
    return roll->value[0];
}

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/toy.txt"
};

const struct features features_toy = {
    .game = &game_toy,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
    .kind_of_throw = kind_of_throw,
};
