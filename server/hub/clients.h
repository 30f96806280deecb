/* Connections as the hub sees them: their mode, what they may still ask for, and whose
 * they are. */
#ifndef ALEA_SERVER_HUB_CLIENTS_H
#define ALEA_SERVER_HUB_CLIENTS_H

#include "proto/command/command.h"
#include "proto/errors.h"
#include "server/base/deadline_heap.h"
#include "server/hub/hub.h"
#include "server/limits/address_table.h"
#include "server/limits/rate_limits.h"
#include "view/style.h"

struct remote;
struct session;

/* What a client is told that asks for too much. */
struct refusals {
    uint64_t wait_until_ms; /* it was told to wait until then */
    struct rate early;      /* limit refused_commands: it did not wait */
};

/* Every connection has one, so keep it small: what few of them need is allocated then. */
struct client {
    uint64_t id;
    uint64_t conn;  /* connection of the loop */
    int64_t number; /* for operators and the log: 1 is the first client since
                       the start */
    uint64_t waits; /* number of the last turn for which messages to it wait */
    struct address_counts *counts; /* borrowed: of its address */
    struct session *session;       /* borrowed; NULL: it has no name yet */
    struct deadline deadline;      /* when it must have said who it is */
    uint64_t opened_ms;            /* when it came */
    uint64_t active_ms;            /* of its last line */
    /* What it may ask for. */
    struct rate commands;      /* limits commands_per_s, commands_burst */
    struct rate plays;         /* the same for commands that move a game on */
    struct rate replays;       /* events of games that were replayed for it */
    struct refusals *refusals; /* owned; NULL: no command was refused */
    struct remote *remote;     /* owned; NULL: its connection is at this node; else see
                                  node/elsewhere.h */
    uint16_t address_place;    /* of the buckets of its address (rate_limits.h) */
    struct style style;        /* of text mode */
    uint8_t last;              /* its last command; COMMAND_COUNT: none */
    bool json;                 /* JSON mode, else text mode */
    bool spoken;               /* its first line, which sets the mode, has arrived */
    bool tls;                  /* the connection has TLS */
    bool proxied;              /* it came through a proxy: it is not on this machine */
    bool browser;              /* a WebSocket: a stranger's page may have opened it */
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
/* Starts to load the room of the client's player into the processor's cache, because a
 * line of the client has arrived.  Has no other effect. */
void hub_prefetch_room(const struct client *client);
/* Steps through all clients, but remote ones: *at is 0 at first.  NULL: there are no
 * more. */
struct client *hub_next_client(const struct hub *hub, uint32_t *at);
/* The same with remote clients (node/elsewhere.h). */
struct client *hub_next_listener(const struct hub *hub, uint32_t *at);
/* How many bytes wait on its connection.  False: unknown. */
bool hub_queued_bytes(const struct hub *hub, const struct client *client, size_t *bytes);

/* Sends the host's welcome in text mode.  Programs get it with hello. */
void hub_send_welcome(struct hub *hub, struct client *client);
/* Gives the client the time of limit login_ms to say who it is. */
void hub_await_login(struct hub *hub, struct client *client);
/* Says goodbye to the clients whose time for that is over. */
void hub_expire_logins(struct hub *hub);
/* Marks players without a client as away where they still count as here: their old
 * connection has ended, and the turn in which they took a new one was dropped.  Those
 * that may yet be attached by another node are left out.  Returns the server time at
 * which the first of them is due; 0: there are none. */
uint64_t hub_drop_absent(struct hub *hub);
/* Sends `bye` with this reason (ERR_OK: the player wished it), and closes the connection
 * after it. */
void hub_bye(struct hub *hub, struct client *client, enum error_code why);
/* As above, with another text. */
void hub_bye_because(struct hub *hub, struct client *client, enum error_code why,
                     const char *text);
/* The same as a part of the turn: if that fails the client stays, so its lines wait. */
void hub_bye_if_stored(struct hub *hub, struct client *client, enum error_code why,
                       const char *text);
/* Queues bytes for a client. */
void hub_queue(struct hub *hub, struct client *client, struct buf *buf,
               enum outbox_how how);
void hub_free_clients(struct hub *hub);

/* --- jobs, see job.h --- */

/* Whether one more job may wait (limit jobs). */
bool hub_may_start_job(const struct hub *hub);
/* Starts a job (takes it) for a client.  Until it is done no line of the client may come.
 */
void hub_start_job(struct hub *hub, struct client *client, struct job *job);
/* Asks the store for a client's job (takes it).  It sees all that was done before.  True:
 * it is done already, and the job is the caller's again. */
bool hub_ask(struct hub *hub, struct client *client, struct job *job);
/* This request (its id) of the client with this number waits no more.  Returns the
 * client; NULL: it is gone, or goodbye is said. */
struct client *hub_end_wait(struct hub *hub, uint64_t number, const char *request);
/* A job is done; it stays the caller's.  Returns its client; NULL: the client is gone. */
struct client *hub_end_job(struct hub *hub, struct job *job);
/* The store has answered; the job stays the caller's.  Returns as hub_end_job. */
struct client *hub_end_ask(struct hub *hub, const struct job *job);
/* No line of the client's connection may come until hub_release. */
void hub_hold(struct hub *hub, const struct client *client);
/* The request is answered, or waits for something else: lines of the connection may come
 * again unless it waits. */
void hub_release(struct hub *hub, uint64_t client, uint64_t conn);
/* How often an account was made, deleted, or got another password. */
uint64_t hub_account_changes(const struct hub *hub);
void hub_note_account_change(struct hub *hub);

#endif
