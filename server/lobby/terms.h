/* What a game is to be played on: said to open a room, and in offers. */
#ifndef ALEA_SERVER_LOBBY_TERMS_H
#define ALEA_SERVER_LOBBY_TERMS_H

#include "rules/clock.h"
#include "rules/game.h"

/* Clocks of a rated game for which none are said, by its id: minutes and bonus.  They are
 * long enough for people who have not played it before. */
#define RATED_TIMES(X)                                                                   \
    X("royal-ur", 10, 5)                                                                 \
    X("akalamdung", 10, 5)                                                               \
    X("ur", 15, 5)                                                                       \
    X("stelpur", 15, 5)                                                                  \
    X("morris", 15, 10)                                                                  \
    X("tablut", 15, 10)                                                                  \
    X("alea-evangelii", 30, 20)

struct terms {
    const struct game *game;
    struct options opt;
    struct time_control time; /* all 0: no clocks */
    bool rated;               /* it counts for the ratings of both */
    enum side side;           /* that who says so wants; SIDE_COUNT: either */
};

/* The row of a game in RATED_TIMES. */
struct time_control terms_rated_time(const struct game *game);

#endif
