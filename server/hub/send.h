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
/* The same, sent also when the turn cannot be committed. */
void hub_send_always(struct hub *hub, struct client *client, const struct message *msg);
/* Sends the answer to a request.  Returns its bytes. */
size_t hub_answer(struct hub *hub, struct client *client, const struct message *msg);
/* Fills *state as room_state does, and marks the seats of house bots. */
void hub_state(const struct hub *hub, const struct room *room, uint64_t at_ms,
               bool with_moves, struct state *state);
/* The same for an answer that says nothing about what a turn may take back, apart from
 * the state of a room (NULL: no room): it does not wait for the store unless earlier
 * messages to the client do. */
size_t hub_answer_still(struct hub *hub, struct client *client, const struct message *msg,
                        const struct room *room);
/* The same for an answer that is right whatever becomes of turns and rooms: it is sent
 * even while a node does not know whether its rooms are its own. */
size_t hub_answer_certain(struct hub *hub, struct client *client,
                          const struct message *msg);
/* Sends the state of a room as it is. */
void hub_send_snapshot(struct hub *hub, struct client *client, const struct room *room);
/* The same to both players, if they are connected. */
void hub_show_players(struct hub *hub, const struct room *room);
/* Tells what an op did in a room, which is as it was after the op. */
void hub_tell_client(struct hub *hub, struct client *client, const struct room *room,
                     const struct op *op);
/* Sends a notice of the server. */
void hub_tell_notice(struct hub *hub, struct client *client, const char *text);

/* --- to everybody in a room --- */

/* Tells what an op did, which has just been carried out. */
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

/* Sends a message to every client for which wants(arg, client) is true; always: also when
 * the turn cannot be committed.  Returns to how many. */
int64_t hub_fan_out(struct hub *hub, const struct message *msg,
                    bool (*wants)(const void *arg, const struct client *client),
                    const void *arg, bool always);
/* Sends a notice of the server; always: also when the turn cannot be stored.  Returns to
 * how many. */
int64_t hub_announce(struct hub *hub, const char *text, bool always);
/* The same to the players of all nodes whom this one knows, too. */
int64_t hub_announce_to_all(struct hub *hub, const char *text);
/* A player shouts to everybody who has a name. */
void hub_shout(struct hub *hub, const struct session *by, const char *text);
/* The bucket of the shouts of all players together. */
struct rate *hub_shouts(struct hub *hub);

#endif
