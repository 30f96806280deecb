/* Lines in, text out: a terminal with line editing, or plain text where there is none. */
#ifndef ALEA_CLIENT_TERM_TERM_H
#define ALEA_CLIENT_TERM_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "view/style.h"

struct term;

/* Reads lines from standard input, and writes text to standard output.  is_kiosk: no key
 * starts another program, whatever ~/.editrc says.  Returns owned; out of memory ends the
 * program (mem.h). */
struct term *term_new(bool is_kiosk);
/* Restores the terminal. */
void term_free(struct term *term);
/* Reads what was typed.  Call it when standard input is readable. */
void term_receive(struct term *term);
/* The next typed line, without its end.  Borrowed until term_receive; NULL: none. */
const char *term_line(struct term *term);
/* Drops the line that is being typed.  False: there is none, or only the terminal knows.
 */
bool term_drop_line(struct term *term);
/* Wipes the last line that term_line returned from memory. */
void term_wipe_line(struct term *term);
/* From now on hides what is typed after this prompt, and keeps it out of the history.
 * prompt: borrowed until the next call; NULL: shows input again. */
void term_hide(struct term *term, const char *prompt);
/* Sets up the terminal again.  Call it after Ctrl-Z and fg: the shell has changed it. */
void term_resume(struct term *term);
/* Whether the input has ended and all its lines have been handed out. */
bool term_is_done(const struct term *term);
/* Shows whole lines of text without disturbing the line being typed. */
void term_show(struct term *term, const char *text);

/* The size of the terminal on standard output; 0 and 0 if it is not a terminal. */
void term_size(unsigned short *columns, unsigned short *rows);

/* How to draw on a file: with Unicode and colour if it is a terminal capable of both.
 * `plain` and the environment (NO_COLOR, TERM) can forbid them. */
struct style term_style(FILE *out, bool plain);

#endif
