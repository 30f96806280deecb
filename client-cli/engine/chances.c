#include "client-cli/engine/chances.h"

#include <math.h>

static const struct tafl_scale {
    const struct game *game;
    int draw; /* see chances_draw */
    double slope;
} scales[] = {
    {&game_tablut, 0, 1},
    {&game_alea_evangelii, -2300, 0.25},
};

/* NULL: a game with dice, or one of which no games were counted. */
static const struct tafl_scale *find_scale(const struct game *game) {
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        if (scales[i].game == game) {
            return &scales[i];
        }
    }
    return NULL;
}

int chances_draw(const struct game *game) {
    const struct tafl_scale *scale = find_scale(game);
    return scale != NULL ? scale->draw : 0;
}

double chances_calibrate(const struct game *game, enum side side, double value) {
    const struct tafl_scale *scale = find_scale(game);
    if (scale == NULL || value <= ENGINE_FORCED || value >= 1 - ENGINE_FORCED) {
        return value;
    }
    double log_odds = log((value - ENGINE_FORCED) / (1 - ENGINE_FORCED - value));
    double draw = scale->draw / ENGINE_TAFL_SCALE;
    return 1 /
           (1 + exp(-scale->slope * (log_odds + (side == SIDE_WHITE ? -draw : draw))));
}

struct engine_result chances_of_moves(const struct game *game, enum side side,
                                      const struct engine_result *found,
                                      struct engine_choice choice[static MOVES_MAX]) {
    struct engine_result result = *found;
    for (size_t i = 0; i < found->n; i++) {
        double value = chances_calibrate(game, side, found->choice[i].value);
        choice[i] = (struct engine_choice){found->choice[i].move, value};
    }
    result.choice = choice;
    return result;
}
