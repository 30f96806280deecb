/* One turn and the store: what is done is committed at the end, or undone.  And the
 * start, when everything is read from the store: load.c. */
#ifndef ALEA_SERVER_HUB_TURN_H
#define ALEA_SERVER_HUB_TURN_H

#include "server/hub/hub.h"
#include "server/hub/sessions.h"

/* Between two tries whether the disk works again, in ms. */
#define HUB_THAW_MS 1000

/* --- in a turn --- */

/* The caller changes something of a session that is undone if this turn cannot be
 * committed: gags and profile of an account, which are in the store, and what it watches.
 */
void hub_mark_tentative(struct hub *hub, struct session *session);
/* Commits what this turn has done so far.  False: it is undone. */
ALEA_MUST_USE bool hub_commit_now(struct hub *hub);
/* The same, if it has done anything that could fail. */
ALEA_MUST_USE bool hub_commit_pending(struct hub *hub);
/* Tries whether the disk works again, if it is time, and lets frozen rooms go on. */
void hub_thaw(struct hub *hub);

/* --- load.c --- */

/* Reads all live rooms and their sessions from the store. */
void hub_load(struct hub *hub);
/* The session with this id, from the store if it is not in memory; NULL: there is none.
 */
struct session *hub_get_session(struct hub *hub, uint64_t id);
/* Gives the sessions that sit in a room their seats there.  False: one does not exist. */
ALEA_MUST_USE bool hub_seat_sessions(struct hub *hub, struct room *room);
/* Takes the room from the sessions that sit there. */
void hub_unseat_sessions(struct hub *hub, struct room *room);
/* Everybody in the room is away from now on; it is nobody's fault. */
void hub_restart_room(struct hub *hub, struct room *room);

#endif
