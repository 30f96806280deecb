/* The position as sentences, for people who listen to it. */
#ifndef ALEA_VIEW_WORDS_H
#define ALEA_VIEW_WORDS_H

#include <stdio.h>

#include "proto/message/message.h"

/* Writes where the pieces of both sides are, on one line without '\n': "White on 3 and 8,
 * 5 in reserve." */
void words_position(FILE *out, const struct state *state);
/* Writes the throw of this turn, what is left of it, and the clocks; nothing if there are
 * none. */
void words_throw(FILE *out, const struct state *state);
void words_clocks(FILE *out, const struct state *state);

#endif
