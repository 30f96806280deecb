/* The server without its sockets.  Lines of clients come in
 * (server/command/dispatch.h); bytes go out through an outbox.
 *
 * Time and randomness are arguments, so a test can run a whole server in virtual time.
 * In each turn of its loop, the caller sets the time (hub_set_time), makes the calls of
 * the turn, calls hub_commit, sends what is in the outbox, and calls hub_sent. */
#ifndef ALEA_SERVER_HUB_HUB_H
#define ALEA_SERVER_HUB_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/limits/limits.h"
#include "server/queue/job.h"
#include "server/queue/outbox.h"
#include "server/store/store.h"

struct hub;
struct address_counts;
struct rate_limits;
struct store_task;

/* Passwords over a connection that is not secure. */
enum plain_passwords {
    PLAIN_PASSWORDS_WARN,   /* accepted when sent again after a warning */
    PLAIN_PASSWORDS_REFUSE, /* never taken */
};

/* Most accounts with the operator's role. */
#define OPERATORS_MAX 16

/* A name to which the host gives the operator's role. */
struct named_operator {
    char name[NAME_BYTES_MAX + 1];
    int64_t account; /* only if this account has the name; 0: any */
};

/* Most bots of the host. */
#define BOTS_MAX 16

struct hub_config {
    struct limits limits;
    const char *title;          /* what the host calls the server */
    const char *welcome;        /* the host's welcome, a line feed between its lines; ""
                                   or NULL: none; may change between turns */
    struct store_config stored; /* where games are stored */
    struct keep_rule keep;      /* which finished games are kept */
    void (*random_bytes)(void *buf, size_t n);
    uint64_t (*lease_clock)(void); /* a clock in ms that also advances while the process
                                      or the machine stands still */
    enum plain_passwords plain_passwords;
    struct job_cost password_cost; /* of passwords set from now on */
    struct log log;
    bool operator_local; /* connections from this machine have the operator's role */
    struct named_operator operators[OPERATORS_MAX];
    size_t n_operators;
    char bots[BOTS_MAX][NAME_BYTES_MAX + 1]; /* names of the host's own bots */
    const char *bot_files; /* their tokens are in files that begin with this */
    size_t n_bots;
    bool rated_levels; /* bots with a level have accounts, and play rated games */
};

/* The time of one turn of the loop. */
struct hub_time {
    uint64_t ms;     /* monotonic; inside the hub: server time */
    int64_t unix_ms; /* since 1970 */
};

/* Creates a hub and resumes all games as the store has them.  Borrows config, whose log
 * level an operator can change, and store; both must outlive the hub.  Returns owned. */
struct hub *hub_new(struct hub_config *config, struct store *store, struct hub_time now);
void hub_free(struct hub *hub);
/* Sets the time of a turn: server time (base/server_time.h). */
void hub_set_time(struct hub *hub, struct hub_time now);

/* --- clients --- */

/* Adds the client of a connection from a numeric address; conn is the caller's id.
 * Queues the greeting.  tls: nobody on the way can read or change the connection.
 * Returns the client's id; 0: refused, and a line that says why is queued instead. */
uint64_t hub_add_client(struct hub *hub, uint64_t conn, const char *address, bool tls);
/* Marks a client that was just added as coming through a proxy (--proxy-from).  It
 * never counts as local, whatever its address: it gets no role for that, and passwords
 * are secure only with TLS. */
void hub_mark_proxied(struct hub *hub, uint64_t client);
/* Marks a client that was just added as one of another machine's, or of a front without
 * --operator-local: it gets no role for a local address. */
void hub_mark_elsewhere(struct hub *hub, uint64_t client);
/* As hub_add_client, for a WebSocket, which uses JSON mode from the start and gets no
 * greeting. */
uint64_t hub_add_web_client(struct hub *hub, uint64_t conn, const char *address,
                            bool tls);
/* Counts a browser that has connected from this address as a connection, of the address
 * and in total, until hub_remove_visitor.  Rate limit of an address: 40 times
 * connects_per_minute.  Returns borrowed; NULL: refused. */
struct address_counts *hub_add_visitor(struct hub *hub, const char *address);
/* Counts a proxy's connection that has not named its client yet, in total only, until
 * hub_remove_pending.  False: refused. */
bool hub_add_pending(struct hub *hub);
void hub_remove_pending(struct hub *hub);
/* Does nothing with NULL. */
void hub_remove_visitor(struct hub *hub, struct address_counts *visitor);
/* The connection should speak TLS, but does not: queues a line that says so, and the
 * end of the connection.  The caller drops the greeting. */
void hub_not_tls(struct hub *hub, uint64_t client);
/* Too many bytes without a line: queues goodbye. */
void hub_noise(struct hub *hub, uint64_t client);
/* Too much output waits on the connection: until hub_drained, the client gets no events
 * of rooms that it only watches. */
void hub_mark_lagging(struct hub *hub, uint64_t client);
/* All output is written: if the client lagged, sends it snapshots of those rooms. */
void hub_drained(struct hub *hub, uint64_t client);
/* The connection is gone or about to close: its player is away from the rooms where
 * they sit. */
void hub_remove_client(struct hub *hub, uint64_t client);
/* As hub_remove_client, but the peer may still read: pending requests are answered
 * before this connection closes. */
void hub_end_client(struct hub *hub, uint64_t client, uint64_t conn);
/* What operators and the log call a client: 1 is the first since the start; 0: it is
 * gone. */
int64_t hub_number_of(const struct hub *hub, uint64_t client);

/* Sets the function that gets jobs.  It takes each, and passes it to dispatch_job
 * later, after it has returned.  Until then, hand in no line of the job's client:
 * requests are answered in order. */
void hub_set_jobs(struct hub *hub, void (*start)(void *owner, struct job *job),
                  void *owner);

/* The thread that works for the store. */
struct store_thread {
    /* Runs a task in the thread, one task after the other, and then calls
     * hub_task_done.  NULL: there is no thread, and tasks run at once. */
    void (*start)(void *owner, struct store_task *task);
    /* No line of this connection is handed in until release. */
    void (*hold)(void *owner, uint64_t conn);
    void (*release)(void *owner, uint64_t conn); /* lines come after it has returned */
    void *owner;
};

/* From now on the store belongs to this thread. */
void hub_set_store_thread(struct hub *hub, const struct store_thread *thread);
/* A task is done; takes it. */
void hub_task_done(struct hub *hub, struct store_task *task);
/* Whether no line of the client may be handed in: its request waits for a job or the
 * store, or goodbye was said in a turn that may still be dropped. */
bool hub_is_waiting(const struct hub *hub, uint64_t client);

/* Output that waits on a connection, in bytes. */
typedef size_t hub_queue_bytes(void *owner, uint64_t conn);
/* Sets that function.  Borrows owner. */
void hub_set_queue_bytes(struct hub *hub, hub_queue_bytes *queue_bytes, void *owner);

/* --- the turn --- */

/* Does what is due. */
void hub_tick(struct hub *hub);
/* When hub_tick has something to do, in ms of the caller's time; UINT64_MAX: never. */
uint64_t hub_deadline(const struct hub *hub);
/* Whether any player's clock runs. */
bool hub_has_clocks(const struct hub *hub);
/* Hands the present turn to the store, unless the store is still busy with the last
 * one.  If it cannot be stored, the turn is dropped: its replies become `storage`
 * errors, and everything is read again from the store (load.h). */
void hub_commit(struct hub *hub);
/* While gathers is true, hub_commit hands no turn to the store: the present one grows. */
void hub_gather(struct hub *hub, bool gathers);
/* How many messages are ready to be sent, or queued in the present turn. */
size_t hub_n_messages(const struct hub *hub);
/* What is ready to be sent; borrowed. */
struct outbox *hub_outbox(struct hub *hub);
/* The outbox was sent at this time. */
void hub_sent(struct hub *hub, struct hub_time now);
/* Whether nothing can be sent, or handed to the store, now. */
bool hub_is_settled(const struct hub *hub);
/* Back-pressure: whether so much waits for the store that the caller should not read
 * before the next hub_task_done. */
bool hub_is_full(const struct hub *hub);
/* Whether hub_look has anything to do. */
bool hub_may_look(const struct hub *hub);
/* Looks whether the file of the store is still in its place, unless that is being done;
 * if it is not, the log says so.  Call it about once a second: each commit looks, too. */
void hub_look(struct hub *hub);
/* Says goodbye to everybody; no connection is accepted any more. */
void hub_shut_down(struct hub *hub);
/* Whether another server has the database: nothing may be sent any more, and the process
 * should end at once. */
bool hub_is_lost(const struct hub *hub);
/* Whether an operator wants the caller to stop the server. */
bool hub_wants_stop(const struct hub *hub);

/* --- facts --- */

size_t hub_n_clients(const struct hub *hub);
/* Clients with a name, as `who` lists them. */
size_t hub_n_players(const struct hub *hub);
size_t hub_n_rooms(const struct hub *hub);
/* Watchers, counted once for each room. */
size_t hub_n_watchers(const struct hub *hub);
/* A word that changes with every start of the server; borrowed. */
const char *hub_boot(const struct hub *hub);
/* The counters; the caller adds to its own.  Borrowed. */
struct metrics *hub_metrics(struct hub *hub);
/* As above, with all figures up to date, except those of the store, its disk and the
 * accounts: those are as measured last, and this begins another measurement. */
const struct metrics *hub_measure(struct hub *hub);
/* Draws a new token for the i-th bot of the host; the previous one becomes invalid.  Show
 * it only to the host: with the token, anybody can be the bot.  False: the name is a
 * player's account. */
ALEA_MUST_USE bool hub_draw_bot_token(struct hub *hub, size_t i,
                                      char token[static TOKEN_BYTES + 1]);

/* --- for server/hub and server/command --- */

/* The time of this turn: ms is server time. */
struct hub_time hub_now(const struct hub *hub);
/* The same in seconds since 1970. */
int64_t hub_now_s(const struct hub *hub);
struct hub_config *hub_config(const struct hub *hub);
struct rate_limits *hub_rates(struct hub *hub);
void hub_random_bytes(const struct hub *hub, void *buf, size_t n);
/* Draws len letters and digits, and their NUL. */
void hub_random_text(const struct hub *hub, char *text, size_t len);
/* Draws a secret and a game id. */
struct draw hub_draw(const struct hub *hub);
/* Asks for hub_tick at this server time, or soon after.  UINT64_MAX: does nothing. */
void hub_wake_at(struct hub *hub, uint64_t at_ms);

#endif
