/* Races on boards of Ur with one piece on each square: what other modules need. */
#ifndef ALEA_RULES_UR_RACE_H
#define ALEA_RULES_UR_RACE_H

#include "rules/ur/ur_board.h"

/* The highest throw. */
#define RACE_THROW_MAX 4

/* What differs from race to race.  Sets of path squares are bits. */
struct race {
    const struct ur_shape *shape;   /* with the path, and where the mover throws again */
    uint8_t meets[UR_PATH_MAX + 1]; /* the enemy's path square there; 0: none */
    uint8_t last;                   /* the last path square */
    bool captures_again;            /* after a capture the mover throws again */
    uint8_t pieces[OPTION_VALUES_MAX]; /* of each side, by the first option */
    uint32_t safe;                     /* where no piece is captured */
};

/* The rules of a race, by one of its positions. */
const struct race *race_of(const struct position *pos);

#endif
