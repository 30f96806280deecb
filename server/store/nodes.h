/* Several servers on one database.  Each is a node, with a name, a slot, and a lease
 * that it must renew.  A store is a node's if its struct store_config names one;
 * opening it joins.  Each transaction ends by checking, without another round trip,
 * that no other node has taken this node's place.
 *
 * All times here are the database's, never the node's.  Call the functions in the
 * store's thread.  Unless they say otherwise, no transaction may be open, and they
 * commit what they change.  After a failure store_fault says why, and store_is_lost
 * whether this node has lost its place. */
#ifndef ALEA_SERVER_STORE_NODES_H
#define ALEA_SERVER_STORE_NODES_H

#include "server/store/writes.h"

/* Nodes have slots from 1 to NODE_SLOT_MAX. */
#define NODE_SLOT_MAX 63
/* Instead of a slot: no node. */
#define NODE_NOBODY 0
/* How long a lease is valid after it was renewed, in ms. */
#define NODE_LEASE_MS 6000
/* Longest name of a node, and longest address, with their NUL. */
#define NODE_NAME_BYTES    32
#define NODE_ADDRESS_BYTES 128
#define NODE_KEY_BYTES     32
/* Longest stored answer to a request: more than the longest that changes anything. */
#define NODE_ANSWER_MAX 65536

/* --- this node --- */

struct node_self {
    int slot;
    uint64_t epoch;                  /* as it joined */
    uint64_t now_ms;                 /* the database's time then: Unix time, in ms */
    uint8_t bus_key[NODE_KEY_BYTES]; /* the same for all nodes of a database */
    char name[NODE_NAME_BYTES];
};

/* Whether this can be the name of a node: a-z, 0-9 and - between them. */
bool store_is_node_name(const char *name);
/* This node; NULL: this server is alone.  Borrowed.  It does not change while the store
 * is open, and any thread may read it. */
const struct node_self *store_self(const struct store *store);
/* Renews the lease; *now_ms becomes the database's time, read between the call and its
 * return.  False: it was not renewed.  If store_is_lost, another node has taken the
 * place of this one; otherwise the database does not answer. */
ALEA_MUST_USE bool store_renew_lease(struct store *store, uint64_t *now_ms);
/* Ends the lease: other nodes take the rooms at once.  The last call before store_close
 * in an orderly stop. */
void store_leave(struct store *store);

/* --- the others --- */

struct node_row {
    int slot; /* NODE_NOBODY: of the rooms that have no node; then it has no name */
    char name[NODE_NAME_BYTES];
    char address[NODE_ADDRESS_BYTES]; /* for clients; "": none was given */
    uint64_t epoch;
    bool is_dead;   /* its lease is over: it can be fenced */
    bool has_ended; /* it is dead, and has left or was fenced: it changes nothing more */
    bool is_gone;   /* the lease is valid, but its connection to the database has ended,
                       and not because the database was away: it can be fenced.  It may
                       connect again, so wait until this has held for a second */
    bool has_rooms; /* it owns live games */
};

/* All nodes that ever joined, this one included, by their slots.  If there are rooms
 * without a node, the first row is NODE_NOBODY's.  Returns how many rows; 0: they
 * cannot be read. */
size_t store_list_nodes(struct store *store, struct node_row row[NODE_SLOT_MAX + 1]);
/* Takes the place of a node that was listed as dead or gone with this epoch: it can
 * commit nothing more.  False: it lives, another node did it, or it failed.
 * NODE_NOBODY needs no fencing: true. */
bool store_fence(struct store *store, int slot, uint64_t epoch);

/* --- rooms --- */

/* Where a live game is. */
struct room_place {
    int64_t game;
    char code[ROOM_BYTES_MAX + 1]; /* of its room */
    int slot;
};

/* Takes live games of a node that was fenced and has not joined again, or of
 * NODE_NOBODY.  Nodes that do so at once get different games.  Returns how many, at
 * most cap; fewer: no more can be had now.  0 also after a failure: store_list_nodes
 * shows whether any are left. */
size_t store_take_rooms(struct store *store, int from_slot, int64_t *game, size_t cap);
/* Gives a game of this node to another one.  Part of a transaction, as other writes. */
void store_give_room(struct store *store, int64_t game, int to_slot);
/* store_give_room as part of a turn. */
void writes_give_room(struct writes *writes, int64_t game, int to_slot);
/* Which node has a room.  Reads only. */
enum found store_find_room(struct store *store, const char *code,
                           struct room_place *place);
/* The live games that other nodes, or nobody, have, with numbers above `after`, in their
 * order.  Returns how many, at most cap.  Reads only. */
size_t store_list_rooms(struct store *store, int64_t after, struct room_place *place,
                        size_t cap);
/* The same for the live games of this node. */
size_t store_list_own_rooms(struct store *store, int64_t after, struct room_place *place,
                            size_t cap);
/* The live games in which a session sits or has sat since they began.  Returns how many,
 * at most cap.  Reads only. */
size_t store_session_rooms(struct store *store, uint64_t session,
                           struct room_place *place, size_t cap);

/* --- sessions: each has one home, the node that its connection came to last --- */

enum claim_by {
    CLAIM_NAME,    /* a new session with this name, or a new name for a session */
    CLAIM_ACCOUNT, /* as CLAIM_NAME, or an older session of the same account */
    CLAIM_TOKEN,   /* an older session, by its id and the hash of its token */
};

struct claim {
    enum claim_by by;
    /* In: the session to store; account 0: a guest.  CLAIM_TOKEN: only id and token_hash.
     * Out: as it is stored; an older session keeps its id and token_hash. */
    struct stored_session session;
    uint64_t homes; /* in: how many homes the session with this id has had, 0 if it is
                       new; unused for CLAIM_TOKEN.  Out: how many it has had, at any
                       node */
    int former;     /* out: slot of the home before; NODE_NOBODY: none.  May be this
                       node */
    bool is_new;    /* out: there was no such session */
};

/* Makes this node the home of a session.  FOUND: it is; repeating the same claim also
 * returns FOUND.  NOT_FOUND, by token: there is no such session.  NOT_FOUND, by name or
 * account: another session has the name (then claim->session is that one), another
 * account has it, or the session has another home now (then claim->homes is its present
 * number).  NOT_READ: it failed. */
enum found store_claim_session(struct store *store, struct claim *claim);
/* Ends a session at this home: deletes it, or leaves it without a home if it sits in a
 * live game.  Does nothing if it has had another number of homes.  False: it failed. */
bool store_release_session(struct store *store, uint64_t id, uint64_t homes);
/* The session with the lowest id above `after` whose home has this slot.  Reads only. */
enum found store_next_homed(struct store *store, int slot, uint64_t after, uint64_t *id,
                            uint64_t *homes);

/* --- requests that came from another node, and were done --- */

/* Stores the answer to the latest request of a session.  op: at most INT64_MAX.  Part of
 * a transaction. */
void store_put_done(struct store *store, uint64_t session, uint64_t op,
                    const void *answer, size_t n);
/* store_put_done as part of a turn; copies the answer.  n: at most NODE_ANSWER_MAX. */
void writes_put_done(struct writes *writes, uint64_t session, uint64_t op,
                     const void *answer, size_t n);
/* Finds the answer to this request.  FOUND: it was done; *n becomes the length of the
 * answer, of which at most cap bytes are copied.  NOT_FOUND: it was not done, or a
 * later one was.  Reads only. */
enum found store_find_done(struct store *store, uint64_t session, uint64_t op,
                           void *answer, size_t cap, size_t *n);

/* --- a database in memory, which several stores of this process share --- */

/* For tests and the simulator: nodes on it behave as on PostgreSQL.  One thread uses
 * it.  clock_ms: its clock, Unix time in ms, which may stand still but not go back.
 * Returns owned: see store_unshare. */
struct shared_db;
struct shared_db *store_share_memory(uint64_t (*clock_ms)(void *arg), void *arg);
enum shared_state {
    SHARED_WORKS,
    SHARED_AWAY,      /* nothing can be read or written, as when a PostgreSQL is away */
    SHARED_FAILS,     /* the next transaction, or statement outside of one, fails */
    SHARED_UNANSWERED /* that is done, but its answer is lost: for a transaction, the
                         store finds out that it was done; a statement fails */
};
void store_upset_shared(struct shared_db *shared, enum shared_state state);
/* Drops the caller's use of it.  It is freed when all stores on it are closed, too. */
void store_unshare(struct shared_db *shared);

#endif
