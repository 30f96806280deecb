#include "server/store/postgres/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Time between attempts to connect: doubles from the first to the last, in ms. */
#define RETRY_FIRST_MS 100
#define RETRY_LAST_MS  2000
/* How long a start waits for the last server's connection to close; a node that waits
 * for the lease looks again soon, as that connection may stay open. */
#define LOCK_TIMEOUT      "'3s'"
#define WAIT_LOCK_TIMEOUT "'250ms'"
/* How often a node looks whether the lease is free, in ms. */
#define WAIT_MS 250

static const char gone[] = "the database has lost commits";

bool session_fail(struct postgres_db *own) {
    snprintf(own->db.fault, sizeof own->db.fault, "%s", own->pipeline.fault);
    own->db.is_lost |= own->pipeline.is_fenced || own->has_lost_commits;
    own->in_transaction &= own->pipeline.conn != NULL;
    return false;
}

const char *session_name(int id, char name[static NAME_BYTES]) {
    snprintf(name, NAME_BYTES, "s%d", id);
    return name;
}

bool session_send(struct postgres_db *own, int id, const struct value *param, int n) {
    char name[NAME_BYTES];
    return pipeline_send(&own->pipeline, session_name(id, name), param, n);
}

/* --- connecting --- */

/* Statements of the connection itself. */
static const struct {
    const char *name, *sql;
} own_sql[] = {
    {"events", postgres_add_events},
    {"rollback", "ROLLBACK"},
    {"snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    {"instance", "UPDATE servers SET instance = pg_postmaster_start_time()::text "
                 "WHERE holder = $1"},
    {"lock", "SELECT pg_try_advisory_lock(" SERVER_LOCK ")::int4"},
    /* The database then soon notices that we are gone. */
    {"settings", "SELECT set_config('tcp_keepalives_idle', '10', false), "
                 "set_config('tcp_keepalives_interval', '5', false), "
                 "set_config('tcp_keepalives_count', '3', false), "
                 "set_config('lock_timeout', '5s', false), "
                 "set_config('synchronous_commit', CASE WHEN $1::int8 = 1 THEN 'off' "
                 "ELSE current_setting('synchronous_commit') END, false)"},
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
    struct value is_fast = value_int(own->config.durability == DURABILITY_PROCESS);
    pipeline_send(&own->pipeline, "settings", &is_fast, 1);
    return pipeline_finish(&own->pipeline, NULL);
}

/* Tries to get the lock.  The connection works without them, too.  False: it is lost. */
static bool try_lock(struct postgres_db *own) {
    PGresult *result = NULL;
    if (pipeline_send(&own->pipeline, "lock", NULL, 0) &&
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
    struct value param[] = {value_int(own->epoch), value_text(own->db.holder),
                            value_int(own->db.has_lease)};
    return session_send(own, SQL_TAKE_EPOCH, param, 3) &&
           pipeline_finish(&own->pipeline, result);
}

/* Takes over the row of ask_epoch.  False with a fault. */
static bool take_row(struct postgres_db *own, const PGresult *result) {
    const struct libpq *pq = &own->pipeline.pq;
    int64_t turn = pipeline_value(pq, result, 0, 1).number;
    bool ok = is_next(own, turn);
    own->epoch = pipeline_value(pq, result, 0, 0).number;
    own->turn = turn;
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
        struct value holder = value_text(own->db.holder);
        ok = take_row(own, result) &&
             pipeline_send(&own->pipeline, "instance", &holder, 1) &&
             pipeline_finish(&own->pipeline, NULL);
    } else if (ok) {
        ok = false;
        own->pipeline.is_fenced = true;
        snprintf(own->pipeline.fault, sizeof own->pipeline.fault, "%s", STORE_FENCED);
    }
    pq->PQclear(result);
    return ok;
}

void session_sleep_ms(uint64_t ms) {
    struct timespec time = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

void session_close(struct postgres_db *own) {
    pipeline_close(&own->pipeline);
    own->in_transaction = false;
}

/* Makes the connection ready.  False with a fault. */
static bool attach(struct postgres_db *own, PGconn *conn) {
    pipeline_begin(&own->pipeline, conn);
    own->has_lock = false;
    bool ok =
        prepare_all(own) && (own->config.read_only || (try_lock(own) && take_epoch(own)));
    if (!ok) {
        session_fail(own);
        session_close(own);
    }
    return ok;
}

bool session_reconnect(struct postgres_db *own) {
    session_close(own);
    PGconn *conn = libpq_connect(&own->pipeline.pq, own->config.path,
                                 own->config.password_file, own->db.fault);
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
                 own->has_lost_commits ? gone : STORE_FENCED);
        return false;
    }
    if (pipeline_is_open(&own->pipeline)) {
        return own->has_lock || own->config.read_only || try_lock(own) ||
               session_fail(own);
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

/* Finds who has the database, or had it last, without the id. */
static void find_holder(struct postgres_db *own, PGconn *conn,
                        char fault[static FAULT_BYTES]) {
    const struct libpq *pq = &own->pipeline.pq;
    PGresult *result = pq->PQexec(
        conn, "SELECT split_part(holder, ', id ', 1), trunk, trunk_key FROM servers");
    bool is_found =
        pq->PQresultStatus(result) == PQ_TUPLES_OK && pq->PQntuples(result) > 0;
    snprintf(fault, FAULT_BYTES, "in use by another alead%s%.120s", is_found ? ", " : "",
             is_found ? pq->PQgetvalue(result, 0, 0) : "");
    if (is_found && own->config.on_hub != NULL &&
        pq->PQgetvalue(result, 0, 1)[0] != '\0') {
        own->config.on_hub(own->config.arg, pq->PQgetvalue(result, 0, 1),
                           pq->PQgetvalue(result, 0, 2));
    }
    pq->PQclear(result);
}

/* The lock is free, and the holder of the lease was connected to this very PostgreSQL:
 * so its connection has ended, and it can store nothing.  Others need not wait. */
#define END_IF_GONE                                                                      \
    "UPDATE servers SET until_ms = 0 WHERE until_ms > now_ms() "                         \
    "AND instance = pg_postmaster_start_time()::text"

/* Ends connections that a holder whose lease is over has left open. */
#define CUT                                                                              \
    "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' " \
    "AND granted AND pid <> pg_backend_pid() AND database = (SELECT oid FROM "           \
    "pg_database WHERE datname = current_database()) AND classid = " SERVER_LOCK_CLASS   \
    " AND objsubid = 2 AND objid::int8 = (hashtext(current_schema())::int8 & "           \
    "4294967295) AND EXISTS (SELECT 1 FROM servers WHERE until_ms > 0 "                  \
    "AND until_ms <= now_ms())"

/* Locks the database until the connection ends.  False with a fault. */
static bool lock(struct postgres_db *own, PGconn *conn, char fault[static FAULT_BYTES]) {
    char ignored[FAULT_BYTES];
    if (ask(own, conn,
            own->config.on_wait != NULL ? "SET lock_timeout = " WAIT_LOCK_TIMEOUT
                                        : "SET lock_timeout = " LOCK_TIMEOUT,
            fault) < 0) {
        return false;
    }
    (void)ask(own, conn, CUT, ignored); /* a new database has no table of servers */
    if (ask(own, conn, "SELECT 1 FROM pg_advisory_lock(" SERVER_LOCK ")", ignored) >= 0) {
        return ask(own, conn, "SET lock_timeout = " LOCK_TIMEOUT, fault) >= 0;
    }
    find_holder(own, conn, fault);
    return false;
}

/* Whether no other server has a lease.  False with a fault. */
static bool is_free(struct postgres_db *own, PGconn *conn,
                    char fault[static FAULT_BYTES]) {
    int64_t n =
        ask(own, conn, "SELECT count(*) FROM servers WHERE until_ms > now_ms()", fault);
    if (n > 0) {
        find_holder(own, conn, fault);
    }
    return n == 0;
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
    } else if (own->config.read_only && version < POSTGRES_VERSION) {
        snprintf(fault, FAULT_BYTES, "made by an earlier alead: start alead with it");
    }
    bool fits = version > 0 && version <= POSTGRES_VERSION &&
                (!own->config.read_only || version == POSTGRES_VERSION);
    return fits ? version : -1;
}

/* Makes the tables if need be.  If several servers start at once, one of them does.
 * False with a fault. */
static bool prepare_schema(struct postgres_db *own, PGconn *conn,
                           char fault[static FAULT_BYTES]) {
    if (own->config.read_only) {
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

/* Gets the database for this server.  False with a fault; *is_held: another server has
 * it. */
static bool take_place(struct postgres_db *own, PGconn *conn, bool *is_held,
                       char fault[static FAULT_BYTES]) {
    *is_held = true;
    if (!lock(own, conn, fault)) {
        return false;
    }
    *is_held = false;
    if (!prepare_schema(own, conn, fault)) {
        return false;
    }
    if (own->config.on_hub != NULL && ask(own, conn, END_IF_GONE, fault) < 0) {
        return false;
    }
    *is_held = !is_free(own, conn, fault);
    return !*is_held;
}

/* Why a try to open the database failed. */
enum trouble {
    TROUBLE_WRONG, /* it will fail again */
    TROUBLE_HELD,  /* another server has the database */
    TROUBLE_AWAY   /* there is no connection */
};

/* Connects, and gets the database for this server.  False with a fault. */
static bool open_once(struct postgres_db *own, enum trouble *trouble,
                      char fault[static FAULT_BYTES]) {
    PGconn *conn = libpq_connect(&own->pipeline.pq, own->config.path,
                                 own->config.password_file, fault);
    bool is_held = false;
    *trouble = TROUBLE_AWAY;
    if (conn == NULL) {
        return false;
    }
    bool ok = check_server(own, conn, fault) &&
              (own->config.read_only ? prepare_schema(own, conn, fault)
                                     : take_place(own, conn, &is_held, fault));
    if (!ok) {
        *trouble = is_held ? TROUBLE_HELD : TROUBLE_WRONG;
        own->pipeline.pq.PQfinish(conn);
        return false;
    }
    if (!attach(own, conn)) {
        *trouble = own->db.is_lost ? TROUBLE_WRONG : TROUBLE_AWAY;
        snprintf(fault, FAULT_BYTES, "%s", own->db.fault);
        return false;
    }
    return true;
}

bool session_open(struct postgres_db *own, char fault[static FAULT_BYTES]) {
    if (!libpq_load(&own->pipeline.pq, fault)) {
        return false;
    }
    enum trouble trouble;
    bool has_waited = false;
    while (!open_once(own, &trouble, fault)) {
        /* A node that waits is still there after the database was away. */
        bool waits = trouble == TROUBLE_HELD || (trouble == TROUBLE_AWAY && has_waited);
        if (!waits || own->config.on_wait == NULL) {
            return false;
        }
        has_waited = true;
        own->config.on_wait(own->config.arg, fault);
        session_sleep_ms(WAIT_MS);
    }
    return true;
}
