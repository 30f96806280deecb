/* One turn and the store: what a turn has done is committed at its end, or undone.  Also
 * the start, when everything is read from the store: load.c. */
#ifndef ALEA_SERVER_HUB_TURN_H
#define ALEA_SERVER_HUB_TURN_H

#include "server/hub/hub.h"
#include "server/hub/sessions.h"

/* Between two tries whether the disk works again, in ms. */
#define HUB_THAW_MS 1000

/* --- in a turn --- */

/* Call before changing a session's gags, profile or watched rooms: if the commit fails
 * they are restored. */
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
/* Returns the session with this id (borrowed), read from the store if it is not in
 * memory; NULL: there is none. */
struct session *hub_get_session(struct hub *hub, uint64_t id);
/* Gives the sessions that sit in a room their seats there.  False: one does not exist. */
ALEA_MUST_USE bool hub_seat_sessions(struct hub *hub, struct room *room);
/* Takes the room from the sessions that sit there. */
void hub_unseat_sessions(struct hub *hub, struct room *room);
/* Everybody in the room is away from now on; it is nobody's fault. */
void hub_restart_room(struct hub *hub, struct room *room);

#endif
