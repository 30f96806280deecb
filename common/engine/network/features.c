#include "engine/network/features.h"

static const struct features *const all[] = {&features_royal_ur, &features_akalamdung,
                                             &features_ur, &features_stelpur,
                                             &features_morris};

const struct features *features_find(const struct game *game) {
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i]->game == game) {
            return all[i];
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
