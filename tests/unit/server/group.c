#include "tests/unit/server/group.h"

#include "server/hub/hub.h"
#include "server/turn/config.h"
#include "server/turn/work.h"
#include "tests/unit/at_end.h"

#define UNIX_MS UINT64_C(1700000000000)

struct group group;

static uint64_t clock_ms(void) {
    group.ms += group.look_ms;
    return group.ms;
}

static uint64_t db_ms(void *arg) {
    (void)arg;
    return UNIX_MS + group.ms;
}

/* --- processes --- */

static void start(void *owner, struct store_task *task) {
    struct group_node *node = owner;
    store_tasks_add(&node->tasks, task);
}

static void hold(void *owner, uint64_t conn) {
    (void)owner;
    (void)conn;
}

static void take_part(struct group_node *node) {
    const struct store_thread thread = {start, hold, hold, node};
    node->tasks = (struct store_tasks){0};
    turn_set_store_thread(hub_turns(node->fixture->hub), &thread);
}

static size_t starting;

static void prepare(void) {
    static const char *const names[GROUP_MAX] = {"a", "b"};
    fixture->config.hub.lease_clock = clock_ms;
    fixture->config.hub.stored.kind = shared_db_kind(group.db);
    fixture->config.hub.stored.node = names[starting];
}

void start_node(size_t i) {
    starting = i;
    fixture_prepare = prepare;
    open_fixture("--operator-local");
    group.node[i].fixture = fixture;
    at_end_forget(fixture); /* close_group does it */
    fixture_prepare = NULL;
    take_part(&group.node[i]);
}

void kill_node(size_t i) {
    fixture = group.node[i].fixture;
    close_fixture();
    group.node[i] = (struct group_node){.fixture = NULL};
}

static void close_group(void *opened) {
    (void)opened;
    group_settle();
    for (size_t i = 0; i < GROUP_MAX; i++) {
        if (group.node[i].fixture != NULL) {
            kill_node(i);
        }
    }
    store_unshare(group.db);
}

void open_group(void) {
    group = (struct group){.ms = 5000000};
    at_end(close_group, &group);
    group.db = store_share_memory(db_ms, NULL);
    start_node(0);
    group_settle();
}

static void set_time(void) {
    turn_set_time(hub_turns(fixture->hub),
                  (struct hub_time){.ms = fixture->ms, .unix_ms = (int64_t)db_ms(NULL)});
}

/* The store has done a task.  False: it has none to do. */
static bool work(struct group_node *node) {
    struct store_task *task = node->is_slow ? NULL : store_tasks_take(&node->tasks);
    if (task != NULL) {
        task->run(task, fixture->store);
        set_time();
        turn_task_done(hub_turns(fixture->hub), task);
        end_turn();
    }
    return task != NULL;
}

static bool runs(const struct group_node *node) {
    return node->fixture != NULL && !node->is_paused;
}

void group_settle(void) {
    bool has_more;
    do {
        has_more = false;
        for (size_t i = 0; i < GROUP_MAX; i++) {
            if (runs(&group.node[i])) {
                fixture = group.node[i].fixture;
                end_turn();
                has_more |= work(&group.node[i]);
                do_jobs();
            }
        }
    } while (has_more);
}

void group_wake(size_t i) {
    fixture = group.node[i].fixture;
    fixture->ms += 50;
    set_time();
}

static void tick(void) {
    group.ms += 50;
    for (size_t i = 0; i < GROUP_MAX; i++) {
        if (runs(&group.node[i])) {
            group_wake(i);
            hub_tick(fixture->hub);
        }
    }
}

void group_pass(uint64_t ms) {
    for (uint64_t until = group.ms + ms; group.ms < until;) {
        tick();
        group_settle();
    }
}

/* --- players --- */

const char *hear_node(size_t i, size_t conn) {
    group_settle();
    fixture = group.node[i].fixture;
    return hear(conn);
}

const char *ask_node(size_t i, size_t conn, const char *line) {
    hear_node(i, conn);
    set_time();
    say(conn, line);
    return hear_node(i, conn);
}

void enter_node(size_t i, size_t conn, const char *name, struct ticket *own) {
    char line[64];
    fixture = group.node[i].fixture;
    assert_true(come(conn));
    snprintf(line, sizeof line, "{'cmd':'name','name':'%s'}", name);
    take(ask_node(i, conn, line), "token", own->token, sizeof own->token);
}

const char *resume_at(size_t i, size_t conn, const struct ticket *own) {
    char line[160];
    fixture = group.node[i].fixture;
    assert_true(come(conn));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", own->token);
    return ask_node(i, conn, line);
}

void begin_at(size_t i) {
    char line[64];
    enter_node(i, 1, "Ann", &ticket[0]);
    enter_node(i, 2, "Bob", &ticket[1]);
    take(ask_node(i, 1, "{'cmd':'create','game':'tablut','time':'5+0'}"), "room",
         ticket[0].room, sizeof ticket[0].room);
    strcpy(ticket[1].room, ticket[0].room);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", ticket[0].room);
    assert_begins(ask_node(i, 2, line), "{'reply':'join'");
    ask_node(i, 1, "{'cmd':'ready'}");
    assert_has(ask_node(i, 2, "{'cmd':'ready'}"), "'stage':'playing'");
    if (strstr(ask_node(i, 1, "{'cmd':'move','move':1}"), json("'reply':'move'")) ==
        NULL) {
        assert_has(ask_node(i, 2, "{'cmd':'move','move':1}"), "'reply':'move'");
    }
    hear_node(i, 1);
}

const char *board_at(size_t i, size_t conn) {
    static char board[4096];
    const char *text = ask_node(i, conn, "{'cmd':'board'}");
    take(text, "position", board, sizeof board);
    return board;
}
