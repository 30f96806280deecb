/* All combinations of a game's options, but for legs=, which its rules do not use. */
#ifndef ALEA_TESTS_UNIT_COMBINATIONS_H
#define ALEA_TESTS_UNIT_COMBINATIONS_H

#include <string.h>

#include "rules/game.h"

/* Sets the combination with this number; numbers from how many there are on begin again.
 * Returns how many there are. */
static inline unsigned combination(const struct game *game, unsigned number,
                                   struct options *opt) {
    unsigned n = 1;
    for (unsigned i = 0; game->options[i].name != NULL; i++) {
        bool is_legs = strcmp(game->options[i].name, "legs") == 0;
        unsigned n_values = is_legs ? 1 : option_values(&game->options[i]);
        opt->value[i] = (uint8_t)(number / n % n_values);
        n *= n_values;
    }
    return n;
}

#endif
