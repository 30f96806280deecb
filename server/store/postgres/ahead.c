/* Reading ahead: while a load reads everything, a list of games or sessions brings many
 * rows in one round trip, and what is read for each of them comes in a second one. */
#include <assert.h>

#include "server/store/postgres/session.h"

/* What is read for each row of a list: a statement whose first parameter is this column
 * of the row, and whose second one, if it has one, is where a log begins. */
static const struct follower {
    int list, column, id;
} followers[] = {
    {SQL_NEXT_LIVE, 0, SQL_START},      {SQL_NEXT_LIVE, 0, SQL_SEATS},
    {SQL_NEXT_LIVE, 0, SQL_LAST_EVENT}, {SQL_NEXT_LIVE, 0, SQL_START_SUM},
    {SQL_NEXT_LIVE, 0, SQL_END},        {SQL_NEXT_LIVE, 0, SQL_EVENTS},
    {SQL_NEXT_LIVE, 0, SQL_DAMAGE},     {SQL_SESSIONS, 3, SQL_PROFILE},
    {SQL_SESSIONS, 3, SQL_GAGS},        {SQL_SESSIONS, 3, SQL_RATINGS_KEPT},
};
#define N_FOLLOWERS (sizeof followers / sizeof followers[0])

static void clear(struct postgres_db *own) {
    struct ahead *ahead = &own->ahead;
    const struct libpq *pq = &own->pipeline.pq;
    if (ahead->result != NULL) {
        pq->PQclear(ahead->result);
    }
    for (int i = 0; i < ahead->n * AHEAD_STATEMENTS; i++) {
        if (ahead->of[i] != NULL) {
            pq->PQclear(ahead->of[i]);
        }
    }
    *ahead = (struct ahead){.is_on = ahead->is_on};
}

void ahead_set(struct postgres_db *own, bool is_on) {
    clear(own);
    own->ahead.is_on = is_on;
}

bool ahead_is_list(const struct postgres_db *own, const struct stmt *stmt) {
    return own->ahead.is_on && (stmt->id == SQL_NEXT_LIVE || stmt->id == SQL_SESSIONS);
}

static struct value column_of(const struct postgres_db *own, int row, int column) {
    return pipeline_value(&own->pipeline.pq, own->ahead.result, row, column);
}

/* Takes the present row of the list, and nothing else of it. */
static void take_row(struct ahead *ahead, struct rows *rows) {
    *rows = (struct rows){.result = ahead->result,
                          .is_borrowed = true,
                          .next = ahead->row,
                          .n = ahead->row < ahead->n ? ahead->row + 1 : ahead->row};
}

/* Whether a parameter or column is this number. */
static bool is_number(const struct value *value, int64_t number) {
    return value->type == VALUE_INT && value->number == number;
}

bool ahead_take(struct postgres_db *own, const struct stmt *stmt, struct rows *rows) {
    struct ahead *ahead = &own->ahead;
    if (ahead->result == NULL || ahead->row >= ahead->n) {
        return false;
    }
    if (stmt->id == ahead->list) {
        struct value last = column_of(own, ahead->row, 0);
        if (ahead->row + 1 == ahead->n || !is_number(&stmt->param[0], last.number)) {
            return false;
        }
        ahead->row++;
        take_row(ahead, rows);
        return true;
    }
    int at = ahead->row * AHEAD_STATEMENTS;
    for (size_t i = 0; i < N_FOLLOWERS; i++) {
        const struct follower *follower = &followers[i];
        if (follower->list != ahead->list) {
            continue;
        }
        struct value key = column_of(own, ahead->row, follower->column);
        if (follower->id == stmt->id && ahead->of[at] != NULL &&
            is_number(&stmt->param[0], key.number) &&
            (own->n_sent[stmt->id] < 2 || is_number(&stmt->param[1], store_key(0)))) {
            *rows = (struct rows){.result = ahead->of[at]};
            rows->n = own->pipeline.pq.PQntuples(rows->result);
            ahead->of[at] = NULL;
            return true;
        }
        at++;
    }
    return false;
}

/* Sends what is read for a row.  Returns how many statements; -1: the connection is
 * lost. */
static int send_followers(struct postgres_db *own, int row) {
    int n = 0;
    for (size_t i = 0; i < N_FOLLOWERS; i++) {
        const struct follower *follower = &followers[i];
        if (follower->list != own->ahead.list) {
            continue;
        }
        struct value param[] = {column_of(own, row, follower->column),
                                value_int(store_key(0))};
        if (param[0].type != VALUE_INT) {
            return 0; /* a guest has no account */
        }
        if (!session_send(own, follower->id, param, own->n_sent[follower->id])) {
            return -1;
        }
        n++;
    }
    assert(n <= AHEAD_STATEMENTS);
    return n;
}

/* Reads what belongs to the rows.  False: the database fails. */
static bool read_followers(struct postgres_db *own) {
    struct ahead *ahead = &own->ahead;
    PGresult *result[AHEAD_ROWS * AHEAD_STATEMENTS];
    int n[AHEAD_ROWS] = {0}, sum = 0;
    for (int row = 0; row < ahead->n; row++) {
        n[row] = send_followers(own, row);
        if (n[row] < 0) {
            return false;
        }
        sum += n[row];
    }
    if (sum > 0 && !pipeline_finish_all(&own->pipeline, result, (unsigned)sum)) {
        return false;
    }
    int next = 0;
    for (int row = 0; row < ahead->n; row++) {
        for (int i = 0; i < n[row]; i++) {
            ahead->of[row * AHEAD_STATEMENTS + i] = result[next++];
        }
    }
    return true;
}

bool ahead_read(struct postgres_db *own, const struct stmt *stmt, struct rows *rows) {
    struct ahead *ahead = &own->ahead;
    struct value param[] = {stmt->param[0], value_int(AHEAD_ROWS)};
    clear(own);
    if (!session_send(own, stmt->id, param, 2) ||
        !pipeline_finish(&own->pipeline, &ahead->result)) {
        return false;
    }
    ahead->list = stmt->id;
    ahead->n = own->pipeline.pq.PQntuples(ahead->result);
    if (!read_followers(own)) {
        clear(own);
        return false;
    }
    take_row(ahead, rows);
    return true;
}
