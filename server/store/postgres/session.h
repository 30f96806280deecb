/* The private header of a PostgreSQL store.  Its connection: how it is made, made again,
 * and who may write. */
#ifndef ALEA_SERVER_STORE_POSTGRES_SESSION_H
#define ALEA_SERVER_STORE_POSTGRES_SESSION_H

#include "server/store/db.h"
#include "server/store/postgres/pipeline.h"

/* --- its SQL: sql.c, schema.c --- */

/* A statement as PostgreSQL needs it, with $1 for ?1. */
struct postgres_sql {
    bool is_unused;
    const char *text; /* NULL: as in store_sql */
};
extern const struct postgres_sql postgres_sql[STATEMENT_COUNT];

/* The tables have this version. */
#define POSTGRES_VERSION 4
/* SQL that makes the tables of each version from those of the version before; the last
 * entry has none.  Never change one that has been released: add the next one. */
extern const struct postgres_migration {
    int64_t version;
    const char *sql;
} postgres_migrations[];

/* Advisory locks: arguments of pg_advisory_lock.  A server holds SERVER_LOCK as long as
 * its connection lives.  It only makes errors precise: the epoch is what keeps a server
 * from writing.  TABLES_LOCK is held while tables are made. */
#define SERVER_LOCK_CLASS "1634493793"
#define SERVER_LOCK       SERVER_LOCK_CLASS ", hashtext(current_schema())"
#define TABLES_LOCK       "1634493796, hashtext(current_schema())"
/* Adds events: takes an array for each of EVENT_COLUMNS, and one for key. */
extern const char postgres_add_events[];

/* --- reading ahead: ahead.c --- */

/* Rows that a list brings at once: as many as a load reads in one part. */
#define AHEAD_ROWS 256
/* Most statements for a row. */
#define AHEAD_STATEMENTS 7

struct ahead {
    bool is_on;
    int list;         /* the statement that brought the rows */
    int row, n;       /* the row that was asked for last, and how many there are */
    PGresult *result; /* owned; the rows; NULL: none */
    PGresult *of[AHEAD_ROWS * AHEAD_STATEMENTS]; /* owned; in the order of the rows; NULL:
                                                    not read, or taken */
};

/* --- the connection --- */

/* Columns of a row, at most. */
#define COLUMNS_MAX 32
/* Statements, with those of a copy. */
#define IDS        (STATEMENT_COUNT + 200)
#define NAME_BYTES 16

/* The rows that a statement has returned. */
struct rows {
    PGresult *result; /* owned; NULL: none */
    bool is_borrowed; /* by ahead.c */
    int next, n;
};

struct postgres_db {
    struct db db; /* comes first */
    struct pipeline pipeline;
    struct ahead ahead;
    struct store_config config; /* its path is the URL */
    uint64_t retry_at_ms;       /* no attempt to connect before it */
    uint64_t retry_ms;          /* how long to wait after the next failure */
    int64_t epoch;              /* of the last connection; 0: none yet */
    int64_t turn;               /* number of the last transaction that was committed */
    bool has_lock;         /* this connection has the locks; false: an earlier one may
                              have them */
    bool has_lost_commits; /* the database has lost transactions that were committed */
    bool in_transaction;
    int n_sent[IDS]; /* parameters of each statement */
    char *sql[IDS];  /* owned; NULL: not used */
    struct rows rows[IDS];
    int n_ids; /* how many statements there are; those from STATEMENT_COUNT on are for
                  copying */
};

/* Takes over the fault of the pipeline.  Returns false. */
bool session_fail(struct postgres_db *own);
/* The name under which a statement is prepared. */
const char *session_name(int id, char name[static NAME_BYTES]);
/* Sends a statement with n parameters, as pipeline_send. */
bool session_send(struct postgres_db *own, int id, const struct value *param, int n);
/* Blocks the store's thread. */
void session_sleep_ms(uint64_t ms);
/* Connects for the first time: checks the database, locks it, and makes its tables.
 * While another server has it, waits if there is on_wait; from then on also while the
 * database is away. */
bool session_open(struct postgres_db *own, char fault[static FAULT_BYTES]);
/* Closes the connection.  Rows that were read stay until their statement is reset. */
void session_close(struct postgres_db *own);
/* Connects again, and finds out which transaction was the last one.  False with a fault;
 * db.is_lost: another server has the database, or it has lost commits. */
bool session_reconnect(struct postgres_db *own);
/* Connects again if there is no connection, unless the last attempt was just now.
 * False with a fault. */
bool session_need(struct postgres_db *own);

/* Begins or ends reading ahead; in between nothing is written. */
void ahead_set(struct postgres_db *own, bool is_on);
/* Takes the rows of a statement if they have been read.  False: they have not. */
bool ahead_take(struct postgres_db *own, const struct stmt *stmt, struct rows *rows);
/* Whether this statement is now to be read by ahead_read. */
bool ahead_is_list(const struct postgres_db *own, const struct stmt *stmt);
/* Reads the next rows of a list, and what belongs to them.  False: the database fails. */
bool ahead_read(struct postgres_db *own, const struct stmt *stmt, struct rows *rows);

#endif
