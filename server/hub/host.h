/* What the host of a server sees and may do: figures, and draining. */
#ifndef ALEA_SERVER_HUB_HOST_H
#define ALEA_SERVER_HUB_HOST_H

#include "server/base/metrics.h"
#include "server/store/store.h"

struct hub;

/* Measures the store and its disk, in the store's thread. */
void hub_measure_store(struct hub *hub);
/* Notes how large the store is now.  Warns, once, when its disk is nearly full. */
void hub_set_store_size(struct hub *hub, const struct store_size *size);
/* The counters and gauges with all figures up to date, except those of the store, its
 * disk and the accounts: those are as measured last, and this begins another measurement.
 */
const struct metrics *hub_measure(struct hub *hub);
/* Whether no new games begin, because the server is to stop. */
bool hub_is_draining(const struct hub *hub);
/* Stops the server once the turn is stored (turn_wants_stop). */
void hub_stop(struct hub *hub);
/* If this is a node (--node), stops it as hub_stop does: another node goes on.  False: it
 * is none. */
bool hub_hand_over(struct hub *hub);
/* From now on no new games begin; minutes > 0: the server stops then.  All clients are
 * told, and reminded as the end comes near. */
void hub_drain(struct hub *hub, uint64_t minutes);
/* New games can begin again; all clients are told. */
void hub_end_drain(struct hub *hub);
/* Tells how many minutes are left, or stops, if it is time. */
void hub_drain_due(struct hub *hub);

#endif
