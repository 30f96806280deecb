#include "rules/ur/akalamdung.h"

#include "engine/network/features.h"

/* For each side: */
enum {
    ON = 0,                       /* squares 1..14: a plain piece */
    TWO = ON + UR_LAST,           /* squares 1..14: two of them */
    MORE = TWO + UR_LAST,         /* on 8: at least 3, 4 */
    WARRIOR = MORE + 2,           /* squares 1..14: a warrior */
    WARRIORS = WARRIOR + UR_LAST, /* on 8: at least 2 */
    RESERVE = WARRIORS + 1,       /* at least 1..7 */
    OFF = RESERVE + UR_PIECES,    /* at least 1..7 */
    VISION = OFF + UR_PIECES,     /* holds 1, 3 and 11 */
    NEAR_VISION = VISION + 1,     /* holds two of them */
    THREATS = NEAR_VISION + 1,    /* what a single piece can do with each throw */
    TWINS_THREATS = THREATS + UR_INPUTS_THREATS,
    OF_SIDE = TWINS_THREATS + UR_INPUTS_THREATS,
};

static void add_bits(struct network_input *in, unsigned first, unsigned bits) {
    for (unsigned rest = bits & ~(UR_BIT(UR_IN) | UR_BIT(UR_OFF)); rest != 0;
         rest &= rest - 1) {
        network_input_add(in, first + (unsigned)__builtin_ctz(rest) - 1, 1);
    }
}

/* How many squares of the Vision the side holds. */
static unsigned held(const struct akalamdung *a, enum side side) {
    unsigned on = a->plain_on[side] | a->warrior_on[side];
    return (on >> 1 & 1U) + (on >> 3 & 1U) + (on >> 11 & 1U);
}

static void threats(const struct akalamdung *a, enum side side, unsigned first,
                    struct network_input *in) {
    enum side other = side_other(side);
    unsigned twins = a->pair_on[other] & AKALAMDUNG_TWINS_ON;
    unsigned all = (a->plain_on[other] | a->warrior_on[other]) & UR_CAPTURE_ON;
    unsigned movers = a->plain_on[side] | a->warrior_on[side];
    ur_inputs_threats(in, first + THREATS, movers, all & ~twins);
    ur_inputs_threats(in, first + TWINS_THREATS, a->pair_on[side] & AKALAMDUNG_TWINS_ON,
                      all);
}

static void inputs_of_side(const struct akalamdung *a, enum side side, unsigned first,
                           struct network_input *in) {
    const uint8_t *plain = a->counts.plain[side];
    add_bits(in, first + ON, a->plain_on[side]);
    add_bits(in, first + TWO, a->pair_on[side]);
    add_bits(in, first + WARRIOR, a->warrior_on[side]);
    if (plain[UR_CENTRE] > 2) {
        network_input_unary(in, first + TWO + UR_CENTRE - 1, 1, 1);
        network_input_unary(in, first + MORE, plain[UR_CENTRE] - 2U, 2);
    }
    if (a->warriors[side][UR_CENTRE] > 1) {
        network_input_add(in, first + WARRIORS, 1);
    }
    network_input_unary(in, first + RESERVE, plain[UR_IN], UR_PIECES);
    network_input_unary(in, first + OFF, plain[UR_OFF], UR_PIECES);
    unsigned n_held = held(a, side);
    if (n_held >= 2) {
        network_input_add(in, first + (n_held == 3 ? VISION : NEAR_VISION), 1);
    }
    threats(a, side, first, in);
}

static void inputs(const struct position *pos, struct network_input *in) {
    inputs_of_side(&pos->u.akalamdung, pos->turn, 0, in);
    inputs_of_side(&pos->u.akalamdung, side_other(pos->turn), OF_SIDE, in);
}

enum { INPUTS = 2 * OF_SIDE };

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/akalamdung.txt"
};

const struct features features_akalamdung = {
    .game = &game_akalamdung,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
    .kind_of_throw = ur_inputs_kind_of_throw,
};
