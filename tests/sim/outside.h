/* What a server gets from outside: random numbers, the clock, the log, and its command
 * line. */
#ifndef ALEA_TESTS_SIM_OUTSIDE_H
#define ALEA_TESTS_SIM_OUTSIDE_H

#include "server/config/config.h"
#include "tests/sim/sim.h"

/* Draws a command line and reads it.  The lock file of the store is in this directory of
 * the real disk. */
void outside_begin(struct config *config, const char *dir);

#endif
