/* SQLite as a database of the store; how it is configured for this program. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/store/sqlite/sqlite.h"

/* How long a commit waits for SQLite's own lock, in ms, when another tool writes to the
 * file.  Turns wait meanwhile; the loop goes on. */
#define BUSY_MS 1000

/* Page cache of the connection that writes: 16 MiB, allocated as needed.  Filing games
 * writes to a page of each; with SQLite's default of 2 MiB, most of them would be read
 * again. */
#define CACHE "PRAGMA cache_size = -16384"

_Static_assert(VALUE_INT == SQLITE_INTEGER && VALUE_REAL == SQLITE_FLOAT &&
                   VALUE_TEXT == SQLITE_TEXT && VALUE_BLOB == SQLITE_BLOB &&
                   VALUE_NULL == SQLITE_NULL,
               "types have SQLite's numbers");

/* --- this program --- */

/* SQLite's default allocator.  A global, because SQLite has one allocator for the whole
 * program and passes it no context. */
static sqlite3_mem_methods usual;

static void *take(int len_bytes) {
    return mem_checked(usual.xMalloc(len_bytes));
}

static void *resize(void *p, int len_bytes) {
    return mem_checked(usual.xRealloc(p, len_bytes));
}

void store_set_up_sqlite(void) {
    sqlite3_mem_methods methods;
    if (usual.xMalloc != NULL) {
        return;
    }
    int rc = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
    assert(rc == SQLITE_OK); /* fails if SQLite was used before */
    methods = usual;
    methods.xMalloc = take;
    methods.xRealloc = resize;
    rc = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    assert(rc == SQLITE_OK);
    /* All stores are used by one thread, and nobody reads the memory statistics. */
    rc = sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    assert(rc == SQLITE_OK);
    rc = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    assert(rc == SQLITE_OK);
    (void)rc;
}

/* --- opening --- */

static sqlite3_stmt *handle(const struct stmt *stmt) {
    return stmt->own;
}

static bool prepare_usual(struct sqlite_db *db, sqlite3 *sqlite,
                          struct stmt to[static STATEMENT_COUNT],
                          char fault[static FAULT_BYTES]) {
    return sqlite_prepare_all(&db->db, sqlite, store_sql, FIRST_OF_SERVERS, to, fault);
}

static struct sqlite_db *sqlite_of(struct db *db) {
    return (struct sqlite_db *)db;
}

/* The path as a URI, for reading only.  A file without a write-ahead log was closed in
 * order, and nobody has it open.  SQLite would create a log for it, unless told that
 * the file cannot change (immutable). */
static char *read_only_uri(const char *path) {
    static const char hex[] = "0123456789ABCDEF";
    size_t cap = 3 * strlen(path) + 64;
    char *uri = mem_new(cap, 1);
    struct text_out out = text_out_of(uri, cap);
    text_put(&out, path);
    text_put(&out, "-wal");
    bool in_order = access(uri, F_OK) != 0;
    out = text_out_of(uri, cap);
    text_put(&out, "file:");
    for (const char *at = path; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        const char escaped[] = {'%', hex[c >> 4], hex[c & 15], '\0'};
        text_put(&out, escaped);
    }
    text_put(&out, in_order ? "?immutable=1" : "");
    return uri;
}

/* Returns owned; NULL with a fault. */
static sqlite3 *connect(const struct store_config *config,
                        char fault[static FAULT_BYTES]) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    sqlite3 *sqlite = NULL;
    int rc;
    if (config->read_only) {
        flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
        char *uri = read_only_uri(config->path);
        rc = sqlite3_open_v2(uri, &sqlite, flags, config->vfs);
        free(uri);
    } else {
        flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        rc = sqlite3_open_v2(config->path, &sqlite, flags, config->vfs);
    }
    if (rc != SQLITE_OK) {
        store_sqlite_error(sqlite, fault);
    } else {
        sqlite3_busy_timeout(sqlite, BUSY_MS);
        sqlite3_wal_autocheckpoint(sqlite, 0);
        sqlite_keep_log(sqlite, true); /* it may not be on the disk */
        if (store_prepare_schema(sqlite, config, fault)) {
            return sqlite;
        }
    }
    sqlite3_close(sqlite);
    return NULL;
}

/* Prepares one statement; its values are given later.  False with db->fault. */
static bool prepare_one(struct db *db, sqlite3 *sqlite, const char *sql, unsigned flags,
                        struct stmt *stmt) {
    sqlite3_stmt *own;
    if (sqlite3_prepare_v3(sqlite, sql, -1, flags, &own, NULL) != SQLITE_OK) {
        store_sqlite_error(sqlite, db->fault);
        return false;
    }
    *stmt = (struct stmt){.db = db,
                          .id = STATEMENT_COUNT,
                          .own = own,
                          .n_params = sqlite3_bind_parameter_count(own),
                          .n_columns = sqlite3_column_count(own)};
    return true;
}

bool sqlite_prepare_all(struct db *db, sqlite3 *sqlite, const char *const *sql, int n,
                        struct stmt to[static STATEMENT_COUNT],
                        char fault[static FAULT_BYTES]) {
    for (int i = 0; i < n; i++) {
        if (!prepare_one(db, sqlite, sql[i], SQLITE_PREPARE_PERSISTENT, &to[i])) {
            text_copy(fault, FAULT_BYTES, db->fault);
            return false;
        }
        to[i].id = i;
    }
    return true;
}

static bool open_sqlite(struct sqlite_db *db, const struct store_config *config,
                        char fault[static FAULT_BYTES]) {
    bool in_memory = strcmp(config->path, STORE_MEMORY) == 0;
    bool is_shared = !in_memory && !config->read_only;
    if (is_shared && !sqlite_take_file(config->path, &db->file, fault)) {
        return false;
    }
    db->log_unsynced = is_shared;
    db->main = connect(config, fault);
    if (db->main == NULL || !prepare_usual(db, db->main, db->db.stmt, fault)) {
        return false;
    }
    if (is_shared) {
        db->second = connect(config, fault);
        if (db->second == NULL || !prepare_usual(db, db->second, db->seconds, fault)) {
            return false;
        }
        db->db.second = db->seconds;
    }
    db_give_values(&db->db);
    db->is_full = is_shared && config->durability == DURABILITY_FULL;
    sqlite3_exec(db->main, CACHE, NULL, NULL, NULL); /* only slower if it fails */
    if (is_shared) {
        /* Nobody reads yet.  If it fails, sqlite_begin tries again. */
        (void)sqlite_empty_log(db);
        sqlite_checkpoint_often(db, config->log_pages);
    }
    /* The files of another VFS may be anywhere. */
    return !is_shared || config->vfs != NULL ||
           sqlite_watch_file(db, config->path, fault);
}

static void disconnect(sqlite3 *sqlite, struct stmt stmt[static STATEMENT_COUNT]) {
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(handle(&stmt[i]));
    }
    sqlite3_close(sqlite); /* rolls back */
}

static void sqlite_close(struct db *db) {
    struct sqlite_db *own = sqlite_of(db);
    if (own->main != NULL && sqlite_look(db) &&
        (!own->log_unsynced || sqlite_empty_log(own))) {
        sqlite_keep_log(own->main, false);
    }
    disconnect(own->second, own->seconds);
    disconnect(own->main, db->stmt);
    sqlite_release_file(&own->file);
    free(db->values);
    free(own);
}

static struct db *sqlite_open(const struct store_config *config,
                              char fault[static FAULT_BYTES]) {
    struct sqlite_db *db = mem_new(1, sizeof *db);
    db->db.kind = &db_sqlite;
    db->file = (struct taken_file){.fd = -1, .lock_fd = -1};
    if (open_sqlite(db, config, fault)) {
        return &db->db;
    }
    sqlite_close(&db->db);
    return NULL;
}

/* --- statements --- */

/* Whether SQLite has this value already.  It borrows texts, and reads them only when
 * the statement runs, so the same place and length are the same text.  This needs plans
 * that do not depend on values: no LIKE or GLOB with a parameter, no STAT4, and no
 * partial index on a text that is compared with a parameter. */
static bool is_bound(const struct value *bound, const struct value *value) {
    return bound->type == value->type &&
           (value->type == VALUE_NULL ||
            (value->type == VALUE_INT && bound->number == value->number) ||
            (value->type == VALUE_TEXT && bound->bytes == value->bytes &&
             bound->len == value->len));
}

static void bind(struct stmt *stmt) {
    for (int i = 0; i < stmt->n_params; i++) {
        const struct value *value = &stmt->param[i];
        if (stmt->bound != NULL) {
            if (is_bound(&stmt->bound[i], value)) {
                continue;
            }
            stmt->bound[i] = *value;
        }
        /* A number or a borrowed text allocates nothing, and binding it cannot fail. */
        switch (value->type) {
        case VALUE_INT: sqlite3_bind_int64(handle(stmt), i + 1, value->number); break;
        case VALUE_REAL: sqlite3_bind_double(handle(stmt), i + 1, value->real); break;
        case VALUE_TEXT:
            sqlite3_bind_text(handle(stmt), i + 1, value->bytes, value->len,
                              SQLITE_STATIC);
            break;
        case VALUE_BLOB:
            sqlite3_bind_blob(handle(stmt), i + 1, value->bytes, value->len,
                              SQLITE_STATIC);
            break;
        case VALUE_NULL: sqlite3_bind_null(handle(stmt), i + 1); break;
        }
    }
}

struct value store_sqlite_column(sqlite3_stmt *row, int i) {
    struct value value = {.type = (enum value_type)sqlite3_column_type(row, i)};
    switch (value.type) {
    case VALUE_INT: value.number = sqlite3_column_int64(row, i); break;
    case VALUE_REAL: value.real = sqlite3_column_double(row, i); break;
    case VALUE_TEXT:
        value.bytes = (const char *)sqlite3_column_text(row, i);
        value.len = sqlite3_column_bytes(row, i);
        break;
    case VALUE_BLOB:
        value.bytes = sqlite3_column_blob(row, i);
        value.len = sqlite3_column_bytes(row, i);
        break;
    case VALUE_NULL: break;
    }
    return value;
}

static int run_step(struct stmt *stmt) {
    if (!stmt->is_running) {
        bind(stmt);
        stmt->is_running = true;
    }
    int rc = sqlite3_step(handle(stmt));
    stmt->db->is_damaged = (rc & 0xFF) == SQLITE_CORRUPT;
    if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
        store_sqlite_error(sqlite3_db_handle(handle(stmt)), stmt->db->fault);
    }
    return rc;
}

static enum found sqlite_step(struct stmt *stmt) {
    int rc = run_step(stmt);
    for (int i = 0; i < stmt->n_columns; i++) {
        stmt->column[i] = rc == SQLITE_ROW ? store_sqlite_column(handle(stmt), i)
                                           : (struct value){.type = VALUE_NULL};
    }
    stmt->db->io_failures += (rc & 0xFF) == SQLITE_IOERR;
    return rc == SQLITE_ROW ? FOUND : rc == SQLITE_DONE ? NOT_FOUND : NOT_READ;
}

static void sqlite_reset(struct stmt *stmt) {
    sqlite3_reset(handle(stmt));
    stmt->is_running = false;
}

static bool sqlite_run(struct stmt *stmt) {
    int rc = run_step(stmt);
    sqlite_reset(stmt);
    return rc == SQLITE_DONE;
}

static int64_t sqlite_n_changed(struct db *db) {
    return sqlite3_changes(sqlite_of(db)->main);
}

/* --- transactions --- */

static bool sqlite_begin(struct db *db) {
    struct sqlite_db *own = sqlite_of(db);
    if ((own->file.is_gone && !sqlite_is_in_place(own)) ||
        (own->log_unsynced && !sqlite_empty_log(own))) {
        return false;
    }
    return sqlite_run(&db->stmt[SQL_BEGIN]);
}

static bool sqlite_is_in_transaction(const struct db *db) {
    return sqlite3_get_autocommit(((const struct sqlite_db *)db)->main) == 0;
}

static bool sqlite_commit(struct db *db, uint64_t time_ms) {
    struct sqlite_db *own = sqlite_of(db);
    if (!sqlite_is_in_place(own)) {
        /* Brings the log into the file: whoever finds that has everything. */
        own->commit_failed = own->file.is_gone;
        return false;
    }
    if (time_ms != 0) {
        stmt_bind_int(&db->stmt[SQL_PUT_TIME], 1, (int64_t)time_ms);
        if (!sqlite_run(&db->stmt[SQL_PUT_TIME])) {
            return false;
        }
    }
    own->commit_failed = !sqlite_run(&db->stmt[SQL_COMMIT]);
    int rc = sqlite3_extended_errcode(own->main);
    own->failed_in_log =
        own->commit_failed && rc != SQLITE_FULL && rc != SQLITE_IOERR_WRITE;
    return !own->commit_failed;
}

/* Some errors make SQLite roll back by itself.  A store in memory has no journal and
 * cannot roll back, but nothing fails there except by a bug of ours. */
static void sqlite_roll_back(struct db *db) {
    struct sqlite_db *own = sqlite_of(db);
    if (sqlite_is_in_transaction(db)) {
        sqlite3_exec(own->main, "ROLLBACK", NULL, NULL, NULL);
    }
    if (own->commit_failed) {
        (void)sqlite_empty_log(own); /* if it fails, sqlite_begin tries again */
    }
    own->commit_failed = false;
}

/* Reads in one transaction.  Otherwise each statement locks the file for itself, which
 * takes longer than reading a short game. */
static void sqlite_hold_reads(struct db *db, bool holds) {
    if (sqlite_of(db)->second != NULL) {
        sqlite3_exec(sqlite_of(db)->second, holds ? "BEGIN" : "COMMIT", NULL, NULL, NULL);
    }
}

static bool sqlite_renew_snapshot(struct db *db) {
    sqlite3 *sqlite = sqlite_of(db)->main;
    if (sqlite_is_in_transaction(db)) {
        sqlite3_exec(sqlite, "COMMIT", NULL, NULL, NULL);
    }
    if (sqlite3_exec(sqlite, "BEGIN", NULL, NULL, NULL) == SQLITE_OK) {
        return true;
    }
    store_sqlite_error(sqlite, db->fault);
    return false;
}

/* --- copying --- */

static bool sqlite_prepare(struct db *db, struct stmt *stmt, const char *sql) {
    if (!prepare_one(db, sqlite_of(db)->main, sql, 0, stmt)) {
        return false;
    }
    stmt->param =
        mem_new((size_t)(stmt->n_params + stmt->n_columns + 1), sizeof *stmt->param);
    stmt->column = stmt->param + stmt->n_params;
    stmt_clear(stmt);
    return true;
}

static void sqlite_finalize(struct stmt *stmt) {
    sqlite3_finalize(handle(stmt));
    free(stmt->param);
}

static const char *const sqlite_numbers[] = {
    "DELETE FROM sqlite_sequence",
    "INSERT INTO sqlite_sequence(name, seq) VALUES('games', ?1)",
    "INSERT INTO sqlite_sequence(name, seq) VALUES('accounts', ?2)",
    "UPDATE meta SET games = ?3",
    NULL,
};

/* --- the file --- */

static bool sqlite_is_sound(struct db *db, char fault[static FAULT_BYTES]) {
    sqlite3 *sqlite = sqlite_of(db)->main;
    sqlite3_stmt *check = NULL;
    bool sound = false;
    if (sqlite3_prepare_v2(sqlite, "PRAGMA quick_check(1)", -1, &check, NULL) ==
            SQLITE_OK &&
        sqlite3_step(check) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(check, 0);
        snprintf(fault, FAULT_BYTES, "%s", said != NULL ? said : "");
        sound = strcmp(fault, "ok") == 0;
    } else {
        store_sqlite_error(sqlite, fault);
    }
    sqlite3_finalize(check);
    return sound;
}

const struct db_kind db_sqlite = {
    .has_recent = true,
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .is_in_transaction = sqlite_is_in_transaction,
    .wait_for_disk = sqlite_wait_for_disk,
    .hold_reads = sqlite_hold_reads,
    .renew_snapshot = sqlite_renew_snapshot,
    .run = sqlite_run,
    .n_changed = sqlite_n_changed,
    .step = sqlite_step,
    .reset = sqlite_reset,
    .look = sqlite_look,
    .renew_recent = sqlite_renew_recent,
    .n_damaged = sqlite_n_damaged,
    .prepare = sqlite_prepare,
    .finalize = sqlite_finalize,
    .put_numbers = sqlite_numbers,
    .is_sound = sqlite_is_sound,
};
