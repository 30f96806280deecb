/* A node of a cluster: requests about rooms at other nodes are carried out there, and the
 * player cannot tell.
 *
 * The home of a player is the node of the connection, the owner of a room the node that
 * has it.  The owner knows the player as a foreign session with a remote client
 * (server/hub/node/elsewhere.h); what it tells that client goes to the home as bytes,
 * after the turn is stored, and in order. */
#ifndef ALEA_SERVER_CLUSTER_CLUSTER_H
#define ALEA_SERVER_CLUSTER_CLUSTER_H

#include "proto/command/command.h"
#include "server/bus/bus.h"
#include "server/hub/hub.h"

struct client;
struct job;
struct session;

/* A request that another node has not answered for so long, in ms, is answered `storage`:
 * another node takes over a dead one's rooms before that. */
#define CLUSTER_WAIT_MS 5000
/* A question to all nodes waits so long for those that do not answer, in ms. */
#define CLUSTER_FIND_MS 1000
/* A room that has left its node is looked for this often, in ms. */
#define CLUSTER_LOOK_MS 200

/* What the other nodes have answered to a command that lists. */
struct cluster_lists {
    struct message *const *part; /* borrowed; the reply of one node each */
    size_t n;
    size_t bytes;  /* of all these replies */
    bool is_whole; /* all nodes have answered */
};

/* What the cluster needs of server/command, which is above it. */
struct cluster_commands {
    /* Carries out a request that is paid for, here, and answers it; at its end, for a
     * remote client, it calls cluster_end_op.  It is not routed again. */
    void (*run)(struct hub *hub, struct client *client, const struct command *cmd);
    /* Answers it `storage`, with this text. */
    void (*refuse)(struct hub *hub, struct client *client, const struct command *cmd,
                   const char *text);
    /* Answers a command that lists with the rows of this node and those.  job: that of
     * cluster_ask_mine (takes it); NULL: none. */
    void (*run_list)(struct hub *hub, struct client *client, const struct command *cmd,
                     const struct cluster_lists *lists, struct job *job);
    /* The reply of this node alone to such a command, for a player (0: for nobody), as a
     * line of JSON of *len bytes; owned. */
    char *(*list)(struct hub *hub, uint64_t session, enum command_kind kind, size_t *len);
    /* Whether play would seat a player in a room of this node, where somebody waits or
     * the player sits already.  session: 0, or nothing is known here: anybody's.
     * *waited_ms: how long the room is here; UINT64_MAX: the player sits there. */
    bool (*find_open)(struct hub *hub, uint64_t session, const struct command *cmd,
                      uint64_t *waited_ms);
    /* Shows a client all rooms of its player as they are: they are back. */
    void (*show)(struct hub *hub, struct client *client);
    /* A request of this client was answered by another node: it costs so many tokens
     * more.  gives_back: it was free. */
    void (*settle)(struct hub *hub, struct client *client, const struct command *cmd,
                   bool gives_back, int64_t cost);
};

/* Makes a hub, whose store is that of a node, take part in a cluster.  Copies bus;
 * commands is borrowed. */
void cluster_join(struct hub *hub, const struct bus *bus,
                  const struct cluster_commands *commands);
/* What the bus calls; their owner is the hub.  Between them the time must be set, and a
 * turn end. */
extern const struct bus_ops cluster_bus_ops;

/* --- for server/command --- */

/* Whether a request of a client is carried out elsewhere; then the client waits, and gets
 * the answer from there.  Without a cluster it never is. */
ALEA_MUST_USE bool cluster_route(struct hub *hub, struct client *client,
                                 const struct command *cmd);
/* The request of a remote client is carried out, and its answer queued.  has_changed: a
 * room. */
void cluster_end_op(struct hub *hub, struct client *client, enum error_code error,
                    bool has_changed);
/* A command was carried out here.  If all nodes that know the player must hear of it
 * before it is answered with this: true, and the client waits. */
ALEA_MUST_USE bool cluster_answer_later(struct hub *hub, struct client *client,
                                        const struct command *cmd,
                                        const struct message *reply);
/* Asks all nodes for the rows of a session in `mine`.  True: the client waits, and then
 * the command is carried out again, with the rows and with job (takes it; NULL: none);
 * the session does not end before.  False: no node can be reached. */
ALEA_MUST_USE bool cluster_ask_mine(struct hub *hub, struct client *client,
                                    const struct command *cmd, struct session *session,
                                    struct job *job);
/* A player wants to quit, and may leave all rooms that are here.  If there are rooms at
 * other nodes, these are left first, if possible: true, and the client waits; then run is
 * called, or the request is answered with what is in the way. */
ALEA_MUST_USE bool cluster_quit(struct hub *hub, struct client *client,
                                const struct command *cmd);
/* A command was carried out here.  If it sets something, the nodes where the player has
 * rooms are told when that is stored. */
void cluster_was_done(struct hub *hub, struct client *client, enum command_kind kind);
/* A player has got a seat by play: the node of the lobby ends their seeks when that is
 * stored. */
void cluster_end_seeks(struct hub *hub, const struct session *session);
/* The settings of a client (mode, profile, gags) have changed: the same at once. */
void cluster_tell_settings(struct hub *hub, struct client *client);
/* The store says that a session, which has come home, sits in a room at this node (slot,
 * 0: at none now), or sat there. */
void cluster_sits_at(struct hub *hub, struct session *session, int slot,
                     const char *code);
/* A player is back on this client: the nodes where they are elsewhere show their rooms.
 */
void cluster_come_back(struct hub *hub, struct client *client);

#endif
