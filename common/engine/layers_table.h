/* A finished table of alea solve: the value of every position of a race.
 *
 * A value is a chance to win, 0..1, if both sides play perfectly. */
#ifndef ALEA_ENGINE_LAYERS_TABLE_H
#define ALEA_ENGINE_LAYERS_TABLE_H

#include "engine/limits.h"

struct layers_table;
struct solvable;

/* Maps a file written by layers_build for this game.  Reads only the header; values are
 * read on demand.  Returns owned: layers_table_close.  NULL with a fault ("not a table of
 * royal-ur"). */
struct layers_table *layers_table_open(const char *path, const struct game *game,
                                       char fault[static FAULT_BYTES]);
void layers_table_close(struct layers_table *table);

/* The kind of table, its number of positions, and the most pieces left on a side. */
const struct solvable *layers_table_kind(const struct layers_table *table);
uint64_t layers_table_size(const struct layers_table *table);
unsigned layers_table_left_max(const struct layers_table *table);
/* The value of the start for the side that throws first, in double precision; 0: the
 * table does not have it. */
double layers_table_start(const struct layers_table *table);

/* The chance of `side` to win from any position.  False: the table does not cover the
 * position. */
ALEA_MUST_USE bool layers_table_value(const struct layers_table *table,
                                      const struct position *pos, enum side side,
                                      double *value);
/* The legal moves of a position in phase move, best first; equal moves keep the order of
 * the rules core.  Returns their number; 0: the table does not cover the position. */
size_t layers_table_moves(const struct layers_table *table, const struct position *pos,
                          struct engine_choice out[static MOVES_MAX]);

/* --- checks --- */

/* Whether the checksum of a layer is right.  self, other: pieces left of the side to
 * throw and of the other side. */
bool layers_table_layer_is_good(const struct layers_table *table, unsigned self,
                                unsigned other);
/* The position with this number, 0..layers_table_size - 1, in phase roll or over. */
void layers_table_position(const struct layers_table *table, uint64_t number,
                           enum side turn, struct position *pos);
/* The Bellman residual of a table position in phase roll: the difference between its
 * value and the mean, over all throws, of the value after the best move.  Throws, moves
 * and results come from the rules core. */
double layers_table_residual(const struct layers_table *table,
                             const struct position *pos);

#endif
