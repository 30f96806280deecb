/* The lessons of each game: positions in which the player has to find something. */
#ifndef ALEA_CLIENT_LEARN_LESSONS_H
#define ALEA_CLIENT_LEARN_LESSONS_H

#include "rules/game.h"

struct lesson {
    const struct game *game; /* or a variant */
    const char *position;    /* as the game writes it */
    const char *good;        /* the moves to find, separated by spaces */
    const char *text;        /* what there is to find */
    const char *praise;      /* after such a move */
};

/* In the order in which they are learnt; ends with a row without game. */
extern const struct lesson lessons[];

/* The options with which its game is played: none, or the one that makes the variant. */
struct options lesson_options(const struct lesson *lesson);

/* Where each game comes from. */
struct lesson_history {
    const struct game *game;
    const char *text;
};

extern const struct lesson_history lesson_histories[GAMES_N];

#endif
