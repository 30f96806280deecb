/* The server without its sockets: lines of clients in, an outbox of bytes out.
 *
 * Time and randomness are given to it, so that a whole server can run in a test with
 * virtual time.  After the calls of one turn the caller calls hub_commit, sends what is
 * in the outbox, and calls hub_sent. */
#ifndef ALEA_SERVER_HUB_HUB_H
#define ALEA_SERVER_HUB_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/hub/job.h"
#include "server/hub/outbox.h"
#include "server/limits/limits.h"
#include "server/store/store.h"

struct hub;

/* Passwords over a connection that is not secure. */
enum plain_passwords {
    PLAIN_PASSWORDS_WARN,   /* taken from who says so twice */
    PLAIN_PASSWORDS_REFUSE, /* never taken */
};

/* Most accounts with the operator's role. */
#define OPERATORS_MAX 16

/* A name to which the host gives the operator's role. */
struct named_operator {
    char name[NAME_BYTES_MAX + 1];
    int64_t account; /* and only if it is this account's; 0: the host does not say */
};

/* Most bots of the host. */
#define BOTS_MAX 4

struct hub_config {
    struct limits limits;
    const char *title;          /* what the host calls the server */
    const char *welcome;        /* the host's own words, lines with a line feed between;
                                   "" or NULL: none; may change between turns */
    struct store_config stored; /* where games are kept */
    struct keep_rule keep;      /* and which, when they are over */
    void (*random_bytes)(void *buf, size_t n);
    enum plain_passwords plain_passwords;
    struct job_cost password_cost; /* of the passwords that are set from now on */
    struct log log;
    bool operator_local; /* connections from this machine have the operator's role */
    struct named_operator operators[OPERATORS_MAX];
    size_t n_operators;
    char bots[BOTS_MAX][NAME_BYTES_MAX + 1]; /* names of the host's own bots */
    size_t n_bots;
};

/* The time of one turn of the loop. */
struct hub_time {
    uint64_t ms;     /* monotonic */
    int64_t unix_ms; /* since 1970 */
};

/* Takes up all games where the store has them.  Borrows config, whose log level an
 * operator can change, and store, which must outlive it.  Returns owned. */
struct hub *hub_new(struct hub_config *config, struct store *store, struct hub_time now);
void hub_free(struct hub *hub);
/* Tells what time it is; call it before the calls of one turn.  In a turn without any it
 * need not be called.  It goes forward only while the server runs (steady.h). */
void hub_set_time(struct hub *hub, struct hub_time now);

/* From now on jobs are handed to this function, which takes them and gives each back by
 * hub_job_done, later; not before it returns.  No line of the client of a job may come
 * meanwhile: requests are answered in order. */
void hub_set_jobs(struct hub *hub, void (*start)(void *owner, struct job *job),
                  void *owner);
/* A job is done, or will not be done any more.  Takes it. */
void hub_job_done(struct hub *hub, struct job *job);

/* A connection (an id of the caller's) from a numeric address.  Queues the greeting.
 * tls: nobody on the way can read or change it.
 * Returns the client's id, or 0 when it is refused: then a line that says why is queued
 * in place of the greeting. */
uint64_t hub_add_client(struct hub *hub, uint64_t conn, const char *address, bool tls);
/* The connection was to speak TLS, and does not: a line that says so is queued in place
 * of the greeting. */
void hub_not_tls(struct hub *hub, uint64_t client);
/* One line without its end. */
void hub_line(struct hub *hub, uint64_t client, const char *line, size_t len);
/* A line that was longer than LINE_BYTES_MAX. */
void hub_line_too_long(struct hub *hub, uint64_t client);
/* A lot that is no line: goodbye is queued. */
void hub_noise(struct hub *hub, uint64_t client);
/* So much waits for the reader that events of rooms which he only watches are left out of
 * what is sent; no more of them are queued for him until hub_drained. */
void hub_mark_lagging(struct hub *hub, uint64_t client);
/* All that he was sent is written: he is shown how those rooms stand now. */
void hub_drained(struct hub *hub, uint64_t client);
/* The connection is gone or going; its player is away from the rooms where he sits. */
void hub_remove_client(struct hub *hub, uint64_t client);
/* Does what is due. */
void hub_tick(struct hub *hub);
/* When hub_tick has something to do, in ms of hub_time; UINT64_MAX: never. */
uint64_t hub_deadline(const struct hub *hub);
/* Whether anybody's clock runs. */
bool hub_has_clocks(const struct hub *hub);
/* Says goodbye to everybody; no connection is accepted any more. */
void hub_shut_down(struct hub *hub);

/* Makes everything durable that was done since the last call.  If that cannot be, nothing
 * of it will be told: the outbox is put right, and the rooms concerned stand still until
 * the store works again. */
void hub_commit(struct hub *hub);
/* Whether nothing is left to be committed or sent. */
bool hub_is_settled(const struct hub *hub);
/* The outbox has been sent, at this time. */
void hub_sent(struct hub *hub, struct hub_time now);

/* What is to be sent; borrowed. */
struct outbox *hub_outbox(struct hub *hub);
/* Clients there are. */
size_t hub_n_clients(const struct hub *hub);
/* Those of them who have given a name, as `who` lists them. */
size_t hub_n_players(const struct hub *hub);
/* A word that changes with every start of the server; borrowed. */
const char *hub_boot(const struct hub *hub);
size_t hub_n_rooms(const struct hub *hub);
/* Those who watch, counted once for each room. */
size_t hub_n_watchers(const struct hub *hub);

/* --- hub_host.c --- */

/* What operators and the log call a client: 1 the first since the start; 0 none. */
int64_t hub_number_of(const struct hub *hub, uint64_t client);
/* Whether the caller is to stop, as an operator wants: hub_shut_down and so on. */
bool hub_wants_stop(const struct hub *hub);

/* --- hub_bot.c --- */

/* Draws a new token for the i-th bot of the host; the one before is worth nothing.  It
 * is for the host alone: whoever has it is the bot.
 * False: the name is somebody's account, and not the bot's. */
ALEA_MUST_USE bool hub_draw_bot_token(struct hub *hub, size_t i,
                                      char token[static TOKEN_BYTES + 1]);

/* Output that waits on a connection, in bytes. */
typedef size_t hub_queue_bytes(void *owner, uint64_t conn);
/* Whom to ask for that.  Borrows owner. */
void hub_set_queue_bytes(struct hub *hub, hub_queue_bytes *queue_bytes, void *owner);
/* What the caller counts, to be added to; borrowed. */
struct metrics *hub_metrics(struct hub *hub);
/* The same, with everything measured as it is now. */
const struct metrics *hub_measure(struct hub *hub);

#endif
