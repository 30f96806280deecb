/* From a command to its handler: is it known, allowed now, paid for?  Then call it. */
#ifndef ALEA_SERVER_HUB_DISPATCH_H
#define ALEA_SERVER_HUB_DISPATCH_H

#include "server/hub/inside.h"

/* Longest notice to one client, with its NUL. */
#define NOTICE_BYTES 240

/* One request on its way.  A handler fills in reply and returns ERR_OK, or returns a code
 * and may write a better sentence into text. */
struct ask {
    struct hub *hub;
    struct client *client;
    struct session *session; /* of the client; NULL: it has not said who it is */
    const struct command *cmd;
    struct room *room; /* commands about a room: which */
    enum side side;    /* where the session sits there; SIDE_COUNT: it watches */
    struct op op;      /* what was done to room, see ask_do */
    bool changed;      /* something was: it is told after the reply */
    bool was_done;     /* set by the handler: it had been done already, which is free */
    const struct job *job; /* done for this request, see ask_job; NULL: not yet */
    bool waits;            /* for a job: there is no answer yet */
    void (*after)(struct ask *ask); /* set by the handler: what comes after the reply */
    struct message reply;           /* kind, id, cmd and room are filled in already */
    struct rule rule;               /* why a move is refused; reply may point here */
    char text[FAULT_BYTES];         /* error: the sentence; "" the code's own */
    char notice[NOTICE_BYTES];   /* what the asker is told after the reply; "" nothing */
    void *scratch;               /* what reply points into; freed after it is sent */
    char token[TOKEN_BYTES + 1]; /* where reply points to when it tells one */
    struct table table;          /* of the reply, see ask_table */
};

/* The n-th argument, "" when it was not given. */
const char *ask_arg(const struct ask *ask, size_t n);
/* The argument with this JSON key, NULL when it was not given, or the command has none.
 */
const char *ask_named(const struct ask *ask, const char *key);
/* Reads the n-th argument as a number of at most 18 digits.  False: it is none. */
bool ask_number(const struct ask *ask, size_t n, uint64_t *number);
/* Whether the first argument is "sure".  False: it is another word, with a fault. */
bool ask_take_sure(struct ask *ask, bool *is_sure);
/* Takes tokens of the rate limit, also those that are not there. */
void ask_charge(const struct ask *ask, int64_t cost);
/* printf into ask->text; returns code. */
enum error_code ask_fault(struct ask *ask, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The table of the reply, empty; the handler fills it. */
struct table *ask_table(struct ask *ask);

/* Finds the room that the command is about: the one named, or the only one. */
enum error_code ask_find_room(struct ask *ask);
/* Carries out an op in the room found, by the side where the session sits; text may be
 * NULL.  The reply then carries the number of its event. */
enum error_code ask_do(struct ask *ask, enum op_kind kind, const char *text);

/* Whether one more job can wait; ERR_TOO_FAST.  Asked before anything is charged: who
 * comes in a crowd has not tried a password. */
enum error_code ask_may_job(struct ask *ask);
/* The password of an account, and its one-time password that is good now; "" none. */
struct job_known {
    const char *password, *once;
};
/* Has a password checked or hashed, which takes long: the handler returns what this
 * returns, and is called once more when that is done, with ask->job.  Until then the
 * client is not heard.
 * known: the hashes that the argument number `check` is compared with; NULL: none.
 * hash: number of the argument that is hashed; COMMAND_ARGS_MAX: none.
 * Only after ask_may_job. */
enum error_code ask_job(struct ask *ask, const struct job_known *known, unsigned check,
                        unsigned hash);
/* Whether the job has hashed what it was to hash; ERR_TOO_FAST: there was no memory. */
enum error_code ask_hashed(struct ask *ask);
/* The account of this name, which somebody can log in to; ERR_BAD_NAME,
 * ERR_NOT_REGISTERED, ERR_STORAGE. */
enum error_code ask_account(struct ask *ask, const char *name,
                            struct stored_account *account);
/* Draws a new token of a session into ask->token, and its hash. */
void ask_draw_token(struct ask *ask, uint64_t session,
                    uint8_t hash[static TOKEN_HASH_BYTES]);
/* Whether a password may go over this connection; ERR_INSECURE. */
enum error_code ask_secure(struct ask *ask);
/* Whether the n-th argument can be a password, and may come over this connection;
 * ERR_BAD_PASSWORD, ERR_INSECURE. */
enum error_code ask_password(struct ask *ask, size_t n);

/* Fills a cell of the reply's table with the ratings of an account, 0: of a guest:
 * "royal-ur 1662, tablut 1480". */
void ask_put_ratings(struct ask *ask, int64_t account);

/* Whether games may be replayed for the client now: 0, or the time in ms until then. */
int64_t ask_may_replay(const struct ask *ask);
/* So many events were. */
void ask_replayed(const struct ask *ask, uint64_t n_events);

/* Carries out a command. */
void dispatch(struct hub *hub, struct client *client, const struct command *cmd);
/* Goes on with the command that a job was done for. */
void dispatch_job(struct hub *hub, struct client *client, const struct job *job);
/* Answers a line that was no command. */
void dispatch_fault(struct hub *hub, struct client *client,
                    const struct command_fault *fault);

/* The handlers, one for each command: server/command. */
#define X(id, word, args, flags, cost, help) enum error_code do_##id(struct ask *ask);
COMMANDS(X)
#undef X

#endif
