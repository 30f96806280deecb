/* Looks of text in drawings, with and without colours, and lines of frames. */
#ifndef ALEA_VIEW_PAINT_H
#define ALEA_VIEW_PAINT_H

#include <stdio.h>

#include "view/style.h"

/* What a character is: its colour. */
enum ink_look {
    LOOK_TEXT,
    LOOK_WHITE, /* White's name or piece */
    LOOK_BLACK,
    LOOK_SPECIAL, /* a rosette, a corner */
    LOOK_FAINT,
    LOOK_NEW,  /* something just happened */
    LOOK_LINE, /* a line of a board */
    LOOK_LOUD, /* what you must not miss */
};

/* Writes text in the colour of its look. */
void paint(FILE *out, const struct style *style, enum ink_look look, const char *text);
/* Returns the frame character with lines in these directions. */
enum { LINE_UP = 1, LINE_DOWN = 2, LINE_LEFT = 4, LINE_RIGHT = 8 };
const char *paint_frame(bool unicode, unsigned directions);

#endif
