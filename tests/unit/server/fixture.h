/* A whole server in this process, without sockets, at virtual times: for the unit tests
 * of the hub, each of which is a program of its own. */
#ifndef ALEA_TESTS_UNIT_HOUSE_H
#define ALEA_TESTS_UNIT_HOUSE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/bounds.h"
#include "server/config/config.h"
#include "server/hub/hub.h"
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

static uint64_t random_state;

static inline void test_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&random_state, 256);
    }
}

/* SQLite's name of the file system that fixtures use; NULL: the usual one. */
static const char *fixture_vfs;

static inline void take_job(void *owner, struct job *job) {
    struct fixture *fixture = owner;
    assert_true(fixture->n_jobs < 8);
    fixture->job[fixture->n_jobs++] = job;
}

/* The first job that waits is done. */
static inline void do_job(struct fixture *fixture) {
    assert_true(fixture->n_jobs > 0);
    struct job *job = fixture->job[0];
    memmove(fixture->job, fixture->job + 1, --fixture->n_jobs * sizeof(struct job *));
    job_do(job);
    hub_job_done(fixture->hub, job);
}

/* All of them. */
static inline void do_jobs(struct fixture *fixture) {
    while (fixture->n_jobs > 0) {
        do_job(fixture);
    }
}

/* The server of the fixture starts. */
static inline void start_fixture(struct fixture *fixture) {
    char fault[FAULT_BYTES] = "";
    fixture->config.hub.stored.vfs = fixture_vfs;
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    assert_string_equal(fault, "");
    fixture->hub = hub_new(&fixture->config.hub, fixture->store,
                           (struct hub_time){fixture->ms, (int64_t)fixture->ms});
    hub_set_jobs(fixture->hub, take_job, fixture);
}

/* It stops at once, as by SIGKILL: what is not committed is gone. */
static inline void kill_fixture(struct fixture *fixture) {
    while (fixture->n_jobs > 0) {
        job_free(fixture->job[--fixture->n_jobs]);
    }
    hub_free(fixture->hub);
    store_close(fixture->store);
}

/* It is killed, and starts again with what is stored. */
static inline void restart_fixture(struct fixture *fixture) {
    kill_fixture(fixture);
    start_fixture(fixture);
}

/* Opens a fixture with these options of alead. */
static inline struct fixture *open_fixture(const char *args) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    char words[512], name[] = "alead";
    char *argv[20] = {name};
    int argc = 1;
    snprintf(words, sizeof words, "%s%s", args,
             strstr(args, "--db") == NULL ? " --db :memory:" : "");
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = word;
    }
    enum exit_code code;
    assert_true(config_read(&fixture->config, argc, argv, &code));
    fixture->config.hub.random_bytes = test_bytes;
    fixture->config.hub.log.level = LOG_ERROR;
    fixture->config.hub.password_cost = JOB_COST_LEAST;
    fixture->ms = START_MS;
    start_fixture(fixture);
    return fixture;
}

static inline void close_fixture(struct fixture *fixture) {
    kill_fixture(fixture);
    free(fixture);
}

/* The end of a turn of the loop, but for the sending. */
static inline void end_turn(struct fixture *fixture) {
    hub_commit(fixture->hub);
    hub_sent(fixture->hub, (struct hub_time){fixture->ms, (int64_t)fixture->ms});
}

/* Lets time pass, as the loop does: ticks at deadlines. */
static inline void pass(struct fixture *fixture, uint64_t ms) {
    uint64_t until = fixture->ms + ms;
    while (fixture->ms < until) {
        uint64_t next = hub_deadline(fixture->hub);
        fixture->ms = next > fixture->ms && next < until ? next : until;
        hub_set_time(fixture->hub, (struct hub_time){fixture->ms, (int64_t)fixture->ms});
        hub_tick(fixture->hub);
        end_turn(fixture);
    }
}

static inline bool come_from(struct fixture *fixture, size_t conn, const char *address) {
    fixture->client[conn] = hub_add_client(fixture->hub, conn, address, fixture->tls);
    return fixture->client[conn] != 0;
}

#define HERE "192.0.2.1" /* where they come from whose address does not matter */

static inline bool come(struct fixture *fixture, size_t conn) {
    return come_from(fixture, conn, HERE);
}

static inline void say(struct fixture *fixture, size_t conn, const char *line) {
    hub_line(fixture->hub, fixture->client[conn], line, strlen(line));
    if (!fixture->holds_jobs) {
        do_jobs(fixture);
    }
}

/* All that was sent to conn since the outbox was last emptied; empties it for all. */
static inline const char *hear(struct fixture *fixture, size_t conn) {
    end_turn(fixture);
    struct outbox *outbox = hub_outbox(fixture->hub);
    size_t len = 0;
    fixture->closed = false;
    for (size_t i = 0; i < outbox->n; i++) {
        const struct outbox_item *item = &outbox->item[i];
        if (item->conn == conn && item->buf != NULL) {
            assert_true(len + item->buf->len < HEARD_BYTES);
            memcpy(fixture->heard + len, item->buf->data, item->buf->len);
            len += item->buf->len;
        }
        fixture->closed |= item->conn == conn && item->buf == NULL;
    }
    fixture->heard[len] = '\0';
    outbox_drop(outbox, outbox->n);
    return fixture->heard;
}

/* Says a line and returns the answer to it. */
static inline const char *ask(struct fixture *fixture, size_t conn, const char *line) {
    hear(fixture, conn);
    say(fixture, conn, line);
    return hear(fixture, conn);
}

static inline void assert_begins(const char *text, const char *expected) {
    if (strncmp(text, expected, strlen(expected)) != 0) {
        fail_msg("\"%s\" does not begin with \"%s\"", text, expected);
    }
}

static inline void assert_has(const char *text, const char *expected) {
    if (strstr(text, expected) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", text, expected);
    }
}

/* --- two who play --- */

/* What a client keeps. */
struct ticket {
    char token[TOKEN_BYTES + 1];
    char room[8];
};

/* Copies the JSON string that comes after key. */
static inline void take(const char *text, const char *key, char *value, size_t cap) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(text, pattern);
    if (at == NULL) {
        fail_msg("no %s in \"%s\"", key, text);
        return;
    }
    at += strlen(pattern);
    snprintf(value, cap, "%.*s", (int)strcspn(at, "\""), at);
}

static inline void enter(struct fixture *fixture, size_t conn, const char *name,
                         struct ticket *ticket) {
    char line[64];
    assert_true(come(fixture, conn));
    snprintf(line, sizeof line, "{\"cmd\":\"name\",\"name\":\"%s\"}", name);
    take(ask(fixture, conn, line), "token", ticket->token, sizeof ticket->token);
}

#define ROYAL_UR "{\"cmd\":\"create\",\"game\":\"royal-ur\"}"
#define TABLUT   "{\"cmd\":\"create\",\"game\":\"tablut\",\"time\":\"1+0\"}"

/* Makes a room and keeps its code. */
static inline void create_room(struct fixture *fixture, size_t conn, const char *create,
                               char room[static 8]) {
    take(ask(fixture, conn, create), "room", room, 8);
}

/* A command that is about a room. */
static inline void say_about(struct fixture *fixture, size_t conn, const char *cmd,
                             const char *room) {
    char line[96];
    snprintf(line, sizeof line, "{\"cmd\":\"%s\",\"room\":\"%s\"}", cmd, room);
    say(fixture, conn, line);
}

static inline const char *ask_about(struct fixture *fixture, size_t conn, const char *cmd,
                                    const char *room) {
    hear(fixture, conn);
    say_about(fixture, conn, cmd, room);
    return hear(fixture, conn);
}

static inline const char *watch(struct fixture *fixture, size_t conn, const char *room) {
    return ask_about(fixture, conn, "watch", room);
}

/* Ann (1) sits alone in a new room; Bob (2) is there, too. */
static inline void seat_ann(struct fixture *fixture, const char *create,
                            struct ticket ticket[2]) {
    enter(fixture, 1, "Ann", &ticket[0]);
    enter(fixture, 2, "Bob", &ticket[1]);
    create_room(fixture, 1, create, ticket[0].room);
    strcpy(ticket[1].room, ticket[0].room);
}

/* Both sit in it. */
static inline void seat(struct fixture *fixture, const char *create,
                        struct ticket ticket[2]) {
    seat_ann(fixture, create, ticket);
    assert_begins(ask_about(fixture, 2, "join", ticket[0].room), "{\"reply\":\"join\"");
}

static inline void seat_two(struct fixture *fixture) {
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
}

/* Both say that they are, without words of their own. */
static inline void be_ready(struct fixture *fixture) {
    ask(fixture, 1, "{\"cmd\":\"ready\"}");
    assert_has(ask(fixture, 2, "{\"cmd\":\"ready\"}"), "\"stage\":\"playing\"");
}

/* And their game has begun. */
static inline void begin(struct fixture *fixture, const char *create,
                         struct ticket ticket[2]) {
    seat(fixture, create, ticket);
    ask(fixture, 1, "{\"cmd\":\"ready\",\"nonce\":\"apple\"}");
    assert_has(ask(fixture, 2, "{\"cmd\":\"ready\",\"nonce\":\"pear\"}"),
               "\"stage\":\"playing\"");
}

/* Ann (1) or Bob (2), whose turn it is, plays the first of the legal moves: a game in
 * which nobody has moved is not kept. */
static inline void one_moves(struct fixture *fixture) {
    static const char move[] = "{\"cmd\":\"move\",\"move\":1}";
    if (strstr(ask(fixture, 1, move), "\"reply\":\"move\"") == NULL) {
        assert_has(ask(fixture, 2, move), "\"reply\":\"move\"");
    }
}

static inline void drop(struct fixture *fixture, size_t conn) {
    hub_remove_client(fixture->hub, fixture->client[conn]);
}

/* Comes back on another connection; last < 0: without ROOM LAST. */
static inline const char *come_back(struct fixture *fixture, size_t conn,
                                    const struct ticket *ticket, int last) {
    char line[160];
    assert_true(come(fixture, conn));
    if (last < 0) {
        snprintf(line, sizeof line, "{\"cmd\":\"resume\",\"token\":\"%s\"}",
                 ticket->token);
    } else {
        snprintf(line, sizeof line,
                 "{\"cmd\":\"resume\",\"token\":\"%s\",\"room\":\"%s\",\"last\":%d}",
                 ticket->token, ticket->room, last);
    }
    return ask(fixture, conn, line);
}

static inline size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (; (text = strstr(text, what)) != NULL; text += strlen(what)) {
        n++;
    }
    return n;
}

/* --- fixtures with a file of their own --- */

static inline struct fixture *open_filed_fixture(const char *args) {
    char dir[] = "/tmp/alea-hub-XXXXXX", all[300];
    assert_non_null(mkdtemp(dir));
    snprintf(all, sizeof all, "--db %s/alea.db %s", dir, args);
    struct fixture *fixture = open_fixture(all);
    strcpy(fixture->dir, dir);
    return fixture;
}

/* In which Ann (1) and Bob (2) play this game. */
static inline struct fixture *open_filed_game(const char *create,
                                              struct ticket ticket[2]) {
    struct fixture *fixture = open_filed_fixture("");
    begin(fixture, create, ticket);
    return fixture;
}

static inline void close_filed_fixture(struct fixture *fixture) {
    static const char *const names[] = {"alea.db", "alea.db-wal", "alea.db-shm",
                                        "alea.db-lock"};
    char dir[sizeof fixture->dir], path[64];
    memcpy(dir, fixture->dir, sizeof dir);
    close_fixture(fixture);
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}

#endif
