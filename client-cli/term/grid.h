/* The bytes that turn one screen into another. */
#ifndef ALEA_CLIENT_TERM_GRID_H
#define ALEA_CLIENT_TERM_GRID_H

#include "view/grid.h"

/* How many colours the terminal has. */
enum palette { PALETTE_NONE, PALETTE_16, PALETTE_256 };

/* Writes what turns the screen `shown` into `grid`.  shown NULL: the screen is unknown,
 * so everything is drawn. */
void grid_write(FILE *out, const struct grid *grid, const struct grid *shown,
                enum palette palette);

#endif
