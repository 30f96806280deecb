/* akalamdung: shared by its files.  Moves and play are in akalamdung.c; the position text
 * and why a move is refused are in akalamdung_text.c. */
#ifndef ALEA_RULES_UR_AKALAMDUNG_H
#define ALEA_RULES_UR_AKALAMDUNG_H

#include "rules/ur/ur_board.h"

#define AKALAMDUNG_PARTING 10 /* where twins part */

/* What moves together.  struct move.how is UNIT_WARRIOR or UNIT_PLAIN.  Twins are
 * UNIT_PLAIN, too: the square they leave identifies them. */
enum unit { UNIT_PLAIN, UNIT_TWINS, UNIT_WARRIOR };

/* The way of a warrior, as bits. */
#define AKALAMDUNG_WAY                                                                   \
    (UR_BIT(2) | UR_BIT(4) | UR_BIT(6) | UR_BIT(8) | UR_BIT(9) | UR_BIT(12) | UR_BIT(14))
/* The squares, as bits, where two plain pieces of a colour are twins. */
#define AKALAMDUNG_TWINS_ON                                                              \
    ((UR_BIT(UR_LAST) - UR_BIT(1)) & ~UR_BIT(UR_CENTRE) & ~UR_BIT(AKALAMDUNG_PARTING))

/* Whether the side has a piece on each of its squares 1, 3 and 11. */
bool akalamdung_has_vision(const struct akalamdung *a, enum side side);
/* Returns what a unit becomes when it arrives on this square. */
enum unit akalamdung_arrival(enum unit unit, unsigned to);
/* Whether there is a legal move with the throw. */
bool akalamdung_can_move(const struct position *pos);
/* Adds n pieces; a negative n removes pieces. */
void akalamdung_add_plain(struct akalamdung *a, enum side side, unsigned path, int n);
void akalamdung_add_warrior(struct akalamdung *a, enum side side, unsigned path, int n);

bool akalamdung_read(struct position *pos, struct text_in *in);
/* Writes letters in the order W w B b: white, then black, warriors first. */
void akalamdung_to_text(const struct position *pos, struct ur_text *text);
void akalamdung_write_move(const struct position *pos, const struct move *m,
                           struct text_out *out);
const struct rule *akalamdung_why(const struct position *pos, const char *text,
                                  size_t len);

#endif
