/* A store with three games, of which one is going to be damaged. */
#ifndef ALEA_TESTS_UNIT_DAMAGE_H
#define ALEA_TESTS_UNIT_DAMAGE_H

#include "tests/unit/server/shelf.h"

/* Game 1 is damaged by each test; games 2 and 3 must not suffer.
 *
 * Game 1: room A, events 11 to 16, over with event 15; game 2 the same, in room B; game 3
 * is going on in room C. */
void fill_shelf(struct shelf *shelf);
/* Everything that is wrong with a game; "" nothing. */
const char *faults_of(struct shelf *shelf, int64_t game);
/* Games 2 and 3 are well, and everything that is not of game 1 can be had. */
void check_others(struct shelf *shelf);

#endif
