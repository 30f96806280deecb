/* royal-ur: the finished table, which has the value of every position.
 *
 * A value is a chance to win, 0..1, when both sides play perfectly. */
#ifndef ALEA_ENGINE_ROYAL_TABLE_H
#define ALEA_ENGINE_ROYAL_TABLE_H

#include "rules/game.h"

/* Pieces left on a side in a table of the whole game. */
#define ROYAL_LEFT_ALL 7
/* Most legal moves in a position of royal-ur: one for each of seven pieces, or to enter
 * one. */
#define ROYAL_MOVES_MAX 8

struct royal_table;

/* A legal move and the mover's chance to win after it. */
struct royal_choice {
    struct move move;
    double value;
};

/* Maps a file that royal_build wrote.  Reads only the header; the values come from the
 * disk as they are needed.  Returns owned: royal_table_close.  NULL with a fault ("not a
 * table of royal-ur"). */
struct royal_table *royal_table_open(const char *path, char fault[static FAULT_BYTES]);
void royal_table_close(struct royal_table *table);

/* How many positions the table has, and the most pieces left on a side. */
uint64_t royal_table_size(const struct royal_table *table);
unsigned royal_table_left_max(const struct royal_table *table);
/* The value of the start for the side that throws first, computed in double precision. */
double royal_table_start(const struct royal_table *table);

/* The chance of `side` to win from a position in any state.  False: a side has more
 * pieces left than the table covers. */
ALEA_MUST_USE bool royal_table_value(const struct royal_table *table,
                                     const struct position *pos, enum side side,
                                     double *value);
/* The legal moves of a position in state move, best first; equal moves keep the order of
 * the rules core.  Returns their number; 0: the table does not cover the position. */
size_t royal_table_moves(const struct royal_table *table, const struct position *pos,
                         struct royal_choice out[static ROYAL_MOVES_MAX]);

/* --- checks --- */

/* Whether the checksum of a layer is right.  self, other: pieces left of the side to
 * throw and of the other side. */
bool royal_table_layer_is_good(const struct royal_table *table, unsigned self,
                               unsigned other);
/* The position with this number, 0..royal_table_size - 1, in state roll. */
void royal_table_position(const struct royal_table *table, uint64_t number,
                          enum side turn, struct position *pos);
/* The Bellman residual of a position of the table in state roll: the difference between
 * its value and the mean, over all throws, of the value after the best move.  Throws,
 * moves and results come from the rules core. */
double royal_table_residual(const struct royal_table *table, const struct position *pos);

#endif
