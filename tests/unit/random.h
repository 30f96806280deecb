/* Repeatable random numbers for tests: ALEA_SEED=... */
#ifndef ALEA_TESTS_UNIT_RANDOM_H
#define ALEA_TESTS_UNIT_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The seed of this run, from the environment, by default 1; printed, so that a failure
 * can be repeated. */
uint64_t random_seed(void);
/* Those of engine/splitmix.h. */
uint64_t random_next(uint64_t *state);
/* 0..n-1, n > 0. */
unsigned random_below(uint64_t *state, unsigned n);

#endif
