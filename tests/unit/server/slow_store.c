#include "tests/unit/server/slow_store.h"

#include "server/hub/hub.h"
#include "tests/unit/at_end.h"

struct store_tasks tasks;
int held[16];

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

void slow_down(void) {
    struct store_thread thread = {.start = start, .hold = hold, .release = release};
    memset(held, 0, sizeof held);
    tasks = (struct store_tasks){0};
    turn_set_store_thread(hub_turns(fixture->hub), &thread);
}

void finish(void) {
    struct store_task *task = store_tasks_take(&tasks);
    assert_non_null(task);
    task->run(task, fixture->store);
    turn_task_done(hub_turns(fixture->hub), task);
    end_turn();
}

void finish_all(void) {
    while (tasks.first != NULL) {
        finish();
    }
}

void close_slow(void) {
    repair_disk();
    finish_all();
    close_filed_fixture();
}

static void close_slow_at_end(void *opened) {
    fixture = opened;
    close_slow();
}

void open_slow(void) {
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    repair_disk(); /* a test that failed may have left it broken */
    open_filed_fixture("--operator-local");
    at_end(close_slow_at_end, fixture);
    for (size_t i = 0; i < 3; i++) {
        enter(i + 1, names[i], &ticket[i]);
    }
    come_as_operator();
    hear(1);
    slow_down();
}

void open_watched(char room[static 8]) {
    open_slow();
    say(1, ROYAL_UR);
    end_turn();
    finish_all();
    take(hear(1), "room", room, 8);
    watch(2, room);
    end_turn();
    finish_all();
}
