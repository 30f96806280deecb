/* The server's loop as the simulation sees it: uv.c. */
#ifndef ALEA_TESTS_SIM_LOOP_H
#define ALEA_TESTS_SIM_LOOP_H

#include <stdbool.h>
#include <stdint.h>

/* This is called before each turn of the loop ends. */
void fake_loop_on_turn(void (*run)(void));
/* The process is dead: nothing that it does reaches anybody any more, and its loop
 * returns. */
void fake_loop_die(void);
/* The process stands still for so long: the world goes on, and what comes waits. */
void fake_loop_stand_still(uint64_t ms);
/* Whether it does. */
bool fake_loop_is_still(void);
/* The process gets a signal. */
void fake_loop_signal(int number);

#endif
