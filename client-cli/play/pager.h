/* A long answer on a terminal, a screen at a time. */
#ifndef ALEA_CLIENT_PLAY_PAGER_H
#define ALEA_CLIENT_PLAY_PAGER_H

#include <stdio.h>

/* A zeroed pager is empty, and shows everything at once. */
struct pager {
    unsigned rows; /* of the terminal; 0: show everything at once */
    char *rest;    /* owned: text not shown yet; NULL: none */
};

/* rows: of the terminal; 0: output is not a terminal. */
void pager_resize(struct pager *pager, unsigned rows);
/* Shows the first screen of a text, and keeps the rest.  Takes ownership of the text. */
void pager_begin(struct pager *pager, char *text, FILE *out);
/* Shows the next screen of the rest, which must not be empty. */
void pager_show(struct pager *pager, FILE *out);
/* Frees the rest. */
void pager_end(struct pager *pager);

#endif
