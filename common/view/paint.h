/* Symbols and colours of drawings: plain, Unicode and coloured. */
#ifndef ALEA_VIEW_PAINT_H
#define ALEA_VIEW_PAINT_H

#include <stdio.h>

#include "view/style.h"

/* What is shown; each has a colour. */
enum paint {
    PAINT_PLAIN,
    PAINT_WHITE,
    PAINT_BLACK,
    PAINT_SPECIAL,
    PAINT_FAINT,
    PAINT_NEW
};

/* Writes text in the colour of `what`. */
void paint(FILE *out, const struct style *style, enum paint what, const char *text);
/* Writes one column of a drawing: the letter of a piece ("wbWBtTK", as in the position
 * text) as its symbol; '.' as a mark where a piece left; others unchanged. */
void paint_piece(FILE *out, const struct style *style, char letter);
/* Returns the frame character with lines in these directions. */
enum { LINE_UP = 1, LINE_DOWN = 2, LINE_LEFT = 4, LINE_RIGHT = 8 };
const char *paint_frame(const struct style *style, unsigned directions);

#endif
