/* tafl: the static value of a position. */
#ifndef ALEA_ENGINE_TAFL_VALUE_H
#define ALEA_ENGINE_TAFL_VALUE_H

#include "rules/tafl/tafl.h"

/* The number of corners that the king can reach in one move. */
unsigned tafl_ways_out(const struct tafl *t);
/* The value for white of a position that is not over; a piece is worth 100. */
int tafl_value(const struct tafl *t);

#endif
