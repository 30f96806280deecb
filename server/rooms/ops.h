/* Changes to rooms: each is an op, which is stored before clients are told. */
#ifndef ALEA_SERVER_ROOMS_OPS_H
#define ALEA_SERVER_ROOMS_OPS_H

#include "room/room.h"

struct client;
struct rooms;
struct session;

/* Opens a room, in the lobby and in the store; it counts for this address.  Returns
 * borrowed. */
struct room *rooms_open(struct rooms *rooms, const struct room_start *start,
                        const char *address);
/* Carries out an op, after filling in its times and draw, and appends it to the store.
 * Sends nothing yet.  Errors as room_apply; ERR_STORAGE: nothing can be stored. */
ALEA_MUST_USE enum error_code rooms_do(struct rooms *rooms, struct room *room,
                                       struct op *op);
/* Sends the event of an op, and does what follows: begins the next leg of a match, closes
 * an empty room. */
void rooms_publish(struct rooms *rooms, struct room *room, const struct op *op);
/* Both, for an op of the server itself, which must be possible.  Does nothing while
 * nothing can be stored. */
void rooms_do_and_tell(struct rooms *rooms, struct room *room, struct op *op);
/* How long the client's address must wait before it may join rooms again, in ms, as it
 * has lost too many seats by not being ready; 0: it need not. */
int64_t rooms_late_wait_ms(struct rooms *rooms, const struct client *client);
/* Charges the address of a player who leaves or disconnects without ever having been
 * ready (limit late_per_hour): otherwise players could hold a seat forever by leaving
 * just in time and joining again.  Free for the player who opened the room, and after a
 * game.  client: NULL charges no address. */
void rooms_charge_idler(struct rooms *rooms, const struct client *client,
                        const struct room *room, enum side side);
/* The session leaves its seat.  Sends nothing yet.  Errors: ERR_IN_GAME; ERR_STORAGE:
 * nothing can be stored. */
ALEA_MUST_USE enum error_code rooms_stand(struct rooms *rooms, struct session *session,
                                          struct room *room, struct op *op);
/* Tells a player who has just lost the seat by this op, as the last event of the room,
 * and takes the room out of the session. */
void rooms_tell_unseated(struct rooms *rooms, struct session *session, struct room *room,
                         const struct op *op);
/* Does what is due in the room. */
void rooms_run_due_ops(struct rooms *rooms, struct room *room);
/* Does what is due in all rooms.  stalls: nobody can move, so nobody is late. */
void rooms_tick(struct rooms *rooms, bool stalls);
/* Asks for a tick when the next of their deadlines is due. */
void rooms_wake(struct rooms *rooms);

/* --- the end of a game: over.c --- */

/* Tells both players their new ratings, once, if the game made any. */
void rooms_tell_ratings(struct rooms *rooms, struct room *room);
/* Stores the results of the room's game: its row, dice, ratings. */
void rooms_end_game(struct rooms *rooms, struct room *room);

#endif
