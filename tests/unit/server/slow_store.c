#include "tests/unit/server/slow_store.h"

#include "server/hub/hub.h"
#include "tests/unit/at_end.h"

struct store_tasks tasks;
int held[16];
struct ticket tickets[3];

static void start(void *owner, struct store_task *task) {
    (void)owner;
    store_tasks_add(&tasks, task);
}

static void hold(void *owner, uint64_t conn) {
    (void)owner;
    held[conn % 16]++;
}

static void release(void *owner, uint64_t conn) {
    (void)owner;
    held[conn % 16] = 0;
}

static void slow_down(struct fixture *fixture) {
    struct store_thread thread = {.start = start, .hold = hold, .release = release};
    memset(held, 0, sizeof held);
    tasks = (struct store_tasks){0};
    turn_set_store_thread(hub_turns(fixture->hub), &thread);
}

void finish(struct fixture *fixture) {
    struct store_task *task = store_tasks_take(&tasks);
    assert_non_null(task);
    task->run(task, fixture->store);
    turn_task_done(hub_turns(fixture->hub), task);
    end_turn(fixture);
}

void finish_all(struct fixture *fixture) {
    while (tasks.first != NULL) {
        finish(fixture);
    }
}

void close_slow(struct fixture *fixture) {
    repair_disk();
    finish_all(fixture);
    close_filed_fixture(fixture);
}

static void close_slow_at_end(void *fixture) {
    close_slow(fixture);
}

struct fixture *open_slow(void) {
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    repair_disk(); /* a test that failed may have left it broken */
    struct fixture *fixture = open_filed_fixture("--operator-local");
    at_end(close_slow_at_end, fixture);
    for (size_t i = 0; i < 3; i++) {
        enter(fixture, i + 1, names[i], &tickets[i]);
    }
    come_as_operator(fixture);
    hear(fixture, 1);
    slow_down(fixture);
    return fixture;
}
