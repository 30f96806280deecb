/* What a node remembers of its cluster; for this folder only. */
#ifndef ALEA_SERVER_CLUSTER_NODE_H
#define ALEA_SERVER_CLUSTER_NODE_H

#include "server/cluster/cluster.h"
#include "server/cluster/wire.h"
#include "server/hub/clients.h"
#include "server/hub/node/elsewhere.h"
#include "server/hub/sessions.h"
#include "server/hub/turn.h"

/* A request that is carried out elsewhere, or whose room is looked for. */
struct op_pending {
    struct op_pending *next, **at; /* in cluster->pending, the oldest first */
    uint64_t op;                   /* its number, and that of the question */
    uint64_t client, session;
    uint64_t begun_ms;
    int slot;              /* of the node that carries it out; 0: it is looked for */
    uint64_t asked;        /* looked for: a bit for each node that has not answered */
    bool is_unsure;        /* looked for: a node could not answer */
    bool is_sent;          /* it was sent to that node */
    bool is_list;          /* all nodes are asked for rows, see lists.c */
    struct message **part; /* owned; what they have answered */
    size_t n_parts;
    struct command cmd;
};

/* Messages to clients that a feed already has: the last ones. */
#define FEED_RECENT 8

/* What a node gets in this turn. */
struct feed {
    struct pack pack;
    size_t n_bufs;                         /* messages in it */
    const struct buf *recent[FEED_RECENT]; /* borrowed; message i is at i % FEED_RECENT */
};

struct cluster {
    struct hub *hub;
    struct bus bus;
    const struct cluster_commands *commands;
    uint64_t last_op; /* number of the last op; begins at random */
    uint64_t up;      /* a bit for each node that is up */
    int lobby;        /* slot of the node that has the lobby */
    uint64_t seen;    /* and for each that was up since the start, and is not dead */
    struct op_pending *pending, **pending_end;
    struct feed feed[BUS_SLOTS];
};

/* Sends a message, and empties pack. */
void node_send(struct cluster *cluster, int to, struct pack *pack);

/* --- the home: home.c --- */

/* Has a request carried out at a node.  room: which one is meant; "": as the request
 * says. */
void home_run_at(struct cluster *cluster, struct client *client,
                 const struct command *cmd, int slot, const char *room);
/* The same where this room or player is, which is looked for. */
void home_run_where(struct cluster *cluster, struct client *client,
                    const struct command *cmd, enum wire_find_kind kind, const char *key);
/* A request begins to wait for other nodes. */
struct op_pending *home_begin(struct cluster *cluster, struct client *client,
                              const struct command *cmd);
/* Takes a request out, which is decided.  Returns its client, which waits no more; NULL:
 * it is gone.  The request is the caller's until op_pending_free. */
struct client *home_end(struct cluster *cluster, struct op_pending *pending);
void op_pending_free(struct op_pending *pending);
/* The request with this number; NULL: it is decided. */
struct op_pending *home_find(const struct cluster *cluster, uint64_t op);
/* Whether the node with this slot is up. */
bool node_is_up(const struct cluster *cluster, int slot);
void home_found(struct cluster *cluster, int from, uint64_t query, bool is_here);
void home_feed(struct cluster *cluster, int from, struct unpack *in);
void home_peer(struct cluster *cluster, int slot, bool is_up);
void home_left(struct hub *hub, struct session *session);
void home_reads(struct hub *hub, const struct session *session);
void home_tick(struct hub *hub);
void home_fini(struct cluster *cluster);

/* --- lists of all nodes: lists.c --- */

/* Has a command that lists answered with the rows of all nodes. */
void lists_begin(struct cluster *cluster, struct client *client,
                 const struct command *cmd);
/* Answers it with what there is; the request is over. */
void lists_end(struct cluster *cluster, struct op_pending *pending);
void lists_asked(struct cluster *cluster, int from, const struct wire_list *list);
void lists_answered(struct cluster *cluster, int from, uint64_t query, const char *json,
                    size_t len);

/* --- the lobby: lobby.c --- */

/* The slot of the node that has the lobby now. */
int lobby_slot(const struct cluster *cluster);
/* Makes the node of the lobby know of a client with a name. */
void lobby_enter(struct cluster *cluster, struct client *client);
/* Nodes came or went: the lobby may be at another one. */
void lobby_check(struct cluster *cluster);
/* The bans in the database have changed. */
void lobby_read_bans(struct cluster *cluster);
/* Makes a node know of a client; shows: and show it the rooms there. */
void home_attach(struct cluster *cluster, struct client *client, int slot, bool shows);
/* A session has nothing at a node any more, if that is so. */
void home_leave_node(struct cluster *cluster, struct session *session, int slot);

/* --- the owner: owner.c --- */

void owner_attach(struct cluster *cluster, int from, const struct wire_attach *attach);
void owner_detach(struct cluster *cluster, int from, uint64_t session);
void owner_show(struct cluster *cluster, int from, uint64_t session);
void owner_run(struct cluster *cluster, int from, const struct wire_run *run);
void owner_lose(struct cluster *cluster, int slot);
void owner_ended(struct hub *hub, const struct session *session);
void owner_send(struct hub *hub);

#endif
