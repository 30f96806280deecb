/* A connection to PostgreSQL in pipeline mode: statements are sent one after the other,
 * and their answers are taken later, in order.  Waits block, with a deadline. */
#ifndef ALEA_SERVER_STORE_POSTGRES_PIPELINE_H
#define ALEA_SERVER_STORE_POSTGRES_PIPELINE_H

#include "server/store/postgres/libpq.h"
#include "server/store/sql.h"
#include "server/store/stmt.h"

/* How long to wait for an answer before the connection is given up, in ms. */
#define PIPELINE_ANSWER_MS 10000
/* Parameters of a statement, at most. */
#define PIPELINE_PARAMS 32
/* Columns of an event, with its key. */
#define PIPELINE_ARRAYS (N_EVENT_COLUMNS + 2)
/* SQLSTATE of function end_turn (sql.c). */
#define PIPELINE_FENCED "AL001"

struct pipeline {
    struct libpq pq;
    PGconn *conn;            /* owned; NULL: lost */
    bool failed;             /* a statement failed, or the connection was lost */
    bool is_fenced;          /* failed because the database belongs to another server
                                now */
    unsigned n_waiting;      /* statements that were sent and not answered */
    unsigned n_trips;        /* round trips so far */
    int64_t n_changed;       /* rows that the last one to be answered has changed */
    char fault[FAULT_BYTES]; /* of the first failure */
    /* Events to be added together: a binary array for each column. */
    struct array {
        char *bytes; /* owned */
        size_t len, cap;
    } array[PIPELINE_ARRAYS];
    int n_events;
};

/* Milliseconds of a clock that never goes back. */
uint64_t pipeline_now_ms(void);
/* Takes a connection. */
void pipeline_begin(struct pipeline *pipeline, PGconn *conn);
/* Closes the connection, if there is one. */
void pipeline_close(struct pipeline *pipeline);
/* Frees what remains. */
void pipeline_fini(struct pipeline *pipeline);
/* Whether the connection is open, as far as can be seen without waiting. */
bool pipeline_is_open(struct pipeline *pipeline);

/* Sends a statement to be prepared under this name. */
bool pipeline_prepare(struct pipeline *pipeline, const char *name, const char *sql);
/* Sends a prepared statement with n parameters.  False: the connection is lost. */
bool pipeline_send(struct pipeline *pipeline, const char *name, const struct value *param,
                   int n);
/* Ends what was sent so far and takes all answers.  After a failure, nothing that was
 * sent later was done.  result (NULL: not wanted): becomes that of the last statement,
 * owned.  False: something failed. */
bool pipeline_finish(struct pipeline *pipeline, PGresult **result);
/* The same for the results of the last n statements. */
bool pipeline_finish_all(struct pipeline *pipeline, PGresult **result, unsigned n);
/* A value of a result; texts are borrowed from it. */
struct value pipeline_value(const struct libpq *pq, const PGresult *result, int row,
                            int column);

/* Notes an event: its PIPELINE_ARRAYS values. */
void pipeline_add_event(struct pipeline *pipeline, const struct value *column);
/* Sends the events that were noted, with a prepared statement: one event with `name_one`,
 * which takes values, several with `name_many`, which takes arrays. */
bool pipeline_send_events(struct pipeline *pipeline, const char *name_one,
                          const char *name_many);

#endif
