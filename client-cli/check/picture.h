/* A board as an SVG picture: the drawing for the terminal, with lines and circles in
 * place of characters, so that it looks the same with every font. */
#ifndef ALEA_CLIENT_CHECK_PICTURE_H
#define ALEA_CLIENT_CHECK_PICTURE_H

#include <stdio.h>

#include "rules/game.h"

/* Writes the board of a position as a complete SVG file, with the game and the text of
 * the position as its title. */
void picture_write(FILE *out, const struct game *game, const struct position *pos);

#endif
