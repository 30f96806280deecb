/* The whole terminal as one screen, and its keys one by one.
 *
 * However the program ends, the terminal is restored: by screen_free or by a signal. */
#ifndef ALEA_CLIENT_TERM_SCREEN_H
#define ALEA_CLIENT_TERM_SCREEN_H

#include <stdbool.h>

#include "client-cli/term/keys.h"

struct screen;

/* What screen_wait returns. */
enum screen_event {
    SCREEN_KEY,    /* a key was pressed */
    SCREEN_REDRAW, /* another program may have changed the screen: draw it again */
    SCREEN_END,    /* no more keys will come */
};

/* Takes over the terminal of standard output.  keys_fd must be the same terminal.  Only
 * one screen at a time.  Returns owned; NULL, with nothing changed, if the terminal is
 * not able to do this. */
struct screen *screen_new(int keys_fd);
/* Restores the terminal. */
void screen_free(struct screen *screen);
/* Replaces the screen by these lines.  Leaves out the last line feed, which would scroll
 * the screen. */
void screen_show(struct screen *screen, const char *text);
/* Waits for a key.  A signal that ends the program restores the terminal first. */
enum screen_event screen_wait(struct screen *screen, struct key *key);

#endif
