#include "engine/network/features.h"

#include <assert.h>

static const struct {
    const struct game *game;
    const struct features *features; /* NULL: none, see engine/tafl/tafl_value.c */
} rows[] = {
    {&game_royal_ur, &features_royal_ur},
    {&game_finkel, &features_finkel},
    {&game_blitz, &features_blitz},
    {&game_masters, &features_masters},
    {&game_aseb, &features_aseb},
    {&game_akalamdung, &features_akalamdung},
    {&game_ur, &features_ur},
    {&game_stelpur, &features_stelpur},
    {&game_morris, &features_morris},
    {&game_tablut, &features_tablut},
    {&game_ashton, NULL},
    {&game_brandubh, NULL},
    {&game_fetlar, NULL},
    {&game_copenhagen, NULL},
    {&game_alea_evangelii, NULL},
};
GAMES_HAVE(sizeof rows / sizeof rows[0]);

const struct features *features_find(const struct game *game) {
    for (unsigned i = 0; i < GAMES_N; i++) {
        if (rows[i].game == game_base(game)) {
            return rows[i].features;
        }
    }
    return NULL;
}

float features_value(const struct features *features, const struct network *network,
                     const struct position *pos) {
    struct network_input in;
    in.n = 0;
    features->inputs(pos, &in);
    return network_value(network, &in);
}

/* --- throws --- */

/* Adds the throw of these faces. */
static void add(struct throws *throws, const struct features *features,
                const struct roll *roll, double chance) {
    unsigned kind = features->kind_of_throw(roll);
    for (unsigned i = 0; i < throws->n; i++) {
        if (features->kind_of_throw(&throws->roll[i]) == kind) {
            throws->chance[i] += chance;
            return;
        }
    }
    throws->roll[throws->n] = *roll;
    throws->chance[throws->n++] = chance;
}

void throws_init(struct throws *throws, const struct game *game) {
    const struct dice_kind *dice = game->dice;
    const struct features *features = features_find(game);
    unsigned n = 1;
    assert(features != NULL);
    for (unsigned i = 0; i < dice->n_dice; i++) {
        n *= dice->n_faces;
    }
    *throws = (struct throws){.n = 0};
    for (unsigned number = 0; number < n; number++) {
        uint8_t faces[DICE_MAX];
        unsigned rest = number;
        for (unsigned i = 0; i < dice->n_dice; i++, rest /= dice->n_faces) {
            faces[i] = (uint8_t)(dice->lowest + rest % dice->n_faces);
        }
        struct roll roll = roll_of_faces(dice, faces);
        add(throws, features, &roll, 1.0 / n);
    }
}

/* --- games on the board of Ur --- */

#define ROSETTES (UR_BIT(4) | UR_BIT(UR_CENTRE) | UR_BIT(UR_LAST))

void ur_inputs_threats(struct network_input *in, unsigned first, unsigned from,
                       unsigned victims) {
    for (unsigned throw = 1; throw <= UR_THROW_MAX; throw ++, first += 3) {
        unsigned reached = (from & ur_race_from[throw]) << throw;
        unsigned taken = reached & victims;
        if (taken != 0) {
            unsigned foremost = 31U - (unsigned)__builtin_clz(taken);
            network_input_add(in, first, 1);
            network_input_add(in, first + 1, (float)foremost / UR_COMMON_LAST);
        }
        if ((reached & ROSETTES) != 0) {
            network_input_add(in, first + 2, 1);
        }
    }
}

unsigned ur_inputs_kind_of_throw(const struct roll *roll) {
    return roll->value[0];
}
