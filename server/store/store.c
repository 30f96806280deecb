/* The store as a whole: opening, transactions, statements, time. */
#include "server/store/store.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "server/store/db.h"

/* A commit that only has ops does not write the server time if that is at most this
 * much later than the last op. */
#define TIME_SLACK_MS 1000

/* How many events later filing is tried again after a failure: the rollback drops the
 * index of recent events, and reading it again takes long. */
#define FILE_RETRY_EVENTS 10000

/* Events to file at once while the store is idle, which takes about 0.4 ms.  A move
 * that comes then waits that long. */
#define TIDY_EVENTS 100
/* If there are too many events and the store is never idle: how many to file after a
 * commit at least, and for each event that it has added.  So their number falls. */
#define FILE_EVENTS   500
#define FILE_FOR_EACH 2

/* --- opening --- */

static bool file_games(struct store *store, int most);

static bool is_postgres(const char *path) {
    return strncmp(path, STORE_POSTGRES, strlen(STORE_POSTGRES)) == 0;
}

/* Writes "PATH: WHY"; of a long path only the end.  A URL may have a password in it, so
 * it is not written. */
static void name_store(const char *path, const char *why,
                       char fault[static FAULT_BYTES]) {
    if (is_postgres(path)) {
        snprintf(fault, FAULT_BYTES, "the database: %.140s", why);
        return;
    }
    size_t room = FAULT_BYTES / 2, len = strlen(path);
    struct text_out out = text_out_of(fault, FAULT_BYTES);
    text_put(&out, len > room ? "..." : "");
    text_put(&out, len > room ? path + (len - room) : path);
    text_put(&out, ": ");
    text_put(&out, why);
}

bool store_check_url(const char *url, char fault[static FAULT_BYTES]) {
    if (!is_postgres(url)) {
        snprintf(fault, FAULT_BYTES,
                 "the URL of a database is " STORE_POSTGRES "USER@HOST:PORT/DATABASE");
        return false;
    }
    /* A password may have / ? and @ in it.  libpq would take a part of it for a port, and
     * repeat it in its error. */
    const char *user = url + strlen(STORE_POSTGRES), *at = strrchr(user, '@');
    bool has_password = (at != NULL && memchr(user, ':', (size_t)(at - user)) != NULL) ||
                        strstr(user, "password=") != NULL;
    if (has_password) {
        snprintf(fault, FAULT_BYTES,
                 "a password in the URL can be seen by others: use "
                 "--store-password-file, PGPASSFILE or PGPASSWORD");
    }
    return !has_password;
}

static const struct db_kind *kind_of(const struct store_config *config) {
    return config->kind != NULL        ? config->kind
           : is_postgres(config->path) ? &db_postgres
                                       : &db_sqlite;
}

/* Whether the store of a node can be opened like this.  False with a fault. */
static bool check_node(const struct store_config *config,
                       char fault[static FAULT_BYTES]) {
    if (config->node == NULL) {
        return true;
    }
    if (kind_of(config) == &db_sqlite) {
        snprintf(fault, FAULT_BYTES, "a node needs a PostgreSQL database");
        return false;
    }
    if (!store_is_node_name(config->node)) {
        snprintf(fault, FAULT_BYTES, "the name of a node has a-z, 0-9 and -, %d at most",
                 NODE_NAME_BYTES - 1);
        return false;
    }
    return true;
}

static bool open_store(struct store *store, const struct store_config *config) {
    store->path = mem_copy(config->path, strlen(config->path));
    store->in_memory = strcmp(config->path, STORE_MEMORY) == 0;
    store->recent_events = config->recent_events;
    store->reads_only = config->read_only;
    if (!check_node(config, store->fault) ||
        (is_postgres(config->path) && !store_check_url(config->path, store->fault))) {
        return false;
    }
    store->db = kind_of(config)->open(config, store->fault);
    if (store->db == NULL) {
        return false;
    }
    store->meta_ms = (uint64_t)store_query_number(store, store_stmt(store, SQL_TIME));
    store->committed_ms = store->meta_ms;
    store_count_accounts(store); /* if this failed, the games may be readable all the
                                    same */
    store->is_open =
        config->read_only ? store_renew_snapshot(store) : store_know_recent(store);
    if (store->is_open && !config->read_only && store->recent.sound_from != 0) {
        (void)store_renew_recent(store); /* if it fails, games go on as far as they can */
    }
    return store->is_open;
}

struct store *store_open(const struct store_config *config,
                         char fault[static FAULT_BYTES]) {
    struct store *store = mem_new(1, sizeof *store);
    if (open_store(store, config)) {
        return store;
    }
    name_store(config->path, store->fault, fault);
    store_close(store);
    return NULL;
}

void store_close(struct store *store) {
    if (store == NULL) {
        return;
    }
    if (store->is_open && !store->reads_only) {
        store->failed = true; /* roll back what is not committed */
        (void)store_end_transaction(store);
        if (!store->in_memory) {
            (void)store_file_now(store); /* otherwise the next start reads more */
        }
    }
    free(store->path);
    free(store->recent.row);
    free(store->reader.recent.n);
    if (store->db != NULL) {
        store->db->kind->close(store->db);
    }
    free(store);
}

/* --- transactions --- */

void store_fail(struct store *store, const char *why) {
    store->failed = true;
    snprintf(store->fault, sizeof store->fault, "%s",
             why != NULL ? why : store->db->fault);
}

bool store_begin(struct store *store) {
    /* Before the transaction: SQLite does not let one go on in which it met a damaged
     * page. */
    bool is_known = store_know_recent(store);
    store->dirty = true;
    store->fault[0] = '\0';
    store->n_runs = 0;
    store->n_ops = 0;
    store->op_ms = 0;
    if (!is_known || !store->db->kind->begin(store->db)) {
        store_fail(store, NULL);
    }
    return !store->failed;
}

bool store_write(struct store *store) {
    store_stop_reading(store);
    if (store->dirty) {
        return !store->failed;
    }
    if (store->append_fails ||
        (store_know_recent(store) && store->recent.sound_from != 0)) {
        store->append_fails = false;
        (void)store_renew_recent(store); /* if it fails, so does the next event */
    }
    return store_begin(store);
}

/* The bit of a game in its word of struct store.touched. */
static uint64_t touched_bit(int64_t game) {
    return UINT64_C(1) << ((uint64_t)game % 64);
}

bool store_renew_snapshot(struct store *store) {
    store_stop_reading(store);
    store_forget_recent(store);
    if (store->db->kind->renew_snapshot(store->db)) {
        return store_know_recent(store);
    }
    snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
    return false;
}

bool store_touch(struct store *store, int64_t game) {
    store->touched[(uint64_t)game % TOUCHED_BITS / 64] |= touched_bit(game);
    return store_write(store);
}

bool store_is_dirty(const struct store *store) {
    return store->dirty;
}

static void roll_back(struct store *store) {
    store->db->kind->roll_back(store->db);
    memset(store->tail, 0, sizeof store->tail);
    store_forget_recent(store);
    store->time_ms = store->committed_ms;
    store->n_accounts = store->n_accounts_kept;
}

/* Whether the server time must be written.  Ops have their own: a start takes the
 * latest time in `recent`. */
static bool should_put_time(const struct store *store) {
    bool only_ops = store->n_ops > 0 && store->n_runs == store->n_ops;
    return store->db->kind->keeps_time ||
           (store->time_ms > store->meta_ms &&
            !(only_ops && store->time_ms < store->op_ms + TIME_SLACK_MS));
}

static bool commit(struct store *store) {
    bool puts_time = should_put_time(store);
    if (!store->failed &&
        !store->db->kind->commit(store->db, puts_time ? store->time_ms : 0)) {
        store_fail(store, NULL);
    }
    if (store->failed) {
        roll_back(store);
        return false;
    }
    store->committed_ms = store->time_ms;
    store->meta_ms = puts_time ? store->time_ms : store->meta_ms;
    store->n_accounts_kept = store->n_accounts;
    return true;
}

bool store_end_transaction(struct store *store) {
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

/* Files games in a transaction of its own, which is not synced: if it is lost, the
 * events are still in `recent`.  The next commit syncs it, too. */
static bool file_games(struct store *store, int most) {
    store->db->kind->wait_for_disk(store->db, false);
    bool ok = store_write(store) && store_file_oldest(store, most);
    ok = store_end_transaction(store) && ok;
    store->db->kind->wait_for_disk(store->db, true);
    store->fault[0] = '\0'; /* nobody waits for this, and it will be tried again */
    return ok;
}

bool store_file_now(struct store *store) {
    return !store->db->kind->has_recent || file_games(store, INT_MAX);
}

/* Files some games; after a failure, waits before the next try. */
static void file_some(struct store *store, int most) {
    int64_t next = store->recent.next;
    if (!file_games(store, most)) {
        store->file_from = next + FILE_RETRY_EVENTS;
    }
}

bool store_commit(struct store *store) {
    if (!store->dirty) {
        return true;
    }
    bool ok = store_end_transaction(store);
    if (ok && store_must_file(store)) {
        int most = FILE_FOR_EACH * (int)store->n_ops;
        file_some(store, most > FILE_EVENTS ? most : FILE_EVENTS);
    }
    return ok;
}

bool store_is_untidy(const struct store *store) {
    return store_should_file(store);
}

void store_tidy(struct store *store) {
    if (!store->dirty && store_should_file(store)) {
        file_some(store, TIDY_EVENTS);
    }
}

void store_hold_reads(struct store *store, bool holds) {
    if (store->db->kind->hold_reads != NULL) {
        store_stop_reading(store);
        store->db->kind->hold_reads(store->db, holds);
    }
}

const char *store_fault(const struct store *store) {
    return store->fault;
}

/* --- statements --- */

struct stmt *store_stmt(struct store *store, enum statement id) {
    return &store->db->stmt[id];
}

bool store_run(struct store *store, enum statement id) {
    struct stmt *stmt = store_stmt(store, id);
    bool ok = store->db->kind->run(stmt);
    if (!ok) {
        store_fail(store, NULL);
    }
    stmt_clear(stmt);
    store->n_runs++;
    return ok;
}

bool store_run_with(struct store *store, enum statement id, const struct value *value,
                    size_t n) {
    struct stmt *stmt = store_stmt(store, id);
    assert(n == (size_t)stmt->n_params);
    stmt_reset(stmt);
    memcpy(stmt->param, value, n * sizeof *value);
    return store_run(store, id);
}

int64_t store_n_changed(struct store *store) {
    int64_t n = store->db->kind->n_changed(store->db);
    if (n < 0) {
        store_fail(store, NULL);
    }
    return n;
}

void store_bind_key(struct stmt *stmt, int column, const char *name,
                    char key[static NAME_KEY_BYTES]) {
    name_fold(name, key, NAME_KEY_BYTES);
    stmt_bind_text(stmt, column, name[0] != '\0' ? key : NULL);
}

struct stmt *store_bind(struct store *store, enum statement id, int64_t number) {
    struct stmt *stmt = store_stmt(store, id);
    stmt_reset(stmt);
    stmt_bind_int(stmt, 1, number);
    return stmt;
}

struct stmt *store_bind_game(struct store *store, enum statement id, int64_t game) {
    bool by_main =
        store->db->second == NULL ||
        (store->touched[(uint64_t)game % TOUCHED_BITS / 64] & touched_bit(game)) != 0;
    struct stmt *stmt = by_main ? store_stmt(store, id) : &store->db->second[id];
    stmt_reset(stmt);
    stmt_bind_int(stmt, 1, game);
    return stmt;
}

enum found store_step(struct store *store, struct stmt *stmt) {
    enum found found = store->db->kind->step(stmt);
    if (found == NOT_READ) {
        snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
        /* A failed read may roll back the whole transaction; later writes must not become
         * a new one. */
        store->failed |= store->dirty && !store->db->kind->is_in_transaction(store->db);
    }
    return found;
}

bool store_is_lost(const struct store *store) {
    return store->db->is_lost;
}

bool store_may_get_lost(const struct store *store) {
    return store->db->is_watched;
}

bool store_look(struct store *store) {
    bool ok =
        store->dirty || !store_may_get_lost(store) || store->db->kind->look(store->db);
    if (!ok) {
        snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
    }
    return ok;
}

void store_give_up(struct store *store) {
    atomic_store(&store->db->gives_up, true);
}

unsigned store_read_failures(const struct store *store) {
    return store->db->io_failures;
}

bool store_was_away(const struct store *store) {
    return store->db->kind->keeps_time && store->db->io_failures > 0;
}

void store_done(struct stmt *stmt) {
    stmt_reset(stmt);
    stmt_clear(stmt);
}

enum found store_out_of_order(struct store *store) {
    snprintf(store->db->fault, sizeof store->db->fault, "its rows are out of order");
    snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
    return NOT_READ;
}

enum found store_step_beyond(struct store *store, struct stmt *stmt, int64_t after) {
    enum found found = store_step(store, stmt);
    bool is_beyond = found != FOUND || stmt_int(stmt, 0) > after;
    return is_beyond ? found : store_out_of_order(store);
}

int64_t store_query_number(struct store *store, struct stmt *stmt) {
    int64_t number = store_step(store, stmt) == FOUND ? stmt_int(stmt, 0) : 0;
    stmt_reset(stmt);
    return number;
}

int64_t store_key(uint64_t number) {
    return number < INT64_MAX ? (int64_t)number : INT64_MAX;
}

/* --- the database --- */

bool store_is_sound(struct store *store, char fault[static FAULT_BYTES]) {
    return store->db->kind->is_sound(store->db, fault);
}

void store_measure_db(struct store *store, struct store_size *size) {
    store->db->kind->measure(store->db, size);
}

const char *const store_sql[STATEMENT_COUNT] = {
#define X(id, text) [id] = (text),
    STATEMENTS(X) SERVER_STATEMENTS(X)
#undef X
};

static void give_values(struct stmt *stmt, struct value **value) {
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        stmt[i].param = *value;
        stmt[i].column = *value + stmt[i].n_params;
        stmt[i].bound = stmt[i].column + stmt[i].n_columns;
        *value = stmt[i].bound + stmt[i].n_params;
        stmt_clear(&stmt[i]);
        memcpy(stmt[i].bound, stmt[i].param,
               (size_t)stmt[i].n_params * sizeof *stmt[i].param);
    }
}

void db_give_values(struct db *db) {
    size_t n = 0;
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        n += (size_t)(2 * db->stmt[i].n_params + db->stmt[i].n_columns);
    }
    db->values = mem_new(2 * n, sizeof *db->values);
    struct value *value = db->values;
    give_values(db->stmt, &value);
    if (db->second != NULL) {
        give_values(db->second, &value);
    }
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
