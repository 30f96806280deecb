/* The whole terminal as one screen, and its keys one by one.
 *
 * The terminal is restored however the program ends: by screen_free or by a signal. */
#ifndef ALEA_CLIENT_TERM_SCREEN_H
#define ALEA_CLIENT_TERM_SCREEN_H

#include <stdbool.h>

#include "client-cli/term/keys.h"

struct screen;

/* What screen_wait returns. */
enum screen_event {
    SCREEN_KEY,    /* a key was pressed */
    SCREEN_REDRAW, /* another program may have changed the screen: draw it again */
    SCREEN_END,    /* there will be no more keys */
};

/* Takes over the terminal of standard output, with keys from keys_fd, which must be the
 * same terminal.  Only one screen at a time.  Returns owned; NULL, with nothing changed,
 * if the terminal cannot do this. */
struct screen *screen_new(int keys_fd);
/* Restores the terminal. */
void screen_free(struct screen *screen);
/* Replaces the screen by these lines.  No line feed follows the last one, so that the
 * screen does not scroll. */
void screen_show(struct screen *screen, const char *text);
/* Waits for a key.  A signal that ends the program restores the terminal first. */
enum screen_event screen_wait(struct screen *screen, struct key *key);

#endif
