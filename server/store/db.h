/* What the store needs of a database: functions that each kind of database has.  All
 * other files of this folder are the same for every kind. */
#ifndef ALEA_SERVER_STORE_DB_H
#define ALEA_SERVER_STORE_DB_H

#include <stdatomic.h>

#include "server/store/sql.h"

/* Who has a database: a text, with an id of HOLDER_ID_BYTES random bytes. */
#define HOLDER_BYTES    160
#define HOLDER_ID_BYTES 16

/* An open database.  Each kind has a struct that begins with this one. */
struct db {
    const struct db_kind *kind;
    struct stmt stmt[STATEMENT_COUNT];
    /* The same statements on another connection, for reading games that the transaction
     * has not written; NULL: there is none, and the first one does it all. */
    struct stmt *second;
    struct value *values;    /* owned; of all statements */
    unsigned io_failures;    /* see store_read_failures */
    bool is_damaged;         /* the last statement failed because of damage */
    bool is_lost;            /* see store_is_lost */
    bool is_watched;         /* see store_may_get_lost; then kind->look is set */
    atomic_bool gives_up;    /* see store_give_up */
    char fault[FAULT_BYTES]; /* why the last call failed */
    bool has_lease;          /* see lease.h */
    /* Who has the database: this store, in table `servers`. */
    char holder[HOLDER_BYTES];
};

/* Functions that return false set db->fault. */
struct db_kind {
    /* New events go to table `recent`, and are filed later (recent.c).  False: they go to
     * their place at once, and each commit stores the server time. */
    bool has_recent;
    /* Returns owned; NULL with a fault. */
    struct db *(*open)(const struct store_config *config, char fault[static FAULT_BYTES]);
    /* Rolls back. */
    void (*close)(struct db *db);

    bool (*begin)(struct db *db);
    /* time_ms: server time to store; 0: none. */
    bool (*commit)(struct db *db, uint64_t time_ms);
    void (*roll_back)(struct db *db);
    /* Whether the transaction is still open; after a failure it may not be. */
    bool (*is_in_transaction)(const struct db *db);
    /* Sets whether commits wait until they are on the disk, if the store was opened
     * so.  Not called without has_recent. */
    void (*wait_for_disk)(struct db *db, bool waits);
    /* With true: games are read as they are now, until it is called with false.  NULL:
     * makes no difference. */
    void (*hold_reads)(struct db *db, bool holds);
    /* A read-only store sees the database as it is now. */
    bool (*renew_snapshot)(struct db *db);

    /* Whether the database is where it was opened; outside of transactions.  False with
     * db->fault: it never will be again. */
    bool (*look)(struct db *db);

    /* Runs a statement that returns no rows, in the transaction, then resets it.  True:
     * it has run, or will run; in the second case it may make the commit fail. */
    bool (*run)(struct stmt *stmt);
    /* How many rows the last statement changed; -1 if it failed. */
    int64_t (*n_changed)(struct db *db);
    /* Steps to the next row, which fills the statement's columns. */
    enum found (*step)(struct stmt *stmt);
    void (*reset)(struct stmt *stmt);

    /* Sets the damaged table `recent` aside and makes a new one, in the transaction.
     * n_damaged counts the tables set aside (recent.c).  Not called without
     * has_recent. */
    bool (*renew_recent)(struct db *db);
    int64_t (*n_damaged)(struct db *db);
    /* Prepares one more statement, with parameters and columns; finalize frees it.  For
     * copy.c. */
    bool (*prepare)(struct db *db, struct stmt *stmt, const char *sql);
    void (*finalize)(struct stmt *stmt);
    /* SQL that sets the highest number of a game (?1), of an account (?2), and how many
     * games are kept (?3); ends with NULL. */
    const char *const *put_numbers;

    /* NULL: it checks its pages when it reads them. */
    bool (*is_sound)(struct db *db, char fault[static FAULT_BYTES]);
};

extern const struct db_kind db_sqlite;   /* sqlite/ */
extern const struct db_kind db_postgres; /* postgres/ */

/* Why transactions fail once another server has the database. */
#define STORE_FENCED "another alead has taken over this database"
/* Writes a text that names this process, and its node (NULL: none), as the holder of a
 * database, with a random id. */
void db_write_holder(char holder[static HOLDER_BYTES], const char *node);
/* Allocates the values of the statements, whose n_params and n_columns are set. */
void db_give_values(struct db *db);

#endif
