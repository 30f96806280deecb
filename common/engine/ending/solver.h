/* Endings: the value of each position by value iteration, for any game with numbered
 * positions.  Members of struct solvable. */
#ifndef ALEA_ENGINE_ENDING_SOLVER_H
#define ALEA_ENGINE_ENDING_SOLVER_H

#include "engine/solvable.h"

/* The largest change allowed in the last sweep. */
#define ENDING_PRECISE 1e-6
/* A sweep leaves residuals up to its change; floats add errors up to 3e-8. */
#define ENDING_RESIDUAL_MAX 2e-6

void *ending_solver_new(const void *index, const struct layers *layers,
                        const float *values);
void ending_solver_free(void *solver);
void ending_solver_begin(void *solver, unsigned more, unsigned less);
bool ending_solver_sweep(void *solver, double *change);
void ending_solver_read(const void *solver, unsigned self, uint32_t from, uint32_t n,
                        float *out);

#endif
