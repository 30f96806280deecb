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
#define POSTGRES_VERSION 2
/* SQL that makes the tables of each version from those of the version before; the last
 * entry has none.  Never change one that has been released: add the next one. */
extern const struct postgres_migration {
    int64_t version;
    const char *sql;
} postgres_migrations[];

/* Advisory locks: arguments of pg_advisory_lock.  A server that is alone holds
 * SERVER_LOCK as long as its connection lives; nodes share it, and hold that of their
 * name, $1.  These locks only make errors precise, and tell early that a node has
 * ended.  The epoch is what keeps a server from writing. */
#define SERVER_LOCK     "1634493793, hashtext(current_schema())"
#define NODE_LOCK_CLASS "1634493794"
#define NODE_LOCK       NODE_LOCK_CLASS ", hashtext(current_schema() || '/' || $1)"
/* Held until the commit: the lock of a name, $1; one while tables are made; one while
 * games are deleted. */
#define NAME_LOCK   "1634493795, hashtext(current_schema() || '/' || $1)"
#define TABLES_LOCK "1634493796, hashtext(current_schema())"
#define SWEEP_LOCK  "1634493797, hashtext(current_schema())"
/* Adds events: takes an array for each of EVENT_COLUMNS, and one for key. */
extern const char postgres_add_events[];

#endif
