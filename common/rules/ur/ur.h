/* ur: its columns, which the engine reads, too. */
#ifndef ALEA_RULES_UR_UR_H
#define ALEA_RULES_UR_UR_H

#include "rules/ur/ur_board.h"

static inline enum side ur_column_colour(const struct ur_column *column, unsigned piece) {
    return (column->black >> piece & 1U) != 0 ? SIDE_BLACK : SIDE_WHITE;
}

static inline bool ur_column_is_officer(const struct ur_column *column, unsigned piece) {
    return (column->officers >> piece & 1U) != 0;
}

#endif
