/* The SQL of a PostgreSQL store. */
#ifndef ALEA_SERVER_STORE_POSTGRES_POSTGRES_H
#define ALEA_SERVER_STORE_POSTGRES_POSTGRES_H

#include "server/store/db.h"

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

#endif
