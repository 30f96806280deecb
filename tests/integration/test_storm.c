/* A short storm: the server is killed, and connections are cut, while games are running
 * (tests/fault/storm.py; make check-kill is the long version).  ALEA_SEED=... repeats
 * it. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define STORM   "tests/fault/storm.py"
#define LIMIT_S 300 /* generous, for slow machines */

struct row {
    const char *name;
    const char *rooms, *kills, *cuts, *cut_bytes, *durability;
    const char *fronts;   /* of the server; "0": it has none */
    const char *db_kills; /* of PostgreSQL; NULL: SQLite */
};

static const struct row rows[] = {
    {"the server is killed ten times", "6", "10", "0", "1", "process", "0", NULL},
    {"and keeps its promise to power, too", "3", "3", "0", "1", "full", "0", NULL},
    {"lines are cut at random bytes", "6", "0", "60", "20000", "process", "0", NULL},
    {"lines that are cut soon", "2", "0", "60", "4000", "process", "0", NULL},
    {"both", "4", "5", "30", "20000", "process", "0", NULL},
    {"a hub and its fronts are killed", "4", "6", "20", "20000", "process", "2", NULL},
    {"PostgreSQL is killed", "3", "1", "0", "1", "full", "0", "2"},
};

static void test_storm(void **state) {
    const struct row *row = table_row(state);
    char alead[SERVER_PATH_BYTES], alea[SERVER_PATH_BYTES];
    server_program(alead, "alead");
    server_program(alea, "alea");
    const char *seed = getenv("ALEA_SEED");
    const char *argv[] = {"python3",
                          STORM,
                          "--alead",
                          alead,
                          "--alea",
                          alea,
                          "--rooms",
                          row->rooms,
                          "--kills",
                          row->kills,
                          "--cuts",
                          row->cuts,
                          "--cut-bytes",
                          row->cut_bytes,
                          "--durability",
                          row->durability,
                          "--fronts",
                          row->fronts,
                          "--seed",
                          seed != NULL ? seed : "1",
                          row->db_kills != NULL ? "--postgres" : NULL,
                          "--db-kills",
                          row->db_kills,
                          NULL};
    if (row->db_kills != NULL && getenv("ALEA_POSTGRES") == NULL) {
        puts("skipped: no PostgreSQL (tests/with_postgres starts one)");
        skip();
    }
    process_must_succeed(argv, LIMIT_S);
}

int main(void) {
    return TABLE_RUN("storm", test_storm, rows);
}
