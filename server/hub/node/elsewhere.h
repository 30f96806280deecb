/* What the hub keeps about players who have to do with several nodes of a cluster, and
 * what it calls in server/cluster.  A server that is alone has none of it.
 *
 * A session is "own" at its home, the node of the connection, and "foreign" at other
 * nodes, which know it because it has rooms there, or for the lobby. */
#ifndef ALEA_SERVER_HUB_ELSEWHERE_H
#define ALEA_SERVER_HUB_ELSEWHERE_H

#include "proto/bounds.h"
#include "server/hub/sessions.h"

struct buf;
struct client;
struct cluster;
struct hub;
struct op_pending;
struct room;

/* In the outbox, the connection of a remote client is its id with this bit. */
#define HUB_CONN_REMOTE (UINT64_C(1) << 63)
/* With this bit as well, the item is not a message but the end of a request. */
#define HUB_CONN_DONE (UINT64_C(1) << 62)

/* A client whose connection is at another node, its home.  It has the player's session
 * and modes; messages to it go to the home as bytes. */
struct remote {
    int home;           /* slot */
    bool is_operator;   /* the connection has the operator's role */
    uint64_t op;        /* number of the running request; 0: none */
    bool only_checks;   /* op, quit: only say whether it would be refused */
    bool is_part;       /* op, quit: the home answers, unless it is refused */
    size_t told_played; /* running games here, as the home was last told */
    uint64_t told;      /* hash of the player's rooms here, as the home was last told */
    bool rooms_wait;    /* the home must hear of no rooms, after the turns that wait */
    bool leaves;        /* the home has detached it; it goes when it is told what waits */
    bool has_left;      /* it has been told */
    bool gives_back;    /* op: it moved a game on, which is free */
    int64_t cost;       /* op: tokens beyond the command's own cost */
    struct buf *answer; /* owned reference; the last answer; NULL: none */
};

/* A room at another node where a session of this node sits, or which it watches. */
struct remote_room {
    char code[ROOM_BYTES_MAX + 1];
    bool sits;
    uint64_t until_ms; /* forgotten at this time, in cluster.awake_ms, unless a node says
                          that it has the room; 0: never */
    bool is_coming;    /* given to that node, which has not said yet that it has it */
    bool is_unsure;    /* the node may have it, but has not listed it for this player */
    bool leaves;       /* `leave` was answered `storage`, but may still be carried out */
};

/* What a session has at another node; slot 0: lost rooms, which no node has. */
struct at_node {
    int slot;
    bool is_attached;   /* the node was told of the connection */
    uint64_t attach_op; /* the node has not acknowledged this connection: its messages are
                           for the former one; 0: it has */
    uint64_t show_op;   /* the node has not heard that the connection reads again: its
                           events for a spectator come after a gap; 0: it has */
    bool was_reset;     /* the link was down since the node last listed its rooms */
    struct remote_room *room; /* owned */
    size_t n_rooms;
    size_t n_played; /* running games in these rooms, as the node last said */
};

/* A session that has to do with other nodes.  F: set if foreign; O: if own. */
struct elsewhere {
    bool is_foreign;     /* its home is another node */
    int home;            /* F: slot of that node */
    size_t n_away;       /* F: rooms at nodes other than this one where it sits */
    size_t n_played;     /* F: running games at nodes other than this one */
    size_t told_played;  /* O: running games outside the lobby's node, as that was told;
                            SIZE_MAX: it may have heard any number */
    uint64_t done;       /* F: number of the last request carried out; 0: none */
    unsigned done_flags; /* F: of that request: enum feed_done_flags */
    uint64_t done_cost;  /* F: of that request: tokens beyond the command's own */
    struct buf *answer;  /* F: owned reference; its answer; NULL: none */
    struct at_node *at;  /* O: owned; other nodes that have rooms, or know the session */
    size_t n_at;
    uint64_t left; /* O: a bit for each node that was told to detach the session, and may
                      still send it messages */
    struct op_pending *pending; /* O: owned by the cluster; the request that waits for
                                   other nodes, or NULL */
};

/* Borrowed; NULL: the session has nothing to do with other nodes. */
struct elsewhere *session_elsewhere(const struct session *session);
/* Whether the session is here as a player of another node. */
bool session_is_foreign(const struct session *session);
/* As session_elsewhere, but creates it if there is none. */
struct elsewhere *session_need_elsewhere(struct session *session);
void elsewhere_free(struct elsewhere *elsewhere);
/* The session has another home now: forgets its rooms at other nodes. */
void session_clear_elsewhere(struct session *session);
/* Number of rooms at other nodes where the session sits (or, without sits, watches), as
 * far as this node knows. */
size_t session_n_elsewhere(const struct session *session, bool sits);
/* Running games at one other node. */
size_t at_node_played(const struct at_node *at);
/* Running games at all other nodes. */
size_t session_n_played(const struct session *session);
/* The code of the i-th room where the session sits (or, without sits, watches), those of
 * this node first; borrowed.  "": there are fewer. */
const char *session_nth_code(const struct session *session, bool sits, size_t i);

/* --- remote clients --- */

/* Adds a remote client for a session whose connection is at the node home, from this
 * address.  Returns borrowed; hub_remove_client ends it. */
struct client *hub_add_remote(struct hub *hub, struct session *session, int home,
                              const char *address);
/* The player has another connection: removes the session's client, if any, without a
 * goodbye.  The player does not become away. */
void hub_drop_remote(struct hub *hub, struct session *session);
/* The remote client with this connection in the outbox; borrowed; NULL: it is gone. */
struct client *hub_find_remote(const struct hub *hub, uint64_t conn);
/* Frees client->remote, if there is one. */
void hub_free_remote(struct hub *hub, struct client *client);
/* Steps through the remote clients: *at is 0 at first.  NULL: there are no more. */
struct client *hub_next_remote(const struct hub *hub, uint32_t *at);

/* --- the cluster --- */

/* What the hub calls; hub->cluster_ops is NULL without a cluster. */
struct cluster_ops {
    /* Sends the messages for remote clients, and takes them out of the outbox. */
    void (*send)(struct hub *hub);
    /* An own session with struct elsewhere loses its connection, maybe to a new one. */
    void (*left)(struct hub *hub, struct session *session);
    /* A change of a room is stored. */
    void (*stored)(struct hub *hub, const struct room *room);
    /* A session ends here: nothing holds it. */
    void (*ended)(struct hub *hub, struct session *session);
    /* A foreign session sits in a room that was rebuilt after its turn was dropped: its
     * home may have been told that the session has left. */
    void (*seated)(struct hub *hub, const struct session *session);
    /* The connection of a session reads again: show it the rooms it watches. */
    void (*reads)(struct hub *hub, const struct session *session);
    /* Does what is due by time. */
    void (*tick)(struct hub *hub);
    void (*free)(struct hub *hub);
};

/* Makes the hub a node of a cluster.  Borrows both; NULL: it is none any more. */
void hub_set_cluster(struct hub *hub, const struct cluster_ops *ops,
                     struct cluster *cluster);
/* Borrowed; NULL: the server is alone. */
struct cluster *hub_cluster(const struct hub *hub);
/* Calls cluster_ops.left for an own session that has to do with other nodes. */
void hub_tell_left(struct hub *hub, struct session *session);

#endif
