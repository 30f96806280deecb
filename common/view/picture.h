/* Draws a board into a grid. */
#ifndef ALEA_VIEW_PICTURE_H
#define ALEA_VIEW_PICTURE_H

#include "view/grid.h"
#include "view/spots.h"

/* What can be chosen.  Spots are numbers in struct spots; -1: none. */
struct picture_choice {
    int spot[SPOTS_MAX];
    unsigned n;
    bool are_targets; /* squares where the piece in hand can go; else pieces that can */
    int in_hand, cursor;
};

struct picture {
    const struct spots *spots;
    const struct state *state;
    const struct picture_choice *choice; /* NULL: nothing */
    const struct note *since; /* since the last decision: the last move and captures are
                                 marked */
    unsigned n_since;
    enum side side; /* the user's; SIDE_COUNT: none, or both */
    bool unicode;
    int row, column; /* its place on the grid */
    int rows; /* lines that are drawn; fewer than the board has: the last are cut */
};

void picture_draw(struct grid *grid, const struct picture *picture);
/* Columns that the pieces of a square take, if it is so wide: more than that, and they do
 * not fit. */
int picture_width(const char *pieces, int columns);
/* Draws a piece anywhere. */
void picture_piece(struct grid *grid, int row, int column, char letter, bool unicode);
/* Whose piece a letter of the position text is; SIDE_COUNT: it is none. */
enum side picture_side(char letter);
/* The symbol of a piece. */
uint32_t picture_symbol(char letter, bool unicode);

#endif
