/* The line that is being typed on a screen, and the lines typed before. */
#ifndef ALEA_CLIENT_TERM_EDITOR_H
#define ALEA_CLIENT_TERM_EDITOR_H

#include "client-cli/term/input.h"

/* Longest line: what a server takes (LINE_BYTES_MAX) and the NUL. */
#define EDITOR_BYTES 1024
#define EDITOR_LINES 50

struct editor {
    char text[EDITOR_BYTES];  /* UTF-8 */
    size_t len, at;           /* bytes; the cursor */
    char *past[EDITOR_LINES]; /* owned; the latest first */
    unsigned n_past, shown; /* shown: number of the past line in text, from 1; 0: none */
};

/* A zeroed editor is empty. */
void editor_fini(struct editor *editor);
/* Edits the line.  False: the key means nothing to it. */
bool editor_take(struct editor *editor, const struct input *input);
void editor_set(struct editor *editor, const char *text);
/* Empties the line, wiping it. */
void editor_clear(struct editor *editor);
/* Remembers the line for the key Up. */
void editor_keep(struct editor *editor);

#endif
