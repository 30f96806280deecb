/* Requests while the store does not answer.  The test is the store's thread. */
#include "server/hub/state.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

static struct store_tasks tasks;

static void start(void *owner, struct store_task *task) {
    (void)owner;
    store_tasks_add(&tasks, task);
}

static void hold(void *owner, uint64_t conn) {
    (void)owner;
    (void)conn;
}

/* Does what the store has to do. */
static void finish(struct fixture *fixture) {
    for (struct store_task *task; (task = store_tasks_take(&tasks)) != NULL;) {
        task->run(task, fixture->store);
        turn_task_done(hub_turns(fixture->hub), task);
        end_turn(fixture);
    }
}

/* Nobody knows what became of a turn: further requests are refused, and those before wait
 * with it. */
TEST(test_stalled) {
    static const struct store_thread thread = {
        .start = start, .hold = hold, .release = hold};
    struct fixture *fixture = open_fixture("");
    struct ticket ticket;
    for (size_t i = 1; i <= 3; i++) {
        static const char *const names[] = {"", "Ann", "Bob", "Cid"};
        enter(fixture, i, names[i], &ticket);
    }
    turn_set_store_thread(hub_turns(fixture->hub), &thread);
    writes_put_time(turn_writes(hub_turns(fixture->hub)), fixture->ms);
    end_turn(fixture);
    pass(fixture, TURN_STALL_MS - 1);
    assert_string_equal(ask(fixture, 1, "{'cmd':'who','id':'w'}"), "");
    pass(fixture, 1);
    const char *told = ask(fixture, 2, "{'cmd':'create','game':'ur','id':'c'}");
    assert_has(told, "'id':'c'");
    assert_has(told, "'error':'storage'");
    assert_has(ask(fixture, 3, "{'cmd':'ping','id':'p'}"), "'reply':'ping'");
    finish(fixture);
    assert_has(hear(fixture, 1), "'id':'w'");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    assert_has(ask(fixture, 2, "{'cmd':'who','id':'y'}"), "'id':'y'");
    finish(fixture);
}

static void stall(struct fixture *fixture) {
    static const struct store_thread thread = {
        .start = start, .hold = hold, .release = hold};
    turn_set_store_thread(hub_turns(fixture->hub), &thread);
    writes_put_time(turn_writes(hub_turns(fixture->hub)), fixture->ms);
    end_turn(fixture);
}

/* The clock of a player stands still meanwhile, and goes on afterwards. */
TEST(test_clock) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    one_moves(fixture);
    hear(fixture, 1);
    pass(fixture, 20000);
    stall(fixture);
    pass(fixture, 600000);
    finish(fixture);
    finish(fixture);
    assert_null(strstr(hear(fixture, 1), json("'stage':'over'")));
    pass(fixture, 30000); /* 20 + 3 + 30 of 60 s */
    finish(fixture);
    assert_null(strstr(hear(fixture, 1), json("'stage':'over'")));
    pass(fixture, 10000);
    finish(fixture);
    assert_has(hear(fixture, 1), "'stage':'over'");
}

/* Answers that wait for the store do not take memory without end. */
TEST(test_full) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket;
    size_t n = 0;
    enter(fixture, 1, "Ann", &ticket);
    stall(fixture);
    assert_string_equal(ask(fixture, 1, "{'cmd':'who','id':'w'}"), "");
    pass(fixture, TURN_STALL_MS);
    while (!turn_is_full(hub_turns(fixture->hub))) {
        assert_true(++n <= TURN_STALL_MESSAGES);
        say(fixture, 1, "{'cmd':'ping'}");
        pass(fixture, 1000);
    }
    assert_in_range(n, TURN_STALL_MESSAGES - 10, TURN_STALL_MESSAGES);
    finish(fixture);
    assert_false(turn_is_full(hub_turns(fixture->hub)));
}
