/* PostgreSQL as a database of the store.  It runs in the store's thread, and blocks
 * there.  Statements that return no rows are not waited for, so a transaction without
 * reads is one round trip (pipeline.h).
 *
 * A connection takes a new epoch in table `servers`.  Each transaction ends by checking
 * the epoch and storing its own number there (function end_turn).  So a server can write
 * nothing more once another one has taken its place.
 *
 * If the connection is lost during a commit, the next one finds out what became of it.
 * Taking the epoch waits for a transaction that is being committed, refuses later ones,
 * and reads the number of the last one committed. */
#include "server/store/postgres/session.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mem/mem.h"

static struct postgres_db *postgres_of(struct db *db) {
    return (struct postgres_db *)db;
}

/* --- statements in PostgreSQL's dialect --- */

/* Copies SQL with $1 for ?1, and for a ? the next number.  *n: the highest one. */
static char *translate(const char *sql, int *n) {
    size_t cap = 2 * strlen(sql) + 1, len = 0;
    char *to = mem_new(cap, 1);
    *n = 0;
    for (const char *at = sql; *at != '\0'; at++) {
        if (*at != '?' && *at != '$') {
            to[len++] = *at;
            continue;
        }
        int number = (int)strtol(at + 1, NULL, 10);
        if (number == 0 && *at == '?') {
            number = *n + 1;
            len += (size_t)snprintf(to + len, cap - len, "$%d", number);
        } else {
            to[len++] = '$'; /* the digits follow */
        }
        *n = number > *n ? number : *n;
    }
    to[len] = '\0';
    return to;
}

static void write_statements(struct postgres_db *own) {
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct postgres_sql *sql = &postgres_sql[i];
        int n_usual, n_sent;
        free(translate(store_sql[i], &n_usual));
        own->sql[i] = translate(sql->text != NULL ? sql->text : store_sql[i], &n_sent);
        own->n_sent[i] = n_sent;
        assert(n_sent <= PIPELINE_PARAMS);
        own->db.stmt[i] = (struct stmt){.db = &own->db,
                                        .id = i,
                                        .own = &own->rows[i],
                                        .n_params = n_sent > n_usual ? n_sent : n_usual,
                                        .n_columns = COLUMNS_MAX};
        if (sql->is_unused) {
            free(own->sql[i]);
            own->sql[i] = NULL;
        }
    }
    db_give_values(&own->db);
    own->n_ids = STATEMENT_COUNT;
}

static void postgres_close(struct db *db) {
    struct postgres_db *own = postgres_of(db);
    ahead_set(own, false);
    pipeline_fini(&own->pipeline);
    for (int i = 0; i < own->n_ids; i++) {
        if (own->rows[i].result != NULL) {
            own->pipeline.pq.PQclear(own->rows[i].result);
        }
        free(own->sql[i]);
    }
    free(db->values);
    free(own);
}

static struct db *postgres_open(const struct store_config *config,
                                char fault[static FAULT_BYTES]) {
    struct postgres_db *own = mem_new(1, sizeof *own);
    own->db.kind = &db_postgres;
    own->config = *config;
    own->db.has_lease = config->node != NULL;
    db_write_holder(own->db.holder, config->node);
    write_statements(own);
    if (session_open(own, fault)) {
        return &own->db;
    }
    postgres_close(&own->db);
    return NULL;
}

/* --- statements --- */

static void postgres_reset(struct stmt *stmt) {
    struct rows *rows = stmt->own;
    if (rows->result != NULL && !rows->is_borrowed) {
        postgres_of(stmt->db)->pipeline.pq.PQclear(rows->result);
    }
    *rows = (struct rows){.result = NULL};
    stmt->is_running = false;
}

static bool send(struct postgres_db *own, const struct stmt *stmt) {
    assert(own->sql[stmt->id] != NULL);
    return session_send(own, stmt->id, stmt->param, own->n_sent[stmt->id]);
}

/* Sends the events that were collected: one like any statement, several as arrays. */
static bool send_events(struct postgres_db *own) {
    char one[NAME_BYTES];
    return pipeline_send_events(&own->pipeline, session_name(SQL_ADD_EVENT, one),
                                "events");
}

static bool changes_events(int id) {
    return id == SQL_RENAME_EVENT || id == SQL_SILENCE || id == SQL_SUM_EVENT ||
           id == SQL_DELETE_EVENTS;
}

static bool postgres_run(struct stmt *stmt) {
    struct postgres_db *own = postgres_of(stmt->db);
    if (own->pipeline.failed) {
        return session_fail(own);
    }
    if (stmt->id == SQL_ADD_EVENT) {
        pipeline_add_event(&own->pipeline, stmt->param);
        return true;
    }
    bool ok = (!changes_events(stmt->id) || send_events(own)) && send(own, stmt);
    return ok || session_fail(own);
}

static int64_t postgres_n_changed(struct db *db) {
    struct postgres_db *own = postgres_of(db);
    if (!pipeline_finish(&own->pipeline, NULL)) {
        session_fail(own);
        return -1;
    }
    return own->pipeline.n_changed;
}

/* Sends a query, and takes its rows.  What was sent before it is done first. */
static bool query(struct postgres_db *own, const struct stmt *stmt) {
    struct rows *rows = stmt->own;
    if (ahead_take(own, stmt, rows)) {
        return true;
    }
    if (!own->in_transaction) {
        if (!session_need(own)) {
            return false;
        }
        own->pipeline.failed = false;
    }
    if (own->pipeline.failed || !send_events(own)) {
        return session_fail(own);
    }
    if (ahead_is_list(own, stmt)) {
        return ahead_read(own, stmt, rows) || session_fail(own);
    }
    if (!send(own, stmt) || !pipeline_finish(&own->pipeline, &rows->result)) {
        return session_fail(own);
    }
    rows->next = 0;
    rows->n = own->pipeline.pq.PQntuples(rows->result);
    return true;
}

static enum found postgres_step(struct stmt *stmt) {
    struct postgres_db *own = postgres_of(stmt->db);
    const struct libpq *pq = &own->pipeline.pq;
    struct rows *rows = stmt->own;
    if (!stmt->is_running) {
        if (!query(own, stmt)) {
            own->db.io_failures++;
            return NOT_READ;
        }
        stmt->is_running = true;
    }
    bool has_row = rows->result != NULL && rows->next < rows->n;
    int n = has_row ? pq->PQnfields(rows->result) : 0;
    assert(n <= COLUMNS_MAX);
    for (int i = 0; i < COLUMNS_MAX; i++) {
        stmt->column[i] = i < n ? pipeline_value(pq, rows->result, rows->next, i)
                                : (struct value){.type = VALUE_NULL};
    }
    rows->next += has_row;
    return has_row ? FOUND : NOT_FOUND;
}

/* --- transactions --- */

static bool postgres_begin(struct db *db) {
    struct postgres_db *own = postgres_of(db);
    if (!session_need(own)) {
        return false;
    }
    own->pipeline.failed = false;
    own->pipeline.n_events = 0;
    own->in_transaction = true;
    return send(own, &db->stmt[SQL_BEGIN]) || session_fail(own);
}

static bool postgres_is_in_transaction(const struct db *db) {
    const struct postgres_db *own = (const void *)db;
    return own->in_transaction && !own->pipeline.failed;
}

/* The connection was lost during the commit of this transaction: finds out whether it
 * was committed, however long the database is away. */
static bool was_committed(struct postgres_db *own, int64_t turn) {
    while (!session_reconnect(own)) {
        if (own->db.is_lost || atomic_load(&own->db.gives_up)) {
            own->db.is_lost = true; /* nobody knows: tell nobody anything */
            return false;
        }
        uint64_t now = pipeline_now_ms();
        session_sleep_ms(own->retry_at_ms > now ? own->retry_at_ms - now : 0);
    }
    snprintf(own->db.fault, sizeof own->db.fault,
             "the connection was lost before the commit");
    return own->turn == turn;
}

static bool postgres_commit(struct db *db, uint64_t time_ms) {
    struct postgres_db *own = postgres_of(db);
    struct value end[] = {value_int(own->epoch), value_int(own->turn + 1),
                          value_int((int64_t)time_ms)};
    if (own->pipeline.failed || !send_events(own)) {
        return session_fail(own);
    }
    int64_t turn = own->turn + 1;
    bool ok = session_send(own, SQL_END_TURN, end, 3) &&
              send(own, &db->stmt[SQL_COMMIT]) && pipeline_finish(&own->pipeline, NULL);
    if (!ok) {
        session_fail(own);
        if (own->pipeline.conn != NULL) {
            return false;
        }
        if (!was_committed(own, turn)) {
            return false;
        }
    }
    own->turn = turn;
    own->in_transaction = false;
    return true;
}

static void postgres_roll_back(struct db *db) {
    struct postgres_db *own = postgres_of(db);
    if (own->in_transaction && own->pipeline.conn != NULL) {
        (void)pipeline_finish(&own->pipeline, NULL);
        own->pipeline.failed = false;
        if (!pipeline_send(&own->pipeline, "rollback", NULL, 0) ||
            !pipeline_finish(&own->pipeline, NULL)) {
            session_close(own);
        }
    }
    own->in_transaction = false;
    own->pipeline.n_events = 0;
}

static void postgres_hold_reads(struct db *db, bool holds) {
    ahead_set(postgres_of(db), holds);
}

static bool postgres_renew_snapshot(struct db *db) {
    struct postgres_db *own = postgres_of(db);
    postgres_roll_back(db);
    if (!session_need(own)) {
        return false;
    }
    own->pipeline.failed = false;
    own->in_transaction = true;
    return (pipeline_send(&own->pipeline, "snapshot", NULL, 0) &&
            pipeline_finish(&own->pipeline, NULL)) ||
           session_fail(own);
}

/* --- copying --- */

static bool postgres_prepare(struct db *db, struct stmt *stmt, const char *sql) {
    struct postgres_db *own = postgres_of(db);
    char name[NAME_BYTES];
    int id = own->n_ids++, n_params;
    assert(id < IDS);
    own->sql[id] = translate(sql, &n_params);
    own->n_sent[id] = n_params;
    struct value *values = mem_new((size_t)n_params + COLUMNS_MAX, sizeof *values);
    *stmt = (struct stmt){.db = db,
                          .id = id,
                          .own = &own->rows[id],
                          .n_params = n_params,
                          .n_columns = COLUMNS_MAX,
                          .param = values,
                          .column = values + n_params};
    stmt_clear(stmt);
    return pipeline_prepare(&own->pipeline, session_name(id, name), own->sql[id]) ||
           session_fail(own);
}

static void postgres_finalize(struct stmt *stmt) {
    if (stmt->own != NULL) {
        postgres_reset(stmt);
    }
    free(stmt->param);
}

static const char *const postgres_numbers[] = {
    "UPDATE meta SET last_game = ?1, last_account = ?2, games = ?3",
    "SELECT setval(pg_get_serial_sequence('bans', 'n'), "
    "(SELECT coalesce(max(n), 0) + 1 FROM bans), false)",
    NULL,
};

const struct db_kind db_postgres = {
    .has_recent = false,
    .open = postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .roll_back = postgres_roll_back,
    .is_in_transaction = postgres_is_in_transaction,
    .hold_reads = postgres_hold_reads,
    .renew_snapshot = postgres_renew_snapshot,
    .run = postgres_run,
    .n_changed = postgres_n_changed,
    .step = postgres_step,
    .reset = postgres_reset,
    .prepare = postgres_prepare,
    .finalize = postgres_finalize,
    .put_numbers = postgres_numbers,
};
