/* The environment of a server: random numbers, the clock, the log, and its command
 * line. */
#ifndef ALEA_TESTS_SIM_OUTSIDE_H
#define ALEA_TESTS_SIM_OUTSIDE_H

#include "server/config/config.h"
#include "tests/sim/sim.h"

/* Draws a random command line and reads it.  dir: a directory on the real disk for the
 * store's lock file. */
void outside_begin(struct config *config, const char *dir);

#endif
