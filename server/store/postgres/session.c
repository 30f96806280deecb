#include "server/store/postgres/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Time between attempts to connect: doubles from the first to the last, in ms. */
#define RETRY_FIRST_MS 100
#define RETRY_LAST_MS  2000
/* How long a start waits for the last server's connection to close. */
#define LOCK_TIMEOUT "'3s'"

static const char taken[] = "another alead has taken over this database";
static const char gone[] = "the database has lost commits";

static bool is_node(const struct postgres_db *own) {
    return own->db.self.name[0] != '\0';
}

static const char *why_fenced(const struct postgres_db *own) {
    return is_node(own) ? NODE_FENCED : taken;
}

bool session_fail(struct postgres_db *own) {
    snprintf(own->db.fault, sizeof own->db.fault, "%s", own->pipeline.fault);
    own->db.is_lost |= own->pipeline.is_fenced || own->has_lost_commits;
    own->db.may_try_again = own->pipeline.met_another;
    own->in_transaction &= own->pipeline.conn != NULL;
    return false;
}

const char *session_name(int id, char name[static NAME_BYTES]) {
    snprintf(name, NAME_BYTES, "s%d", id);
    return name;
}

/* --- connecting --- */

/* Statements of the connection itself. */
static const struct {
    const char *name, *sql;
} own_sql[] = {
    {"events", postgres_add_events},
    {"rollback", "ROLLBACK"},
    {"snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    {"lock", "SELECT (CASE WHEN $1::text IS NULL THEN pg_try_advisory_lock(" SERVER_LOCK
             ") ELSE pg_try_advisory_lock_shared(" SERVER_LOCK
             ") AND pg_try_advisory_lock(" NODE_LOCK ") END)::int4"},
    /* The database then soon notices that we are gone. */
    {"settings", "SELECT set_config('tcp_keepalives_idle', '10', false), "
                 "set_config('tcp_keepalives_interval', '5', false), "
                 "set_config('tcp_keepalives_count', '3', false), "
                 "set_config('lock_timeout', '5s', false), "
                 "set_config('synchronous_commit', CASE WHEN $1::int8 = 1 THEN 'off' "
                 "ELSE current_setting('synchronous_commit') END, false)"},
    /* Other nodes wait for their slot; a server that was alone loses its place. */
    {"tables", "SELECT 1 FROM pg_advisory_xact_lock(" TABLES_LOCK ")"},
    {"not alone", "UPDATE servers SET epoch = epoch + 1, holder = 'nodes' "
                  "WHERE holder <> 'nodes'"},
    {"epoch", "WITH mine AS (UPDATE servers SET epoch = epoch + 1, holder = $2 "
              "WHERE name = 'alead' AND (epoch = $1 OR holder = $2 OR $1 = 0) "
              "RETURNING epoch, turn), "
              "gone AS (UPDATE nodes SET epoch = epoch + 1, holder = '', until_ms = 0 "
              "WHERE holder <> '' AND EXISTS (SELECT 1 FROM mine)) "
              "SELECT epoch, turn FROM mine"},
};

static bool prepare_all(struct postgres_db *own) {
    char name[NAME_BYTES];
    for (size_t i = 0; i < sizeof own_sql / sizeof own_sql[0]; i++) {
        pipeline_prepare(&own->pipeline, own_sql[i].name, own_sql[i].sql);
    }
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        if (own->sql[i] != NULL) {
            pipeline_prepare(&own->pipeline, session_name(i, name), own->sql[i]);
        }
    }
    struct value is_fast = {.number = own->durability == DURABILITY_PROCESS,
                            .type = VALUE_INT};
    pipeline_send(&own->pipeline, "settings", &is_fast, 1);
    return pipeline_finish(&own->pipeline, NULL);
}

static struct value text_value(const char *text) {
    return (struct value){.bytes = text, .len = (int)strlen(text), .type = VALUE_TEXT};
}

/* Tries to get the locks.  The connection works without them, too.  False: it is lost. */
static bool try_lock(struct postgres_db *own) {
    PGresult *result = NULL;
    struct value node = {.type = VALUE_NULL};
    if (is_node(own)) {
        node = text_value(own->db.self.name);
    }
    if (pipeline_send(&own->pipeline, "lock", &node, 1) &&
        pipeline_finish(&own->pipeline, &result)) {
        struct value got = pipeline_value(&own->pipeline.pq, result, 0, 0);
        own->has_lock = got.number != 0;
    }
    own->pipeline.pq.PQclear(result);
    return own->pipeline.conn != NULL;
}

/* Whether the database has all that was committed.  It may have one transaction of this
 * server more, whose commit was not answered.  A standby that took the place of its
 * primary may have less.  False with a fault. */
static bool is_next(struct postgres_db *own, int64_t turn) {
    own->has_lost_commits = own->epoch != 0 && turn != own->turn && turn != own->turn + 1;
    if (own->has_lost_commits) {
        snprintf(own->pipeline.fault, sizeof own->pipeline.fault, "%s", gone);
    }
    return !own->has_lost_commits;
}

/* Asks for a new epoch.  *result: owned; no row: another server has the place.  False:
 * the pipeline failed. */
static bool ask_epoch(struct postgres_db *own, PGresult **result) {
    struct pipeline *pipeline = &own->pipeline;
    char name[NAME_BYTES];
    struct value param[5] = {{.number = own->epoch, .type = VALUE_INT},
                             text_value(own->db.holder)};
    if (!is_node(own)) {
        return pipeline_send(pipeline, "epoch", param, 2) &&
               pipeline_finish(pipeline, result);
    }
    param[2] = text_value(own->db.self.name);
    param[3] = text_value(own->node_address);
    param[4] = (struct value){.number = own->has_lock, .type = VALUE_INT};
    if (own->epoch == 0) {
        pipeline_send(pipeline, "tables", NULL, 0);
        pipeline_send(pipeline, "not alone", NULL, 0);
        pipeline_send(pipeline, session_name(SQL_ADD_NODE, name), &param[2], 1);
    }
    return pipeline_send(pipeline, session_name(SQL_TAKE_EPOCH, name), param, 5) &&
           pipeline_finish(pipeline, result);
}

/* Takes over the row of ask_epoch.  False with a fault. */
static bool take_row(struct postgres_db *own, const PGresult *result) {
    struct value column[4];
    for (int i = 0; i < (is_node(own) ? 4 : 2); i++) {
        column[i] = pipeline_value(&own->pipeline.pq, result, 0, i);
    }
    bool ok = is_next(own, column[1].number);
    if (is_node(own) && own->epoch == 0) {
        db_join(&own->db, column);
    }
    own->epoch = column[0].number;
    own->turn = column[1].number;
    return ok;
}

/* Takes a new epoch, and finds out which transaction was the last one.  False with a
 * fault: another server has the database, it has lost commits, or the connection is
 * lost. */
static bool take_epoch(struct postgres_db *own) {
    PGresult *result = NULL;
    const struct libpq *pq = &own->pipeline.pq;
    bool ok = ask_epoch(own, &result);
    if (ok && pq->PQntuples(result) == 1) {
        ok = take_row(own, result);
    } else if (ok) {
        ok = false;
        own->pipeline.is_fenced = true;
        snprintf(own->pipeline.fault, sizeof own->pipeline.fault, "%s",
                 own->epoch == 0 ? "there are too many nodes" : why_fenced(own));
    }
    pq->PQclear(result);
    return ok;
}

void session_close(struct postgres_db *own) {
    pipeline_close(&own->pipeline);
    own->in_transaction = false;
}

/* Makes the connection ready.  False with a fault. */
static bool attach(struct postgres_db *own, PGconn *conn) {
    pipeline_begin(&own->pipeline, conn);
    own->has_lock = false;
    bool ok = prepare_all(own) && (own->reads_only || (try_lock(own) && take_epoch(own)));
    if (!ok) {
        session_fail(own);
        session_close(own);
    }
    return ok;
}

bool session_reconnect(struct postgres_db *own) {
    session_close(own);
    PGconn *conn =
        libpq_connect(&own->pipeline.pq, own->url, own->password_file, own->db.fault);
    bool ok = conn != NULL && attach(own, conn);
    own->retry_ms = own->retry_ms != 0 ? own->retry_ms : RETRY_FIRST_MS;
    own->retry_at_ms = ok ? 0 : pipeline_now_ms() + own->retry_ms;
    own->retry_ms = ok                                  ? RETRY_FIRST_MS
                    : 2 * own->retry_ms < RETRY_LAST_MS ? 2 * own->retry_ms
                                                        : RETRY_LAST_MS;
    return ok;
}

bool session_need(struct postgres_db *own) {
    if (own->db.is_lost) {
        snprintf(own->db.fault, sizeof own->db.fault, "%s",
                 own->has_lost_commits ? gone : why_fenced(own));
        return false;
    }
    if (pipeline_is_open(&own->pipeline)) {
        return own->has_lock || own->reads_only || try_lock(own) || session_fail(own);
    }
    /* Until the next attempt the fault of the last one stays. */
    return pipeline_now_ms() >= own->retry_at_ms && session_reconnect(own);
}

/* --- opening --- */

/* Runs SQL before the pipeline begins.  Returns the first value, as a number; -1 with a
 * fault. */
static int64_t ask(struct postgres_db *own, PGconn *conn, const char *sql,
                   char fault[static FAULT_BYTES]) {
    const struct libpq *pq = &own->pipeline.pq;
    PGresult *result = pq->PQexec(conn, sql);
    int status = pq->PQresultStatus(result);
    int64_t number = -1;
    if (status == PQ_TUPLES_OK && pq->PQntuples(result) > 0) {
        number = strtoll(pq->PQgetvalue(result, 0, 0), NULL, 10);
    } else if (status == PQ_TUPLES_OK || status == PQ_COMMAND_OK) {
        number = 0;
    } else {
        libpq_fault(pq, conn, fault);
    }
    pq->PQclear(result);
    return number;
}

/* Whether this SQL finds a holder of the database; if so, with a fault that names it. */
static bool find_holder(struct postgres_db *own, PGconn *conn, const char *sql,
                        char fault[static FAULT_BYTES]) {
    const struct libpq *pq = &own->pipeline.pq;
    PGresult *result = pq->PQexec(conn, sql);
    bool is_found =
        pq->PQresultStatus(result) == PQ_TUPLES_OK && pq->PQntuples(result) > 0;
    if (is_found) {
        snprintf(fault, FAULT_BYTES, "in use by %.140s", pq->PQgetvalue(result, 0, 0));
    }
    pq->PQclear(result);
    return is_found;
}

#define WITHOUT_ID "split_part(holder, ', id ', 1)"
#define LEASES                                                                           \
    "SELECT 'node ' || name || ', ' || " WITHOUT_ID " FROM nodes "                       \
    "WHERE until_ms > now_ms() ORDER BY slot LIMIT 1"

/* Locks the database until the connection ends: for this server alone, or with nodes. */
static bool lock(struct postgres_db *own, PGconn *conn, char fault[static FAULT_BYTES]) {
    char ignored[FAULT_BYTES];
    const char *sql = is_node(own) ? "SELECT 1 FROM pg_advisory_lock_shared(" SERVER_LOCK
                                     ")"
                                   : "SELECT 1 FROM pg_advisory_lock(" SERVER_LOCK ")";
    if (ask(own, conn, "SET lock_timeout = " LOCK_TIMEOUT, fault) < 0) {
        return false;
    }
    if (ask(own, conn, sql, ignored) >= 0) {
        return true;
    }
    snprintf(fault, FAULT_BYTES, "in use by another alead");
    (void)((!is_node(own) && find_holder(own, conn, LEASES, fault)) ||
           find_holder(own, conn,
                       "SELECT 'another alead, ' || " WITHOUT_ID " FROM servers", fault));
    return false;
}

/* Locks this node's name.  If a process with that name is connected, and its lease is
 * over, ends its connection first.  False with a fault. */
static bool lock_name(struct postgres_db *own, PGconn *conn,
                      char fault[static FAULT_BYTES]) {
    char sql[512], ignored[FAULT_BYTES];
    const char *name = own->db.self.name;
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid)) FROM nodes, "
             "node_connections(name) AS pid WHERE name = '%s' AND until_ms <= now_ms()",
             name);
    (void)ask(own, conn, sql, ignored);
    snprintf(sql, sizeof sql,
             "SELECT 1 FROM pg_advisory_lock(" NODE_LOCK_CLASS
             ", hashtext(current_schema() || '/%s'))",
             name);
    if (ask(own, conn, sql, ignored) >= 0) {
        return true;
    }
    snprintf(fault, FAULT_BYTES, "in use by another node %s", name);
    snprintf(sql, sizeof sql,
             "SELECT 'another node ' || name || ', ' || " WITHOUT_ID
             " FROM nodes WHERE name = '%s'",
             name);
    (void)find_holder(own, conn, sql, fault);
    return false;
}

/* Makes sure that nobody else takes the place of this server, or node.  False with a
 * fault. */
static bool lock_place(struct postgres_db *own, PGconn *conn,
                       char fault[static FAULT_BYTES]) {
    return is_node(own) ? lock_name(own, conn, fault)
                        : !find_holder(own, conn, LEASES, fault);
}

/* Makes the tables, or brings them up to date. */
static bool migrate(struct postgres_db *own, PGconn *conn, int64_t version,
                    char fault[static FAULT_BYTES]) {
    bool ok = true;
    for (size_t i = 0; ok && postgres_migrations[i].sql != NULL; i++) {
        ok = postgres_migrations[i].version <= version ||
             ask(own, conn, postgres_migrations[i].sql, fault) >= 0;
    }
    return ok;
}

/* The version of the tables; 0: there are none, -1: with a fault. */
static int64_t find_version(struct postgres_db *own, PGconn *conn,
                            char fault[static FAULT_BYTES]) {
    int64_t n_tables = ask(own, conn,
                           "SELECT count(*) FROM pg_class WHERE relkind = 'r' "
                           "AND relnamespace = current_schema()::regnamespace",
                           fault);
    if (n_tables <= 0) {
        return n_tables;
    }
    int64_t version =
        ask(own, conn, "SELECT version FROM meta WHERE application = 'alea'", fault);
    if (version <= 0) {
        snprintf(fault, FAULT_BYTES, "not a database of alead");
    } else if (version > POSTGRES_VERSION) {
        snprintf(fault, FAULT_BYTES,
                 "made by a later alead: it has version %lld, this one knows %d",
                 (long long)version, POSTGRES_VERSION);
    } else if (own->reads_only && version < POSTGRES_VERSION) {
        snprintf(fault, FAULT_BYTES, "made by an earlier alead: start alead with it");
    }
    bool fits = version > 0 && version <= POSTGRES_VERSION &&
                (!own->reads_only || version == POSTGRES_VERSION);
    return fits ? version : -1;
}

/* Makes the tables if need be.  If several nodes start at once, one of them does.
 * False with a fault. */
static bool prepare_schema(struct postgres_db *own, PGconn *conn,
                           char fault[static FAULT_BYTES]) {
    if (own->reads_only) {
        return find_version(own, conn, fault) >= 0;
    }
    char ignored[FAULT_BYTES];
    bool ok = ask(own, conn, "BEGIN", fault) >= 0 &&
              ask(own, conn, "SELECT 1 FROM pg_advisory_xact_lock(" TABLES_LOCK ")",
                  fault) >= 0;
    int64_t version = ok ? find_version(own, conn, fault) : -1;
    ok = version >= 0 && migrate(own, conn, version, fault);
    return ask(own, conn, ok ? "COMMIT" : "ROLLBACK", ok ? fault : ignored) >= 0 && ok;
}

static bool check_server(struct postgres_db *own, PGconn *conn,
                         char fault[static FAULT_BYTES]) {
    int version = own->pipeline.pq.PQserverVersion(conn);
    if (version < 150000) {
        snprintf(fault, FAULT_BYTES, "it is PostgreSQL %d; 15 or later is needed",
                 version / 10000);
        return false;
    }
    int64_t is_utf8 = ask(
        own, conn, "SELECT (current_setting('server_encoding') = 'UTF8')::int", fault);
    if (is_utf8 == 0) {
        snprintf(fault, FAULT_BYTES, "its encoding is not UTF8");
    }
    return is_utf8 == 1;
}

bool session_open(struct postgres_db *own, char fault[static FAULT_BYTES]) {
    db_write_holder(own->db.holder);
    if (!libpq_load(&own->pipeline.pq, fault)) {
        return false;
    }
    PGconn *conn = libpq_connect(&own->pipeline.pq, own->url, own->password_file, fault);
    if (conn == NULL) {
        return false;
    }
    if (!check_server(own, conn, fault) ||
        (!own->reads_only && !lock(own, conn, fault)) ||
        !prepare_schema(own, conn, fault) ||
        (!own->reads_only && !lock_place(own, conn, fault))) {
        own->pipeline.pq.PQfinish(conn);
        return false;
    }
    if (!attach(own, conn)) {
        snprintf(fault, FAULT_BYTES, "%s", own->db.fault);
        return false;
    }
    return true;
}
