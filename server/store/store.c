/* The store as a whole: opening, transactions, filing, time. */
#include "server/store/store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool renew_recent(struct store *store);

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

static void count_accounts(struct store *store) {
    struct stmt *stmt = store_stmt(store, SQL_COUNT_ACCOUNTS);
    stmt_reset(stmt);
    bool is_read = store_step(store, stmt) == FOUND;
    store->n_accounts = is_read ? stmt_int(stmt, 0) : -1;
    store->n_accounts_kept = store->n_accounts;
    stmt_reset(stmt);
}

static bool open_store(struct store *store, const struct store_config *config) {
    store->path = config->path;
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
    count_accounts(store); /* if this fails, the games may be readable all the same */
    store->is_open =
        config->read_only ? store_renew_snapshot(store) : store_know_recent(store);
    if (store->is_open && !config->read_only && store->recent.sound_from != 0) {
        (void)renew_recent(store); /* if it fails, games go on as far as they can */
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
    free(store->recent.row);
    free(store->reader.recent.n);
    if (store->db != NULL) {
        store->db->kind->close(store->db);
    }
    free(store);
}

int64_t store_n_accounts(struct store *store) {
    if (store->n_accounts < 0 && !store->dirty) {
        count_accounts(store);
    }
    return store->n_accounts;
}

/* --- transactions --- */

/* Begins a transaction; none may be open.  False: it has failed. */
static bool begin(struct store *store) {
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
        (void)renew_recent(store); /* if it fails, so does the next event */
    }
    return begin(store);
}

bool store_touch(struct store *store, int64_t game) {
    store->touched[(uint64_t)game % TOUCHED_PLACES] = true;
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
    return !store->db->kind->has_recent ||
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

/* --- a damaged table of recent events --- */

/* If a page of `recent` cannot be read, nothing may be appended behind it, and no game
 * could go on.  So the events that can be read are filed, the table is renamed and kept
 * for repair, and an empty one takes its place.  Games that may have lost their last
 * events are marked; reading their logs ends with a fault. */

static bool mark_lost(struct store *store) {
    int64_t game = 0;
    while ((game = store_next_game(store, game, true)) > 0) {
        if (!store_may_lack_events(&store->recent, game)) {
            continue;
        }
        if (!STORE_RUN(store, SQL_MARK_LOST, value_int(game), value_text(EVENTS_LOST))) {
            return false;
        }
        store->n_lost += (int)store_n_changed(store);
    }
    return game == 0;
}

/* Sets `recent` aside, in a transaction of its own.  False: it failed, or the table is
 * empty, so the damage is elsewhere. */
static bool renew_recent(struct store *store) {
    const struct recent *recent = &store->recent;
    store->n_lost = 0;
    /* Reads the table before the transaction: SQLite does not let one go on in which it
     * met a damaged page. */
    if (!store_know_recent(store) ||
        (recent->first == recent->next && recent->sound_from == 0)) {
        return false; /* it is empty: something else is damaged */
    }
    bool ok = begin(store) && mark_lost(store) && store_file_all(store);
    if (ok && !store->db->kind->renew_recent(store->db)) {
        store_fail(store, NULL);
    }
    ok = store_end_transaction(store);
    if (ok) {
        store_forget_recent(store);
        store->recent.sound_from = store->recent.lost_up_to = 0; /* they are marked */
        store->is_renewed = true;
    }
    return ok;
}

int64_t store_n_damaged_tables(struct store *store) {
    return store->db->kind->has_recent ? store->db->kind->n_damaged(store->db) : 0;
}

bool store_was_renewed(struct store *store, int *n_lost) {
    bool was = store->is_renewed;
    store->is_renewed = false;
    *n_lost = store->n_lost;
    return was;
}

/* --- filing --- */

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

/* --- failures --- */

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

bool store_was_away(const struct store *store) {
    return !store->db->kind->has_recent && store->db->io_failures > 0;
}

/* --- the database --- */

bool store_is_sound(struct store *store, char fault[static FAULT_BYTES]) {
    const struct db_kind *kind = store->db->kind;
    return kind->is_sound == NULL || kind->is_sound(store->db, fault);
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
