/* Connections as the floor of people sees them: their mode, their rate limits, and their
 * sessions. */
#ifndef ALEA_SERVER_PEOPLE_CLIENTS_H
#define ALEA_SERVER_PEOPLE_CLIENTS_H

#include "proto/command/command.h"
#include "proto/errors.h"
#include "server/base/deadline_heap.h"
#include "server/limits/rate_limits.h"
#include "server/queue/job.h"
#include "server/queue/outbox.h"
#include "view/style.h"

struct people;
struct session;

/* What is kept about a client that has asked for too much. */
struct refusals {
    uint64_t wait_until_ms; /* it was told to wait until this server time */
    struct rate early;      /* limit refused_commands: commands before that time */
};

/* Every connection has one, so keep it small: allocate on demand what few of them
 * need. */
struct client {
    uint64_t id;
    uint64_t conn;  /* connection of the loop */
    int64_t number; /* for operators and the log: 1 is the first client since
                       the start */
    uint64_t waits; /* number of the last turn for which messages to it wait */
    struct address_counts *counts; /* borrowed: of its address */
    struct session *session;       /* borrowed; NULL: it has no name yet */
    struct deadline deadline;      /* when it must have logged in */
    uint64_t opened_ms;            /* when it came */
    uint64_t order; /* greater if it took its session later (turn_next_order); 0: it has
                       none, or that is not known */
    uint64_t active_ms; /* of its last line */
    /* Rate limits. */
    struct rate commands;      /* limits commands_per_s, commands_burst */
    struct rate plays;         /* the same for commands that move a game on */
    struct rate replays;       /* events replayed for it */
    struct refusals *refusals; /* owned; NULL: no command was refused */
    uint16_t address_place;    /* of the buckets of its address (rate_limits.h) */
    uint16_t line;             /* number of its last line, modulo 65536 */
    struct style style;        /* of text mode */
    uint8_t last;              /* its last command; COMMAND_COUNT: none */
    uint8_t front;             /* that has its connection, from 1; 0: none */
    bool json : 1;             /* JSON mode, else text mode */
    bool spoken : 1;           /* its first line, which sets the mode, has arrived */
    bool tls : 1;              /* the connection has TLS */
    bool proxied : 1;          /* it came through a proxy: it is not on this machine */
    bool remote : 1;           /* it gets no role for a local address: it is another
                                  machine's, or of a front without --operator-local */
    bool browser : 1;          /* a WebSocket: a stranger's page may have opened it */
    bool secure : 1;       /* nobody on the way can listen in: TLS, or the same machine */
    bool warned : 1;       /* it was told that passwords can be read on the way */
    bool told_role : 1;    /* it was told that it has the operator's role */
    bool waiting : 1;      /* for a job: its last request has no answer yet */
    bool closing : 1;      /* goodbye is said; its lines are ignored */
    bool is_dismissed : 1; /* goodbye is said, whatever becomes of the turn */
    bool quits : 1;        /* the player has quit */
    bool lags : 1;         /* see rooms_mark_lagging */
    uint8_t n_drained;     /* calls of rooms_drained so far, modulo 256 */
    bool no_moves : 1;     /* it does not want legal moves in state events */
};
_Static_assert(sizeof(struct client) <= 168, "10,000 idle connections need 2 KiB each");
_Static_assert(COMMAND_COUNT <= UINT8_MAX, "a command fits");

/* Output that waits on a connection, in bytes. */
typedef size_t people_queue_bytes(void *owner, uint64_t conn);

/* Makes it the connection of a session. */
void people_give_session(struct people *people, struct client *client,
                         struct session *session);
/* The client with this id, unless it is gone or goodbye was sent; else NULL. */
struct client *people_find_client(const struct people *people, uint64_t id);
/* The same, even if goodbye was sent. */
struct client *people_any_client(const struct people *people, uint64_t id);
/* Steps through all clients: *at is 0 at first.  NULL: there are no more. */
struct client *people_next_client(const struct people *people, uint32_t *at);
/* The client that a session (may be NULL) speaks through; NULL: none. */
struct client *people_client_of(const struct people *people,
                                const struct session *session);
size_t people_n_clients(const struct people *people);
/* Clients with a name, as `who` lists them. */
size_t people_n_players(const struct people *people);
/* What operators and the log call a client: 1 is the first since the start; 0: it is
 * gone. */
int64_t people_number_of(const struct people *people, uint64_t client);
/* Sets that function.  Borrows owner. */
void people_set_queue_bytes(struct people *people, people_queue_bytes *bytes,
                            void *owner);
/* Gets how many bytes of output wait on its connection.  False: unknown. */
bool people_queued_bytes(const struct people *people, const struct client *client,
                         size_t *bytes);
/* Queues bytes for a client. */
void people_queue(struct people *people, struct client *client, struct buf *buf,
                  enum outbox_how how);
/* Queues the end of its connection. */
void people_queue_end(struct people *people, struct client *client, enum error_code why,
                      enum outbox_how how);
/* The message that was just queued answers this request of the client. */
void people_note_asked(struct people *people, const struct client *client,
                       const char *id);
/* Sets the deadline for the client to log in (limit login_ms). */
void people_await_login(struct people *people, struct client *client);
/* From now on nothing is sent to the client, and nothing finds it. */
void people_take_out_client(struct people *people, const struct client *client);
/* Frees a client that was taken out. */
void people_free_client(struct people *people, struct client *client);
void people_free_clients(struct people *people);
/* Whether no line of the client may be handed in: its request waits for a job or the
 * store, or goodbye was said in a turn that may still be dropped. */
bool people_is_waiting(const struct people *people, uint64_t client);

/* --- requests that wait for a password or for the store --- */

/* Sets the function that gets jobs.  It takes each, and passes it to dispatch_job
 * later, after it has returned.  Until then, hand in no line of the job's client:
 * requests are answered in order. */
void people_set_jobs(struct people *people, void (*start)(void *owner, struct job *job),
                     void *owner);
/* Whether one more job may wait (limit jobs). */
bool people_may_start_job(const struct people *people);
/* Starts a job (takes it) for a client.  The caller hands in no line of the client
 * until it is done. */
void people_start_job(struct people *people, struct client *client, struct job *job);
/* Ends the wait of a request (its id) of the client with the id `number`.  Returns the
 * client; NULL: it is gone, or goodbye is said. */
struct client *people_end_wait(struct people *people, uint64_t number,
                               const char *request);
/* A job is done; it stays the caller's.  Returns its client; NULL: the client is gone. */
struct client *people_end_job(struct people *people, struct job *job);
/* Lets the store run a client's job (takes it), which sees all earlier changes.  True:
 * it is done already, and the job is the caller's again. */
bool people_ask(struct people *people, struct client *client, struct job *job);
/* Holds the client's connection: no line of it is handed in until people_release. */
void people_hold(struct people *people, const struct client *client);
/* The request is answered: lines of the connection are handed in again, unless the
 * client waits for something else. */
void people_release(struct people *people, uint64_t client, uint64_t conn);
/* How often an account was added or deleted, or got another password. */
uint64_t people_account_changes(const struct people *people);
void people_note_account_change(struct people *people);

#endif
