/* The book of rules, docs/rules.md: written by the program, so that it cannot differ from
 * what `help GAME` says and from what is drawn. */
#ifndef ALEA_CLIENT_BOOK_H
#define ALEA_CLIENT_BOOK_H

#include <stdio.h>

void book_write(FILE *out);

#endif
