/* The races that can be solved, and the value of every position of one, by value
 * iteration.  layers_build.h builds the table, layers_table.h reads it.
 *
 * A value is the chance to win of the side to throw ("self") if both sides play
 * perfectly.  A pair of layers, (more, less) pieces left and (less, more), depends only
 * on itself and on layers with fewer pieces. */
#ifndef ALEA_ENGINE_RACE_SOLVER_H
#define ALEA_ENGINE_RACE_SOLVER_H

#include "engine/race_index.h"

/* The largest Bellman residual that rounding, and what is left to converge, explain. */
#define RACE_RESIDUAL_MAX 5e-9

struct solvable {
    const struct game *game;
    unsigned left_max;   /* pieces of a side */
    double precise;      /* largest change in the last sweep over a pair of layers */
    double seconds_each; /* rough time for each position of the table, on one core */
};

/* How this game can be solved, or NULL. */
const struct solvable *solvable_find(const struct game *game);

struct race_solver;

/* Borrows index, and the file's values, which include the finished layers.  Returns
 * owned: race_solver_free. */
struct race_solver *race_solver_new(const struct race_index *index,
                                    const uint32_t *values);
void race_solver_free(struct race_solver *solver);
/* The memory of the index and of a solver, for a largest pair of n positions. */
uint64_t race_solver_bytes(const struct race_index *index, uint64_t n);
/* Starts on a pair of layers; more >= less.  The file must have those with fewer
 * pieces. */
void race_solver_begin(struct race_solver *solver, unsigned more, unsigned less);
/* Recomputes the values of the pair.  Returns the largest change. */
double race_solver_sweep(struct race_solver *solver);
/* Copies n values, from number `from` of the layer on.  self: pieces left of the side to
 * throw, which selects the layer of the pair. */
void race_solver_read(const struct race_solver *solver, unsigned self, uint32_t from,
                      uint32_t n, uint32_t *out);
/* The value with all pieces in reserve, once the last pair is solved. */
double race_solver_start(const struct race_solver *solver);

#endif
