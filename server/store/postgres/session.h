/* The connection of a PostgreSQL store: how it is made, made again, and who may write. */
#ifndef ALEA_SERVER_STORE_POSTGRES_SESSION_H
#define ALEA_SERVER_STORE_POSTGRES_SESSION_H

#include "server/store/postgres/ahead.h"
#include "server/store/postgres/pipeline.h"
#include "server/store/postgres/postgres.h"

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
    char *url, *password_file; /* owned; password_file NULL: none */
    enum durability durability;
    bool reads_only;
    uint64_t retry_at_ms; /* no attempt to connect before it */
    uint64_t retry_ms;    /* how long to wait after the next failure */
    bool is_node;         /* it needs a lease */
    void (*on_wait)(void *arg, const char *why); /* see struct store_config */
    void (*on_hub)(void *arg, const char *trunk, const char *key); /* likewise */
    void *arg;
    int64_t epoch;         /* of the last connection; 0: none yet */
    int64_t turn;          /* number of the last transaction that was committed */
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

#endif
