/* Draws a board into a grid. */
#ifndef ALEA_CLIENT_SCENE_PICTURE_H
#define ALEA_CLIENT_SCENE_PICTURE_H

#include "client-cli/scene/picker.h"
#include "client-cli/term/grid.h"

struct picture {
    const struct spots *spots;
    const struct state *state;
    const struct picker *picker; /* what can be chosen; NULL: nothing */
    const struct note *since; /* since the last decision: the last move and captures are
                                 marked */
    unsigned n_since;
    enum side side; /* the user's; SIDE_COUNT: none, or both */
    bool unicode;
    int row, column; /* its place on the grid */
    int rows; /* lines that are drawn; fewer than the board has: the last are cut */
};

void picture_draw(struct grid *grid, const struct picture *picture);
/* The symbol of a piece. */
uint32_t picture_symbol(char letter, bool unicode);

#endif
