/* Sessions that watch rooms: who they are.  watching.h tells them. */
#ifndef ALEA_SERVER_ROOMS_WATCHERS_H
#define ALEA_SERVER_ROOMS_WATCHERS_H

#include <stdbool.h>
#include <stddef.h>

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
/* The client of the i-th watcher of a room; NULL: it is away, or sits there. */
struct client *rooms_watcher(const struct rooms *rooms, const struct room *room,
                             size_t i);
/* Sets whether the session is told at once what happens in the rooms that it watches. */
void rooms_set_told(const struct session *session, bool told);

#endif
