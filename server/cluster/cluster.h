/* A node of a cluster forwards requests about rooms of other nodes, and players do not
 * notice.
 *
 * The home of a player is the node of the connection; the owner of a room is the node
 * that has it.  At the owner, a player of another node is a foreign session with a remote
 * client (server/hub/node/elsewhere.h).  Messages to that client go to the home as bytes,
 * in order, once their turn is stored. */
#ifndef ALEA_SERVER_CLUSTER_CLUSTER_H
#define ALEA_SERVER_CLUSTER_CLUSTER_H

#include "proto/command/command.h"
#include "server/bus/bus.h"
#include "server/hub/hub.h"

struct client;
struct job;
struct session;

/* A request that other nodes have not answered after this time, in ms, is answered
 * `storage`.  Long enough for a dead node's rooms to be taken over. */
#define CLUSTER_WAIT_MS 5000
/* How long a question to all nodes waits for answers, in ms. */
#define CLUSTER_FIND_MS 1000
/* Interval at which all nodes are asked for a room that has left its owner, in ms. */
#define CLUSTER_LOOK_MS 200

/* The replies of the other nodes to a command that lists. */
struct cluster_lists {
    struct message *const *part; /* borrowed; one reply of each node */
    size_t n;
    size_t bytes;  /* total length of these replies */
    bool is_whole; /* all nodes have answered */
};

/* What the cluster calls in server/command, a layer above it. */
struct cluster_commands {
    /* Carries out a request here and answers it, without charging for it or routing it
     * again.  For a remote client it must call cluster_end_op at the end. */
    void (*run)(struct hub *hub, struct client *client, const struct command *cmd);
    /* Answers a request with the error `storage` and this text. */
    void (*refuse)(struct hub *hub, struct client *client, const struct command *cmd,
                   const char *text);
    /* Answers a command that lists with the rows of this node and those in lists.  job:
     * the one given to cluster_ask_mine (takes it); NULL: none. */
    void (*run_list)(struct hub *hub, struct client *client, const struct command *cmd,
                     const struct cluster_lists *lists, struct job *job);
    /* The reply of this node alone to such a command, as a line of JSON of *len bytes;
     * owned.  session: of the player who asks; 0: none. */
    char *(*list)(struct hub *hub, uint64_t session, enum command_kind kind, size_t *len);
    /* Whether `play` would seat the player of a session in a room of this node: somebody
     * waits there, or the player sits there already.  session: if 0 or not known here,
     * that of any player.  *waited_ms: how long the room has waited; UINT64_MAX: the
     * player sits there. */
    bool (*find_open)(struct hub *hub, uint64_t session, const struct command *cmd,
                      uint64_t *waited_ms);
    /* Shows all rooms of its player to a client that came back. */
    void (*show)(struct hub *hub, struct client *client);
    /* Another node has answered a request of this client.  Charges cost more tokens for
     * it; gives_back: the request was free. */
    void (*settle)(struct hub *hub, struct client *client, const struct command *cmd,
                   bool gives_back, int64_t cost);
};

/* Makes a hub join the cluster.  Its store must be a node's.  Copies bus; borrows
 * commands. */
void cluster_join(struct hub *hub, const struct bus *bus,
                  const struct cluster_commands *commands);
/* For the bus; the owner is the hub.  Between two calls the caller must set the hub's
 * time and end the turn. */
extern const struct bus_ops cluster_bus_ops;

/* --- for server/command --- */

/* True: the request needs other nodes; the client waits, and will be answered.  False:
 * carry it out here.  Always false without a cluster. */
ALEA_MUST_USE bool cluster_route(struct hub *hub, struct client *client,
                                 const struct command *cmd);
/* Ends the request of a remote client, whose answer is queued.  has_changed: it changed a
 * room, so the answer must be stored with the change. */
void cluster_end_op(struct hub *hub, struct client *client, enum error_code error,
                    bool has_changed);
/* A command was carried out here.  True: all nodes that know the player must hear of it
 * first; the client waits, and is then answered with this reply. */
ALEA_MUST_USE bool cluster_answer_later(struct hub *hub, struct client *client,
                                        const struct command *cmd,
                                        const struct message *reply);
/* Asks all nodes for the rows of a session in `mine`.  True: the client waits, and the
 * session stays; then run_list is called with the rows and with job (takes it; NULL:
 * none).  False: no other node is up, and job stays the caller's. */
ALEA_MUST_USE bool cluster_ask_mine(struct hub *hub, struct client *client,
                                    const struct command *cmd, struct session *session,
                                    struct job *job);
/* A player wants to quit, and no room of this node prevents it.  True: the player has
 * rooms at other nodes, and must leave these first; the client waits, and either run is
 * called then, or another node has refused and answered.  False: quit here. */
ALEA_MUST_USE bool cluster_quit(struct hub *hub, struct client *client,
                                const struct command *cmd);
/* A command was carried out here.  If other nodes must know of it (a setting, a ban),
 * they are told when it is stored. */
void cluster_was_done(struct hub *hub, struct client *client, enum command_kind kind);
/* A player has got a seat by `play`.  When that is stored, the lobby ends their seeks. */
void cluster_end_seeks(struct hub *hub, const struct session *session);
/* Tells the nodes that know a client its settings (mode, profile, gags), at once. */
void cluster_tell_settings(struct hub *hub, struct client *client);
/* The store says that a session which has come home sits, or sat, in a room of the node
 * with this slot.  Does nothing without a cluster, with NODE_NOBODY, or if the room is
 * here. */
void cluster_sits_at(struct hub *hub, struct session *session, int slot,
                     const char *code);
/* A player is back on this client.  Attaches it to the nodes that have rooms of theirs,
 * which show them. */
void cluster_come_back(struct hub *hub, struct client *client);

#endif
