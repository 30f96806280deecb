/* Long help on a terminal, a screen at a time. */
#ifndef ALEA_CLIENT_PLAY_PAGER_H
#define ALEA_CLIENT_PLAY_PAGER_H

#include <stdio.h>

/* A zeroed one is empty, and shows everything at once. */
struct pager {
    unsigned rows; /* of the terminal; 0: show everything at once */
    char *rest;    /* owned; what was not shown yet; NULL nothing */
};

/* For a terminal with this many rows; 0: there is none. */
void pager_resize(struct pager *pager, unsigned rows);
/* Shows the first screen of a text, and keeps the rest.  Takes the text. */
void pager_begin(struct pager *pager, char *text, FILE *out);
/* Shows the next screen of what is kept, which must not be nothing. */
void pager_show(struct pager *pager, FILE *out);
/* Frees what is kept. */
void pager_end(struct pager *pager);

#endif
