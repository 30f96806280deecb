/* The inputs of the network of tablut, in two parts: a search changes the first one with
 * each move, and computes the second one where it needs a value. */
#ifndef ALEA_ENGINE_NETWORK_TABLUT_H
#define ALEA_ENGINE_NETWORK_TABLUT_H

#include "engine/network/network.h"
#include "rules/tafl/tafl.h"

/* The rules for which it was trained. */
#define TABLUT_RULES (TAFL_ARMED | TAFL_THRONE)

enum tablut_piece { TABLUT_ATTACKER, TABLUT_DEFENDER, TABLUT_KING };

/* The attackers on the diagonal that closes a corner off, c1, b2, a3 for a1: 0..3.  A
 * complete wall cannot be captured, as nothing behind it can be reached. */
unsigned tablut_count_wall(const struct tafl *t, unsigned corner);
/* The attackers next to the king. */
unsigned tablut_count_shut(const struct tafl *t);
/* The input of a piece on a square.  It is 1 where the piece is. */
unsigned tablut_input(enum tablut_piece piece, unsigned square);
/* Appends the inputs of all pieces. */
void tablut_add_pieces(const struct tafl *t, struct network_input *in);
/* Appends the other inputs: the turn, the walls, the king's paths, how many are left. */
void tablut_add_rest(const struct tafl *t, enum side turn, struct network_input *in);

#endif
