/* Rooms and players become as the store has them: when a turn is stored or dropped, at
 * the start, and again after a commit has failed (hub/load.h). */
#ifndef ALEA_SERVER_ROOMS_TAKE_UP_H
#define ALEA_SERVER_ROOMS_TAKE_UP_H

#include "server/store/history/whole.h"

struct rooms;

/* --- turns (turn/turn.h) --- */

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

/* --- everything is read --- */

/* Makes memory as the store has it.  Rooms that cannot be are left out. */
void rooms_take_up(struct rooms *rooms, struct whole *whole);
/* Once it is known what is left out: ends sessions that nothing holds. */
void rooms_settle_sessions(struct rooms *rooms);
/* At the start: deletes sessions that sit nowhere, as they were only connected when the
 * server stopped.  But if games are left out, which the host may repair one day, such
 * sessions may sit there: then it reserves their ids instead.  With fronts, which may
 * still have their connections, it keeps them for the grace time. */
void rooms_forget_sessions(struct rooms *rooms, struct whole *whole);
/* At the start: marks all players as away.  moved: another server had the rooms since. */
void rooms_restart(struct rooms *rooms, bool moved);
/* The store works again: nobody can have moved meanwhile. */
void rooms_store_works(struct rooms *rooms);
/* Corrects who counts as away, and does what is due, now that it can be stored. */
void rooms_settle_presence(struct rooms *rooms);
/* Tells everybody in all rooms; always: even if the commit fails. */
void rooms_notice_all(struct rooms *rooms, const char *text, bool always);
/* Shows everybody their rooms as they are. */
void rooms_show_all(struct rooms *rooms);

#endif
