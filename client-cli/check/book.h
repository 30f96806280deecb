/* The book of rules, docs/rules.md.  The program writes it, so it always matches `help
 * GAME` and the drawn boards. */
#ifndef ALEA_CLIENT_CHECK_BOOK_H
#define ALEA_CLIENT_CHECK_BOOK_H

#include <stdio.h>

#include "rules/game.h"

void book_write(FILE *out);
/* Writes the chapter about one game. */
void book_write_game(FILE *out, const struct game *game);

#endif
