/* What makes a hub a node of a cluster (struct hub_node): its lease, the takeover of dead
 * nodes, draining, and the homes of sessions.  For server/hub only. */
#ifndef ALEA_SERVER_HUB_NODE_INSIDE_H
#define ALEA_SERVER_HUB_NODE_INSIDE_H

#include "server/hub/node/node.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"

/* Interval at which the lease is renewed, in ms. */
#define NODE_RENEW_MS 2000
/* How long the node trusts its lease, in ms from the request for it.  1 s less than the
 * database does, so that the node stops first even if its clock is slow. */
#define NODE_TRUST_MS 5000
/* After a standstill of this length, in ms, the node does not trust its lease either: its
 * players may be at other nodes by now, and their requests here must be refused. */
#define NODE_STILL_MS 2000
/* Interval at which the node looks at the other nodes, in ms. */
#define NODE_LOOK_MS 250
/* A node whose connection to the database has ended counts as dead after this time, in
 * ms.  Before that it may reconnect. */
#define NODE_GONE_MS 1000
/* A node whose lease is over counts as dead only if this node's own renewals have worked
 * for this long, in ms.  After the database was away nobody could renew, and all nodes
 * need the time to do it. */
#define NODE_STEADY_MS (NODE_LEASE_MS + NODE_RENEW_MS)
/* A renewal that takes longer than this, in ms, means that the database was away. */
#define NODE_SLOW_MS 1000
/* When a room has moved here, players whose connection is at another node must be
 * attached within this time, in ms, or they become away. */
#define NODE_SETTLE_MS 2000
/* Rooms that are taken over at once.  Rebuilding that many takes some 10 ms of the
 * store's thread, and turns wait for it; several nodes share the rooms of a dead one. */
#define NODE_ROOMS 50

/* Entries in the table of connections whose messages are withheld. */
#define NODE_CONNS 8192

/* A room that the database says was given to this node is loaded after this time, in ms,
 * if the former owner does not announce it.  Players here may still wait for its last
 * messages about the room. */
#define NODE_GIVEN_MS 3000

/* Most rooms that are being given away at the same time. */
#define NODE_GIVES 10

/* A game that this node takes over or gets, as read from the store. */
struct taken {
    int64_t game;
    struct room *room; /* owned; NULL: it could not be read */
    uint64_t at_ms;    /* server time of its last event */
    bool by_disk;      /* the database failed: the game itself may be sound */
    bool is_void;      /* the game is not this node's any more */
    char fault[FAULT_BYTES];
    struct loaded_session session[SIDE_COUNT];
};

/* A room that this node gives away, until the new owner says that it has it. */
struct given {
    char code[ROOM_BYTES_MAX + 1];
    int slot;         /* new owner */
    uint64_t tell_ms; /* server time at which it is told again */
    int n_told;       /* how often it was told again */
};

struct hub_node {
    const struct node_self *self; /* borrowed from the store */
    const struct node_ops *ops;   /* borrowed; NULL: not set */
    void *owner;

    /* Messages that must not be sent while the lease is late. */
    struct withheld {
        struct outbox outbox;
        bool has[NODE_CONNS]; /* by connection id modulo NODE_CONNS: something is withheld
                                 from it, so later messages must wait, too */
    } withheld;

    /* The lease.  "Clock" is config->node_clock. */
    struct lease {
        uint64_t clock_ms;  /* clock now */
        uint64_t asked_ms;  /* clock when the last successful renewal was requested */
        uint64_t still_ms;  /* clock at the end of the last standstill: renewals requested
                               before it prove nothing */
        uint64_t steady_ms; /* clock since which all renewals have worked */
        uint64_t late_at_ms; /* server time at which the lease became late */
        uint64_t renew_ms;   /* server time of the next renewal */
        bool is_busy;        /* a renewal is under way */
        bool is_late;        /* nothing about games may be sent until it is renewed */
        bool is_lost;        /* another node has taken this one's place */
    } lease;

    /* The other nodes. */
    struct takeover {
        uint64_t look_ms; /* server time of the next look */
        bool is_busy;     /* the store is asked */
        bool is_taking;   /* rooms are being taken */
        struct seen {
            uint64_t alive_ms;   /* server time at which it was last alive; 0: never */
            uint64_t dead_ms;    /* server time since which it is dead; 0: it is alive */
            uint64_t epoch;      /* its last one */
            uint64_t told_epoch; /* last one whose end this node has told; 0: none */
            bool is_fenced;      /* some node has fenced it, as far as this one knows */
        } seen[NODE_SLOT_MAX + 1];
        struct node_seen alive[NODE_SLOT_MAX];
        size_t n_alive;
        char (*foreign)[ROOM_BYTES_MAX + 1]; /* owned; codes drawn by this node whose
                                                rooms were elsewhere when it started */
        size_t n_foreign;
        struct missing {
            int64_t game;
            uint64_t read_ms;  /* server time at which it is read */
            bool will_be_told; /* never read it earlier, even if a node dies */
        } left[NODE_ROOMS];    /* games of this node that are not loaded yet */
        size_t n_left;
        int64_t own_after; /* games of this node up to this number were looked at */
    } takeover;

    /* Draining. */
    struct giving {
        enum { GIVING_NOTHING, GIVING_COUNTS, GIVING_ROOMS, GIVING_DONE } stage;
        size_t n_rooms[NODE_SLOT_MAX + 1]; /* of each node */
        struct given *given;               /* owned; rooms that are leaving */
        size_t n;
        struct given *wanted; /* owned; rooms that hub_give_room must give away */
        size_t n_wanted;
    } giving;

    /* Sessions without a player. */
    struct homes {
        uint64_t due_ms;    /* server time of the next sweep; 0: not known yet */
        int slot;           /* next slot in this sweep */
        bool is_busy;       /* the store is asked */
        uint64_t settle_ms; /* server time of the next check for players who were not
                               attached in time; 0: nobody is awaited */
    } homes;
};

/* --- lease.c --- */

/* Makes the hub a node if its store is a node's; creates hub->node. */
void node_begin(struct hub *hub);
void node_free(struct hub *hub);
/* Reads the clock: the lease may be late.  Called by hub_set_time. */
void node_look(struct hub *hub);
/* Moves messages that must not be sent now from the outbox to withheld. */
void node_withhold(struct hub *hub);
/* Does what is due; called by hub_tick. */
void node_tick(struct hub *hub);
/* Another node has taken the place of this one: stops the server, and logs why. */
void node_lose(struct hub *hub, const char *why);
/* Renews the lease during a long start, if it is time; blocks. */
void node_renew_at_start(struct hub *hub);

/* --- takeover.c --- */

/* Looks for dead nodes and missing games, if it is time. */
void node_take_over(struct hub *hub);
/* Reads the game taken->game and its sessions; in the store's thread. */
void node_read_room(struct taken *taken, struct store *store);
/* Adds the room to the hub, and empties *taken.  Returns borrowed; NULL: it was here
 * already, or could not be read (then it is logged, and read again or set aside). */
struct room *node_adopt_room(struct hub *hub, struct taken *taken);
/* Frees what *taken owns. */
void node_drop_taken(struct taken *taken);
/* Tells the other nodes that the room is here. */
void node_tell_here(const struct hub *hub, const char *code);
/* At the start, reads which codes drawn by this node belong to rooms elsewhere. */
void node_read_codes(struct hub *hub);
/* Whether this node must not draw this code again: node_read_codes found it elsewhere. */
bool node_is_foreign_code(const struct hub *hub, const char *code);

/* --- drain.c --- */

/* Gives rooms away: those of hub_give_room, and all of them when draining. */
void node_drain(struct hub *hub);

/* --- homes.c --- */

/* Deletes stored sessions without a player, if it is time: their home is dead, or was
 * this node before its last start. */
void node_sweep_homes(struct hub *hub);
/* The session may sit here without a known connection: gives the player NODE_SETTLE_MS to
 * be attached. */
void node_settle_later(struct hub *hub, struct session *session);
/* Marks players as away who were not attached in time. */
void node_settle(struct hub *hub);

#endif
