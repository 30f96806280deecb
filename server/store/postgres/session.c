#include "server/store/postgres/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Time between attempts to connect: doubles from the first to the last, in ms. */
#define RETRY_FIRST_MS 100
#define RETRY_LAST_MS  2000
/* How long a start waits until the last server's connection is closed. */
#define LOCK_TIMEOUT "'3s'"

/* The lock that a server holds as long as its connection lives.  It only makes a second
 * server's error precise; the epoch is what keeps it from writing. */
#define LOCK "1634493793, hashtext(current_schema())"

static const char taken[] = "another alead has taken over this database";
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

/* --- connecting --- */

/* Statements of the connection itself. */
static const struct {
    const char *name, *sql;
} own_sql[] = {
    {"events", postgres_add_events},
    {"rollback", "ROLLBACK"},
    {"snapshot", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    {"lock", "SELECT pg_try_advisory_lock(" LOCK ")::int4"},
    /* So that the database soon notices that we are gone. */
    {"settings", "SELECT set_config('tcp_keepalives_idle', '10', false), "
                 "set_config('tcp_keepalives_interval', '5', false), "
                 "set_config('tcp_keepalives_count', '3', false), "
                 "set_config('lock_timeout', '5s', false), "
                 "set_config('synchronous_commit', CASE WHEN $1::int8 = 1 THEN 'off' "
                 "ELSE current_setting('synchronous_commit') END, false)"},
    {"epoch", "UPDATE servers SET epoch = epoch + 1, holder = $2 WHERE name = 'alead' "
              "AND (epoch = $1 OR holder = $2 OR $1 = 0) RETURNING epoch, turn"},
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

/* Tries to get the lock; the connection works without it, too. */
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

/* Who we are: for people, and an id that nobody else has.  An epoch may have been taken
 * although its answer was lost; by the id it is known to be ours. */
static void write_holder(char holder[static HOLDER_BYTES]) {
    char host[HOLDER_BYTES / 2] = "", id[2 * HOLDER_ID_BYTES + 1];
    uint8_t random[HOLDER_ID_BYTES];
    (void)gethostname(host, sizeof host - 1);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, sizeof id, random, sizeof random);
    snprintf(holder, HOLDER_BYTES, "process %ld on %s, id %s", (long)getpid(), host, id);
}

/* Whether the database has all that was committed: of this server's transactions it may
 * only have one more, whose commit was not answered.  A standby that took the place of
 * its primary may have less.  False with a fault. */
static bool is_next(struct postgres_db *own, int64_t turn) {
    own->has_lost_commits = own->epoch != 0 && turn != own->turn && turn != own->turn + 1;
    if (own->has_lost_commits) {
        snprintf(own->pipeline.fault, sizeof own->pipeline.fault, "%s", gone);
    }
    return !own->has_lost_commits;
}

/* Takes a new epoch, and finds out which transaction was the last one.  False with a
 * fault: another server has the database, it has lost commits, or the connection is
 * lost. */
static bool take_epoch(struct postgres_db *own) {
    struct value param[] = {
        {.number = own->epoch, .type = VALUE_INT},
        {.bytes = own->holder, .len = (int)strlen(own->holder), .type = VALUE_TEXT}};
    PGresult *result = NULL;
    const struct libpq *pq = &own->pipeline.pq;
    bool ok = pipeline_send(&own->pipeline, "epoch", param, 2) &&
              pipeline_finish(&own->pipeline, &result);
    if (ok && pq->PQntuples(result) == 1) {
        int64_t turn = pipeline_value(pq, result, 0, 1).number;
        ok = is_next(own, turn);
        own->epoch = pipeline_value(pq, result, 0, 0).number;
        own->turn = turn;
    } else if (ok) {
        ok = false;
        own->pipeline.is_fenced = true;
        snprintf(own->pipeline.fault, sizeof own->pipeline.fault, "%s", taken);
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
                 own->has_lost_commits ? gone : taken);
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

/* Says who has the database.  Returns false. */
static bool tell_holder(struct postgres_db *own, PGconn *conn,
                        char fault[static FAULT_BYTES]) {
    const struct libpq *pq = &own->pipeline.pq;
    PGresult *result =
        pq->PQexec(conn, "SELECT split_part(holder, ', id ', 1) FROM servers "
                         "WHERE name = 'alead'");
    bool is_known =
        pq->PQresultStatus(result) == PQ_TUPLES_OK && pq->PQntuples(result) == 1;
    snprintf(fault, FAULT_BYTES, "in use by another alead%s%.100s", is_known ? ", " : "",
             is_known ? pq->PQgetvalue(result, 0, 0) : "");
    pq->PQclear(result);
    return false;
}

/* Locks the database until the connection ends. */
static bool lock(struct postgres_db *own, PGconn *conn, char fault[static FAULT_BYTES]) {
    char ignored[FAULT_BYTES];
    return ask(own, conn, "SET lock_timeout = " LOCK_TIMEOUT, fault) >= 0 &&
           (ask(own, conn, "SELECT 1 FROM pg_advisory_lock(" LOCK ")", ignored) >= 0 ||
            tell_holder(own, conn, fault));
}

/* Makes the tables if there are none. */
static bool prepare_schema(struct postgres_db *own, PGconn *conn,
                           char fault[static FAULT_BYTES]) {
    int64_t n_tables = ask(own, conn,
                           "SELECT count(*) FROM pg_class WHERE relkind = 'r' "
                           "AND relnamespace = current_schema()::regnamespace",
                           fault);
    if (n_tables < 0) {
        return false;
    }
    if (n_tables == 0 && !own->reads_only) {
        bool ok = ask(own, conn, "BEGIN", fault) >= 0;
        for (size_t i = 0; ok && postgres_tables[i] != NULL; i++) {
            ok = ask(own, conn, postgres_tables[i], fault) >= 0;
        }
        ok = ok && ask(own, conn, "COMMIT", fault) >= 0;
        return ok;
    }
    int64_t version =
        ask(own, conn, "SELECT version FROM meta WHERE application = 'alea'", fault);
    if (version <= 0) {
        snprintf(fault, FAULT_BYTES, "not a database of alead");
    } else if (version > POSTGRES_VERSION) {
        snprintf(fault, FAULT_BYTES,
                 "made by a later alead: it has version %lld, this one knows %d",
                 (long long)version, POSTGRES_VERSION);
    }
    return version == POSTGRES_VERSION;
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
    write_holder(own->holder);
    if (!libpq_load(&own->pipeline.pq, fault)) {
        return false;
    }
    PGconn *conn = libpq_connect(&own->pipeline.pq, own->url, own->password_file, fault);
    if (conn == NULL) {
        return false;
    }
    if (!check_server(own, conn, fault) ||
        (!own->reads_only && !lock(own, conn, fault)) ||
        !prepare_schema(own, conn, fault)) {
        own->pipeline.pq.PQfinish(conn);
        return false;
    }
    if (!attach(own, conn)) {
        snprintf(fault, FAULT_BYTES, "%s", own->db.fault);
        return false;
    }
    return true;
}
