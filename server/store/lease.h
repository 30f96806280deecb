/* The lease on a database that several alead share (--node).  Only its holder may write:
 * taking the lease counts up the epoch, and each transaction ends by checking, without
 * another round trip, that the epoch is still its own.
 *
 * A store has a lease if its struct store_config names a node; opening the store takes
 * it, and waits while another node holds it.  Times are the database's, never the
 * server's.  Call the functions in the store's thread, outside transactions. */
#ifndef ALEA_SERVER_STORE_LEASE_H
#define ALEA_SERVER_STORE_LEASE_H

#include "server/store/store.h"

/* How long a lease is valid after it was renewed, in ms. */
#define STORE_LEASE_MS 6000
/* The key of trunks as hex digits, with its NUL. */
#define STORE_TRUNK_KEY_BYTES 65
/* Longest name of a node, with its NUL. */
#define NODE_NAME_BYTES 17

/* Whether this can be the name of a node: a-z, 0-9 and - between them. */
bool store_is_node_name(const char *name);
/* Whether the store has a lease. */
bool store_has_lease(const struct store *store);
/* Renews it.  False with store_fault: if store_is_lost, another server has the database;
 * otherwise the database does not answer. */
ALEA_MUST_USE bool store_renew_lease(struct store *store);
/* Lets other nodes find this one's trunk, and gets its key, as hex digits.  False with
 * store_fault. */
ALEA_MUST_USE bool store_tell_trunk(struct store *store, const char *trunk,
                                    char key[static STORE_TRUNK_KEY_BYTES]);
/* Ends it: another node takes it at once.  The last call before store_close in an
 * orderly stop. */
void store_end_lease(struct store *store);

/* --- a database in memory, which several stores of this process share --- */

/* For tests: a lease on it behaves as on PostgreSQL, but opening a store fails while
 * another one holds the lease.  One thread uses it.  clock_ms: its clock, in ms, which
 * may stand still but not go back.  Returns owned: see store_unshare. */
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
