#include "tests/unit/server/fixture.h"

#include "server/command/dispatch.h"
#include "server/people/come.h"
#include "server/people/jobs.h"
#include "server/rooms/leave.h"
#include "server/turn/config.h"
#include "server/turn/turn.h"
#include "tests/unit/at_end.h"

uint64_t random_state;

void test_bytes(void *buf, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ((unsigned char *)buf)[i] = (unsigned char)random_below(&random_state, 256);
    }
}

const char *fixture_vfs;
void (*fixture_prepare)(struct fixture *fixture);

void take_job(void *owner, struct job *job) {
    struct fixture *fixture = owner;
    assert_true(fixture->n_jobs < 8);
    fixture->job[fixture->n_jobs++] = job;
}

void do_job(struct fixture *fixture) {
    assert_true(fixture->n_jobs > 0);
    struct job *job = fixture->job[0];
    memmove(fixture->job, fixture->job + 1, --fixture->n_jobs * sizeof(struct job *));
    job_do(job);
    dispatch_job(fixture->hub, job);
}

void do_jobs(struct fixture *fixture) {
    while (fixture->n_jobs > 0) {
        do_job(fixture);
    }
}

void open_fixture_store(struct fixture *fixture) {
    char fault[FAULT_BYTES] = "";
    fixture->config.hub.stored.vfs = fixture_vfs;
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    assert_string_equal(fault, "");
}

void start_hub(struct fixture *fixture) {
    fixture->hub = hub_new(&fixture->config.hub, fixture->store,
                           (struct hub_time){fixture->ms, (int64_t)fixture->ms});
    people_set_jobs(hub_people(fixture->hub), take_job, fixture);
}

void start_fixture(struct fixture *fixture) {
    open_fixture_store(fixture);
    start_hub(fixture);
}

void kill_fixture(struct fixture *fixture) {
    while (fixture->n_jobs > 0) {
        job_free(fixture->job[--fixture->n_jobs]);
    }
    hub_free(fixture->hub);
    store_close(fixture->store);
}

void restart_fixture(struct fixture *fixture) {
    kill_fixture(fixture);
    start_fixture(fixture);
}

static void close_at_end(void *fixture) {
    close_fixture(fixture);
}

struct fixture *open_fixture(const char *args) {
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
    if (fixture_prepare != NULL) {
        fixture_prepare(fixture);
    }
    start_fixture(fixture);
    at_end(close_at_end, fixture);
    return fixture;
}

void close_fixture(struct fixture *fixture) {
    at_end_forget(fixture);
    kill_fixture(fixture);
    free(fixture);
}

void end_turn(struct fixture *fixture) {
    turn_commit(hub_turns(fixture->hub));
    hub_sent(fixture->hub, (struct hub_time){fixture->ms, (int64_t)fixture->ms});
}

void pass(struct fixture *fixture, uint64_t ms) {
    uint64_t until = fixture->ms + ms;
    while (fixture->ms < until) {
        uint64_t next = turn_deadline(hub_turns(fixture->hub));
        fixture->ms = next > fixture->ms && next < until ? next : until;
        turn_set_time(hub_turns(fixture->hub),
                      (struct hub_time){fixture->ms, (int64_t)fixture->ms});
        hub_tick(fixture->hub);
        end_turn(fixture);
    }
}

bool come_from(struct fixture *fixture, size_t conn, const char *address) {
    fixture->client[conn] =
        people_add_client(hub_people(fixture->hub), conn, address, fixture->tls);
    return fixture->client[conn] != 0;
}

bool come(struct fixture *fixture, size_t conn) {
    return come_from(fixture, conn, HERE);
}

void say(struct fixture *fixture, size_t conn, const char *line) {
    const char *said = line[0] == '{' ? json(line) : line;
    dispatch_line(fixture->hub, fixture->client[conn], said, strlen(said));
    if (!fixture->holds_jobs) {
        do_jobs(fixture);
    }
}

const char *hear(struct fixture *fixture, size_t conn) {
    end_turn(fixture);
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
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

const char *ask(struct fixture *fixture, size_t conn, const char *line) {
    hear(fixture, conn);
    say(fixture, conn, line);
    return hear(fixture, conn);
}

/* --- two players --- */

void take(const char *text, const char *key, char *value, size_t cap) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(text, pattern);
    if (at == NULL) {
        fail_msg("no %s in %s", key, text);
        return;
    }
    at += strlen(pattern);
    snprintf(value, cap, "%.*s", (int)strcspn(at, "\""), at);
}

void enter(struct fixture *fixture, size_t conn, const char *name,
           struct ticket *ticket) {
    char line[64];
    assert_true(come(fixture, conn));
    snprintf(line, sizeof line, "{'cmd':'name','name':'%s'}", name);
    take(ask(fixture, conn, line), "token", ticket->token, sizeof ticket->token);
}

struct fixture *open_three(const char *args) {
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    struct fixture *fixture = open_fixture(args);
    struct ticket ticket;
    for (size_t i = 0; i < 3; i++) {
        enter(fixture, i + 1, names[i], &ticket);
    }
    hear(fixture, 1);
    return fixture;
}

void come_as_operator(struct fixture *fixture) {
    assert_true(come_from(fixture, 9, "127.0.0.1"));
    assert_has(ask(fixture, 9, "{'cmd':'name','name':'Hal'}"), "'token'");
}

void create_room(struct fixture *fixture, size_t conn, const char *create,
                 char room[static 8]) {
    take(ask(fixture, conn, create), "room", room, 8);
}

void say_about(struct fixture *fixture, size_t conn, const char *cmd, const char *room) {
    char line[96];
    snprintf(line, sizeof line, "{'cmd':'%s','room':'%s'}", cmd, room);
    say(fixture, conn, line);
}

const char *ask_about(struct fixture *fixture, size_t conn, const char *cmd,
                      const char *room) {
    hear(fixture, conn);
    say_about(fixture, conn, cmd, room);
    return hear(fixture, conn);
}

const char *watch(struct fixture *fixture, size_t conn, const char *room) {
    return ask_about(fixture, conn, "watch", room);
}

void seat_ann(struct fixture *fixture, const char *create, struct ticket ticket[2]) {
    enter(fixture, 1, "Ann", &ticket[0]);
    enter(fixture, 2, "Bob", &ticket[1]);
    create_room(fixture, 1, create, ticket[0].room);
    strcpy(ticket[1].room, ticket[0].room);
}

void seat(struct fixture *fixture, const char *create, struct ticket ticket[2]) {
    seat_ann(fixture, create, ticket);
    assert_begins(ask_about(fixture, 2, "join", ticket[0].room), "{'reply':'join'");
}

void seat_two(struct fixture *fixture) {
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
}

void be_ready(struct fixture *fixture) {
    ask(fixture, 1, "{'cmd':'ready'}");
    assert_has(ask(fixture, 2, "{'cmd':'ready'}"), "'stage':'playing'");
}

void begin(struct fixture *fixture, const char *create, struct ticket ticket[2]) {
    seat(fixture, create, ticket);
    ask(fixture, 1, "{'cmd':'ready','nonce':'apple'}");
    assert_has(ask(fixture, 2, "{'cmd':'ready','nonce':'pear'}"), "'stage':'playing'");
}

void one_moves(struct fixture *fixture) {
    static const char move[] = "{'cmd':'move','move':1}";
    if (strstr(ask(fixture, 1, move), json("'reply':'move'")) == NULL) {
        assert_has(ask(fixture, 2, move), "'reply':'move'");
    }
}

size_t who_moves(struct fixture *fixture) {
    const char *board = ask(fixture, 1, "{'cmd':'board'}");
    return strstr(board, json("'turn':'white'")) != NULL ? 1 : 2;
}

void drop(struct fixture *fixture, size_t conn) {
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[conn]);
}

const char *come_back(struct fixture *fixture, size_t conn, const struct ticket *ticket,
                      int last) {
    char line[160];
    assert_true(come(fixture, conn));
    if (last < 0) {
        snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket->token);
    } else {
        snprintf(line, sizeof line, "{'cmd':'resume','token':'%s','room':'%s','last':%d}",
                 ticket->token, ticket->room, last);
    }
    return ask(fixture, conn, line);
}

size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (what = json(what); (text = strstr(text, what)) != NULL; text += strlen(what)) {
        n++;
    }
    return n;
}

/* --- fixtures with a file --- */

static void close_filed_at_end(void *fixture) {
    close_filed_fixture(fixture);
}

struct fixture *open_filed_fixture(const char *args) {
    char dir[] = "/tmp/alea-hub-XXXXXX", all[300];
    assert_non_null(mkdtemp(dir));
    snprintf(all, sizeof all, "--db %s/alea.db %s", dir, args);
    struct fixture *fixture = open_fixture(all);
    strcpy(fixture->dir, dir);
    at_end(close_filed_at_end, fixture);
    return fixture;
}

struct fixture *open_filed_game(const char *create, struct ticket ticket[2]) {
    struct fixture *fixture = open_filed_fixture("");
    begin(fixture, create, ticket);
    return fixture;
}

void close_filed_fixture(struct fixture *fixture) {
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
