/* What the people of a room are told. */
#ifndef ALEA_SERVER_ROOMS_TELL_H
#define ALEA_SERVER_ROOMS_TELL_H

#include "proto/message/message.h"
#include "room/room.h"

struct client;
struct rooms;
struct session;

/* Fills *state as room_state does, and marks the seats of bots of the host. */
void rooms_state(const struct rooms *rooms, const struct room *room, uint64_t at_ms,
                 bool with_moves, struct state *state);
/* Sends one client the event of an op.  The room must still be as it was after the op. */
void rooms_tell_client(struct rooms *rooms, struct client *client,
                       const struct room *room, const struct op *op);
/* Sends the event of an op that was just carried out. */
void rooms_tell(struct rooms *rooms, struct room *room, const struct op *op);
/* A spectator says something.  Other spectators get it at once.  The players get it too,
 * unless a game is running: spectators must not help them. */
void rooms_watcher_says(struct rooms *rooms, struct room *room, const char *name,
                        const char *text);
/* Tells the players what watchers said during the game that is over now. */
void rooms_tell_held(struct rooms *rooms, struct room *room);
/* Sends the present state of a room. */
void rooms_send_snapshot(struct rooms *rooms, struct client *client,
                         const struct room *room);
/* Sends a notice of the server; always: even if the commit fails. */
void rooms_notice(struct rooms *rooms, const struct room *room, const char *text,
                  bool always);

#endif
