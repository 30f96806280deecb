/* Rebuilds rooms from stored games, with the code that played them. */
#ifndef ALEA_SERVER_STORE_HISTORY_H
#define ALEA_SERVER_STORE_HISTORY_H

#include "server/store/store.h"

/* Called after each op of a log; the room still has the notes of that op. */
typedef void history_seen(void *arg, const struct room *room, const struct op *op);

/* Rebuilds a room from the start and the log of its game.  seen (may be NULL): called
 * for each event with a number above `after`.  Returns owned; NULL with a fault: the
 * log is damaged, or cannot be read now. */
struct room *history_room(struct store *store, int64_t game, uint64_t after,
                          history_seen *seen, void *arg, char fault[static FAULT_BYTES]);
/* Rebuilds a room as it was after this event.  The rest as history_room. */
struct room *history_until(struct store *store, int64_t game, uint64_t last,
                           char fault[static FAULT_BYTES]);
/* Rebuilds a finished game up to its end, for its record.  The rest as history_room. */
struct room *history_game(struct store *store, int64_t game,
                          char fault[static FAULT_BYTES]);

#endif
