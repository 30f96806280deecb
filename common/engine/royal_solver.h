/* royal-ur: the value of every position, by value iteration.
 *
 * A value is the chance of the side to throw to win when both sides play perfectly.  A
 * piece that has been borne off never comes back.  So a layer depends only on itself, on
 * the layer with the sides exchanged, and on layers with fewer pieces: each pair of
 * layers is solved separately, those with few pieces first. */
#ifndef ALEA_ENGINE_ROYAL_SOLVER_H
#define ALEA_ENGINE_ROYAL_SOLVER_H

#include "engine/royal_index.h"

struct royal_solver;

/* A solver for the layers of this index.  Borrows the index and `finished`: the values of
 * layers solved before, in the order of royal_place_number.  Returns owned:
 * royal_solver_free. */
struct royal_solver *royal_solver_new(const struct royal_index *index,
                                      const float *finished);
void royal_solver_free(struct royal_solver *solver);

/* Starts on the two layers with (more, less) and (less, more) pieces left; more >= less.
 * `finished` must have the layers (more - 1, less) and (less - 1, more), unless they have
 * 0 pieces left. */
void royal_solver_begin(struct royal_solver *solver, unsigned more, unsigned less);
/* Computes every value of the two layers again.  Returns the largest change. */
double royal_solver_sweep(struct royal_solver *solver);
/* Copies n values, from number `from` of the layer on.  self: pieces left of the side to
 * throw; it selects one of the two layers. */
void royal_solver_read(const struct royal_solver *solver, unsigned self, uint32_t from,
                       uint32_t n, float *out);
/* The value of one place of the two layers, in full precision. */
double royal_solver_value(const struct royal_solver *solver,
                          const struct royal_place *place);

#endif
