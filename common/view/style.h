/* How text is shown to people. */
#ifndef ALEA_VIEW_STYLE_H
#define ALEA_VIEW_STYLE_H

#include <stdbool.h>

struct style {
    bool unicode;           /* box drawing and other symbols; else plain ASCII */
    bool colour;            /* ANSI colours */
    bool marks;             /* text mode of the protocol: first byte +, -, * or space */
    unsigned short columns; /* longest line; 0: PAGE_COLUMNS */
};

#endif
