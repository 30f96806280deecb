/* Deletes from the store what is not kept, a few rows at a time, in separate
 * transactions: no move waits for it, or fails because of it.
 *   sessions that are over
 *   games that are not kept
 *   accounts that are being deleted */
#ifndef ALEA_SERVER_HUB_CLEANUP_H
#define ALEA_SERVER_HUB_CLEANUP_H

#include "server/hub/hub.h"

/* Notes that a stored session is over, to delete it soon together with others. */
void hub_remove_stored(struct hub *hub, uint64_t session);
/* The session has a seat after all: does not delete it. */
void hub_keep_stored(struct hub *hub, uint64_t session);
/* Deletes some of these, if it is time. */
void hub_clean_sessions(struct hub *hub);

/* A game that is not kept may wait to be deleted: looks soon. */
void hub_sweep_soon(struct hub *hub);
/* Deletes some rows of such games, if it is time, and looks how full the disk is. */
void hub_clean_games(struct hub *hub);

/* Begins to delete players who want to be forgotten, now or since before the start. */
void hub_begin_forgetting(struct hub *hub);
/* The same once the turn is stored. */
void hub_forget_later(struct hub *hub);
/* Deletes some more of these players, if it is time. */
void hub_forget(struct hub *hub);

#endif
