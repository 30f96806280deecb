/* Messages become bytes in the outbox, encoded once for each way of showing them. */
#ifndef ALEA_SERVER_HUB_SEND_H
#define ALEA_SERVER_HUB_SEND_H

#include "proto/message/message.h"
#include "room/room.h"
#include "server/hub/clients.h"

struct session;

/* --- to one client --- */

/* The bytes of a message as a client gets it.  Returns owned. */
struct buf *hub_encode(struct hub *hub, const struct message *msg,
                       const struct client *client);

void hub_send(struct hub *hub, struct client *client, const struct message *msg);
/* As hub_send, but sent even if the commit fails. */
void hub_send_always(struct hub *hub, struct client *client, const struct message *msg);
/* Sends the answer to a request.  Returns its length in bytes. */
size_t hub_answer(struct hub *hub, struct client *client, const struct message *msg);
/* Fills *state as room_state does, and marks the seats of bots of the host. */
void hub_state(const struct hub *hub, const struct room *room, uint64_t at_ms,
               bool with_moves, struct state *state);
/* As hub_answer, for an answer that depends on no turn except the last one of a room
 * (NULL: no room).  It waits for the store only if that turn is not stored yet, or if
 * earlier messages to the client wait. */
size_t hub_answer_still(struct hub *hub, struct client *client, const struct message *msg,
                        const struct room *room);
/* As hub_answer, for an answer that is right whatever becomes of turns and rooms.  It
 * is sent even while the lease is late. */
size_t hub_answer_certain(struct hub *hub, struct client *client,
                          const struct message *msg);
/* Sends the present state of a room. */
void hub_send_snapshot(struct hub *hub, struct client *client, const struct room *room);
/* The same to both players, as far as they are connected. */
void hub_show_players(struct hub *hub, const struct room *room);
/* Sends one client the event of an op.  The room must still be as it was after the op. */
void hub_tell_client(struct hub *hub, struct client *client, const struct room *room,
                     const struct op *op);
/* Sends one client a notice of the server, about the room with this code; "": none. */
void hub_tell_notice(struct hub *hub, struct client *client, const char *room,
                     const char *text);

/* --- to everybody in a room --- */

/* Sends the event of an op that was just carried out. */
void hub_tell(struct hub *hub, struct room *room, const struct op *op);
/* Sends a notice of the server. */
void hub_notice(struct hub *hub, const struct room *room, const char *text);
/* A spectator says something.  Other spectators get it at once.  The players get it too,
 * unless a game is running: spectators must not help them. */
void hub_watcher_says(struct hub *hub, struct room *room, const char *name,
                      const char *text);
/* Tells the players what watchers said during the game that is over now. */
void hub_tell_held(struct hub *hub, struct room *room);

/* --- to everybody --- */

/* Sends a message to every client for which wants(arg, client) is true; always: even if
 * the commit fails.  Returns the number of receivers. */
int64_t hub_fan_out(struct hub *hub, const struct message *msg,
                    bool (*wants)(const void *arg, const struct client *client),
                    const void *arg, bool always);
/* Sends a notice of the server to all clients; always: even if the commit
 * fails.  Returns the number of receivers. */
int64_t hub_announce(struct hub *hub, const char *text, bool always);
/* A player shouts to everybody who has a name. */
void hub_shout(struct hub *hub, const struct session *by, const char *text);
/* The token bucket of the shouts of all players together. */
struct rate *hub_shouts(struct hub *hub);

#endif
