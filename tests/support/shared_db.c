/* All stores use one SQLite connection: only one of them is in a transaction at a time.
 */
#include "tests/support/shared_db.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/store/sqlite/sqlite.h"

struct shared_db {
    struct db_kind kind;        /* comes first */
    sqlite3 *sqlite;            /* owned */
    uint64_t (*now_ms)(void *); /* the clock */
    void *arg;
    int n_users; /* its stores, and the caller that made it */
    enum shared_state state;
};

struct shared_store {
    struct sqlite_db sqlite;  /* comes first; its main is that of shared */
    struct shared_db *shared; /* borrowed; this store is one of its users */
    int64_t epoch;
    int64_t turn; /* number of the last transaction */
};

/* What PostgreSQL's tables have and a file's do not (explained in postgres/schema.c). */
static const char tables[] = "CREATE TABLE servers("
                             " holder TEXT NOT NULL,"
                             " epoch INTEGER NOT NULL,"
                             " turn INTEGER NOT NULL,"
                             " time_ms INTEGER NOT NULL,"
                             " until_ms INTEGER NOT NULL,"
                             " trunk TEXT NOT NULL,"
                             " trunk_key TEXT NOT NULL"
                             ") STRICT;"
                             "INSERT INTO servers VALUES('', 0, 0, 0, 0, '', '');";

/* Statements that differ from a file's. */
static const struct {
    enum statement id;
    const char *sql;
} own_sql[] = {
    {SQL_TIME, "SELECT time_ms FROM servers"},
    /* Its last parameter is that of a row of `recent`. */
    {SQL_ADD_EVENT, "INSERT INTO events(" EVENT_COLUMNS ", key) SELECT ?, ?, ?, ?, ?, ?, "
                    "?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ? IS NOT NULL"},
};

static struct shared_store *shared_of(struct db *db) {
    return (struct shared_store *)db;
}

/* --- functions in SQL --- */

static void now_ms(sqlite3_context *context, int n, sqlite3_value **value) {
    const struct shared_db *shared = sqlite3_user_data(context);
    (void)n;
    (void)value;
    sqlite3_result_int64(context, (sqlite3_int64)shared->now_ms(shared->arg));
}

static bool add_functions(struct shared_db *shared) {
    return sqlite3_create_function(shared->sqlite, "now_ms", 0, SQLITE_UTF8, shared,
                                   now_ms, NULL, NULL) == SQLITE_OK;
}

/* --- the database --- */

void store_unshare(struct shared_db *shared) {
    if (--shared->n_users == 0) {
        sqlite3_close(shared->sqlite);
        free(shared);
    }
}

void store_upset_shared(struct shared_db *shared, enum shared_state state) {
    shared->state = state;
}

/* --- a store --- */

static bool prepare(struct shared_store *own, char fault[static FAULT_BYTES]) {
    const char *sql[STATEMENT_COUNT];
    struct db *db = &own->sqlite.db;
    memcpy(sql, store_sql, sizeof sql);
    for (size_t i = 0; i < sizeof own_sql / sizeof own_sql[0]; i++) {
        sql[own_sql[i].id] = own_sql[i].sql;
    }
    if (!sqlite_prepare_all(db, own->sqlite.main, sql, STATEMENT_COUNT, db->stmt,
                            fault)) {
        return false;
    }
    db_give_values(db);
    return true;
}

/* Takes the lease.  False with a fault: another store has it. */
static bool take_epoch(struct shared_store *own, char fault[static FAULT_BYTES]) {
    struct stmt *stmt = &own->sqlite.db.stmt[SQL_TAKE_EPOCH];
    stmt_bind_int(stmt, 1, 0);
    stmt_bind_text(stmt, 2, own->sqlite.db.holder);
    stmt_bind_int(stmt, 3, 1);
    bool ok = db_sqlite.step(stmt) == FOUND;
    if (ok) {
        own->epoch = stmt_int(stmt, 0);
        own->turn = stmt_int(stmt, 1);
        ok = db_sqlite.step(stmt) == NOT_FOUND; /* to its end */
    } else {
        snprintf(fault, FAULT_BYTES, "in use by another alead");
    }
    db_sqlite.reset(stmt);
    return ok;
}

static void shared_close(struct db *db) {
    struct shared_store *own = shared_of(db);
    if (db_sqlite.is_in_transaction(db)) {
        db_sqlite.roll_back(db);
    }
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(db->stmt[i].own);
    }
    store_unshare(own->shared);
    free(db->values);
    free(own);
}

static struct db *shared_open(const struct store_config *config,
                              char fault[static FAULT_BYTES]) {
    struct shared_store *own = mem_new(1, sizeof *own);
    struct db *db = &own->sqlite.db;
    db->kind = config->kind;
    own->sqlite.file = (struct taken_file){.fd = -1, .lock_fd = -1};
    own->shared = (struct shared_db *)config->kind;
    own->shared->n_users++;
    own->sqlite.main = own->shared->sqlite;
    db->has_lease = true;
    db_write_holder(db->holder, config->node);
    if (prepare(own, fault) && take_epoch(own, fault)) {
        return db;
    }
    shared_close(db);
    return NULL;
}

/* --- transactions --- */

/* Whether something fails because the database is in this state; then sets the fault. */
static bool goes_wrong(struct db *db, enum shared_state state, const char *why) {
    struct shared_db *shared = shared_of(db)->shared;
    if (shared->state != state) {
        return false;
    }
    shared->state = state == SHARED_AWAY ? SHARED_AWAY : SHARED_WORKS;
    snprintf(db->fault, sizeof db->fault, "%s", why);
    db->io_failures++;
    return true;
}

static bool is_away(struct db *db) {
    return goes_wrong(db, SHARED_AWAY, "the database is away");
}

static bool fails(struct db *db) {
    return goes_wrong(db, SHARED_FAILS, "the database fails");
}

static bool shared_begin(struct db *db) {
    return !is_away(db) && db_sqlite.begin(db);
}

static enum found shared_step(struct stmt *stmt) {
    struct db *db = stmt->db;
    bool is_alone = !db_sqlite.is_in_transaction(db);
    if (is_away(db) || (is_alone && fails(db))) {
        return NOT_READ;
    }
    enum found found = db_sqlite.step(stmt);
    if (is_alone && goes_wrong(db, SHARED_UNANSWERED, "the connection was lost")) {
        db_sqlite.reset(stmt);
        return NOT_READ;
    }
    return found;
}

static bool shared_commit(struct db *db, uint64_t time_ms) {
    struct shared_store *own = shared_of(db);
    struct stmt *end = &db->stmt[SQL_END_TURN];
    stmt_bind_int(end, 1, own->epoch);
    stmt_bind_int(end, 2, own->turn + 1);
    stmt_bind_int(end, 3, (int64_t)time_ms);
    if (is_away(db) || fails(db) || !db_sqlite.run(end)) {
        return false;
    }
    if (db_sqlite.n_changed(db) != 1) {
        snprintf(db->fault, sizeof db->fault, STORE_FENCED);
        db->is_lost = true;
        return false;
    }
    own->turn++;
    if (own->shared->state == SHARED_UNANSWERED) {
        own->shared->state =
            SHARED_WORKS; /* the next connection finds out that it is done */
    }
    return db_sqlite.run(&db->stmt[SQL_COMMIT]);
}

struct shared_db *store_share_memory(uint64_t (*clock_ms)(void *arg), void *arg) {
    struct shared_db *shared = mem_new(1, sizeof *shared);
    const struct store_config config = {.path = STORE_MEMORY};
    char fault[FAULT_BYTES];
    *shared = (struct shared_db){
        .kind = db_sqlite, .now_ms = clock_ms, .arg = arg, .n_users = 1};
    shared->kind.has_recent = false;
    shared->kind.open = shared_open;
    shared->kind.close = shared_close;
    shared->kind.begin = shared_begin;
    shared->kind.commit = shared_commit;
    shared->kind.step = shared_step;
    /* With a journal, as a fenced server's transaction is rolled back. */
    bool ok = sqlite3_open_v2(STORE_MEMORY, &shared->sqlite,
                              SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE |
                                  SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE,
                              NULL) == SQLITE_OK &&
              store_prepare_schema(shared->sqlite, &config, fault) &&
              sqlite3_exec(shared->sqlite, "PRAGMA journal_mode = MEMORY", NULL, NULL,
                           NULL) == SQLITE_OK &&
              sqlite3_exec(shared->sqlite, tables, NULL, NULL, NULL) == SQLITE_OK &&
              add_functions(shared);
    assert(ok); /* in memory it can only fail by a bug of ours */
    (void)ok;
    return shared;
}

struct db_kind *shared_db_kind(struct shared_db *shared) {
    return &shared->kind;
}
