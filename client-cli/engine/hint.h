/* A hint in words: the best move, and what makes it better than the next best. */
#ifndef ALEA_CLIENT_ENGINE_HINT_H
#define ALEA_CLIENT_ENGINE_HINT_H

#include "engine/engine.h"
#include "lang/lang.h"

/* Longest hint, with its NUL. */
#define HINT_BYTES 320

/* Writes one sentence about a position in phase move.  values: an engine's, for all
 * its moves.  "3-6 takes Black's piece on 6: 61 % to win instead of 48 % with 1-4." */
void hint_write(const struct game *game, const struct position *pos,
                const struct engine_result *values, enum lang lang, struct text_out *out);

#endif
