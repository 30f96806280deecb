/* Practice without a server: the rules shell for people, with a board, numbered moves and
 * sentences.  Writes to a FILE; does not use the terminal. */
#ifndef ALEA_CLIENT_CHECK_PRACTICE_H
#define ALEA_CLIENT_CHECK_PRACTICE_H

#include <stdbool.h>
#include <stdio.h>

#include "rules/game.h"
#include "view/style.h"

struct practice;

/* Returns owned.  style and opt are copied.  Out of memory ends the program (mem.h). */
struct practice *practice_new(const struct game *game, const struct options *opt,
                              const struct style *style);
void practice_free(struct practice *practice);
/* Writes the greeting and the board. */
void practice_greet(struct practice *practice, FILE *out);
/* Carries out a typed line, and shows the result. */
void practice_line(struct practice *practice, const char *line, FILE *out);
/* Whether quit was typed. */
bool practice_is_done(const struct practice *practice);

#endif
