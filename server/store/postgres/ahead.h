/* Reading ahead: while a load reads everything, a list of games or sessions brings many
 * rows in one round trip, and what is read for each of them comes in a second one. */
#ifndef ALEA_SERVER_STORE_POSTGRES_AHEAD_H
#define ALEA_SERVER_STORE_POSTGRES_AHEAD_H

#include "server/store/postgres/pipeline.h"
#include "server/store/stmt.h"

struct postgres_db;
struct rows;

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

/* Begins or ends reading ahead; in between nothing is written. */
void ahead_set(struct postgres_db *own, bool is_on);
/* Takes the rows of a statement if they have been read.  False: they have not. */
bool ahead_take(struct postgres_db *own, const struct stmt *stmt, struct rows *rows);
/* Whether this statement is now to be read by ahead_read. */
bool ahead_is_list(const struct postgres_db *own, const struct stmt *stmt);
/* Reads the next rows of a list, and what belongs to them.  False: the database fails. */
bool ahead_read(struct postgres_db *own, const struct stmt *stmt, struct rows *rows);

#endif
