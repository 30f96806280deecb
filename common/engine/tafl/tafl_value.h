/* tafl: the static value of a position. */
#ifndef ALEA_ENGINE_TAFL_VALUE_H
#define ALEA_ENGINE_TAFL_VALUE_H

#include "engine/tafl/tafl_paths.h"

/* The value for white of a position that is not over; a piece is worth 100. */
int tafl_value(const struct tafl *t);
/* The same, when the king's paths are known. */
int tafl_value_with(const struct tafl *t, const struct tafl_paths *paths);

#endif
