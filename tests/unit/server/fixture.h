/* A whole server in this process, without sockets, at virtual times: for the unit tests
 * of the hub, each of which is a program of its own. */
#ifndef ALEA_TESTS_UNIT_SERVER_FIXTURE_H
#define ALEA_TESTS_UNIT_SERVER_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/bounds.h"
#include "server/config/config.h"
#include "server/hub/hub.h"
#include "tests/support/json.h"
#include "tests/unit/random.h"
#include "tests/unit/table.h"

#define START_MS    1000000
#define HEARD_BYTES (256 * 1024)

/* Connection n of the tests below is number n of the outbox, too. */
#define CONNS_MAX 64

struct fixture {
    struct config config;
    struct store *store;
    char dir[32]; /* open_filed_fixture */
    struct hub *hub;
    uint64_t ms;
    bool tls;           /* connections from now on have it */
    bool holds_jobs;    /* they are done when a test calls do_job */
    struct job *job[8]; /* that wait */
    size_t n_jobs;
    uint64_t client[CONNS_MAX]; /* by connection */
    char heard[HEARD_BYTES];    /* what the connection listened to last was sent */
    bool closed;                /* and whether it was closed then */
};

extern uint64_t random_state;

void test_bytes(void *buf, size_t n);
/* SQLite's name of the file system that fixtures use; NULL: the usual one. */
extern const char *fixture_vfs;

void take_job(void *owner, struct job *job);
/* The first job that waits is done. */
void do_job(struct fixture *fixture);
/* All of them. */
void do_jobs(struct fixture *fixture);
/* The server of the fixture starts. */
void start_fixture(struct fixture *fixture);
/* It stops at once, as by SIGKILL: what is not committed is gone. */
void kill_fixture(struct fixture *fixture);
/* It is killed, and starts again with what is stored. */
void restart_fixture(struct fixture *fixture);
/* Opens a fixture with these options of alead. */
struct fixture *open_fixture(const char *args);
void close_fixture(struct fixture *fixture);
/* The end of a turn of the loop, but for the sending. */
void end_turn(struct fixture *fixture);
/* Lets time pass, as the loop does: ticks at deadlines. */
void pass(struct fixture *fixture, uint64_t ms);
bool come_from(struct fixture *fixture, size_t conn, const char *address);

#define HERE "192.0.2.1" /* where they come from whose address does not matter */

bool come(struct fixture *fixture, size_t conn);
/* Says a line; JSON may have ' for ". */
void say(struct fixture *fixture, size_t conn, const char *line);
/* Everything that was sent to conn since the outbox was last emptied; empties it for all.
 */
const char *hear(struct fixture *fixture, size_t conn);
/* Says a line and returns the answer to it. */
const char *ask(struct fixture *fixture, size_t conn, const char *line);

/* --- two who play --- */

/* What a client keeps. */
struct ticket {
    char token[TOKEN_BYTES + 1];
    char room[8];
};

/* Copies the JSON string that comes after key. */
void take(const char *text, const char *key, char *value, size_t cap);
void enter(struct fixture *fixture, size_t conn, const char *name, struct ticket *ticket);

/* Ann (1), Bob (2) and Cid (3) are here; nothing is left to be heard. */
struct fixture *open_three(const char *args);
/* Conn 9, from this machine, in JSON mode, with the name Hal. */
void come_as_operator(struct fixture *fixture);

#define ROYAL_UR "{'cmd':'create','game':'royal-ur'}"
#define TABLUT   "{'cmd':'create','game':'tablut','time':'1+0'}"

/* Makes a room and keeps its code. */
void create_room(struct fixture *fixture, size_t conn, const char *create,
                 char room[static 8]);
/* A command that is about a room. */
void say_about(struct fixture *fixture, size_t conn, const char *cmd, const char *room);
const char *ask_about(struct fixture *fixture, size_t conn, const char *cmd,
                      const char *room);
const char *watch(struct fixture *fixture, size_t conn, const char *room);
/* Ann (1) sits alone in a new room; Bob (2) is there, too. */
void seat_ann(struct fixture *fixture, const char *create, struct ticket ticket[2]);
/* Both sit in it. */
void seat(struct fixture *fixture, const char *create, struct ticket ticket[2]);
void seat_two(struct fixture *fixture);
/* Both say that they are, without words of their own. */
void be_ready(struct fixture *fixture);
/* And their game has begun. */
void begin(struct fixture *fixture, const char *create, struct ticket ticket[2]);
/* Ann (1) or Bob (2), whose turn it is, plays the first of the legal moves: a game in
 * which nobody has moved is not kept. */
void one_moves(struct fixture *fixture);
/* Ann (1) or Bob (2), whose turn it is. */
size_t who_moves(struct fixture *fixture);
void drop(struct fixture *fixture, size_t conn);
/* Comes back on another connection; last < 0: without ROOM LAST. */
const char *come_back(struct fixture *fixture, size_t conn, const struct ticket *ticket,
                      int last);
/* How often the text has this, with ' for ". */
size_t count(const char *text, const char *what);

/* --- fixtures with a file of their own --- */

struct fixture *open_filed_fixture(const char *args);
/* In which Ann (1) and Bob (2) play this game. */
struct fixture *open_filed_game(const char *create, struct ticket ticket[2]);
void close_filed_fixture(struct fixture *fixture);

#endif
