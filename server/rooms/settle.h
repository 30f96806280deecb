/* What becomes of the rooms that a turn has changed (turn/turn.h). */
#ifndef ALEA_SERVER_ROOMS_SETTLE_H
#define ALEA_SERVER_ROOMS_SETTLE_H

#include <stdint.h>

struct rooms;

/* The present turn is handed to the store. */
void rooms_handed_over(struct rooms *rooms);
/* This turn, which was handed over, is stored. */
void rooms_stored(struct rooms *rooms, uint64_t turn);
/* That turn and the present one are dropped. */
void rooms_dropped(struct rooms *rooms);
/* All that can be sent has been sent: clocks run from now on. */
void rooms_sent(struct rooms *rooms);
/* Credits running clocks with this time, in ms, which has just passed. */
void rooms_forgive(struct rooms *rooms, uint64_t ms);

#endif
