/* Sessions as rooms see them: those that watch, what they are told, and when they are
 * not; and the end of a session: nothing holds it any more, no connection, seat or room
 * that it watches. */
#ifndef ALEA_SERVER_ROOMS_SESSIONS_H
#define ALEA_SERVER_ROOMS_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct rate;
struct room;
struct rooms;
struct session;

/* --- watchers --- */

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

/* --- the end of a session --- */

/* Ends a session that nothing holds any more, once the turn is stored.  Does nothing if
 * something holds it. */
void rooms_end_session(struct rooms *rooms, struct session *session);
/* The same for a session that has lost its connection in a turn that failed. */
void rooms_keep_for_now(struct rooms *rooms, struct session *session);
/* The connection of a session, from this address, has ended.  Keeps the session for the
 * grace time if it watches rooms or is an account's, unless too many sessions are kept
 * for the address (limit connections_per_address). */
void rooms_keep_session(struct rooms *rooms, struct session *session,
                        const char *address);
/* Takes a session that the store does not have out of memory. */
void rooms_drop_session(struct rooms *rooms, struct session *session);
/* Ends sessions that were kept for the grace time. */
void rooms_expire_sessions(struct rooms *rooms);

#endif
