/* Boards for people, in at most 80 columns. */
#ifndef ALEA_VIEW_BOARD_H
#define ALEA_VIEW_BOARD_H

#include <stdio.h>

#include "proto/message/message.h"
#include "view/style.h"

/* Draws the board of a state, its reserves, and the dice of the last throw.  Each line
 * begins with a space and ends with '\n'.  game->drawing chooses the drawing.  Marks the
 * squares where something happened in this state. */
void board_draw(FILE *out, const struct state *state, const struct style *style);

/* Writes the dice of the last throw, if any: two-faced ones as faces with their sum,
 * six-sided ones as numbers in boxes. */
void dice_draw(FILE *out, const struct state *state, bool unicode);

/* Draws only a position: no players, no dice, no marks. */
void board_draw_position(FILE *out, const struct game *game, const struct position *pos,
                         const struct style *style);

#endif
