/* The host's own words of welcome, from the file of --welcome. */
#ifndef ALEA_SERVER_BASE_WELCOME_H
#define ALEA_SERVER_BASE_WELCOME_H

#include <stdbool.h>

#include "rules/text.h"

/* Most lines: with the greeting and the first answer it is one screen of a terminal. */
#define WELCOME_LINES_MAX 20
/* Longest line, in characters: 80 columns, two of them for the mark of text mode. */
#define WELCOME_COLUMNS 78
/* All of it with its NUL, where every character takes the four bytes that it can. */
#define WELCOME_BYTES (WELCOME_LINES_MAX * (4 * WELCOME_COLUMNS + 1) + 1)

/* Reads the file: its lines, with a line feed between them, go to text; empty ones at the
 * end are left out.  False, with text unchanged: *line, counted from 1, of what is wrong
 * (0: the file as a whole), and in fault what is right. */
bool welcome_read(const char *path, char text[static WELCOME_BYTES], unsigned *line,
                  char fault[static FAULT_BYTES]);

#endif
