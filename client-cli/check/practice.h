/* A game tried out by a person, without a server: the rules shell with a board, a list of
 * moves and sentences.  No terminal here: text goes to a FILE. */
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
/* Greets, and draws the start. */
void practice_greet(struct practice *practice, FILE *out);
/* Obeys a typed line, and shows what comes of it. */
void practice_line(struct practice *practice, const char *line, FILE *out);
/* Whether quit was said. */
bool practice_is_done(const struct practice *practice);

#endif
