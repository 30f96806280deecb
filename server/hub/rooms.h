/* Rooms, and changes to them: each change is an op, which is stored before clients are
 * told. */
#ifndef ALEA_SERVER_HUB_ROOMS_H
#define ALEA_SERVER_HUB_ROOMS_H

#include "room/room.h"
#include "server/hub/hub.h"

struct client;
struct session;

/* What everybody in a room is told while nothing can be stored. */
#define HUB_PAUSED_TEXT                                                                  \
    "the server cannot write to its disk: the game here is paused, no clock runs, "      \
    "and it will go on by itself."
/* What they are told if the room's game cannot be read any more. */
#define HUB_LOST_TEXT                                                                    \
    "the game here cannot be read from the disk any more, and only the host can repair " \
    "it."

/* Whether the room is empty, and is removed when that is committed. */
bool hub_is_closed(const struct room *room);

/* --- all rooms --- */

/* The room with this code, in capitals; NULL: there is none. */
struct room *hub_find_room(const struct hub *hub, const char *code);
/* Steps through all rooms, the oldest first: *at is 0 at first.  NULL: there are no more.
 */
struct room *hub_next_room(const struct hub *hub, size_t *at);
/* By when an adjourned game must be resumed, in Unix time, in s; 0: no limit.  The time
 * for which the server stands still is added. */
int64_t hub_resume_by_s(const struct hub *hub, const struct room *room);
/* A code for a new room. */
void hub_draw_code(const struct hub *hub, char code[static ROOM_BYTES_MAX + 1]);
/* Opens a room, in the lobby and in the store; it counts for this address.  Returns
 * borrowed. */
struct room *hub_open_room(struct hub *hub, const struct room_start *start,
                           const char *address);
/* Adds a room (takes it) whose game is stored under this number.  Returns borrowed. */
struct room *hub_adopt_room(struct hub *hub, struct room *room, int64_t game);
/* Takes a room out of the lobby, and frees it. */
void hub_remove_room(struct hub *hub, struct room *room);
void hub_free_rooms(struct hub *hub);

/* --- one room --- */

/* Carries out an op, after filling in its times and draw, and appends it to the store.
 * Sends nothing yet.  Errors as room_apply; ERR_STORAGE: nothing can be stored. */
ALEA_MUST_USE enum error_code hub_do(struct hub *hub, struct room *room, struct op *op);
/* Sends the event of an op, and does what follows: begins the next leg of a match, closes
 * an empty room. */
void hub_publish(struct hub *hub, struct room *room, const struct op *op);
/* Both, for an op of the server itself, which must be possible.  Does nothing while
 * nothing can be stored. */
void hub_do_and_tell(struct hub *hub, struct room *room, struct op *op);
/* Does what is due in the room. */
void hub_run_due_ops(struct hub *hub, struct room *room);
/* Call it when the time of the room's next deadline may have changed. */
void hub_update_room_deadline(struct hub *hub, struct room *room);
/* The host's limits, as rooms need them. */
struct room_limits hub_room_limits(const struct hub *hub);
/* Number of its present game in the store. */
int64_t hub_game_number(const struct room *room);

/* --- seats --- */

/* Gives the sessions that sit in a room that was loaded their seats there. */
void hub_seat_sessions(struct hub *hub, struct room *room);

/* The session leaves its seat.  Sends nothing yet.  Errors: ERR_IN_GAME; ERR_STORAGE:
 * nothing can be stored. */
ALEA_MUST_USE enum error_code hub_stand(struct hub *hub, struct session *session,
                                        struct room *room, struct op *op);
/* Tells a player who has just lost the seat by this op, as the last event of the room,
 * and takes the room out of the session. */
void hub_tell_unseated(struct hub *hub, struct session *session, struct room *room,
                       const struct op *op);
/* Charges the address of a player who leaves or disconnects without ever having been
 * ready (limit late_per_hour): otherwise players could hold a seat forever by leaving
 * just in time and joining again.  Free for the player who opened the room, and after a
 * game.  client: NULL charges no address. */
void hub_charge_idler(struct hub *hub, const struct client *client,
                      const struct room *room, enum side side);
/* How long the client's address must wait before it may join rooms again, in ms, as it
 * has lost too many seats by not being ready; 0: it need not. */
int64_t hub_late_wait_ms(struct hub *hub, const struct client *client);

/* --- the end of a game: over.c --- */

/* Stores the results of the room's game: its row, dice, ratings. */
void hub_end_game(struct hub *hub, struct room *room);
/* Tells both players their new ratings, once, if the game made any. */
void hub_tell_ratings(struct hub *hub, struct room *room);

#endif
