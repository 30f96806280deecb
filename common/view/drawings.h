/* One function for each drawing of struct game.drawing, each in a file of its own; the
 * table is in board.c.  Inside common/view only. */
#ifndef ALEA_VIEW_DRAWINGS_H
#define ALEA_VIEW_DRAWINGS_H

#include <stdio.h>

#include "proto/message.h"
#include "view/style.h"

/* As board_draw. */
void draw_ur(FILE *out, const struct state *state, const struct style *style);
void draw_mill(FILE *out, const struct state *state, const struct style *style);
void draw_ring(FILE *out, const struct state *state, const struct style *style);
void draw_tafl(FILE *out, const struct state *state, const struct style *style);

/* One line with the dice as last thrown and the results still to be played, if any. */
void draw_results(FILE *out, const struct state *state, const struct style *style);

#endif
