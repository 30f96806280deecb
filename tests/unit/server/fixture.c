#include "tests/unit/server/fixture.h"

#include "server/command/dispatch.h"
#include "server/people/clients.h"
#include "server/people/come.h"
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
void (*fixture_prepare)(void);
struct fixture *fixture;
struct ticket ticket[4];

void take_job(void *owner, struct job *job) {
    struct fixture *to = owner;
    assert_true(to->n_jobs < 8);
    to->job[to->n_jobs++] = job;
}

void do_job(void) {
    assert_true(fixture->n_jobs > 0);
    struct job *job = fixture->job[0];
    memmove(fixture->job, fixture->job + 1, --fixture->n_jobs * sizeof(struct job *));
    job_do(job);
    dispatch_job(fixture->hub, job);
}

void do_jobs(void) {
    while (fixture->n_jobs > 0) {
        do_job();
    }
}

void open_fixture_store(void) {
    char fault[FAULT_BYTES] = "";
    fixture->config.hub.stored.vfs = fixture_vfs;
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    assert_string_equal(fault, "");
}

void start_hub(void) {
    fixture->hub = hub_new(&fixture->config.hub, fixture->store,
                           (struct hub_time){fixture->ms, (int64_t)fixture->ms});
    people_set_jobs(hub_people(fixture->hub), take_job, fixture);
}

void start_fixture(void) {
    open_fixture_store();
    start_hub();
}

void kill_fixture(void) {
    while (fixture->n_jobs > 0) {
        job_free(fixture->job[--fixture->n_jobs]);
    }
    hub_free(fixture->hub);
    store_close(fixture->store);
}

void restart_fixture(void) {
    kill_fixture();
    start_fixture();
}

static void close_at_end(void *opened) {
    fixture = opened;
    close_fixture();
}

void open_fixture(const char *args) {
    fixture = calloc(1, sizeof *fixture);
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
        fixture_prepare();
    }
    start_fixture();
    at_end(close_at_end, fixture);
}

void close_fixture(void) {
    at_end_forget(fixture);
    kill_fixture();
    free(fixture);
    fixture = NULL;
}

void end_turn(void) {
    turn_commit(hub_turns(fixture->hub));
    hub_sent(fixture->hub, (struct hub_time){fixture->ms, (int64_t)fixture->ms});
}

void pass(uint64_t ms) {
    uint64_t until = fixture->ms + ms;
    while (fixture->ms < until) {
        uint64_t next = turn_deadline(hub_turns(fixture->hub));
        fixture->ms = next > fixture->ms && next < until ? next : until;
        turn_set_time(hub_turns(fixture->hub),
                      (struct hub_time){fixture->ms, (int64_t)fixture->ms});
        hub_tick(fixture->hub);
        end_turn();
    }
}

void advance(uint64_t ms) {
    fixture->ms += ms;
    turn_set_time(hub_turns(fixture->hub),
                  (struct hub_time){fixture->ms, (int64_t)fixture->ms});
}

bool come_from(size_t conn, const char *address) {
    if (fixture == NULL) {
        open_fixture("");
    }
    fixture->client[conn] = people_add_client(hub_people(fixture->hub), conn, address,
                                              &(struct come){.tls = fixture->tls});
    return fixture->client[conn] != 0;
}

bool come(size_t conn) {
    return come_from(conn, HERE);
}

void say(size_t conn, const char *line) {
    const char *said = line[0] == '{' ? json(line) : line;
    dispatch_line(fixture->hub, fixture->client[conn], said, strlen(said));
    if (!fixture->holds_jobs) {
        do_jobs();
    }
}

const char *hear(size_t conn) {
    end_turn();
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

const char *ask(size_t conn, const char *line) {
    hear(conn);
    say(conn, line);
    return hear(conn);
}

#define LINE_OF(line, format)                                                            \
    char line[1024];                                                                     \
    va_list args;                                                                        \
    va_start(args, format);                                                              \
    vsnprintf(line, sizeof line, format, args);                                          \
    va_end(args)

void sayf(size_t conn, const char *format, ...) {
    LINE_OF(line, format);
    say(conn, line);
}

const char *askf(size_t conn, const char *format, ...) {
    LINE_OF(line, format);
    return ask(conn, line);
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

void enter(size_t conn, const char *name, struct ticket *own) {
    assert_true(come(conn));
    const char *told = askf(conn, "{'cmd':'name','name':'%s'}", name);
    if (own != NULL) {
        take(told, "token", own->token, sizeof own->token);
    }
}

void open_three(const char *args) {
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    open_fixture(args);
    for (size_t i = 0; i < 3; i++) {
        enter(i + 1, names[i], NULL);
    }
    hear(1);
}

void come_as_operator(void) {
    assert_true(come_from(9, "127.0.0.1"));
    assert_has(ask(9, "{'cmd':'name','name':'Hal'}"), "'token'");
}

void create_room(size_t conn, const char *create, char room[static 8]) {
    take(ask(conn, create), "room", room, 8);
}

void say_about(size_t conn, const char *cmd, const char *room) {
    sayf(conn, "{'cmd':'%s','room':'%s'}", cmd, room);
}

const char *ask_about(size_t conn, const char *cmd, const char *room) {
    hear(conn);
    say_about(conn, cmd, room);
    return hear(conn);
}

const char *watch(size_t conn, const char *room) {
    return ask_about(conn, "watch", room);
}

void seat_ann(const char *create) {
    enter(1, "Ann", &ticket[0]);
    enter(2, "Bob", &ticket[1]);
    create_room(1, create, ticket[0].room);
    strcpy(ticket[1].room, ticket[0].room);
}

void seat(const char *create) {
    seat_ann(create);
    assert_begins(ask_about(2, "join", ticket[0].room), "{'reply':'join'");
}

void be_ready(void) {
    ask(1, "{'cmd':'ready'}");
    assert_has(ask(2, "{'cmd':'ready'}"), "'stage':'playing'");
}

void begin(const char *create) {
    seat(create);
    ask(1, "{'cmd':'ready','nonce':'apple'}");
    assert_has(ask(2, "{'cmd':'ready','nonce':'pear'}"), "'stage':'playing'");
}

void one_moves(void) {
    static const char move[] = "{'cmd':'move','move':1}";
    if (strstr(ask(1, move), json("'reply':'move'")) == NULL) {
        assert_has(ask(2, move), "'reply':'move'");
    }
}

size_t who_moves(void) {
    const char *board = ask(1, "{'cmd':'board'}");
    return strstr(board, json("'turn':'white'")) != NULL ? 1 : 2;
}

void drop(size_t conn) {
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[conn]);
}

const char *come_back(size_t conn, const struct ticket *own, int last) {
    assert_true(come(conn));
    if (last < 0) {
        return askf(conn, "{'cmd':'resume','token':'%s'}", own->token);
    }
    return askf(conn, "{'cmd':'resume','token':'%s','room':'%s','last':%d}", own->token,
                own->room, last);
}

size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (what = json(what); (text = strstr(text, what)) != NULL; text += strlen(what)) {
        n++;
    }
    return n;
}

/* --- fixtures with a file --- */

static void close_filed_at_end(void *opened) {
    fixture = opened;
    close_filed_fixture();
}

void open_filed_fixture(const char *args) {
    char dir[] = "/tmp/alea-hub-XXXXXX", all[300];
    assert_non_null(mkdtemp(dir));
    snprintf(all, sizeof all, "--db %s/alea.db %s", dir, args);
    open_fixture(all);
    strcpy(fixture->dir, dir);
    at_end(close_filed_at_end, fixture);
}

void open_filed_game(const char *create) {
    open_filed_fixture("");
    begin(create);
}

void close_filed_fixture(void) {
    static const char *const names[] = {"alea.db", "alea.db-wal", "alea.db-shm",
                                        "alea.db-lock"};
    char dir[sizeof fixture->dir], path[64];
    memcpy(dir, fixture->dir, sizeof dir);
    close_fixture();
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(dir), 0);
}
