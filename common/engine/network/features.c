#include "engine/network/features.h"

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
