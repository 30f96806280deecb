/* The whole terminal as one screen, and its keys one by one.
 *
 * The terminal is given back as it was however the program ends: by screen_free, or by a
 * signal that ends or stops it. */
#ifndef ALEA_CLIENT_TERM_SCREEN_H
#define ALEA_CLIENT_TERM_SCREEN_H

#include <stdbool.h>

#include "client-cli/term/keys.h"

struct screen;

/* What screen_wait has found. */
enum screen_event {
    SCREEN_KEY,    /* a key was pressed */
    SCREEN_REDRAW, /* the screen may have been changed by somebody else: draw it anew */
    SCREEN_END,    /* there will be no more keys */
};

/* Takes over the terminal that standard output is, with keys from keys_fd, which is
 * another end of it.  Only one at a time.  Returns owned; NULL when it is no terminal
 * that can do this, and nothing has changed then. */
struct screen *screen_new(int keys_fd);
/* Gives the terminal back. */
void screen_free(struct screen *screen);
/* Shows text, lines, in place of what is there; the last line gets no end. */
void screen_show(struct screen *screen, const char *text);
/* Waits for a key.  A signal that ends the program ends it here, the terminal given
 * back. */
enum screen_event screen_wait(struct screen *screen, struct key *key);

#endif
