/* What a game is to be played on: said to open a room, and in offers. */
#ifndef ALEA_SERVER_TERMS_H
#define ALEA_SERVER_TERMS_H

#include "rules/clock.h"
#include "rules/game.h"

struct terms {
    const struct game *game;
    struct options opt;
    struct time_control time; /* all 0: no clocks */
    bool rated;               /* it counts for the ratings of both */
    enum side side;           /* that who says so wants; SIDE_COUNT: either */
};

#endif
