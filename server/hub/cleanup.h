/* Deletes from the store what is not kept, a few rows at a time, in separate
 * transactions: no move waits for it, or fails because of it.
 *   games that are not kept
 *   accounts that are being deleted
 *   sessions that are over */
#ifndef ALEA_SERVER_HUB_CLEANUP_H
#define ALEA_SERVER_HUB_CLEANUP_H

struct hub;

/* Deletes some of it, if it is time, and looks how full the disk is. */
void hub_clean(struct hub *hub);
/* Begins to delete players who want to be forgotten, now or since before the start. */
void hub_begin_forgetting(struct hub *hub);
/* The same once the turn is stored. */
void hub_forget_later(struct hub *hub);

#endif
