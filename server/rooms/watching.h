/* What those who watch a room are told, and when they are not. */
#ifndef ALEA_SERVER_ROOMS_WATCHING_H
#define ALEA_SERVER_ROOMS_WATCHING_H

#include <stdint.h>

struct client;
struct room;
struct rooms;

/* Sends a client snapshots of the rooms that it watches; if it lags, rooms_drained does
 * it later. */
void rooms_show_watched(struct rooms *rooms, struct client *client);
/* Too much output waits on the connection: until rooms_drained, the client gets no events
 * of rooms that it only watches. */
void rooms_mark_lagging(struct rooms *rooms, uint64_t client);
/* All output is written: if the client lagged, sends it snapshots of those rooms. */
void rooms_drained(struct rooms *rooms, uint64_t client);
/* The last change of a room is committed: players who sit there now stop watching, and
 * unless a game is running they hear what watchers have said. */
void rooms_settle_watch(struct rooms *rooms, struct room *room);
/* Tells a client (NULL: nobody) that a room is gone for good, which it watched or had a
 * seat in.  Sent even if the commit fails: that the room is gone is stored already. */
void rooms_tell_closed(struct rooms *rooms, struct client *client, const char *code);
/* The room is gone: tells its watchers, and they stop watching. */
void rooms_end_watch(struct rooms *rooms, struct room *room);

#endif
