/* What a terminal sends: keys, the mouse, pasted text; one thing at a time. */
#ifndef ALEA_CLIENT_TERM_INPUT_H
#define ALEA_CLIENT_TERM_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest sequence that is understood.  Longer ones are dropped. */
#define INPUT_BYTES 32

enum input_kind {
    INPUT_NONE, /* unknown: ignore it */
    INPUT_TEXT, /* a character */
    INPUT_ENTER,
    INPUT_TAB,
    INPUT_BACK_TAB,
    INPUT_ESCAPE,
    INPUT_ERASE,  /* Backspace */
    INPUT_DELETE, /* the character under the cursor; Ctrl-D in an empty line: the end */
    INPUT_ERASE_WORD,
    INPUT_ERASE_LINE,
    INPUT_UP,
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_HOME,
    INPUT_END,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_NEXT, /* Ctrl-N: the next game */
    INPUT_BACK, /* Ctrl-P */
    INPUT_ALT,  /* Alt and a character */
    INPUT_REDRAW,
    INPUT_EOF, /* Ctrl-D */
    INPUT_CLICK,
    INPUT_WHEEL_UP,
    INPUT_WHEEL_DOWN,
    INPUT_PASTE_BEGIN,
    INPUT_PASTE_END,
};

struct input {
    enum input_kind kind;
    uint32_t point;  /* text, alt */
    bool is_shift;   /* arrows: with Shift, Ctrl or Alt */
    int row, column; /* click and wheel: from 0 */
    bool is_right;   /* click: not the left button */
};

/* Reads one thing from the start of `bytes`.  Returns its length in bytes; 0 when it is
 * incomplete.  is_all: no more bytes follow soon, so a lone Esc is the key Esc. */
size_t input_take(const char *bytes, size_t len, bool is_all, struct input *input);

#endif
