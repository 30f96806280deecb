/* One request, from the command to its answer, and the functions for handlers.  A handler
 * fills in the reply and returns ERR_OK, or returns an error code and may write a more
 * specific sentence into text. */
#ifndef ALEA_SERVER_COMMAND_REQUEST_H
#define ALEA_SERVER_COMMAND_REQUEST_H

#include "server/hub/hub.h"
#include "server/limits/rate_limits.h"
#include "server/people/clients.h"
#include "server/people/send.h"
#include "server/people/sessions.h"
#include "server/store/writes.h"

/* Longest notice to one client, with its NUL. */
#define NOTICE_BYTES 240

/* Most rows in the answer of a command that lists something.  A program that wants more
 * asks for one room by its code. */
#define LIST_ROWS_MAX 200

/* Most ratings of one account. */
#define KINDS_MAX 32

struct request {
    struct hub *hub;
    struct rooms *rooms; /* the floors of the hub */
    struct people *people;
    struct turns *turns;
    struct client *client;
    struct session *session;     /* of the client; NULL: it has no name yet */
    const struct command *cmd;   /* what was asked for */
    struct hub_time now;         /* the time of this turn */
    const struct limits *limits; /* the host's */
    struct writes *writes;       /* where the turn records what is to be stored */
    struct log *log;
    struct rate_limits *rates;
    struct room *room; /* the room of a command about a room, see request_find_room */
    enum side side;    /* where the session sits there; SIDE_COUNT: it watches */
    struct op op;      /* what act_in_room did in the room */
    bool changed;      /* op was done: its event is sent to the room after the reply */
    bool was_done;     /* set by the handler: a repeat, which is free */
    /* Set by dispatch.c: the store has answered, the request goes on. */
    void (*on_read)(struct store_task *task, void *owner);
    struct job *job; /* result of request_ask or request_job; NULL: none yet */
    bool waits;      /* no answer yet: it waits for a job, which it has handed over */
    void (*after)(struct request *request); /* set by the handler: called after the reply
                                               is queued */
    struct message reply;      /* kind, id, cmd and room are filled in already */
    struct rule rule;          /* why a move is refused; reply may point here */
    char text[FAULT_BYTES];    /* error sentence; "": the code's default */
    char notice[NOTICE_BYTES]; /* sent to the client after the reply; "": nothing */
    void *scratch;             /* memory that reply points into; freed after the answer */
    char token[TOKEN_BYTES + 1]; /* a token for the reply to point to */
    struct table table;          /* of the reply, see request_table */
};

/* --- arguments --- */

/* The n-th argument; "" if it was not given. */
const char *request_arg(const struct request *request, size_t n);
/* The argument with this JSON key; NULL: not given, or the command has no such
 * argument. */
const char *request_named(const struct request *request, const char *key);
/* Reads the n-th argument as a number of at most 18 digits.  False: it is not one. */
bool request_number(const struct request *request, size_t n, uint64_t *number);
/* Sets *is_sure if the first argument is "sure".  False with a fault: it is another
 * word. */
bool request_take_sure(struct request *request, bool *is_sure);

/* --- answers --- */

/* printf into request->text; returns code. */
enum error_code request_fault(struct request *request, enum error_code code,
                              const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The table of the reply, empty; the handler fills it. */
struct table *request_table(struct request *request);
/* Fills a cell of the reply's table with ratings: "royal-ur 1662, tablut 1480". */
void request_put_ratings(struct request *request, const struct stored_rating *row,
                         size_t n);

/* --- rooms --- */

/* Finds the room that the command is about: the named one, or the player's only one.
 * ERR_NO_NAME, ERR_NO_ROOM, ERR_WHICH_ROOM, ERR_NOT_IN_ROOM, ERR_UNKNOWN_ROOM. */
enum error_code request_find_room(struct request *request);

/* --- the store --- */

/* Reads from the store for a request: fills in job->account and job->found, or job->data.
 * Runs in the store's thread, and must touch nothing but the job. */
typedef void job_read(struct job *job, struct store *store);
/* Asks the store, outside the loop.  True: request->job has the answer.  False: the
 * handler must return ERR_OK, and is called again with the answer. */
bool request_ask(struct request *request, job_read *read);
/* The same with a name or an id for job->about. */
bool request_ask_about(struct request *request, job_read *read, const char *about);
/* The same in two steps, if the read needs more than the command: fill in the job between
 * them.  request_new_job returns owned; request_ask_job takes job. */
struct job *request_new_job(const struct request *request, job_read *read);
bool request_ask_job(struct request *request, struct job *job);
/* Finds the account with the name job->about, or else that of the first argument. */
job_read request_read_named;

/* --- passwords and tokens --- */

/* Whether there is room for one more job; ERR_TOO_FAST.  Call it before charging
 * anything: a player refused by a busy server has not tried a password. */
enum error_code request_may_job(struct request *request);
/* The hash of an account's password, and of its one-time password if that is valid now;
 * "": none. */
struct job_known {
    const char *password, *once;
};
/* Has a password checked or hashed in another thread.  The handler must return what this
 * returns.  It is called again when the job is done and the store was asked again;
 * request_is_checked is then true.  Until then no other line of the client is read.  Call
 * it only after request_ask and request_may_job.
 * known: argument number `check` is compared with these; NULL: nothing is compared.
 * hash: number of the argument to hash; COMMAND_ARGS_MAX: none. */
enum error_code request_job(struct request *request, const struct job_known *known,
                            unsigned check, unsigned hash);
/* Whether the password of request_job was checked. */
bool request_is_checked(const struct request *request);
/* Whether the job has computed the hash; ERR_TOO_FAST: out of memory. */
enum error_code request_hashed(struct request *request);
/* Whether this connection may carry a password; ERR_INSECURE. */
enum error_code request_secure(struct request *request);
/* Whether the n-th argument is a valid password, and this connection may carry it;
 * ERR_BAD_PASSWORD, ERR_INSECURE.  is_new: it is to be set; otherwise it may be one from
 * before passwords were prepared (proto/opaque.h). */
enum error_code request_password(struct request *request, size_t n, bool is_new);
/* Copies the account of this name that the store has found, if one can log in to it;
 * ERR_NOT_REGISTERED, ERR_STORAGE. */
enum error_code request_account(struct request *request, const char *name,
                                struct stored_account *account);
/* Gives a session a new token, which the reply tells, and stores it. */
void request_give_token(struct request *request, struct session *session);

/* The handlers, one for each command. */
#define X(id, word, args, flags, cost, help)                                             \
    enum error_code do_##id(struct request *request);
COMMANDS(X)
#undef X

/* Keeps the language that the client reads with its player, if it has one; ERR_STORAGE.
 */
enum error_code profile_keep_lang(struct request *request);
/* The client has just become its player's: it reads the player's language, or the player
 * gets that of the client. */
void profile_take_lang(struct request *request);

#endif
