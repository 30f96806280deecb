/* The whole terminal as one screen that is drawn piece by piece, with the keys and the
 * mouse as bytes.  However the program ends, also by a crash, the terminal is left as it
 * was.  One at a time. */
#ifndef ALEA_CLIENT_TERM_FULL_H
#define ALEA_CLIENT_TERM_FULL_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/term/input.h"
#include "view/grid.h"

struct full;

/* Takes over the terminal of standard input and output.  Returns owned; NULL, with
 * nothing changed, if it cannot do this. */
struct full *full_new(void);
/* Restores the terminal. */
void full_free(struct full *full);
/* Sets the terminal up again after another program has used it. */
void full_resume(struct full *full);
/* Draws what has changed since the last call.  Returns the bytes written. */
size_t full_draw(struct full *full, const struct grid *grid);
/* Shows these lines in place of what is there, without the last line feed, which would
 * scroll the screen. */
void full_show(struct full *full, const char *text);
/* Draws everything the next time. */
void full_forget(struct full *full);
/* Reads what was typed.  Call it when standard input is readable.  False: it has ended.
 */
bool full_receive(struct full *full);
/* The next key.  is_all: no more bytes came for full_due_ms.  False: none is complete. */
bool full_next(struct full *full, bool is_all, struct input *input);
/* Time until a key that may be incomplete counts as complete; -1: there is none. */
int full_due_ms(const struct full *full);
/* Rings, and shows a title; NULL: leaves it out.  The title must be plain ASCII. */
void full_call(struct full *full, bool rings, const char *title, const char *notice);

/* --- the bytes that turn one screen into another (grid.c) --- */

/* How many colours the terminal has. */
enum palette { PALETTE_NONE, PALETTE_16, PALETTE_256 };

/* Writes what turns the screen `shown` into `grid`.  shown NULL: the screen is unknown,
 * so everything is drawn. */
void grid_write(FILE *out, const struct grid *grid, const struct grid *shown,
                enum palette palette);

#endif
