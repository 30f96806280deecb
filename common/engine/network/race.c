#include "engine/network/features.h"
#include "rules/ur/ur_board.h"

/* For each side: */
enum {
    ON = 0,                     /* squares 1..16: a piece */
    RESERVE = ON + UR_PATH_MAX, /* at least 1..7 */
    OFF = RESERVE + UR_PIECES,  /* at least 1..7 still to bear off */
    THREATS = OFF + UR_PIECES,  /* each throw: captures, how far the victim has come, */
    OF_THROW = 3,               /* reaches a rosette */
    OF_SIDE = THREATS + OF_THROW * RACE_THROW_MAX,
    INPUTS = 2 * OF_SIDE,
};

/* Where the enemy's pieces are on the side's own path. */
static uint32_t victims_of(const struct race *race, uint32_t enemies) {
    uint32_t victims = 0;
    for (unsigned path = 1; path <= race->last; path++) {
        bool meets = race->meets[path] > 0 && (enemies & UR_BIT(race->meets[path])) != 0;
        victims |= meets ? UR_BIT(path) : 0;
    }
    return victims;
}

static void add_threats(const struct position *pos, enum side side, unsigned first,
                        struct network_input *in) {
    const struct race *race = race_of(pos);
    uint32_t own = pos->u.race.on[side];
    uint32_t enemies = victims_of(race, pos->u.race.on[side_other(side)]);
    for (unsigned n = 1; n <= RACE_THROW_MAX; n++, first += OF_THROW) {
        uint32_t held = (own & ~UR_BIT(UR_IN)) | (enemies & race->safe);
        uint32_t reached = own << n & ~held;
        uint32_t taken = reached & enemies;
        if (taken != 0) {
            unsigned foremost = 31U - (unsigned)__builtin_clz(taken);
            network_input_add(in, first, 1);
            network_input_add(in, first + 1, (float)foremost / UR_PATH_MAX);
        }
        if ((reached & race->shape->rosettes) != 0) {
            network_input_add(in, first + 2, 1);
        }
    }
}

static void inputs_of_side(const struct position *pos, enum side side, unsigned first,
                           struct network_input *in) {
    const struct ur_race *now = &pos->u.race;
    for (unsigned path = 1; path <= race_of(pos)->last; path++) {
        if ((now->on[side] & UR_BIT(path)) != 0) {
            network_input_add(in, first + ON + path - 1, 1);
        }
    }
    network_input_unary(in, first + RESERVE, now->reserve[side], UR_PIECES);
    network_input_unary(in, first + OFF, now->pieces - now->off[side], UR_PIECES);
    add_threats(pos, side, first + THREATS, in);
}

static void inputs(const struct position *pos, struct network_input *in) {
    inputs_of_side(pos, pos->turn, 0, in);
    inputs_of_side(pos, side_other(pos->turn), OF_SIDE, in);
}

#include "engine/network/no_suffix.h"
static const float finkel[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/finkel.txt"
};
static const float blitz[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/blitz.txt"
};
static const float masters[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/masters.txt"
};
static const float aseb[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/aseb.txt"
};

#define FEATURES(id, weights)                                                            \
    {                                                                                    \
        .game = &game_##id, .network = {.n_inputs = INPUTS, .weight = (weights)},        \
        .inputs = inputs, .kind_of_throw = ur_inputs_kind_of_throw                       \
    }

const struct features features_finkel = FEATURES(finkel, finkel);
const struct features features_blitz = FEATURES(blitz, blitz);
const struct features features_masters = FEATURES(masters, masters);
const struct features features_aseb = FEATURES(aseb, aseb);
