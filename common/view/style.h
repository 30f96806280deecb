/* How text is shown to people. */
#ifndef ALEA_VIEW_STYLE_H
#define ALEA_VIEW_STYLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lang/lang.h"

/* How the position is shown (command board). */
enum board_look {
    BOARD_DRAWN,
    BOARD_WORDS, /* as sentences, for screen readers */
    BOARD_OFF,   /* not at all, unless you ask for it: then in words */
    BOARD_LOOK_COUNT,
};

struct style {
    bool unicode; /* box drawing and other symbols; else plain ASCII */
    bool colour;  /* ANSI colours */
    bool marks;   /* text mode of the protocol: first byte +, -, * or space */
    uint8_t lang; /* enum lang */
    enum board_look board;
    unsigned short columns; /* longest line; 0: PAGE_COLUMNS */
};

/* Returns the look with this name, "on", "words" or "off"; BOARD_LOOK_COUNT: none. */
enum board_look board_look_find(const char *name);

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
