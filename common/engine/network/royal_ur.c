#include "engine/network/features.h"

/* For each side: */
enum {
    ON = 0,                    /* squares 1..14: a piece */
    MORE = ON + UR_LAST,       /* on 8: at least 2, 3, 4 */
    RESERVE = MORE + 3,        /* at least 1..7 */
    OFF = RESERVE + UR_PIECES, /* at least 1..7 */
    THREATS = OFF + UR_PIECES, /* what the pieces can do with each throw */
    OF_SIDE = THREATS + UR_INPUTS_THREATS,
};

static void inputs_of_side(const struct royal_ur *royal, enum side side, unsigned first,
                           struct network_input *in) {
    const uint8_t *own = royal->counts.plain[side];
    for (unsigned path = 1; path <= UR_LAST; path++) {
        if (own[path] > 0) {
            network_input_add(in, first + ON + path - 1, 1);
        }
    }
    if (own[UR_CENTRE] > 1) {
        network_input_unary(in, first + MORE, own[UR_CENTRE] - 1U, 3);
    }
    network_input_unary(in, first + RESERVE, own[UR_IN], UR_PIECES);
    network_input_unary(in, first + OFF, own[UR_OFF], UR_PIECES);
    unsigned victims = royal->occupied[side_other(side)] & UR_CAPTURE_ON;
    ur_inputs_threats(in, first + THREATS, royal->occupied[side], victims);
}

static void inputs(const struct position *pos, struct network_input *in) {
    inputs_of_side(&pos->u.royal, pos->turn, 0, in);
    inputs_of_side(&pos->u.royal, side_other(pos->turn), OF_SIDE, in);
}

enum { INPUTS = 2 * OF_SIDE };

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/royal-ur.txt"
};

const struct features features_royal_ur = {
    .game = &game_royal_ur,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
    .kind_of_throw = ur_inputs_kind_of_throw,
};
