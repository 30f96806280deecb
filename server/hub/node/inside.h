/* struct hub_node, for server/hub. */
#ifndef ALEA_SERVER_HUB_NODE_INSIDE_H
#define ALEA_SERVER_HUB_NODE_INSIDE_H

#include "server/hub/node/node.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"

/* Between two renewals of the lease, in ms. */
#define NODE_RENEW_MS 2000
/* The node trusts its lease so long after it asked for it, in ms: 1 s less than the
 * database does, so that it stops first even if its clock is slow. */
#define NODE_TRUST_MS 5000
/* After a standstill of this length, in ms, it does not trust its lease either: its
 * players may be elsewhere by now, and what they asked here must not be done any more. */
#define NODE_STILL_MS 2000
/* Between two looks at the other nodes, in ms. */
#define NODE_LOOK_MS 250
/* A node whose connection to the database has ended is taken for dead after so long, in
 * ms: it may only have to connect again. */
#define NODE_GONE_MS 1000
/* A node whose lease is over is taken for dead only if this node's own renewals have
 * worked for so long, in ms: when the database comes back nobody could renew, and all
 * must have the time to do it. */
#define NODE_STEADY_MS (NODE_LEASE_MS + NODE_RENEW_MS)
/* A renewal that takes longer, in ms, shows that the database was away. */
#define NODE_SLOW_MS 1000
/* Players whose connection is at another node must be attached to a room that has come
 * here within this time, in ms; then they are away. */
#define NODE_SETTLE_MS 2000
/* Rooms that are taken at once.  Rebuilding them takes some 10 ms of the store's thread,
 * for which turns wait; several nodes share the rooms of a dead one. */
#define NODE_ROOMS 50

/* Connections whose messages are withheld are told apart so far. */
#define NODE_CONNS 8192

/* A room that was given to this node is taken after this time, in ms, if the node that
 * gave it does not say so: its players here may not have heard all that it said. */
#define NODE_GIVEN_MS 3000

/* Rooms that are given away at the same time. */
#define NODE_GIVES 10

/* A game that this node takes from another one, as the store has it. */
struct taken {
    int64_t game;
    struct room *room; /* owned; NULL: it could not be read */
    uint64_t at_ms;    /* server time of its last event */
    bool by_disk;      /* because of the database */
    bool is_void;      /* it is not this node's any more */
    char fault[FAULT_BYTES];
    struct loaded_session session[SIDE_COUNT];
};

/* A room that this node has given to another one, which has not said that it has it. */
struct given {
    char code[ROOM_BYTES_MAX + 1];
    int slot;
    uint64_t tell_ms; /* server time at which that node is told again */
    int n_told;
};

struct hub_node {
    const struct node_self *self; /* borrowed from the store */
    const struct node_ops *ops;   /* borrowed; NULL: nobody wants to know */
    void *owner;

    /* What may not be told while the lease is late. */
    struct withheld {
        struct outbox outbox;
        bool has[NODE_CONNS]; /* by connection id, modulo that: some of it is for such a
                                 one, so that what follows there has to wait, too */
    } withheld;

    /* The lease.  "Clock" is config->node_clock. */
    struct lease {
        uint64_t clock_ms;   /* now */
        uint64_t asked_ms;   /* clock when the last renewal was asked for that worked */
        uint64_t still_ms;   /* clock when its last standstill was seen: what was asked
                                before says nothing about that time */
        uint64_t steady_ms;  /* clock since which all renewals have worked */
        uint64_t late_at_ms; /* server time at which it was found to be late */
        uint64_t renew_ms;   /* server time of the next renewal */
        bool is_busy;        /* it is being renewed */
        bool is_late;        /* nothing about games may be told until it is renewed */
        bool is_lost;        /* another node has taken this one's place */
    } lease;

    /* The other nodes. */
    struct takeover {
        uint64_t look_ms; /* server time of the next look */
        bool is_busy;     /* the store is asked */
        bool is_taking;   /* rooms are being taken */
        struct seen {
            uint64_t alive_ms; /* server time at which it lived; 0: never */
            uint64_t dead_ms;  /* server time since which it does not; 0: it lives */
            uint64_t epoch;    /* the last one */
            bool is_fenced;    /* its place was taken, as far as is known */
        } seen[NODE_SLOT_MAX + 1];
        struct node_seen alive[NODE_SLOT_MAX];
        size_t n_alive;
        char (*foreign)[ROOM_BYTES_MAX + 1]; /* owned; codes of this node that lived
                                                elsewhere at the start */
        size_t n_foreign;
        struct missing {
            int64_t game;
            uint64_t read_ms;  /* server time at which it is read */
            bool will_be_told; /* not earlier, whatever becomes of other nodes */
        } left[NODE_ROOMS];    /* games of this node that are not here yet */
        size_t n_left;
        int64_t own_after; /* games of this node up to this number were looked at */
    } takeover;

    /* Draining. */
    struct giving {
        enum { GIVING_NOTHING, GIVING_COUNTS, GIVING_ROOMS, GIVING_DONE } stage;
        size_t n_rooms[NODE_SLOT_MAX + 1]; /* that each node has */
        struct given *given;               /* owned */
        size_t n;
        struct given *wanted; /* owned; rooms that hub_give_room shall give */
        size_t n_wanted;
    } giving;

    /* Sessions without a player. */
    struct homes {
        uint64_t due_ms;    /* server time of the next round; 0: not known yet */
        int slot;           /* comes next in this round */
        bool is_busy;       /* the store is asked */
        uint64_t settle_ms; /* server time of the next look for players who were not
                               attached in time; 0: none is awaited */
    } homes;
};

/* --- lease.c --- */

/* The hub begins as a node, if its store is one. */
void node_begin(struct hub *hub);
void node_free(struct hub *hub);
/* Looks at the clock.  Called with each hub_set_time. */
void node_look(struct hub *hub);
/* Takes out of the hub's outbox what may not be told now. */
void node_withhold(struct hub *hub);
/* What is due; from hub_tick. */
void node_tick(struct hub *hub);
/* Another node has taken the place of this one. */
void node_lose(struct hub *hub, const char *why);
/* Renews the lease during the start, which may take long. */
void node_renew_at_start(struct hub *hub);

/* --- takeover.c --- */

void node_take_over(struct hub *hub);
/* Reads a game, taken->game, and its sessions, by the thread that has the store. */
void node_read_room(struct taken *taken, struct store *store);
/* Takes it up; empties *taken.  Returns borrowed; NULL: it is left out, or is here. */
struct room *node_adopt_room(struct hub *hub, struct taken *taken);
void node_drop_taken(struct taken *taken);
/* Tells the other nodes that the room is here. */
void node_tell_here(const struct hub *hub, const char *code);
/* Reads at the start which codes of this node's rooms live elsewhere. */
void node_read_codes(struct hub *hub);
/* Whether no room of this node may have this code. */
bool node_is_foreign_code(const struct hub *hub, const char *code);

/* --- drain.c --- */

/* Gives rooms away, if it is time. */
void node_drain(struct hub *hub);

/* --- homes.c --- */

/* Ends sessions whose home is dead, or was this node before its last start. */
void node_sweep_homes(struct hub *hub);
/* A player may sit here whose connection is not known yet, or is about to end. */
void node_settle_later(struct hub *hub, struct session *session);
/* Marks those as away that are not known in time. */
void node_settle(struct hub *hub);

#endif
