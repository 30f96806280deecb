/* Lines in, text out: a terminal with line editing, or plain text where there is none. */
#ifndef ALEA_CLIENT_TERM_TERM_H
#define ALEA_CLIENT_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "view/style.h"

struct term;

/* Reads lines from standard input, and writes text to standard output.  Returns owned;
 * out of memory ends the program (mem.h). */
struct term *term_new(void);
/* Restores the terminal. */
void term_free(struct term *term);
/* Reads what was typed; call when standard input can be read. */
void term_receive(struct term *term);
/* The next typed line, without its end.  Returns borrowed, valid until term_receive; NULL
 * when there is none. */
const char *term_line(struct term *term);
/* Wipes the last line that was handed out from memory. */
void term_wipe_line(struct term *term);
/* Hides what is typed from now on, after this prompt (borrowed until the next call), and
 * keeps it out of the history; NULL: shows it again. */
void term_hide(struct term *term, const char *prompt);
/* Call when the program continues after Ctrl-Z: sets up the terminal again, as the shell
 * has changed it. */
void term_resume(struct term *term);
/* Whether the input has ended and all its lines have been handed out. */
bool term_is_done(const struct term *term);
/* Shows text, whole lines, without disturbing the line being typed. */
void term_show(struct term *term, const char *text);

/* The size of the terminal on standard output; 0 and 0 if it is not a terminal. */
void term_size(unsigned short *columns, unsigned short *rows);

/* How to draw on a file: with Unicode and colour if it is a terminal that can do both,
 * unless `plain` or the environment (NO_COLOR, TERM) say otherwise. */
struct style term_style(FILE *out, bool plain);

#endif
