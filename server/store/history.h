/* Games as the store has them: rooms rebuilt by the code that played them. */
#ifndef ALEA_SERVER_STORE_HISTORY_H
#define ALEA_SERVER_STORE_HISTORY_H

#include "server/store/store.h"

/* Called after an op of a log is applied; the room still has its notes. */
typedef void history_seen(void *arg, const struct room *room, const struct op *op);

/* Rebuilds a room from the start and the log of its game.  seen: is shown the events with
 * numbers above after; may be NULL.
 * Returns owned; NULL with a fault: the log is damaged, or cannot be read now. */
struct room *history_room(struct store *store, int64_t game, uint64_t after,
                          history_seen *seen, void *arg, char fault[static FAULT_BYTES]);
/* The same of a game that is over, and stops there: for its record. */
struct room *history_game(struct store *store, int64_t game,
                          char fault[static FAULT_BYTES]);

#endif
