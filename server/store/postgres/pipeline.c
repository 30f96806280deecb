#include "server/store/postgres/pipeline.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mem/mem.h"

/* Types of values, as PostgreSQL numbers them. */
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_INT4 = 23, OID_TEXT = 25, OID_FLOAT8 = 701 };
/* Fields of an error (PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY). */
enum { FIELD_STATE = 'C', FIELD_MESSAGE = 'M' };

uint64_t pipeline_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* --- values --- */

static void write_number(char *to, uint64_t value, int n_bytes) {
    for (int i = 0; i < n_bytes; i++) {
        to[i] = (char)(unsigned char)(value >> 8 * (n_bytes - 1 - i));
    }
}

static uint64_t read_number(const char *from, int n_bytes) {
    uint64_t value = 0;
    for (int i = 0; i < n_bytes; i++) {
        value = value << 8 | (unsigned char)from[i];
    }
    return value;
}

/* The bytes of a value for PostgreSQL, in `room` if it is a number; NULL: NULL. */
static const char *encode(const struct value *value, char room[static 8], int *len) {
    uint64_t bits;
    *len = 8;
    switch (value->type) {
    case VALUE_INT: write_number(room, (uint64_t)value->number, 8); return room;
    case VALUE_REAL:
        memcpy(&bits, &value->real, sizeof bits);
        write_number(room, bits, 8);
        return room;
    case VALUE_TEXT:
    case VALUE_BLOB: *len = value->len; return value->bytes;
    case VALUE_NULL: break;
    }
    *len = 0;
    return NULL;
}

struct value pipeline_value(const struct libpq *pq, const PGresult *result, int row,
                            int column) {
    struct value value = {.type = VALUE_NULL};
    if (pq->PQgetisnull(result, row, column) != 0) {
        return value;
    }
    value.bytes = pq->PQgetvalue(result, row, column);
    value.len = pq->PQgetlength(result, row, column);
    uint64_t bits = 0;
    switch (pq->PQftype(result, column)) {
    case OID_INT4:
        return (struct value){.number = (int32_t)read_number(value.bytes, 4),
                              .type = VALUE_INT};
    case OID_INT8:
        return (struct value){.number = (int64_t)read_number(value.bytes, 8),
                              .type = VALUE_INT};
    case OID_FLOAT8:
        bits = read_number(value.bytes, 8);
        memcpy(&value.real, &bits, sizeof bits);
        value.type = VALUE_REAL;
        return value;
    case OID_BYTEA: value.type = VALUE_BLOB; return value;
    default: value.type = VALUE_TEXT; return value;
    }
}

/* --- the connection --- */

void pipeline_begin(struct pipeline *pipeline, PGconn *conn) {
    pipeline->conn = conn;
    pipeline->failed = false;
    pipeline->n_waiting = 0;
    pipeline->n_events = 0;
    pipeline->pq.PQsetnonblocking(conn, 1);
    pipeline->pq.PQenterPipelineMode(conn);
}

void pipeline_close(struct pipeline *pipeline) {
    if (pipeline->conn != NULL) {
        pipeline->pq.PQfinish(pipeline->conn);
    }
    pipeline->conn = NULL;
    pipeline->n_waiting = 0;
    pipeline->n_events = 0;
}

void pipeline_fini(struct pipeline *pipeline) {
    pipeline_close(pipeline);
    for (int i = 0; i < PIPELINE_ARRAYS; i++) {
        free(pipeline->array[i].bytes);
    }
}

/* Gives the connection up; why: NULL: libpq knows.  Returns false. */
static bool lose(struct pipeline *pipeline, const char *why) {
    if (pipeline->conn == NULL) {
        return false;
    }
    if (why != NULL) {
        snprintf(pipeline->fault, sizeof pipeline->fault, "%s", why);
    } else {
        libpq_fault(&pipeline->pq, pipeline->conn, pipeline->fault);
    }
    pipeline->failed = true;
    pipeline_close(pipeline);
    return false;
}

bool pipeline_is_open(struct pipeline *pipeline) {
    if (pipeline->conn == NULL) {
        return false;
    }
    /* Before it closes the connection the database says why. */
    struct pollfd fd = {.fd = pipeline->pq.PQsocket(pipeline->conn), .events = POLLIN};
    while (poll(&fd, 1, 0) > 0) {
        if (pipeline->pq.PQconsumeInput(pipeline->conn) == 0) {
            return lose(pipeline, NULL);
        }
    }
    return true;
}

/* Waits until everything is sent, and a result is there.  False: the connection is
 * lost. */
static bool wait_for_result(struct pipeline *pipeline) {
    const struct libpq *pq = &pipeline->pq;
    uint64_t until_ms = pipeline_now_ms() + PIPELINE_ANSWER_MS;
    while (pipeline->conn != NULL) {
        int left = pq->PQflush(pipeline->conn);
        if (left < 0) {
            return lose(pipeline, NULL);
        }
        if (left == 0 && pq->PQisBusy(pipeline->conn) == 0) {
            return true;
        }
        struct pollfd fd = {.fd = pq->PQsocket(pipeline->conn),
                            .events = (short)(left != 0 ? POLLIN | POLLOUT : POLLIN)};
        uint64_t now_ms = pipeline_now_ms();
        int n = now_ms < until_ms ? poll(&fd, 1, (int)(until_ms - now_ms)) : 0;
        if (n == 0) {
            return lose(pipeline, "the database does not answer");
        }
        if (n > 0 && (fd.revents & ~POLLOUT) != 0 &&
            pq->PQconsumeInput(pipeline->conn) == 0) {
            return lose(pipeline, NULL);
        }
    }
    return false;
}

/* --- statements --- */

bool pipeline_prepare(struct pipeline *pipeline, const char *name, const char *sql) {
    if (pipeline->conn == NULL) {
        return false;
    }
    if (pipeline->pq.PQsendPrepare(pipeline->conn, name, sql, 0, NULL) != 1) {
        return lose(pipeline, NULL);
    }
    pipeline->n_waiting++;
    return true;
}

static bool send_bytes(struct pipeline *pipeline, const char *name,
                       const char *const *bytes, const int *len, int n) {
    static const int binary[PIPELINE_PARAMS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    if (pipeline->conn == NULL) {
        return false;
    }
    if (pipeline->pq.PQsendQueryPrepared(pipeline->conn, name, n, bytes, len, binary,
                                         1) != 1) {
        return lose(pipeline, NULL);
    }
    pipeline->n_waiting++;
    return true;
}

bool pipeline_send(struct pipeline *pipeline, const char *name, const struct value *param,
                   int n) {
    char room[PIPELINE_PARAMS][8];
    const char *bytes[PIPELINE_PARAMS];
    int len[PIPELINE_PARAMS];
    for (int i = 0; i < n; i++) {
        bytes[i] = encode(&param[i], room[i], &len[i]);
    }
    return send_bytes(pipeline, name, bytes, len, n);
}

/* Notes why a statement failed, if it is the first one. */
static void note_failure(struct pipeline *pipeline, const PGresult *result) {
    const struct libpq *pq = &pipeline->pq;
    const char *text = pq->PQresultErrorField(result, FIELD_MESSAGE);
    const char *state = pq->PQresultErrorField(result, FIELD_STATE);
    if (!pipeline->failed) {
        snprintf(pipeline->fault, sizeof pipeline->fault, "%s",
                 text != NULL ? text : "the database refused a statement");
    }
    pipeline->failed = true;
    pipeline->is_fenced |= state != NULL && strcmp(state, PIPELINE_FENCED) == 0;
}

/* Takes the answer of the statement that was sent first.  *result: its result, owned. */
static void take_answer(struct pipeline *pipeline, PGresult **result) {
    const struct libpq *pq = &pipeline->pq;
    PGresult *got;
    pipeline->n_waiting--;
    while (wait_for_result(pipeline) && (got = pq->PQgetResult(pipeline->conn)) != NULL) {
        int status = pq->PQresultStatus(got);
        if (status == PQ_COMMAND_OK || status == PQ_TUPLES_OK) {
            pipeline->n_changed = strtoll(pq->PQcmdTuples(got), NULL, 10);
        } else if (status != PQ_PIPELINE_ABORTED) {
            note_failure(pipeline, got);
        }
        if (result != NULL) {
            pq->PQclear(*result);
            *result = got;
        } else {
            pq->PQclear(got);
        }
    }
}

static bool take_sync(struct pipeline *pipeline) {
    if (!wait_for_result(pipeline)) {
        return false;
    }
    PGresult *sync = pipeline->pq.PQgetResult(pipeline->conn);
    bool is_sync = sync != NULL && pipeline->pq.PQresultStatus(sync) == PQ_PIPELINE_SYNC;
    pipeline->pq.PQclear(sync);
    return is_sync || lose(pipeline, "the database answered out of order");
}

bool pipeline_finish_all(struct pipeline *pipeline, PGresult **result, unsigned n) {
    const struct libpq *pq = &pipeline->pq;
    for (unsigned i = 0; i < n; i++) {
        result[i] = NULL;
    }
    if (pipeline->conn == NULL) {
        return false;
    }
    if (pq->PQpipelineSync(pipeline->conn) != 1) {
        return lose(pipeline, NULL);
    }
    pipeline->n_trips++;
    while (pipeline->conn != NULL && pipeline->n_waiting > 0) {
        unsigned left = pipeline->n_waiting;
        take_answer(pipeline, left <= n ? &result[n - left] : NULL);
    }
    bool ok = pipeline->conn != NULL && take_sync(pipeline) && !pipeline->failed;
    for (unsigned i = 0; i < n && !ok; i++) {
        pq->PQclear(result[i]);
        result[i] = NULL;
    }
    return ok;
}

bool pipeline_finish(struct pipeline *pipeline, PGresult **result) {
    PGresult *none[1];
    return pipeline_finish_all(pipeline, result != NULL ? result : none,
                               result != NULL ? 1 : 0);
}

/* --- events that are added together --- */

static void append(struct array *array, const void *bytes, size_t len) {
    while (array->len + len > array->cap) {
        array->cap = array->cap == 0 ? 4096 : 2 * array->cap;
        array->bytes = mem_grow(array->bytes, array->cap, 1);
    }
    memcpy(array->bytes + array->len, bytes, len);
    array->len += len;
}

/* The head of an array: dimensions, whether it has NULL, type, size, first index; 4 bytes
 * each. */
#define ARRAY_HEAD_BYTES 20

static void begin_array(struct array *array) {
    static const char head[ARRAY_HEAD_BYTES] = {0};
    array->len = 0;
    append(array, head, sizeof head);
}

/* Whether a column of EVENT_COLUMNS and key is text. */
static bool is_text(int i) {
    static const bool is[PIPELINE_ARRAYS] = {
        [4] = true, [7] = true, [8] = true, [12] = true, [14] = true};
    return is[i];
}

static void end_array(struct array *array, int n, unsigned type) {
    write_number(array->bytes, 1, 4);
    write_number(array->bytes + 4, 1, 4);
    write_number(array->bytes + 8, type, 4);
    write_number(array->bytes + 12, (uint64_t)n, 4);
    write_number(array->bytes + 16, 1, 4);
}

void pipeline_add_event(struct pipeline *pipeline, const struct value *column) {
    for (int i = 0; i < PIPELINE_ARRAYS; i++) {
        char room[8] = {0}, head[4];
        int len;
        const char *bytes = encode(&column[i], room, &len);
        if (pipeline->n_events == 0) {
            begin_array(&pipeline->array[i]);
        }
        write_number(head, bytes != NULL ? (uint64_t)len : UINT32_MAX, 4); /* -1: NULL */
        append(&pipeline->array[i], head, sizeof head);
        append(&pipeline->array[i], bytes != NULL ? bytes : room, (size_t)len);
    }
    pipeline->n_events++;
}

/* The only element of an array, without the array; NULL: it is NULL. */
static const char *only_element(const struct array *array, int *len) {
    const char *at = array->bytes + ARRAY_HEAD_BYTES;
    *len = (int)(int32_t)read_number(at, 4);
    return *len >= 0 ? at + 4 : NULL;
}

bool pipeline_send_events(struct pipeline *pipeline, const char *name_one,
                          const char *name_many) {
    const char *bytes[PIPELINE_ARRAYS];
    int len[PIPELINE_ARRAYS];
    if (pipeline->n_events == 0) {
        return pipeline->conn != NULL;
    }
    if (pipeline->n_events == 1) { /* arrays cost the database more */
        for (int i = 0; i < PIPELINE_ARRAYS; i++) {
            bytes[i] = only_element(&pipeline->array[i], &len[i]);
        }
        pipeline->n_events = 0;
        return send_bytes(pipeline, name_one, bytes, len, PIPELINE_ARRAYS);
    }
    for (int i = 0; i < PIPELINE_ARRAYS; i++) {
        struct array *array = &pipeline->array[i];
        end_array(array, pipeline->n_events, is_text(i) ? OID_TEXT : OID_INT8);
        bytes[i] = array->bytes;
        len[i] = (int)array->len;
    }
    pipeline->n_events = 0;
    return send_bytes(pipeline, name_many, bytes, len, PIPELINE_ARRAYS);
}
