/* Connections as the hub sees them: their mode, their rate limits, and their sessions. */
#ifndef ALEA_SERVER_HUB_CLIENTS_H
#define ALEA_SERVER_HUB_CLIENTS_H

#include "proto/command/command.h"
#include "proto/errors.h"
#include "server/base/deadline_heap.h"
#include "server/hub/hub.h"
#include "server/limits/address_table.h"
#include "server/limits/rate_limits.h"
#include "view/style.h"

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
    uint64_t active_ms;            /* of its last line */
    /* Rate limits. */
    struct rate commands;      /* limits commands_per_s, commands_burst */
    struct rate plays;         /* the same for commands that move a game on */
    struct rate replays;       /* events replayed for it */
    struct refusals *refusals; /* owned; NULL: no command was refused */
    uint16_t address_place;    /* of the buckets of its address (rate_limits.h) */
    struct style style;        /* of text mode */
    uint8_t last;              /* its last command; COMMAND_COUNT: none */
    bool json;                 /* JSON mode, else text mode */
    bool spoken;               /* its first line, which sets the mode, has arrived */
    bool tls;                  /* the connection has TLS */
    bool proxied;              /* it came through a proxy: it is not on this machine */
    bool elsewhere : 1;        /* see hub_mark_elsewhere */
    bool browser : 1;          /* a WebSocket: a stranger's page may have opened it */
    bool secure;       /* nobody on the way can listen in: TLS, or the same machine */
    bool warned;       /* it was told that passwords can be read on the way */
    bool told_role;    /* it was told that it has the operator's role */
    bool waiting;      /* for a job: its last request has no answer yet */
    bool closing;      /* goodbye is said; its lines are ignored */
    bool is_dismissed; /* goodbye is said, whatever becomes of the turn */
    bool quits;        /* goodbye was the player's wish */
    bool lags;         /* see hub_mark_lagging */
    uint8_t n_drained; /* calls of hub_drained so far, modulo 256 */
    bool no_moves;     /* it does not want legal moves in state events */
};
_Static_assert(sizeof(struct client) <= 168, "10,000 idle connections need 2 KiB each");
_Static_assert(COMMAND_COUNT <= UINT8_MAX, "a command fits");

/* The client with this id, unless it is gone or goodbye was sent; else NULL. */
struct client *hub_find_client(const struct hub *hub, uint64_t id);
/* The client that a session (may be NULL) speaks through; NULL: none. */
struct client *hub_client_of(const struct hub *hub, const struct session *session);
/* Prefetches the room of the client's player into the processor's cache, as a line of
 * the client has arrived.  Has no other effect. */
void hub_prefetch_room(const struct client *client);
/* Steps through all clients: *at is 0 at first.  NULL: there are no more. */
struct client *hub_next_client(const struct hub *hub, uint32_t *at);
/* Gets how many bytes of output wait on its connection.  False: unknown. */
bool hub_queued_bytes(const struct hub *hub, const struct client *client, size_t *bytes);

/* Sends the host's welcome in text mode.  Programs get it with hello. */
void hub_send_welcome(struct hub *hub, struct client *client);
/* Sets the deadline for the client to log in (limit login_ms). */
void hub_await_login(struct hub *hub, struct client *client);
/* Says goodbye to clients that have not logged in by then. */
void hub_expire_logins(struct hub *hub);
/* Sends `bye` with this reason (ERR_OK: the player wished it), and closes the connection
 * after it. */
void hub_bye(struct hub *hub, struct client *client, enum error_code why);
/* As above, with another text. */
void hub_bye_because(struct hub *hub, struct client *client, enum error_code why,
                     const char *text);
/* As hub_bye_because, but part of the turn: if that fails, the client stays.  Until
 * then, its lines wait. */
void hub_bye_if_stored(struct hub *hub, struct client *client, enum error_code why,
                       const char *text);
/* Queues bytes for a client. */
void hub_queue(struct hub *hub, struct client *client, struct buf *buf,
               enum outbox_how how);
void hub_free_clients(struct hub *hub);

/* --- jobs, see job.h --- */

/* Whether one more job may wait (limit jobs). */
bool hub_may_start_job(const struct hub *hub);
/* Starts a job (takes it) for a client.  The caller hands in no line of the client
 * until it is done. */
void hub_start_job(struct hub *hub, struct client *client, struct job *job);
/* Lets the store run a client's job (takes it), which sees all earlier changes.  True:
 * it is done already, and the job is the caller's again. */
bool hub_ask(struct hub *hub, struct client *client, struct job *job);
/* Ends the wait of a request (its id) of the client with the id `number`.  Returns the
 * client; NULL: it is gone, or goodbye is said. */
struct client *hub_end_wait(struct hub *hub, uint64_t number, const char *request);
/* A job is done; it stays the caller's.  Returns its client; NULL: the client is gone. */
struct client *hub_end_job(struct hub *hub, struct job *job);
/* The store has answered; the job stays the caller's.  Returns as hub_end_job. */
struct client *hub_end_ask(struct hub *hub, const struct job *job);
/* Holds the client's connection: no line of it is handed in until hub_release. */
void hub_hold(struct hub *hub, const struct client *client);
/* The request is answered: lines of the connection are handed in again, unless the
 * client waits for something else. */
void hub_release(struct hub *hub, uint64_t client, uint64_t conn);
/* How often an account was added or deleted, or got another password. */
uint64_t hub_account_changes(const struct hub *hub);
void hub_note_account_change(struct hub *hub);

#endif
