/* One seed, from beginning to end. */
#ifndef ALEA_TESTS_SIM_RUN_H
#define ALEA_TESTS_SIM_RUN_H

#include <time.h>

#include "tests/sim/sim.h"

/* Default number of actions in a run. */
#define SIM_STEPS 1200

/* Most fronts, and hubs. */
#define SIM_FRONTS 4
#define SIM_HUBS   4

/* Runs a seed; a violation ends the process.  n_hubs: at most one of them
 * serves.  n_fronts: 0: one server alone.  dir: for the store's lock file. */
void run_seed(uint64_t seed, unsigned n_hubs, unsigned n_fronts, unsigned steps,
              const char *dir);
/* Reads the real clock, which a run itself does not use. */
void sim_real_time(struct timespec *now);

#endif
