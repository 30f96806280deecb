/* What the hub keeps about players who are partly at other nodes of a cluster, and what
 * it calls of the cluster (server/cluster).  A server that is alone has none of it. */
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

/* The connections of remote clients in the outbox: their ids, with this bit. */
#define HUB_CONN_REMOTE (UINT64_C(1) << 63)
/* With this one as well, an item is no message, but the end of a request. */
#define HUB_CONN_DONE (UINT64_C(1) << 62)

/* A remote client: its connection is at another node, its home.  It has a player, speaks
 * as the real client does, and what it is told goes to the home as bytes. */
struct remote {
    int home;           /* slot of that node */
    bool is_operator;   /* it has the operator's role there */
    uint64_t op;        /* the request that is carried out; 0: none */
    bool only_checks;   /* op: says only whether it would be refused */
    bool is_part;       /* op: its home answers it, unless it is refused */
    size_t told_played; /* running games here, as the home was told */
    uint64_t told;      /* hash of its player's rooms here, as the home was told them */
    bool rooms_wait;    /* the home hears that there are none when turns are decided */
    bool leaves;        /* the home has detached it: it goes when it is told what waits */
    bool has_left;      /* that is done */
    bool gives_back;    /* of op: it moved a game on, which is free */
    int64_t cost;       /* of op: tokens beyond its own cost */
    struct buf *answer; /* owned reference; the last one; NULL: none */
};

/* A room at another node where a session of this node sits, or which it watches. */
struct remote_room {
    char code[ROOM_BYTES_MAX + 1];
    bool sits;
    uint64_t until_ms; /* forgotten then, by the time in which this node is awake, unless
                          a node says that it has it; 0: never */
    bool is_coming;    /* it was given to that node, which has not said that it has it */
    bool is_unsure;    /* that node has the room, and has not said who is there */
};

/* What a session has at another node. */
struct at_node {
    int slot;
    bool is_attached;   /* that node knows of its connection */
    uint64_t attach_op; /* it has not said yet that it has heard of this connection: what
                           it tells the player is for the former one; 0: it has */
    uint64_t show_op; /* it has not heard yet that the connection reads again: events that
                         it tells a watcher come after a gap; 0: it has */
    bool was_reset;   /* since the node has said last which rooms it has */
    struct remote_room *room; /* owned */
    size_t n_rooms;
    size_t n_played; /* running games in these rooms, as the node has said */
};

/* Of a session that has to do with other nodes. */
struct elsewhere {
    bool is_foreign;     /* its home is another node: */
    int home;            /* its slot */
    size_t n_away;       /* foreign: rooms at nodes other than this one where it sits */
    size_t n_played;     /* foreign: running games at nodes other than this one */
    size_t told_played;  /* not foreign: the same as the lobby was told it */
    uint64_t done;       /* foreign: its last request that was carried out; 0: none */
    unsigned done_flags; /* of that: enum feed_done_flags */
    uint64_t done_cost;  /* and tokens */
    struct buf *answer;  /* owned reference; what that was answered; NULL: nothing */
    struct at_node *at;  /* owned; not foreign: where else it is */
    size_t n_at;
    uint64_t left; /* not foreign: a bit for each node that was told to detach it, and may
                      not have heard so */
    struct op_pending *pending; /* owned; not foreign: its request that is elsewhere, or
                                   NULL */
};

/* NULL: the session has nothing to do with other nodes. */
struct elsewhere *session_elsewhere(const struct session *session);
/* Whether the session's home is another node. */
bool session_is_foreign(const struct session *session);
/* The session's; made if there is none. */
struct elsewhere *session_need_elsewhere(struct session *session);
void elsewhere_free(struct elsewhere *elsewhere);
/* The session has another home now: what was known of its rooms elsewhere is void. */
void session_clear_elsewhere(struct session *session);
/* Rooms at other nodes where the session sits (or, without sits, which it watches), as
 * far as this node knows. */
size_t session_n_elsewhere(const struct session *session, bool sits);
/* Running games there; and at all other nodes. */
size_t at_node_played(const struct at_node *at);
size_t session_n_played(const struct session *session);
/* The code of the i-th of all rooms where the session sits (watches): those of this node
 * come first.  Borrowed; i must be less than their number. */
const char *session_nth_code(const struct session *session, bool sits, size_t i);

/* --- remote clients --- */

/* Adds one for the player of a session at its home, from this address.  Returns
 * borrowed; hub_remove_client ends it. */
struct client *hub_add_remote(struct hub *hub, struct session *session, int home,
                              const char *address);
/* The player has another connection: the client of the session, if there is one, ends
 * without being told, and the player is not away. */
void hub_drop_remote(struct hub *hub, struct session *session);
/* The remote client with this connection in the outbox; NULL: it is gone. */
struct client *hub_find_remote(const struct hub *hub, uint64_t conn);
/* Frees what a client has in addition for that. */
void hub_free_remote(struct hub *hub, struct client *client);
/* Steps through them: *at is 0 at first.  NULL: there are no more. */
struct client *hub_next_remote(const struct hub *hub, uint32_t *at);

/* --- the cluster --- */

/* What the hub calls; hub->cluster_ops is NULL without a cluster. */
struct cluster_ops {
    /* What is in the outbox for remote clients may be sent. */
    void (*send)(struct hub *hub);
    /* The connection of a session that is no remote client has ended, or it is about to
     * have another one. */
    void (*left)(struct hub *hub, struct session *session);
    /* A change of a room is stored. */
    void (*stored)(struct hub *hub, const struct room *room);
    /* A session ends here: nothing holds it. */
    void (*ended)(struct hub *hub, struct session *session);
    /* The connection of a session reads again: it should be shown what it watches. */
    void (*reads)(struct hub *hub, const struct session *session);
    /* Does what is due. */
    void (*tick)(struct hub *hub);
    void (*free)(struct hub *hub);
};

/* Makes the hub a node of a cluster. */
void hub_set_cluster(struct hub *hub, const struct cluster_ops *ops,
                     struct cluster *cluster);
/* NULL: there is none. */
struct cluster *hub_cluster(const struct hub *hub);
/* Tells the cluster, if need be, that the session has lost its connection. */
void hub_tell_left(struct hub *hub, struct session *session);

#endif
