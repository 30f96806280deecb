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
#define POSTGRES_VERSION 1
/* Make them; the last one is NULL. */
extern const char *const postgres_tables[];
/* Adds events, from an array for each of EVENT_COLUMNS and key. */
extern const char postgres_add_events[];

#endif
