/* A board as an SVG picture: the terminal's drawing with shapes in place of characters,
 * so it looks the same in every font. */
#ifndef ALEA_CLIENT_CHECK_PICTURE_H
#define ALEA_CLIENT_CHECK_PICTURE_H

#include <stdio.h>

#include "rules/game.h"

/* Writes the board of a position as a complete SVG file.  Its title is the game and the
 * text of the position. */
void picture_write(FILE *out, const struct game *game, const struct position *pos);

#endif
