/* The end of a session: nothing holds it any more, no connection, seat or room that it
 * watches. */
#ifndef ALEA_SERVER_ROOMS_ENDS_H
#define ALEA_SERVER_ROOMS_ENDS_H

struct room;
struct rooms;
struct session;

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
