/* One seed, from its beginning to its end. */
#ifndef ALEA_TESTS_SIM_RUN_H
#define ALEA_TESTS_SIM_RUN_H

#include <time.h>

#include "tests/sim/sim.h"

/* What people do in a run, unless somebody wants otherwise. */
#define SIM_STEPS 1200

/* Runs a seed; what it violates ends the process.  The lock file of the store lies in
 * dir. */
void run_seed(uint64_t seed, unsigned steps, const char *dir);
/* The clock on the wall, which a run knows nothing of. */
void sim_real_time(struct timespec *now);

#endif
