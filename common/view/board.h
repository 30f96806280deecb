/* Boards drawn for people, in at most 80 columns. */
#ifndef ALEA_VIEW_BOARD_H
#define ALEA_VIEW_BOARD_H

#include <stdio.h>

#include "proto/message/message.h"
#include "view/style.h"

/* Draws the board of a state, its reserves, and the dice as last thrown, each line
 * beginning with a space and ending with '\n'.  How is chosen by game->drawing.  Squares
 * where something happened in this state are marked. */
void board_draw(FILE *out, const struct state *state, const struct style *style);

/* Draws a position of which nothing else is known. */
void board_draw_position(FILE *out, const struct game *game, const struct position *pos,
                         const struct style *style);

#endif
