/* The store as a whole: opening, transactions, statements, time, sessions. */
#include "server/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/store/sql.h"

/* How long a commit waits for SQLite's own lock, in ms, when another tool writes to the
 * file.  Turns wait meanwhile; the loop goes on. */
#define BUSY_MS 1000

/* Page cache of the connection that writes: 16 MiB, allocated as needed.  Filing
 * games writes to a page of each; with SQLite's default of 2 MiB it would read most of
 * them again. */
#define CACHE "PRAGMA cache_size = -16384"

/* A commit that only has ops does not write the server time, if that is at most so much
 * later than the last op. */
#define TIME_SLACK_MS 1000

/* After filing has failed it is tried again so many events later: the rollback makes the
 * index of recent events unknown, and reading it takes long. */
#define FILE_RETRY_EVENTS 10000

/* --- opening --- */

static bool end_transaction(struct store *store);
static bool file_games(struct store *store, bool all);

/* Writes "PATH: WHY"; of a long path only the end. */
static void name_file(const char *path, const char *why, char fault[static FAULT_BYTES]) {
    size_t room = FAULT_BYTES / 2, len = strlen(path);
    struct text_out out = text_out_of(fault, FAULT_BYTES);
    text_put(&out, len > room ? "..." : "");
    text_put(&out, len > room ? path + (len - room) : path);
    text_put(&out, ": ");
    text_put(&out, why);
}

void store_sqlite_error(sqlite3 *db, char fault[static FAULT_BYTES]) {
    int system = sqlite3_system_errno(db);
    int code = sqlite3_errcode(db);
    bool by_system = (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0;
    snprintf(fault, FAULT_BYTES, "%s%s%s", sqlite3_errmsg(db), by_system ? ": " : "",
             by_system ? strerror(system) : "");
}

/* The path as a URI, for reading only.  A file without a write-ahead log was closed in
 * order, and nobody has it open.  SQLite would create a log then, unless told that the
 * file cannot change (immutable). */
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

static bool connect(struct store *store, const struct store_config *config,
                    struct connection *connection) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    int rc;
    if (config->read_only) {
        flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
        char *uri = read_only_uri(config->path);
        rc = sqlite3_open_v2(uri, &connection->db, flags, config->vfs);
        free(uri);
    } else {
        flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        rc = sqlite3_open_v2(config->path, &connection->db, flags, config->vfs);
    }
    if (rc != SQLITE_OK) {
        store_sqlite_error(connection->db, store->fault);
        return false;
    }
    sqlite3_busy_timeout(connection->db, BUSY_MS);
    return store_prepare_schema(connection->db, config, store->fault);
}

static bool prepare_statements(struct store *store, struct connection *connection) {
    static const char *const sql[] = {
#define X(id, text) [id] = (text),
        STATEMENTS(X)
#undef X
    };
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        if (sqlite3_prepare_v3(connection->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &connection->stmt[i], NULL) != SQLITE_OK) {
            store_sqlite_error(connection->db, store->fault);
            return false;
        }
    }
    return true;
}

static void disconnect(struct connection *connection) {
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(connection->stmt[i]);
    }
    sqlite3_close(connection->db); /* rolls back */
}

static bool open_store(struct store *store, const struct store_config *config) {
    store->in_memory = strcmp(config->path, STORE_MEMORY) == 0;
    bool is_shared = !store->in_memory && !config->read_only;
    if (is_shared) {
        store->lock_fd = store_take_file(config->path, store->fault);
        if (store->lock_fd < 0) {
            return false;
        }
    }
    if (!connect(store, config, &store->main) ||
        !prepare_statements(store, &store->main)) {
        return false;
    }
    if (is_shared && (!connect(store, config, &store->second) ||
                      !prepare_statements(store, &store->second))) {
        return false;
    }
    store->log_unsynced = is_shared;
    store->is_full = is_shared && config->durability == DURABILITY_FULL;
    store->recent_events = config->recent_events;
    sqlite3_exec(store->main.db, CACHE, NULL, NULL, NULL); /* only slower if it fails */
    store->reads_only = config->read_only;
    store->meta_ms = (uint64_t)store_query_number(store, store->main.stmt[SQL_TIME]);
    store->committed_ms = store->meta_ms;
    store_count_accounts(store); /* the games may be readable even if these failed */
    store->is_open =
        config->read_only ? store_renew_snapshot(store) : store_know_recent(store);
    return store->is_open;
}

struct store *store_open(const struct store_config *config,
                         char fault[static FAULT_BYTES]) {
    struct store *store = mem_new(1, sizeof *store);
    store->lock_fd = -1;
    if (open_store(store, config)) {
        return store;
    }
    name_file(config->path, store->fault, fault);
    store_close(store);
    return NULL;
}

void store_close(struct store *store) {
    if (store == NULL) {
        return;
    }
    if (store->is_open && !store->reads_only) {
        store->failed = true; /* roll back what is not committed */
        (void)end_transaction(store);
        if (!store->in_memory) {
            (void)file_games(store, true); /* otherwise the next start reads more */
        }
    }
    free(store->recent.row);
    free(store->reader.recent.n);
    disconnect(&store->second);
    disconnect(&store->main);
    if (store->lock_fd >= 0) {
        close(store->lock_fd);
    }
    free(store);
}

/* --- transactions --- */

void store_fail(struct store *store, const char *why) {
    store->failed = true;
    if (why != NULL) {
        snprintf(store->fault, sizeof store->fault, "%s", why);
    } else {
        store_sqlite_error(store->main.db, store->fault);
    }
}

/* After a failed sync the system may take pages for written that are not: the next sync
 * does not write them again, and reads still show them.  So, after a failed sync and at
 * the start (the last server may have ended in any way), the log is copied into the file
 * and emptied before more is added to it. */
static bool empty_log(struct store *store) {
    int rc = sqlite3_wal_checkpoint_v2(store->main.db, NULL, SQLITE_CHECKPOINT_TRUNCATE,
                                       NULL, NULL);
    store->log_unsynced = rc != SQLITE_OK;
    return !store->log_unsynced;
}

bool store_write(struct store *store) {
    store_stop_reading(store);
    if (!store->dirty) {
        store->dirty = true;
        store->fault[0] = '\0';
        if (store->log_unsynced && !empty_log(store)) {
            store_fail(store, NULL);
        } else {
            store_run(store, SQL_BEGIN);
            store->n_ops = 0;
            store->op_ms = 0;
            store->changes = sqlite3_total_changes(store->main.db);
        }
        if (!store->failed && !store_know_recent(store)) {
            store_fail(store, NULL);
        }
    }
    return !store->failed;
}

/* The bit of a game in its word of struct store.touched. */
static uint64_t touched_bit(int64_t game) {
    return UINT64_C(1) << ((uint64_t)game % 64);
}

bool store_renew_snapshot(struct store *store) {
    store_stop_reading(store);
    if (sqlite3_get_autocommit(store->main.db) == 0) {
        sqlite3_exec(store->main.db, "COMMIT", NULL, NULL, NULL);
    }
    store_forget_recent(store);
    return sqlite3_exec(store->main.db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK &&
           store_know_recent(store);
}

bool store_touch(struct store *store, int64_t game) {
    store->touched[(uint64_t)game % TOUCHED_BITS / 64] |= touched_bit(game);
    return store_write(store);
}

bool store_is_dirty(const struct store *store) {
    return store->dirty;
}

/* Some errors make SQLite roll back by itself.  A store in memory has no journal and
 * cannot roll back, but nothing fails there except by a bug of ours.
 *
 * A commit whose sync fails has left its pages in the write-ahead log.  Nobody reads
 * them, and the next commit overwrites the first of them, so that the checksums of the
 * rest no longer match.  But after a crash before that the next start would accept them.
 * So the log is emptied now, as far as the disk allows. */
static void roll_back(struct store *store, bool at_commit) {
    if (sqlite3_get_autocommit(store->main.db) == 0) {
        sqlite3_exec(store->main.db, "ROLLBACK", NULL, NULL, NULL);
    }
    if (at_commit) {
        (void)empty_log(store);
    }
    memset(store->tail, 0, sizeof store->tail);
    store_forget_recent(store);
    store->time_ms = store->committed_ms;
    store->n_accounts = store->n_accounts_kept;
}

/* Whether the server time must be written.  Ops have theirs: a start takes up the time of
 * the latest. */
static bool should_put_time(const struct store *store) {
    bool only_ops =
        store->n_ops > 0 &&
        sqlite3_total_changes(store->main.db) - store->changes == (int)store->n_ops;
    return store->time_ms > store->meta_ms &&
           !(only_ops && store->time_ms < store->op_ms + TIME_SLACK_MS);
}

static bool commit(struct store *store) {
    bool puts_time = should_put_time(store);
    if (!store->failed && puts_time) {
        store_bind(store, SQL_PUT_TIME, (int64_t)store->time_ms);
        store_run(store, SQL_PUT_TIME);
    }
    if (store->failed) {
        roll_back(store, false);
        return false;
    }
    if (!store_run(store, SQL_COMMIT)) {
        roll_back(store, true);
        return false;
    }
    store->committed_ms = store->time_ms;
    store->meta_ms = puts_time ? store->time_ms : store->meta_ms;
    store->n_accounts_kept = store->n_accounts;
    return true;
}

static bool end_transaction(struct store *store) {
    store_stop_reading(store);
    bool ok = commit(store);
    memset(store->touched, 0, sizeof store->touched);
    store->dirty = false;
    store->failed = false;
    if (ok) {
        store->fault[0] = '\0';
    }
    return ok;
}

/* Files games in a transaction of its own.  It is not synced: if it is lost, the events
 * are still in `recent`.  The next commit syncs it, too. */
static bool file_games(struct store *store, bool all) {
    if (store->is_full) {
        sqlite3_exec(store->main.db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    }
    bool ok = store_write(store) && store_file_oldest(store, all);
    ok = end_transaction(store) && ok;
    if (store->is_full) {
        sqlite3_exec(store->main.db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    }
    store->fault[0] = '\0'; /* nobody waits for this, and it will be tried again */
    return ok;
}

bool store_commit(struct store *store) {
    if (!store->dirty) {
        return true;
    }
    bool ok = end_transaction(store);
    int64_t next = store->recent.next;
    if (ok && store_should_file(store) && !file_games(store, false)) {
        store->file_from = next + FILE_RETRY_EVENTS;
    }
    return ok;
}

const char *store_fault(const struct store *store) {
    return store->fault;
}

/* --- statements --- */

bool store_run(struct store *store, enum statement id) {
    sqlite3_stmt *stmt = store->main.stmt[id];
    int rc = sqlite3_step(stmt);
    if (rc != SQLITE_DONE) {
        store_fail(store, NULL);
    }
    store_done(stmt);
    return rc == SQLITE_DONE;
}

void store_bind_key(sqlite3_stmt *stmt, int column, const char *name,
                    char key[static NAME_KEY_BYTES]) {
    name_fold(name, key, NAME_KEY_BYTES);
    sqlite3_bind_text(stmt, column, name[0] != '\0' ? key : NULL, -1, SQLITE_STATIC);
}

sqlite3_stmt *store_bind(struct store *store, enum statement id, int64_t number) {
    sqlite3_reset(store->main.stmt[id]);
    sqlite3_bind_int64(store->main.stmt[id], 1, number);
    return store->main.stmt[id];
}

sqlite3_stmt *store_bind_game(struct store *store, enum statement id, int64_t game) {
    bool by_main =
        store->second.db == NULL ||
        (store->touched[(uint64_t)game % TOUCHED_BITS / 64] & touched_bit(game)) != 0;
    sqlite3_stmt *stmt = by_main ? store->main.stmt[id] : store->second.stmt[id];
    sqlite3_reset(stmt);
    sqlite3_bind_int64(stmt, 1, game);
    return stmt;
}

enum found store_step(struct store *store, sqlite3_stmt *stmt) {
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW || rc == SQLITE_DONE) {
        return rc == SQLITE_ROW ? FOUND : NOT_FOUND;
    }
    store->read_failures += (rc & 0xFF) == SQLITE_IOERR;
    store_sqlite_error(sqlite3_db_handle(stmt), store->fault);
    /* A failed read may roll back the whole transaction; later writes must not become a
     * new one. */
    store->failed |= store->dirty && sqlite3_get_autocommit(store->main.db) != 0;
    return NOT_READ;
}

unsigned store_read_failures(const struct store *store) {
    return store->read_failures;
}

void store_done(sqlite3_stmt *stmt) {
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
}

enum found store_out_of_order(struct store *store) {
    snprintf(store->fault, sizeof store->fault, "its rows are out of order");
    return NOT_READ;
}

enum found store_step_beyond(struct store *store, sqlite3_stmt *stmt, int64_t after) {
    enum found found = store_step(store, stmt);
    bool is_beyond = found != FOUND || sqlite3_column_int64(stmt, 0) > after;
    return is_beyond ? found : store_out_of_order(store);
}

int64_t store_query_number(struct store *store, sqlite3_stmt *stmt) {
    int64_t number = store_step(store, stmt) == FOUND ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    return number;
}

int64_t store_key(uint64_t number) {
    return number < INT64_MAX ? (int64_t)number : INT64_MAX;
}

/* --- time --- */

void store_put_time(struct store *store, uint64_t at_ms) {
    if (store_write(store) && at_ms > store->time_ms) {
        store->time_ms = at_ms; /* written once, with the commit */
    }
}

uint64_t store_time(struct store *store) {
    return store->time_ms;
}

/* --- sessions --- */

void store_put_session(struct store *store, uint64_t id, const char *name,
                       const uint8_t token_hash[static TOKEN_HASH_BYTES],
                       int64_t account) {
    if (!store_write(store)) {
        return;
    }
    sqlite3_stmt *stmt = store_bind(store, SQL_PUT_SESSION, store_key(id));
    sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_blob(stmt, 3, token_hash, TOKEN_HASH_BYTES, SQLITE_STATIC);
    if (account != 0) {
        sqlite3_bind_int64(stmt, 4, account);
    }
    store_run(store, SQL_PUT_SESSION);
}

bool store_remove_session(struct store *store, uint64_t id) {
    if (!store_write(store)) {
        return false;
    }
    store_bind(store, SQL_REMOVE_SESSION, store_key(id));
    return store_run(store, SQL_REMOVE_SESSION);
}

/* Reads a row of SQL_SESSIONS.  False: damaged. */
static bool read_session(sqlite3_stmt *stmt, struct stored_session *session) {
    struct row_in row = {.stmt = stmt};
    session->id = (uint64_t)row_take_int(&row, 1, INT64_MAX);
    row_take_text(&row, session->name, sizeof session->name);
    row_take_blob(&row, session->token_hash, sizeof session->token_hash);
    session->account = (int64_t)row_take_u64(&row);
    row_require(&row, is_player_name(session->name) && session->account >= 0);
    return !row.wrong;
}

bool store_next_session(struct store *store, uint64_t after,
                        struct stored_session *session) {
    int64_t last = store_key(after);
    sqlite3_stmt *stmt = store_bind(store, SQL_SESSIONS, last);
    struct stored_session read;
    enum found found;
    while ((found = store_step_beyond(store, stmt, last)) == FOUND &&
           !read_session(stmt, &read)) {
        last = sqlite3_column_int64(stmt, 0);
    }
    sqlite3_reset(stmt);
    if (found == FOUND) {
        *session = read;
    }
    return found == FOUND;
}
