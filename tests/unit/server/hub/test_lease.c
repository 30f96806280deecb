/* The lease of a server: nobody is told anything that may not be true any more. */
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/lease.h"
#include "server/turn/work.h"
#include "tests/unit/server/group.h"
#include "tests/unit/test.h"

static bool is_late(size_t i) {
    return lease_is_late(hub_turns(group.node[i].fixture->hub));
}

/* A start that takes long is no standstill. */
TEST(test_slow_start) {
    open_group();
    kill_node(0);
    group.ms += STORE_LEASE_MS;
    group.look_ms = LEASE_STILL_MS;
    start_node(0);
    group.look_ms = 0;
    group_pass(50);
    assert_false(is_late(0));
}

/* The process stands still for a while: it renews its lease before it says anything. */
TEST(test_pause) {
    open_group();
    begin_at(0);
    char board[4096];
    strcpy(board, board_at(0, 1));
    group_pass(2000);
    group.node[0].is_paused = true;
    group_pass(STORE_LEASE_MS + 60000); /* nobody takes its place */
    group.node[0].is_paused = false;
    group_wake(0);
    assert_true(is_late(0));
    say(1, "{'cmd':'board','id':'b'}");
    const char *told = hear(1);
    assert_has(told, "'error':'storage'");
    assert_null(strstr(told, "position"));
    group_pass(1000);
    assert_false(is_late(0));
    assert_string_equal(board_at(0, 1), board);
}

/* A renewal that was asked for before the pause says nothing about it. */
TEST(test_asked_before) {
    open_group();
    enter_node(0, 1, "Ann", &ticket[0]);
    group.node[0].is_slow = true;
    group_pass(LEASE_RENEW_MS + 50);
    group.node[0].is_paused = true;
    group_pass(LEASE_STILL_MS);
    group.node[0].is_paused = group.node[0].is_slow = false;
    group_wake(0);
    assert_true(is_late(0));
    group_settle();
    assert_true(is_late(0));
    assert_has(ask_node(0, 1, "{'cmd':'create','game':'ur'}"), "'error':'storage'");
    group_pass(500);
    assert_false(is_late(0));
    assert_has(ask_node(0, 1, "{'cmd':'create','game':'ur'}"), "'reply':'create'");
}

/* The database is away for longer than the lease lasts, and comes back.  As soon as a
 * renewal fails nothing is told: the connection has ended, and others may have the lease.
 */
TEST(test_away) {
    open_group();
    begin_at(0);
    store_upset_shared(group.db, SHARED_AWAY);
    group_pass(LEASE_RENEW_MS + 50);
    assert_has(ask_node(0, 1, "{'cmd':'who'}"), "'error':'storage'");
    group_pass(LEASE_TRUST_MS);
    assert_true(is_late(0));
    say(1, "{'cmd':'say','text':'hello','id':'s'}");
    assert_has(hear(1), "'error':'storage'");
    store_upset_shared(group.db, SHARED_WORKS);
    group_pass(1000);
    assert_false(is_late(0));
    assert_has(ask_node(0, 1, "{'cmd':'say','text':'hello'}"), "'reply':'say'");
}

/* A renewal that fails, or whose answer is lost, is tried again at once. */
TEST(test_failed_renewals) {
    static const enum shared_state states[] = {SHARED_FAILS, SHARED_UNANSWERED};
    open_group();
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        store_upset_shared(group.db, states[i]);
        group_pass(2 * LEASE_TRUST_MS);
        assert_false(is_late(0));
        assert_false(turn_wants_stop(hub_turns(group.node[0].fixture->hub)));
    }
}

/* What a turn has to say waits as well, and is said once the lease is renewed. */
TEST(test_turn_in_flight) {
    open_group();
    begin_at(0);
    struct group_node *node = &group.node[0];
    say(1, "{'cmd':'say','text':'hello','id':'s'}");
    end_turn();
    assert_non_null(node->tasks.first);
    node->is_paused = true;
    group_pass(20000);
    group_wake(0);
    struct store_task *task = store_tasks_take(&node->tasks);
    task->run(task, fixture->store);
    turn_task_done(hub_turns(fixture->hub), task); /* it was stored */
    assert_string_equal(hear(1), "");
    say(1, "{'cmd':'who','id':'w'}");
    assert_string_equal(hear(1), ""); /* in their order */
    node->is_paused = false;
    group_pass(50);
    const char *told = hear_node(0, 1);
    assert_has(told, "'id':'s'");
    assert_has(told, "'error':'storage'");
    assert_has(ask_node(0, 1, "{'cmd':'who'}"), "'Ann'");
}

/* A paused server wakes up after another one has taken its place: it tells nobody
 * anything, stores nothing, and ends. */
TEST(test_lost) {
    open_group();
    begin_at(0);
    say(1, "{'cmd':'say','text':'hello','id':'s'}");
    end_turn(); /* its turn is in flight */
    group.node[0].is_paused = true;
    group_pass(STORE_LEASE_MS);
    start_node(1);
    struct room *room = rooms_find(hub_rooms(group.node[1].fixture->hub), ticket[0].room);
    assert_non_null(room);
    group_pass(1000);
    uint64_t seq = room->seq;
    group.node[0].is_paused = false;
    group_wake(0);
    say(2, "{'cmd':'board'}");
    group_pass(2000);
    fixture = group.node[0].fixture;
    assert_true(lease_is_lost(hub_turns(fixture->hub)));
    assert_true(turn_wants_stop(hub_turns(fixture->hub)));
    assert_true(store_is_lost(fixture->store));
    hub_shut_down(fixture->hub);
    for (size_t conn = 1; conn <= 2; conn++) {
        say(conn, "{'cmd':'board'}");
        assert_string_equal(hear_node(0, conn), "");
    }
    assert_int_equal(room->seq, seq);
    assert_has(resume_at(1, 1, &ticket[0]), "'reply':'resume'");
    assert_null(strstr(hear_node(1, 1), "hello"));
}
