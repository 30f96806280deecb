/* The lessons of each game: positions in which the player has to find something. */
#ifndef ALEA_CLIENT_LEARN_LESSONS_H
#define ALEA_CLIENT_LEARN_LESSONS_H

#include "rules/game.h"

struct lesson {
    const struct game *game;
    const char *position;     /* as the game writes it */
    enum happening_kind goal; /* what the right move causes for its side */
    const char *text;         /* what there is to know, and to find */
    const char *praise;       /* after the right move */
};

/* In the order in which they are learnt; ends with a row without game. */
extern const struct lesson lessons[];

/* Plays a legal move of a lesson on *pos.  Returns whether it is the right one. */
bool lesson_play(const struct lesson *lesson, struct position *pos, const struct move *m);

#endif
