/* The state of a node in its cluster (struct cluster), and the functions that the files
 * of this folder share.
 *
 * A node plays two parts at once.  As the home of a player it remembers what the session
 * has at other nodes (struct elsewhere) and the request it waits for (struct op_pending).
 * As the owner of a room it serves players of other nodes (struct remote) and collects
 * what their homes must pass on to them (struct feed). */
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

/* In op_pending.asked: waits for this node's own store.  No node has slot 0. */
#define PENDING_STORE UINT64_C(1)

/* A request of a player of this node that waits for other nodes.  Another node carries
 * it out (slot), or it is in one of these states:
 *
 * - lookup: slot is 0, and all nodes are asked where its room or player is;
 * - list: is_list is set, and all nodes are asked for rows (lists.c, steps.c);
 * - agreed: answer is set; this node carried it out, and others must hear of it before
 *   the player gets the answer (settings.c).
 *
 * The connection is held meanwhile, so a player has at most one. */
struct op_pending {
    struct op_pending *next, **at; /* in cluster->pending, oldest first */
    uint64_t op;                   /* number of the request, and of questions about it */
    uint64_t client, session;      /* session 0: the client has none */
    uint64_t begun_ms;             /* server time */
    uint64_t look_ms;              /* lookup: server time of the next try */
    int slot;                      /* the node that carries it out; 0: none */
    char room[ROOM_BYTES_MAX + 1]; /* the room it is about; "": none */
    uint64_t asked;                /* a bit for each node that must still answer */
    bool is_unsure;                /* lookup, list: some node could not answer */
    bool is_sent;                  /* a node got it, and may have carried it out */
    bool is_answered;      /* the player has the answer; only FEED_DONE is awaited */
    bool was_lost;         /* the node answered DONE_LOST once already */
    bool is_first;         /* join: the player was not in the room when this began */
    bool is_given_up;      /* the next tick refuses it */
    bool is_known;         /* lookup: the room exists, so keep looking */
    bool is_list;          /* see above */
    uint64_t expected;     /* list: the session that the client will get; 0: none */
    struct job *job;       /* list: owned; the job of the request; NULL: none */
    struct buf *answer;    /* agreed: owned reference; else NULL */
    struct message **part; /* list: owned; the replies of the nodes */
    size_t n_parts;
    size_t part_bytes;        /* total length of these replies */
    enum wire_find_kind kind; /* lookup: what key is */
    char key[NAME_KEY_BYTES]; /* lookup: room code or player name */
    uint64_t parts;           /* quit, play: a bit for each node still to be tried */
    bool only_checks;         /* quit: the nodes only say whether they would refuse */
    bool only_meets;          /* play: sent with RUN_MEETS, see steps.c */
    uint64_t *waited_ms;      /* play: owned; longest wait at each node, by slot */
    struct command cmd;
};

/* Longest answer that is kept in case its request comes again.  Requests that change
 * something have shorter answers; the others are simply carried out again. */
#define CLUSTER_ANSWER_MAX 1024

/* How many of a feed's last messages are compared, to include each only once. */
#define FEED_RECENT 8

/* How long a new owner's messages wait for the last ones of the former owner, in ms.
 * These usually arrive sooner, or the link is reset. */
#define CLUSTER_LATE_MS 3000
/* Most bytes of one node that wait: the longest message, or what a busy node sends in
 * that time.  Beyond that, the oldest messages stop waiting. */
#define CLUSTER_LATE_BYTES ((size_t)16 * 1024 * 1024)

/* What one node will be sent at the end of this turn. */
struct feed {
    struct pack pack;
    size_t n_bufs;                         /* messages in it */
    const struct buf *recent[FEED_RECENT]; /* borrowed; message i is at i % FEED_RECENT */
};

/* A room that has moved, until all sessions here know. */
struct moved {
    char code[ROOM_BYTES_MAX + 1];
    int slot; /* new owner; 0: this node */
    uint64_t since_ms;
    bool waits;   /* some players must hear the former owner first */
    bool is_sent; /* pending requests about it were sent to the new owner */
};

/* Messages of one node that wait, see order.c. */
struct late_queue {
    struct late *first, *last; /* owned; first is NULL if there are none */
    size_t bytes;
};

struct cluster {
    struct hub *hub;
    struct bus bus;
    const struct cluster_commands *commands;
    uint64_t last_op; /* number of the last op; starts at random, below 2^62 */
    uint64_t up;      /* a bit for each node that is up */
    uint64_t drains;  /* a bit for each node that has said it drains */
    bool told_drains; /* what this node last said about itself */
    int lobby;        /* slot of the node that has the lobby */
    struct op_pending *pending, **pending_end;
    struct index by_op;          /* the pending requests by number */
    struct feed feed[BUS_SLOTS]; /* to each node */
    struct moved
        *moved; /* owned; rooms that have moved, until all sessions here know of it */
    size_t n_moved;
    struct late_queue late[BUS_SLOTS]; /* from each node */
    uint64_t fenced[BUS_SLOTS];   /* last epoch of each slot known to be dead; 0: none */
    uint64_t ticked_ms, awake_ms; /* last tick (server time); uptime minus standstills */
    uint64_t lost_ms;  /* awake_ms at which lost rooms are forgotten; 0: there are none */
    bool rooms_wait;   /* some remote.rooms_wait is set */
    bool some_left;    /* some remote.has_left is set */
    bool reads_bans;   /* the store is reading the bans */
    bool bans_changed; /* they may have changed since: read them again */
    uint64_t bans_ms;  /* when to read the bans again; 0: no need */
};

/* Acts on a message of another node. */
void cluster_receive(struct cluster *cluster, int from, const void *bytes, size_t n);
/* Sends a message to a node or BUS_ALL, and empties pack. */
void node_send(struct cluster *cluster, int to, struct pack *pack);

/* Nodes that are alive in the database but down on the bus, a bit each. */
uint64_t node_missing(const struct cluster *cluster);
/* Whether the link to a node is up. */
bool node_is_up(const struct cluster *cluster, int slot);

/* --- the home: home.c --- */

/* The session with this id whose home is this node; NULL: none. */
struct session *home_find_own(const struct cluster *cluster, uint64_t id);
/* What a session has at a node; borrowed; NULL: nothing. */
struct at_node *home_find_at(const struct session *session, int slot);
/* Number of rooms where the session sits, except those at this node. */
size_t home_n_away(const struct session *session, int slot);
/* Notes that a room of the session is at a node (0: at none now).  Copies *room; does
 * nothing if the session already has the room elsewhere. */
void home_put_room(struct session *session, int slot, const struct remote_room *room);
/* The session's room with this code at another node (*slot, 0: lost); borrowed; NULL:
 * none. */
const struct remote_room *home_find_room(const struct session *session, const char *code,
                                         int *slot);
/* The player is told of this seat, but may have lost it.  If the node has not yet
 * acknowledged the connection, its next list of rooms decides: without the room in it,
 * the player is told that the seat is gone.  False: the session has no such room
 * elsewhere. */
bool home_doubt_room(const struct session *session, const char *code);
/* The player's `leave` was answered `storage`, but the node in this slot may still carry
 * it out.  If it then no longer lists the room, the player is told `closed`. */
void home_leaves(const struct session *session, int slot, const char *code);
/* The nodes where the session has rooms, a bit each. */
uint64_t home_rooms_at(const struct session *session);
/* Tells a node who the client is.  shows: the node shows the player's rooms.  op: the
 * node acknowledges with FEED_DONE; 0: it does not. */
void home_send_attach(struct cluster *cluster, const struct client *client, int slot,
                      bool shows, uint64_t op);
/* Attaches the client at a node, if that is up and does not know it yet.  shows: in any
 * case, and the node shows the player's rooms.  That makes a node which knew the client
 * forget its request, so the request is sent again. */
void home_attach(struct cluster *cluster, struct client *client, int slot, bool shows);
/* Tells a node to forget a client. */
void home_send_detach(struct cluster *cluster, int slot,
                      const struct wire_detach *detach);
/* Detaches the session from a node where it has no rooms and no request; ends the session
 * if nothing else holds it.  Players who are connected stay known to the lobby. */
void home_leave_node(struct cluster *cluster, struct session *session, int slot);
/* Acts on a feed of another node. */
void home_feed(struct cluster *cluster, int from, struct unpack *in);
/* The link to a node came up or went down. */
void home_peer(struct cluster *cluster, int slot, bool is_up);
/* cluster_ops.left: the session loses its connection.  Ends its pending request, and
 * detaches it from all nodes. */
void home_left(struct hub *hub, struct session *session);
/* cluster_ops.reads: the connection reads again after it lagged. */
void home_reads(struct hub *hub, const struct session *session);

/* --- how many running games players have: played.c --- */

/* Tells a node how many running games a session has, unless *told is n; updates it. */
void played_tell(struct cluster *cluster, int slot, uint64_t session, size_t n,
                 size_t *told);
/* Tells the lobby how many running games a session has at other nodes than the lobby, if
 * that changed. */
void played_tell_lobby(struct cluster *cluster, const struct session *session);
/* WIRE_PLAYED: a node says how many running games a session has. */
void played_heard(struct cluster *cluster, int from, uint64_t id, size_t n);
/* cluster_ops.stored: tells other nodes how many running games the players of a room
 * have, if that changed. */
void played_stored(struct hub *hub, const struct room *room);

/* --- its requests: pending.c --- */

/* Sends a request to a node under a new number, as if for the first time. */
void pending_send(struct cluster *cluster, struct op_pending *pending, int slot);
/* Carries a request out here, and frees it. */
void pending_run_here(struct cluster *cluster, struct op_pending *pending);
/* Sends a request to its node, under the same number: however often this is called, the
 * node carries it out once.  Does nothing while the node is down. */
void pending_run_there(struct cluster *cluster, struct op_pending *pending);
/* Has a request about this room ("": none) carried out at a node. */
void pending_run_at(struct cluster *cluster, struct client *client,
                    const struct command *cmd, int slot, const char *room);
/* Has a request carried out at the node that has this room or player, which is looked
 * up. */
void pending_run_where(struct cluster *cluster, struct client *client,
                       const struct command *cmd, enum wire_find_kind kind,
                       const char *key);
/* Adds a request and holds the client's connection.  Copies cmd; returns borrowed. */
struct op_pending *pending_begin(struct cluster *cluster, struct client *client,
                                 const struct command *cmd);
/* Removes a request, which the caller must free with op_pending_free.  Returns its
 * client, which no longer waits but is still held; NULL: the client is gone. */
struct client *pending_end(struct cluster *cluster, struct op_pending *pending);
void op_pending_free(struct op_pending *pending);
/* The request with this number; borrowed; NULL: it has ended. */
struct op_pending *pending_find(const struct cluster *cluster, uint64_t op);
/* Gives a request up, with an error unless it was answered; frees it. */
void pending_refuse(struct cluster *cluster, struct op_pending *pending);
/* Answers a request with these bytes, and frees it. */
void pending_give_answer(struct cluster *cluster, struct op_pending *pending,
                         struct buf *buf);
/* A node answers a request; from now on only that node can end it.  Returns whether to
 * pass the answer on: it is the first one, and the player still has the connection that
 * the request came from. */
bool pending_answered(struct cluster *cluster, int from, uint64_t op);
/* FEED_DONE: a node has carried out a request, or cannot. */
void pending_done(struct cluster *cluster, int from, const struct feed_item *item);
/* An agreed request is stored; it is answered when these nodes (a bit each) have heard of
 * it. */
void pending_told(struct cluster *cluster, uint64_t op, uint64_t told);
/* The session of a request has lost its connection, or has ended.  Frees the request; but
 * if the client is still there, because its name was undone with a turn, the next tick
 * answers it: after the requests of that turn. */
void pending_left(struct cluster *cluster, struct op_pending *pending);
/* The link to a node came up or went down. */
void pending_peer(struct cluster *cluster, int slot, bool is_up);
/* Repeats lookups, and ends requests at their deadline. */
void pending_tick(struct hub *hub);
void pending_fini(struct cluster *cluster);

/* --- looking for its room or player: find.c --- */

/* Asks all nodes where it is. */
void find_begin(struct cluster *cluster, struct op_pending *pending);
/* Looks up a room that is not where it was. */
void find_again(struct cluster *cluster, struct op_pending *pending);
/* Goes on if all nodes have answered.  If none has the room, the request is carried out
 * here, to fail as on a server that is alone; if one could not answer, it is refused.  A
 * room that is known to exist is looked up again (pending_tick). */
void find_on(struct cluster *cluster, struct op_pending *pending);
/* WIRE_FOUND: a node answers. */
void find_heard(struct cluster *cluster, int from, uint64_t query, bool is_here);
/* Sends the requests about a room that has moved to its new owner. */
void find_follow(struct cluster *cluster, const struct moved *moved);

/* --- which node carries out a request: route.c --- */

/* Whether a room is here, and not about to move to another node. */
bool route_has_room(const struct hub *hub, const char *code);
/* Whether the answer to this command has rows from all nodes. */
bool route_is_list(enum command_kind kind);
/* Whether this command is answered only when the nodes that know the player have heard of
 * it. */
bool route_is_agreed(enum command_kind kind);

/* --- lists of all nodes: lists.c --- */

/* Answers a command that lists with the rows of all nodes. */
void lists_begin(struct cluster *cluster, struct client *client,
                 const struct command *cmd);
/* Asks all nodes for their rows in the answer to a request.  session: whose rooms `mine`
 * lists; 0: nobody's. */
void lists_ask(struct cluster *cluster, struct op_pending *pending, uint64_t session);
/* Answers a list with the rows that came, and frees it; play goes on with its next
 * step. */
void lists_end(struct cluster *cluster, struct op_pending *pending);
/* WIRE_LIST: another node asks for rows. */
void lists_asked(struct cluster *cluster, int from, const struct wire_list *list);
/* WIRE_ROWS: a node answers. */
void lists_answered(struct cluster *cluster, int from, uint64_t query, const char *json,
                    size_t len);

/* --- requests that several nodes carry out: steps.c --- */

/* Has `play` carried out where a player waits, else at the lobby. */
void steps_play(struct cluster *cluster, struct client *client,
                const struct command *cmd);
/* A node says how long a player waits there, in ms; "": nobody waits. */
void steps_play_heard(struct op_pending *pending, int slot, const char *text, size_t len);
/* The next steps, after all nodes so far found nothing (play) or agreed (quit). */
void steps_play_on(struct cluster *cluster, struct op_pending *pending);
void steps_quit_on(struct cluster *cluster, struct op_pending *pending);

/* --- the lobby: lobby.c --- */

/* WIRE_SEATED: a player has got a seat by `play`, so their seeks end. */
void lobby_end_seeks(struct cluster *cluster, int from, uint64_t session);

/* Attaches a client with a name at the lobby. */
void lobby_enter(struct cluster *cluster, struct client *client);
/* Nodes came or went: finds out which one has the lobby now. */
void lobby_check(struct cluster *cluster);
/* Reads the bans from the database: they may have changed. */
void lobby_read_bans(struct cluster *cluster);
/* Makes a node, or BUS_ALL, read the bans. */
void lobby_tell_bans(struct cluster *cluster, int to);
/* Retries to read the bans, some time after a failure. */
void lobby_tick(struct hub *hub);

/* --- the owner: owner.c, run.c --- */

/* Content of an outbox item with HUB_CONN_DONE. */
struct end_mark {
    uint64_t op; /* the request that ends; 0: a client that leaves has been told all */
    unsigned flags;
    uint64_t cost;
};

/* The remote client of this session, if its home is that node; borrowed; NULL: none. */
struct client *owner_find_remote(const struct cluster *cluster, int from,
                                 uint64_t session);
/* The same, but NULL if the client is leaving. */
struct client *owner_client(const struct cluster *cluster, int from, uint64_t session);
/* Tells a player's home which rooms the player has here, if that changed. */
void owner_feed_rooms(struct cluster *cluster, const struct client *client);
/* Starts a feed if it is empty; call it before adding an item. */
void owner_begin_feed(struct feed *feed);
/* Sends the feeds as they are, without waiting for the end of the turn. */
void owner_send_feeds(struct cluster *cluster);
/* Queues the end of a request behind everything else the remote client is told. */
void owner_end_op(struct hub *hub, struct client *client, uint64_t op, unsigned flags,
                  uint64_t cost);
/* WIRE_ATTACH: a player of another node is here from now on, or has changed. */
void owner_attach(struct cluster *cluster, int from, const struct wire_attach *attach);
/* Tells a session's home how many running games it has here, if that changed. */
void owner_tell_played(struct cluster *cluster, const struct session *session);
/* Tells a node that a request ends, with flags of enum feed_done_flags.  Overtakes
 * messages that still wait for their turn to be stored. */
void owner_say_done(struct cluster *cluster, int slot, uint64_t session, uint64_t op,
                    unsigned flags);
/* WIRE_DETACH.  If the player stays connected, they still get the messages that wait, and
 * hear that offers are over. */
void owner_detach(struct cluster *cluster, int from, const struct wire_detach *detach);
/* WIRE_SHOW: shows a player who lagged the rooms they watch. */
void owner_show(struct cluster *cluster, int from, uint64_t session);
/* WIRE_RUN: carries out a request, unless that was done before. */
void owner_run(struct cluster *cluster, int from, const struct wire_run *run);
/* The link to a node is down: its players are away. */
void owner_lose(struct cluster *cluster, int slot);
/* Brings back the players of a room who are connected but count as away. */
void owner_welcome(struct hub *hub, struct room *room);
/* cluster_ops.seated: lists the session's rooms for its home. */
void owner_seated(struct hub *hub, const struct session *session);
/* Tells the home of a session that ends here that it has no rooms here any more. */
void owner_ended(struct hub *hub, const struct session *session);
/* cluster_ops.send: moves messages for remote clients from the outbox into the feeds, and
 * sends these. */
void owner_send(struct hub *hub);

/* --- which owner of a moved room is heard first: order.c --- */

/* Whether the session's player may still get messages about a room from a former owner,
 * before those of the node with this slot. */
bool order_is_behind(const struct cluster *cluster, const struct session *session,
                     const char *code, int slot);
/* Queues a message if a player of this node must hear another node first, or if older
 * ones of this node wait.  False: act on it now. */
bool order_holds(struct cluster *cluster, int from, const void *bytes, size_t n);
/* Acts on the messages that need not wait any more. */
void order_tick(struct cluster *cluster);
/* Drops the waiting messages of a node. */
void order_drop(struct cluster *cluster, int slot);

/* --- rooms and sessions that move: moves.c --- */

void moves_begin(struct cluster *cluster);
/* WIRE_ROOM: a room is at the sender. */
void moves_room(struct cluster *cluster, int from, struct unpack *in);
/* WIRE_TAKEN: a session may have another home now. */
void moves_taken(struct cluster *cluster, struct unpack *in);
/* WIRE_GIVEN: the sender has given a room to a node, maybe this one. */
void moves_given(struct cluster *cluster, int from, struct unpack *in);
/* WIRE_FENCED: a node has ended. */
void moves_fenced(struct cluster *cluster, struct unpack *in);
/* Tells a node that a room is here, if it is. */
void moves_answer(struct cluster *cluster, int slot, const char *code);
/* Notes that a room has moved to a node (0: to this one).  moves_tick updates the
 * sessions, once for all rooms: those of a whole node may move together. */
void moves_note(struct cluster *cluster, const char *code, int slot);
/* Tells the player that the room, or their seat there, is gone; unless they wait for the
 * answer to a `join` there, which says it. */
void moves_tell_closed(struct hub *hub, const struct session *session,
                       const struct remote_room *room);
/* Tells a node that came up which nodes are dead, and which rooms here were opened by
 * other nodes. */
void moves_tell(struct cluster *cluster, int slot);
/* Tells a node that it is not the home of a session any more. */
void moves_refuse(struct hub *hub, int slot, const struct session *session);
/* Tells sessions where their rooms are now, and forgets lost rooms. */
void moves_tick(struct hub *hub);

/* --- rooms without an owner: lost.c --- */

/* A node no longer lists this room of a session.  The session keeps the room without an
 * owner: the node may not have heard of the player since the link was reset, or another
 * node may have the room. */
void lost_add(struct cluster *cluster, struct session *session,
              const struct remote_room *room);
/* Asks all nodes for the session's rooms that are lost, or whose owner is down. */
void lost_ask(struct cluster *cluster, const struct session *session);
/* Asks a node, or BUS_ALL, for a room.  A node that has it answers with WIRE_ROOM. */
void lost_ask_node(struct cluster *cluster, int to, const char *code);
/* Starts the time after which the room is forgotten if no node has it. */
void lost_put_off(struct cluster *cluster, struct remote_room *room);
/* Forgets the rooms that no node has. */
void lost_tick(struct cluster *cluster);

#endif
