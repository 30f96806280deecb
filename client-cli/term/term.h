/* Where a person types and reads: a terminal with line editing, or plain text from and to
 * anything else. */
#ifndef ALEA_CLIENT_TERM_TERM_H
#define ALEA_CLIENT_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "view/style.h"

struct term;

/* Lines typed on standard input, text to standard output.  Returns owned; out of
 * memory ends the program (mem.h). */
struct term *term_new(void);
/* Gives the terminal back as it was. */
void term_free(struct term *term);
/* Takes what was typed; call when standard input has bytes. */
void term_receive(struct term *term);
/* The next typed line, without its end.  Returns borrowed, valid until term_receive; NULL
 * when there is none. */
const char *term_line(struct term *term);
/* Forgets the line last handed out: nothing of it stays in memory here. */
void term_wipe_line(struct term *term);
/* From now on what is typed is not shown, after this prompt (borrowed until the next
 * call), nor kept in the history; NULL: it is shown again. */
void term_hide(struct term *term, const char *prompt);
/* The program was stopped, and goes on in a terminal that a shell has set to its own
 * ways: takes it once more. */
void term_resume(struct term *term);
/* Whether nothing more will be typed, and all lines were handed out. */
bool term_is_done(const struct term *term);
/* Shows text, whole lines, without disturbing the line being typed. */
void term_show(struct term *term, const char *text);

/* The size of the terminal that standard output is; 0 and 0: it is none. */
void term_size(unsigned short *columns, unsigned short *rows);

/* How to draw on a file: with Unicode and colour if it is a terminal that can do this,
 * and neither `plain` nor the environment (NO_COLOR, TERM) says otherwise. */
struct style term_style(FILE *out, bool plain);

#endif
