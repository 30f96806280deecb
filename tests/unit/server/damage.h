/* A store with three games, one of which gets damaged. */
#ifndef ALEA_TESTS_UNIT_DAMAGE_H
#define ALEA_TESTS_UNIT_DAMAGE_H

#include "tests/unit/server/shelf.h"

/* Tests damage game 1; games 2 and 3 must not be affected.
 *
 * Game 1: room A, events 11 to 16, over with event 15; game 2 the same, in room B; game 3
 * is running in room C. */
struct shelf *fill_shelf(void);
/* Everything that is wrong with a game; "": nothing. */
const char *faults_of(struct shelf *shelf, int64_t game);
/* Checks that games 2 and 3, and everything that does not belong to game 1, can be
 * read. */
void check_others(struct shelf *shelf);

#endif
