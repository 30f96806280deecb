/* The host's welcome text, from the file of --welcome. */
#ifndef ALEA_SERVER_BASE_WELCOME_H
#define ALEA_SERVER_BASE_WELCOME_H

#include <stdbool.h>

#include "rules/text.h"

/* Most lines: fits one screen with the greeting and the first answer. */
#define WELCOME_LINES_MAX 20
/* Longest line, in characters: 80 columns without the two of the prefix in text mode. */
#define WELCOME_COLUMNS 78
/* Longest text with its NUL, at four bytes a character. */
#define WELCOME_BYTES (WELCOME_LINES_MAX * (4 * WELCOME_COLUMNS + 1) + 1)

/* Reads the file and writes its lines to text, separated by line feeds, without empty
 * lines at the end.  False: text is unchanged; *line is the number, from 1, of the wrong
 * line (0: the whole file), and fault says what is wrong. */
bool welcome_read(const char *path, char text[static WELCOME_BYTES], unsigned *line,
                  char fault[static FAULT_BYTES]);

#endif
