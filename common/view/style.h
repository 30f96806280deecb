/* How text is shown to people. */
#ifndef ALEA_VIEW_STYLE_H
#define ALEA_VIEW_STYLE_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
