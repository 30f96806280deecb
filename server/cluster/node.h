/* What a node remembers of its cluster; for this folder only. */
#ifndef ALEA_SERVER_CLUSTER_NODE_H
#define ALEA_SERVER_CLUSTER_NODE_H

#include "server/base/index.h"
#include "server/cluster/cluster.h"
#include "server/cluster/wire.h"
#include "server/hub/clients.h"
#include "server/hub/node/elsewhere.h"
#include "server/hub/node/node.h"
#include "server/hub/sessions.h"
#include "server/hub/turn.h"

struct room;

/* op_pending.asked: the store of this node, which has no bit as a node. */
#define PENDING_STORE UINT64_C(1)

/* A request that is carried out elsewhere, or whose room is looked for. */
struct op_pending {
    struct op_pending *next, **at; /* in cluster->pending, the oldest first */
    uint64_t op;                   /* its number, and that of the question */
    uint64_t client, session;
    uint64_t begun_ms;
    uint64_t look_ms; /* looked for: when to look again */
    int slot;         /* of the node that carries it out; 0: it is looked for */
    char room[ROOM_BYTES_MAX + 1]; /* that it is about; "": none */
    uint64_t asked;        /* looked for: a bit for each node that has not answered */
    bool is_unsure;        /* looked for: a node could not answer */
    bool is_sent;          /* it was sent to a node, which may have carried it out */
    bool is_answered;      /* the player has the answer, and only its end is awaited */
    bool was_lost;         /* that node did not know the player */
    bool is_known;         /* looked for: the room was at a node, and moves */
    bool is_list;          /* all nodes are asked for rows, see lists.c */
    uint64_t expected;     /* is_list: the session that the client will have; 0: none */
    struct job *job;       /* is_list: owned; of the request; NULL: none */
    struct buf *answer;    /* owned reference; it is carried out, and all that are asked
                              must have heard it, see settings.c; else NULL */
    struct message **part; /* owned; what they have answered */
    size_t n_parts;
    size_t part_bytes;        /* how long that was */
    enum wire_find_kind kind; /* looked for: what */
    char key[NAME_KEY_BYTES]; /* and its key */
    uint64_t parts;           /* quit, play: a bit for each node that has yet to do it */
    bool only_checks;         /* quit: they say only whether they would refuse */
    bool only_meets;          /* play: it is tried there, see steps.c */
    uint64_t *waited_ms;      /* play: owned; by slot, how long a player waits there */
    struct command cmd;
};

/* Longest answer that is kept for a request that comes again; those of requests that
 * change something are shorter, the others are carried out again. */
#define CLUSTER_ANSWER_MAX 1024

/* Messages to clients that a feed already has: the last ones. */
#define FEED_RECENT 8

/* What a node says of a room waits so long, in ms, for another node, whose last words on
 * it are late.  Mostly these come before that, or the link is reset. */
#define CLUSTER_LATE_MS 3000
/* At most so many bytes of one node wait: as much as a longest message, or what a busy
 * node says in that time.  If there are more, what came first waits no longer. */
#define CLUSTER_LATE_BYTES ((size_t)16 * 1024 * 1024)

/* What a node gets in this turn. */
struct feed {
    struct pack pack;
    size_t n_bufs;                         /* messages in it */
    const struct buf *recent[FEED_RECENT]; /* borrowed; message i is at i % FEED_RECENT */
};

/* A room that has moved. */
struct moved {
    char code[ROOM_BYTES_MAX + 1];
    int slot; /* to this node; 0: to this one */
    uint64_t since_ms;
    bool waits;   /* some players must hear its former node first */
    bool is_sent; /* what is asked about it was sent there */
};

/* What a node has said, and is heard later. */
struct late_queue {
    struct late *first, *last; /* owned; NULL: nothing */
    size_t bytes;
};

struct cluster {
    struct hub *hub;
    struct bus bus;
    const struct cluster_commands *commands;
    uint64_t last_op; /* number of the last op; begins at random, below
                       * 2^62 */
    uint64_t up;      /* a bit for each node that is up */
    uint64_t drains;  /* a bit for each that has said that it drains */
    bool told_drains; /* what this node has said of itself */
    int lobby;        /* slot of the node that has the lobby */
    struct op_pending *pending, **pending_end;
    struct index by_op; /* the same by their numbers */
    struct feed feed[BUS_SLOTS];
    struct moved
        *moved; /* owned; rooms that are at other nodes now, until the next tick */
    size_t n_moved;
    struct late_queue late[BUS_SLOTS]; /* of each node */
    uint64_t fenced[BUS_SLOTS];   /* the last epoch of each that is known to be dead */
    uint64_t ticked_ms, awake_ms; /* the last tick; time so far without standstills */
    uint64_t lost_ms;  /* awake_ms when rooms that nobody has are forgotten; 0: none */
    bool rooms_wait;   /* some remote.rooms_wait is set */
    bool some_left;    /* some remote.has_left is set */
    bool reads_bans;   /* the store is reading the bans */
    bool bans_changed; /* since it began, or may have: it must read them again */
    uint64_t bans_ms;  /* when the bans are read again; 0: they are known */
};

/* Acts on a message. */
void cluster_receive(struct cluster *cluster, int from, const void *bytes, size_t n);
/* Sends a message, and empties pack. */
void node_send(struct cluster *cluster, int to, struct pack *pack);

/* The nodes that live, but cannot be reached: a bit each. */
uint64_t node_missing(const struct cluster *cluster);
/* Whether a node can be reached. */
bool node_is_up(const struct cluster *cluster, int slot);

/* --- the home: home.c --- */

/* The session of this node with this id; NULL: it is not here any more. */
struct session *home_find_own(const struct cluster *cluster, uint64_t id);
/* What a session has at a node; NULL: nothing. */
struct at_node *home_find_at(const struct session *session, int slot);
/* Rooms where it sits, but for those at one node. */
size_t home_n_away(const struct session *session, int slot);
/* A room of the session is at that node. */
void home_put_room(struct session *session, int slot, const struct remote_room *room);
/* The room with this code, of those that a session has elsewhere; NULL: none. */
const struct remote_room *home_find_room(const struct session *session, const char *code,
                                         int *slot);
/* The session's player is told of this seat, which may be lost.  If its node has not
 * answered yet to the connection, and says then that the player is not there, the player
 * is told that, too.  False: no node is known to have the room. */
bool home_doubt_room(const struct session *session, const char *code);
/* The nodes where it has rooms, a bit for each. */
uint64_t home_rooms_at(const struct session *session);
/* Tells a node who the client is.  op: it says when it has heard that; 0: it does not. */
void home_send_attach(struct cluster *cluster, const struct client *client, int slot,
                      bool shows, uint64_t op);
/* Makes a node know of the client; shows: and show it the rooms there.  The node forgets
 * the request of the client then, which is sent again. */
void home_attach(struct cluster *cluster, struct client *client, int slot, bool shows);
/* Tells a node that it need not know of a client. */
void home_send_detach(struct cluster *cluster, int slot,
                      const struct wire_detach *detach);
/* Ends what a session has at a node, if there are no rooms, and no request. */
void home_leave_node(struct cluster *cluster, struct session *session, int slot);
void home_feed(struct cluster *cluster, int from, struct unpack *in);
void home_peer(struct cluster *cluster, int slot, bool is_up);
/* Tells a node how many running games a session has, unless it was told that: *told. */
void home_send_played(struct cluster *cluster, int slot, uint64_t session, size_t n,
                      size_t *told);
/* A node says how many running games a session has. */
void home_take_played(struct cluster *cluster, int from, uint64_t id, size_t n);
/* Tells other nodes how many running games the players of a room have, if that is news:
 * offers depend on it. */
void home_stored(struct hub *hub, const struct room *room);
void home_left(struct hub *hub, struct session *session);
void home_reads(struct hub *hub, const struct session *session);

/* --- its requests: pending.c --- */

/* Sends a request to a node, as one that was not sent before. */
void pending_send(struct cluster *cluster, struct op_pending *pending, int slot);
/* Carries it out here. */
void pending_run_here(struct cluster *cluster, struct op_pending *pending);
/* Has it carried out at its node: once, however often it is sent. */
void pending_run_there(struct cluster *cluster, struct op_pending *pending);
/* Has a request carried out at a node, where this room is. */
void pending_run_at(struct cluster *cluster, struct client *client,
                    const struct command *cmd, int slot, const char *room);
/* The same where this room or player is, which is looked for. */
void pending_run_where(struct cluster *cluster, struct client *client,
                       const struct command *cmd, enum wire_find_kind kind,
                       const char *key);
/* A request begins to wait for other nodes. */
struct op_pending *pending_begin(struct cluster *cluster, struct client *client,
                                 const struct command *cmd);
/* Takes a request out, which is decided.  Returns its client, which waits no more; NULL:
 * it is gone.  The request is the caller's until op_pending_free. */
struct client *pending_end(struct cluster *cluster, struct op_pending *pending);
void op_pending_free(struct op_pending *pending);
/* The request with this number; NULL: it is decided. */
struct op_pending *pending_find(const struct cluster *cluster, uint64_t op);
/* The answer of a node to what is looked for. */
void pending_found(struct cluster *cluster, int from, uint64_t query, bool is_here);
/* A node answers a request, which is not looked for, asked or sent elsewhere from then
 * on.  Whether its player is to be told: nobody has answered it before, and it was asked
 * on the connection that the player has. */
bool pending_answered(struct cluster *cluster, int from, uint64_t op);
/* A node has carried out a request, or cannot. */
void pending_done(struct cluster *cluster, int from, const struct feed_item *item);
/* A request is carried out and stored here; it is answered when these nodes have heard
 * of it. */
void pending_told(struct cluster *cluster, uint64_t op, uint64_t told);
/* A room has moved: what is asked about it is asked there. */
void pending_moved(struct cluster *cluster, const struct moved *moved);
/* Nobody waits for it any more. */
void pending_drop(struct cluster *cluster, struct op_pending *pending);
void pending_peer(struct cluster *cluster, int slot, bool is_up);
void pending_tick(struct hub *hub);
void pending_fini(struct cluster *cluster);

/* --- lists of all nodes: lists.c --- */

/* Whether a room is here, and is not about to leave for another node: route.c. */
bool route_has_room(const struct hub *hub, const char *code);
/* Whether all nodes have rows for the answer to this command: route.c. */
bool route_is_list(enum command_kind kind);
/* Whether it is answered when the nodes that know the player have heard of it: route.c.
 */
bool route_is_agreed(enum command_kind kind);

/* Has a command that lists answered with the rows of all nodes. */
void lists_begin(struct cluster *cluster, struct client *client,
                 const struct command *cmd);
/* Asks all nodes for the rows of a session in the answer to a request. */
void lists_ask(struct cluster *cluster, struct op_pending *pending, uint64_t session);
/* Answers it with what there is; the request is over.  Or goes on with play. */
void lists_end(struct cluster *cluster, struct op_pending *pending);
void lists_asked(struct cluster *cluster, int from, const struct wire_list *list);
void lists_answered(struct cluster *cluster, int from, uint64_t query, const char *json,
                    size_t len);

/* --- requests that several nodes carry out: steps.c --- */

/* Has play carried out where a player waits, else where the lobby is. */
void steps_play(struct cluster *cluster, struct client *client,
                const struct command *cmd);
/* What a node has answered to play. */
void steps_play_heard(struct op_pending *pending, int slot, const char *text, size_t len);
/* The next step of play: nothing was found yet; of quit. */
void steps_play_on(struct cluster *cluster, struct op_pending *pending);
void steps_quit_on(struct cluster *cluster, struct op_pending *pending);

/* --- the lobby: lobby.c --- */

/* A player has got a seat by play. */
void lobby_end_seeks(struct cluster *cluster, int from, uint64_t session);

/* Makes the node of the lobby know of a client with a name. */
void lobby_enter(struct cluster *cluster, struct client *client);
/* Nodes came or went: the lobby may be at another one. */
void lobby_check(struct cluster *cluster);
/* The bans in the database have changed, or may have. */
void lobby_read_bans(struct cluster *cluster);
/* Has a node, or BUS_ALL, read them. */
void lobby_tell_bans(struct cluster *cluster, int to);
/* Reads the bans again if that has failed, after a while. */
void lobby_tick(struct hub *hub);

/* --- the owner: owner.c, run.c --- */

/* What an item of the outbox is that ends a request. */
struct end_mark {
    uint64_t op; /* 0: a client that leaves has been told all */
    unsigned flags;
    uint64_t cost;
};

/* The remote client of a node for one of its players; NULL: there is none. */
struct client *owner_find_remote(const struct cluster *cluster, int from,
                                 uint64_t session);
/* The same, but NULL if the client leaves. */
struct client *owner_client(const struct cluster *cluster, int from, uint64_t session);
/* Tells the home of a remote client which rooms its player has here, if that is news. */
void owner_feed_rooms(struct cluster *cluster, const struct client *client);
/* Makes sure that something can be added to a feed. */
void owner_begin_feed(struct feed *feed);
/* Tells a remote client's home that a request ends, after all else that it is told. */
void owner_end_op(struct hub *hub, struct client *client, uint64_t op, unsigned flags,
                  uint64_t cost);
void owner_attach(struct cluster *cluster, int from, const struct wire_attach *attach);
/* Tells the home of a session how many running games it has here, if that is news. */
void owner_tell_played(struct cluster *cluster, const struct session *session);
/* Tells a node that a request of this session ends: flags of enum feed_done_flags.  What
 * waits for turns comes later. */
void owner_say_done(struct cluster *cluster, int slot, uint64_t session, uint64_t op,
                    unsigned flags);
/* That node detaches a player.  If the player stays connected, they hear what waits, and
 * that offers are over. */
void owner_detach(struct cluster *cluster, int from, const struct wire_detach *detach);
void owner_show(struct cluster *cluster, int from, uint64_t session);
void owner_run(struct cluster *cluster, int from, const struct wire_run *run);
void owner_lose(struct cluster *cluster, int slot);
/* The players of a room who are connected, and count as away, are back. */
void owner_welcome(struct hub *hub, struct room *room);
void owner_ended(struct hub *hub, const struct session *session);
void owner_send(struct hub *hub);

/* --- who is heard first of a room that moves: order.c --- */

/* Whether the player of a session may yet hear something of a room from another node than
 * this one, which has it now. */
bool order_is_behind(const struct cluster *cluster, const struct session *session,
                     const char *code, int slot);
/* Keeps a message for later if a player of this node must hear another node first; what
 * follows it waits, too. */
bool order_holds(struct cluster *cluster, int from, const void *bytes, size_t n);
/* Acts on what need not wait any more. */
void order_tick(struct cluster *cluster);
/* What waits of that node is lost. */
void order_drop(struct cluster *cluster, int slot);

/* --- rooms and sessions that move: moves.c --- */

void moves_begin(struct cluster *cluster);
/* Messages of other nodes: a room is there; they are the home of a session now; a room is
 * given to this node. */
void moves_room(struct cluster *cluster, int from, struct unpack *in);
void moves_taken(struct cluster *cluster, struct unpack *in);
void moves_given(struct cluster *cluster, int from, struct unpack *in);
/* A node is dead. */
void moves_fenced(struct cluster *cluster, struct unpack *in);
/* Tells a node that a room is here, if it is. */
void moves_answer(struct cluster *cluster, int slot, const char *code);
/* Asks all nodes for the rooms of a session whose nodes are out of reach. */
void moves_ask(struct cluster *cluster, const struct session *session);
/* A node has not got this room of a session, after a time in which it was out of reach,
 * or has not heard yet that the session watches it: it, or another one, may have it. */
void moves_lose(struct cluster *cluster, struct session *session,
                const struct remote_room *room);
/* Tells the player that a room is gone, or the seat there, since its node was out of
 * reach. */
void moves_tell_closed(struct hub *hub, const struct session *session,
                       const struct remote_room *room);
/* Tells a node that is up which nodes are dead, and which rooms are here that other nodes
 * have opened. */
void moves_tell(struct cluster *cluster, int slot);
/* Tells a node that it is not the home of a session any more. */
void moves_refuse(struct hub *hub, int slot, const struct session *session);
/* Tells sessions where their rooms are now. */
void moves_tick(struct hub *hub);

#endif
