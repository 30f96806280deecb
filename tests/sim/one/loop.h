/* Controls the loop of a process from the simulation: uv.c.  Except in its callbacks,
 * that is the server's. */
#ifndef ALEA_TESTS_SIM_LOOP_H
#define ALEA_TESTS_SIM_LOOP_H

#include <stdbool.h>
#include <stdint.h>

/* Calls `run` at the end of each iteration of the loop. */
void fake_loop_on_turn(void (*run)(void));
/* Kills the process: nothing that it does has an effect any more, and its loop
 * returns. */
void fake_loop_die(void);
/* Stops the process for this long: the world continues, and arriving input waits. */
void fake_loop_stand_still(uint64_t ms);
/* Sends the process a signal. */
void fake_loop_signal(int number);

#endif
