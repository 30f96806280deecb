/* Sessions that watch rooms. */
#ifndef ALEA_SERVER_HUB_WATCHERS_H
#define ALEA_SERVER_HUB_WATCHERS_H

#include "room/room.h"
#include "server/base/rate.h"
#include "server/hub/hub.h"
#include "server/lobby/watchers.h"

struct client;
struct session;

/* How many sessions watch a room. */
size_t hub_n_watching(const struct room *room);
/* Whether one more may. */
bool hub_has_place(const struct hub *hub, const struct room *room);
/* The bucket of all lines that watchers say in a room. */
struct rate *hub_watchers_rate(struct room *room);
/* The client of the i-th watcher of a room; NULL: it is away, or sits there. */
struct client *hub_watcher(const struct hub *hub, const struct room *room, size_t i);

/* The session begins to watch a room where it does not sit. */
void hub_watch(struct session *session, struct room *room);
/* The session stops watching it. */
void hub_unwatch(struct session *session, struct room *room);
void hub_unwatch_all(struct session *session);
/* Sets whether the session is told at once what happens in the rooms that it watches. */
void hub_set_told(const struct session *session, bool told);
/* Sends a client snapshots of the rooms that it watches; if it lags, hub_drained does
 * it later. */
void hub_show_watched(struct hub *hub, struct client *client);

/* The last change of a room is committed: players who sit there now stop watching, and
 * unless a game is running they hear what watchers have said. */
void hub_settle_watch(struct hub *hub, struct room *room);
/* Tells a client (NULL: nobody) that a room is gone for good, which it watched or had a
 * seat in.  Sent even if the commit fails: that the room is gone is stored already. */
void hub_tell_closed(struct hub *hub, struct client *client, const char *code);
/* The room is gone: tells its watchers, and they stop watching. */
void hub_end_watch(struct hub *hub, struct room *room);

#endif
