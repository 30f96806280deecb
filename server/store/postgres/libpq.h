/* libpq, PostgreSQL's client library, loaded on demand: alead runs without it.  The
 * declarations are ours, as many as we use; libpq.so.5 has kept them since version 14.
 * Also connects: which host, which password, which TLS. */
#ifndef ALEA_SERVER_STORE_POSTGRES_LIBPQ_H
#define ALEA_SERVER_STORE_POSTGRES_LIBPQ_H

#include "server/store/store.h"

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/* Values of enumerations of libpq-fe.h. */
enum { PQ_CONNECTION_OK = 0 };
enum {
    PQ_COMMAND_OK = 1,
    PQ_TUPLES_OK = 2,
    PQ_PIPELINE_SYNC = 10,
    PQ_PIPELINE_ABORTED = 11,
};

struct pq_option {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
};

/* name, result, parameters */
#define PQ_FUNCTIONS(X)                                                                  \
    X(PQconninfoParse, struct pq_option *, (const char *, char **))                      \
    X(PQconninfoFree, void, (struct pq_option *))                                        \
    X(PQfreemem, void, (void *))                                                         \
    X(PQconnectdbParams, PGconn *, (const char *const *, const char *const *, int))      \
    X(PQfinish, void, (PGconn *))                                                        \
    X(PQstatus, int, (const PGconn *))                                                   \
    X(PQerrorMessage, char *, (const PGconn *))                                          \
    X(PQserverVersion, int, (const PGconn *))                                            \
    X(PQsocket, int, (const PGconn *))                                                   \
    X(PQsetNoticeProcessor, void *, (PGconn *, void (*)(void *, const char *), void *))  \
    X(PQsetnonblocking, int, (PGconn *, int))                                            \
    X(PQenterPipelineMode, int, (PGconn *))                                              \
    X(PQsendPrepare, int, (PGconn *, const char *, const char *, int, const unsigned *)) \
    X(PQsendQueryPrepared, int,                                                          \
      (PGconn *, const char *, int, const char *const *, const int *, const int *, int)) \
    X(PQsendFlushRequest, int, (PGconn *))                                               \
    X(PQpipelineSync, int, (PGconn *))                                                   \
    X(PQflush, int, (PGconn *))                                                          \
    X(PQconsumeInput, int, (PGconn *))                                                   \
    X(PQisBusy, int, (PGconn *))                                                         \
    X(PQgetResult, PGresult *, (PGconn *))                                               \
    X(PQexec, PGresult *, (PGconn *, const char *))                                      \
    X(PQresultStatus, int, (const PGresult *))                                           \
    X(PQresultErrorField, char *, (const PGresult *, int))                               \
    X(PQclear, void, (PGresult *))                                                       \
    X(PQntuples, int, (const PGresult *))                                                \
    X(PQnfields, int, (const PGresult *))                                                \
    X(PQftype, unsigned, (const PGresult *, int))                                        \
    X(PQgetvalue, char *, (const PGresult *, int, int))                                  \
    X(PQgetisnull, int, (const PGresult *, int, int))                                    \
    X(PQgetlength, int, (const PGresult *, int, int))                                    \
    X(PQcmdTuples, char *, (PGresult *))                                                 \
    X(PQcmdStatus, char *, (PGresult *))

/* The library. */
struct libpq {
#define X(name, result, params) result(*name) params;
    PQ_FUNCTIONS(X)
#undef X
};

/* Loads the library.  False with a fault: it is not installed, or too old. */
bool libpq_load(struct libpq *pq, char fault[static FAULT_BYTES]);
/* Connects, waiting a few seconds at most for each address.  url: without a password;
 * password_file: NULL or "": none.  Returns owned; NULL with a fault. */
PGconn *libpq_connect(const struct libpq *pq, const char *url, const char *password_file,
                      char fault[static FAULT_BYTES]);
/* Writes what libpq says about a connection, on one line. */
void libpq_fault(const struct libpq *pq, const PGconn *conn,
                 char fault[static FAULT_BYTES]);

#endif
