/* Sessions that watch rooms: who they are, what they are told, and when they are not. */
#ifndef ALEA_SERVER_ROOMS_WATCHERS_H
#define ALEA_SERVER_ROOMS_WATCHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct rate;
struct room;
struct rooms;
struct session;

/* How many sessions watch a room. */
size_t rooms_n_watching(const struct room *room);
/* Whether one more may. */
bool rooms_has_place(const struct rooms *rooms, const struct room *room);
/* The bucket of all lines that watchers say in a room. */
struct rate *rooms_watchers_rate(struct room *room);
/* The session begins to watch a room where it does not sit. */
void rooms_watch(struct session *session, struct room *room);
/* The session stops watching it. */
void rooms_unwatch(struct session *session, struct room *room);
void rooms_unwatch_all(struct session *session);
/* Sets whether the session is told at once what happens in the rooms that it watches. */
void rooms_set_told(const struct session *session, bool told);
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

#endif
