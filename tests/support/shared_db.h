/* A database in memory that several stores of this process share, one after the other or,
 * once the lease of the first is over, at once.  A lease on it behaves as on PostgreSQL,
 * but opening a store fails while another one holds the lease.  One thread uses it. */
#ifndef ALEA_TESTS_SUPPORT_SHARED_DB_H
#define ALEA_TESTS_SUPPORT_SHARED_DB_H

#include <stdint.h>

struct db_kind;
struct shared_db;

enum shared_state {
    SHARED_WORKS,
    SHARED_AWAY,      /* nothing can be read or written, as when a PostgreSQL is away */
    SHARED_FAILS,     /* the next transaction, or statement outside of one, fails */
    SHARED_UNANSWERED /* that is done, but its answer is lost: for a transaction, the
                         store finds out that it was done; a statement fails */
};

/* clock_ms: its clock, in ms, which may stand still but not go back.  Returns owned: see
 * store_unshare. */
struct shared_db *store_share_memory(uint64_t (*clock_ms)(void *arg), void *arg);
/* For store_config.kind, with path STORE_MEMORY; borrowed. */
struct db_kind *shared_db_kind(struct shared_db *shared);
void store_upset_shared(struct shared_db *shared, enum shared_state state);
/* Drops the caller's use of it.  It is freed when all stores on it are closed, too. */
void store_unshare(struct shared_db *shared);

#endif
