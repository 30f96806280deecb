/* A whole server in this process, without sockets, in virtual time: for the unit tests of
 * the hub, each of which is a separate program. */
#ifndef ALEA_TESTS_UNIT_SERVER_FIXTURE_H
#define ALEA_TESTS_UNIT_SERVER_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/bounds.h"
#include "server/config/config.h"
#include "server/hub/hub.h"
#include "server/turn/clock.h"
#include "tests/support/json.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

#define START_MS    1000000
#define HEARD_BYTES (256 * 1024)

/* Connection n of a test has number n in the outbox, too. */
#define CONNS_MAX 64

struct fixture {
    struct config config;
    struct store *store;
    char dir[32]; /* used by open_filed_fixture */
    struct hub *hub;
    uint64_t ms;
    bool tls;           /* new connections use TLS */
    bool holds_jobs;    /* jobs are done only when a test calls do_job */
    struct job *job[8]; /* waiting jobs */
    size_t n_jobs;
    uint64_t client[CONNS_MAX]; /* by connection */
    char heard[HEARD_BYTES];    /* what the last `hear` returned */
    bool closed;                /* whether the connection was closed by then */
};

/* The fixture of this test; NULL: it has not been opened, or is closed. */
extern struct fixture *fixture;
extern uint64_t random_state;

void test_bytes(void *buf, size_t n);
/* The SQLite VFS that fixtures use; NULL: the default one. */
extern const char *fixture_vfs;
/* Changes the configuration of a new fixture; NULL: nothing does. */
extern void (*fixture_prepare)(void);

void take_job(void *owner, struct job *job);
/* Does the first waiting job. */
void do_job(void);
/* Does all waiting jobs. */
void do_jobs(void);
/* Opens the store; and starts the hub with it. */
void open_fixture_store(void);
void start_hub(void);
/* Starts the fixture's server: both. */
void start_fixture(void);
/* Stops it at once, as by SIGKILL: uncommitted changes are lost. */
void kill_fixture(void);
/* Kills it, and starts it again with what is stored. */
void restart_fixture(void);
/* Opens a fixture with these options of alead.  It is closed when the test ends; to close
 * it before is allowed.  Whoever comes where there is none opens one without options. */
void open_fixture(const char *args);
void close_fixture(void);
/* Ends an iteration of the loop, but does not send. */
void end_turn(void);
/* Lets time pass, as the loop does: with ticks at deadlines. */
void pass(uint64_t ms);
/* The same without a look at the deadlines. */
void advance(uint64_t ms);
bool come_from(size_t conn, const char *address);

#define HERE "192.0.2.1" /* the address of connections whose address does not matter */

bool come(size_t conn);
/* Sends a line; JSON may have ' instead of ". */
void say(size_t conn, const char *line);
/* Everything sent to conn since the outbox was last emptied; empties it for all
 * connections. */
const char *hear(size_t conn);
/* Sends a line and returns the answer. */
const char *ask(size_t conn, const char *line);
/* The same with a line of this format. */
__attribute__((format(printf, 2, 3))) void sayf(size_t conn, const char *format, ...);
__attribute__((format(printf, 2, 3))) const char *askf(size_t conn, const char *format,
                                                       ...);

/* --- two players --- */

/* What a client needs to come back. */
struct ticket {
    char token[TOKEN_BYTES + 1];
    char room[8];
};

/* The tickets of those whom the functions below seat; tests may use the others. */
extern struct ticket ticket[4];

/* Copies the JSON string after key. */
void take(const char *text, const char *key, char *value, size_t cap);
/* Comes with a name; writes the ticket, which may be NULL. */
void enter(size_t conn, const char *name, struct ticket *own);

/* Ann (1), Bob (2) and Cid (3) are connected and have read everything. */
void open_three(const char *args);
/* Connects 9 from this machine, in JSON mode, with the name Hal. */
void come_as_operator(void);

#define ROYAL_UR "{'cmd':'create','game':'royal-ur'}"
#define TABLUT   "{'cmd':'create','game':'tablut','time':'1+0'}"

/* Creates a room and returns its code in `room`. */
void create_room(size_t conn, const char *create, char room[static 8]);
/* Sends a command about a room. */
void say_about(size_t conn, const char *cmd, const char *room);
const char *ask_about(size_t conn, const char *cmd, const char *room);
const char *watch(size_t conn, const char *room);
/* Ann (1) sits alone in a new room; Bob (2) is connected. */
void seat_ann(const char *create);
/* Both sit in a new room. */
void seat(const char *create);
/* Both say ready, without words of their own; their game begins. */
void be_ready(void);
/* As seat, and their game has begun. */
void begin(const char *create);
/* Ann (1) or Bob (2), whose turn it is, plays the first legal move: a game without moves
 * is not kept. */
void one_moves(void);
/* The player whose turn it is: Ann (1) or Bob (2). */
size_t who_moves(void);
void drop(size_t conn);
/* Comes back on another connection; last < 0: without ROOM LAST. */
const char *come_back(size_t conn, const struct ticket *ticket, int last);
/* How often the text contains this, with ' instead of ". */
size_t count(const char *text, const char *what);

/* --- fixtures with a file --- */

/* As open_fixture. */
void open_filed_fixture(const char *args);
/* As open_filed_fixture; Ann (1) and Bob (2) play this game. */
void open_filed_game(const char *create);
void close_filed_fixture(void);

#endif
