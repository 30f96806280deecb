/* Sessions that several requests want to have, and what a claim may cost. */
#include "server/cluster/cluster.h"
#include "server/hub/clients.h"
#include "server/hub/hub.h"
#include "server/hub/node/inside.h"
#include "server/hub/sessions.h"
#include "tests/unit/server/nodes.h"

static struct ticket ann, bob;

/* Ann is connection 1 of the first of n nodes, Bob connection 2 of the second one.  Ann
 * has opened a room, and Bob has joined it. */
static struct nodes *seat_among(size_t n) {
    char line[64];
    struct nodes *nodes = open_nodes(n);
    enter_at(nodes, 0, 1, "Ann", &ann);
    enter_at(nodes, 1, 2, "Bob", &bob);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", ann.room, sizeof ann.room);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'join'");
    return nodes;
}

/* NULL: the node does not know him. */
static struct session *find_bob(const struct nodes *nodes, size_t i) {
    return hub_find_name(nodes->node[i].fixture->hub, "Bob");
}

static void say_resume(struct nodes *nodes, size_t i, size_t conn,
                       const struct ticket *ticket) {
    char line[160];
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket->token);
    say_at(nodes, i, conn, line);
}

/* A new connection, which has heard the greeting. */
static void greet(struct nodes *nodes, size_t i, size_t conn, const char *address) {
    assert_true(come_from(nodes->node[i].fixture, conn, address));
    settle(nodes);
    (void)hear_at(nodes, i, conn);
}

/* A new connection wants Bob's session. */
static void come_as_bob(struct nodes *nodes, size_t i, size_t conn) {
    greet(nodes, i, conn, HERE);
    say_resume(nodes, i, conn, &bob);
}

static const char *hear_after(struct nodes *nodes, uint64_t ms, size_t i, size_t conn) {
    pass_all(nodes, ms);
    return hear_at(nodes, i, conn);
}

/* --- two connections at once --- */

/* Bob's connection 2 is gone, and the node of his room cannot be heard by the others. */
static struct nodes *lose_bob(size_t n) {
    struct nodes *nodes = seat_among(n);
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    for (size_t i = 1; i < n; i++) {
        hold_letters(nodes, 0, i, true);
    }
    return nodes;
}

/* Each waits for the list of the other node's rooms. */
static void test_two_at_once(void **state) {
    struct nodes *nodes = lose_bob(2);
    come_as_bob(nodes, 1, 3);
    pass_all(nodes, 400);
    come_as_bob(nodes, 1, 4);
    pass_all(nodes, 400);
    uint64_t homes = find_bob(nodes, 1)->homes;
    assert_has(hear_after(nodes, CLUSTER_FIND_MS, 1, 3), "'code':'taken_over'");
    assert_begins(hear_at(nodes, 1, 4), "{'reply':'resume'");
    assert_int_equal(find_bob(nodes, 1)->homes, homes);
    pass_all(nodes, 60000);
    assert_string_equal(hear_at(nodes, 1, 4), "");
    assert_int_equal(find_bob(nodes, 1)->homes, homes);
    close_nodes(nodes);
}

/* The same at two nodes: the first one does not take it back, nor keep it. */
static void test_two_at_two_nodes(void **state) {
    struct nodes *nodes = lose_bob(3);
    come_as_bob(nodes, 1, 3);
    pass_all(nodes, 400);
    come_as_bob(nodes, 2, 4);
    pass_all(nodes, 400);
    assert_non_null(find_bob(nodes, 2));
    uint64_t homes = find_bob(nodes, 2)->homes;
    assert_has(hear_after(nodes, CLUSTER_FIND_MS, 1, 3), "'code':'taken_over'");
    assert_begins(hear_at(nodes, 2, 4), "{'reply':'resume'");
    pass_all(nodes, 60000);
    assert_string_equal(hear_at(nodes, 2, 4), "");
    assert_int_equal(find_bob(nodes, 2)->homes, homes);
    assert_null(find_bob(nodes, 1));
    close_nodes(nodes);
}

/* The first connection goes: the session stays for the second one. */
static void test_first_goes(void **state) {
    struct nodes *nodes = lose_bob(2);
    come_as_bob(nodes, 1, 3);
    pass_all(nodes, 400);
    come_as_bob(nodes, 1, 4);
    drop(nodes->node[1].fixture, 3);
    const char *told = hear_after(nodes, CLUSTER_FIND_MS + 100, 1, 4);
    assert_begins(told, "{'reply':'resume'");
    close_nodes(nodes);
}

/* --- a player who goes, and a lease that is late --- */

/* Whoever has a name, wants to be Bob, and goes, leaves nothing of Bob behind. */
static void test_other_goes(void **state) {
    struct ticket cid;
    struct nodes *nodes = lose_bob(2);
    assert_null(find_bob(nodes, 1));
    hold_letters(nodes, 0, 1, false);
    enter_at(nodes, 1, 3, "Cid", &cid);
    hold_letters(nodes, 0, 1, true);
    hold_letters(nodes, 1, 0, true);
    say_resume(nodes, 1, 3, &bob);
    settle(nodes);
    assert_non_null(find_bob(nodes, 1));
    drop(nodes->node[1].fixture, 3);
    pass_all(nodes, CLUSTER_FIND_MS + 100);
    assert_null(find_bob(nodes, 1));
    close_nodes(nodes);
}

/* The lists come in when the node may not be trusted any more. */
static void test_late_lease(void **state) {
    struct nodes *nodes = lose_bob(2);
    struct hub *hub = nodes->node[1].fixture->hub;
    come_as_bob(nodes, 1, 3);
    settle(nodes);
    assert_non_null(find_bob(nodes, 1));
    hub->node->lease.is_late = true;
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    assert_begins(hear_at(nodes, 1, 3), "{'error':'storage'");
    hub->node->lease.is_late = false;
    pass_all(nodes, 1000);
    assert_null(find_bob(nodes, 1));
    say_resume(nodes, 1, 3, &bob);
    assert_begins(hear_after(nodes, 100, 1, 3), "{'reply':'resume'");
    close_nodes(nodes);
}

/* --- how often --- */

static struct limits *limits_at(const struct nodes *nodes, size_t i) {
    return &hub_config(nodes->node[i].fixture->hub)->limits;
}

/* A refused request has claimed nothing. */
static void test_too_often(void **state) {
    struct nodes *nodes = seat_among(2);
    limits_at(nodes, 1)->resume_per_minute = 2;
    come_as_bob(nodes, 1, 3);
    assert_begins(hear_after(nodes, 100, 1, 3), "{'reply':'resume'");
    come_as_bob(nodes, 1, 4);
    assert_begins(hear_after(nodes, 100, 1, 4), "{'reply':'resume'");
    uint64_t homes = find_bob(nodes, 1)->homes;
    come_as_bob(nodes, 1, 5);
    assert_begins(hear_after(nodes, 100, 1, 5), "{'error':'too_fast'");
    assert_int_equal(find_bob(nodes, 1)->homes, homes);
    close_nodes(nodes);
}

/* Nor has it ended the connection at another node. */
static void test_too_often_elsewhere(void **state) {
    struct nodes *nodes = seat_among(2);
    limits_at(nodes, 0)->resume_per_minute = 1;
    come_as_bob(nodes, 0, 3);
    assert_begins(hear_after(nodes, 100, 0, 3), "{'reply':'resume'");
    come_as_bob(nodes, 1, 4);
    assert_begins(hear_after(nodes, 100, 1, 4), "{'reply':'resume'");
    come_as_bob(nodes, 0, 5);
    assert_begins(hear_after(nodes, 100, 0, 5), "{'error':'too_fast'");
    assert_null(strstr(hear_at(nodes, 1, 4), "taken_over"));
    assert_has(ask_at(nodes, 1, 4, "{'cmd':'mine'}"), "'reply':'mine'");
    close_nodes(nodes);
}

/* Sessions that the node does not know are claimed as often as their address may connect.
 */
static void test_unknown_too_often(void **state) {
    struct nodes *nodes = seat_among(3);
    struct ticket wrong = bob;
    char *last = &wrong.token[strlen(wrong.token) - 1];
    *last = *last == 'a' ? 'b' : 'a';
    greet(nodes, 2, 3, HERE);
    greet(nodes, 2, 4, "192.0.2.77");
    limits_at(nodes, 2)->connects_per_minute = 2;
    for (int i = 0; i < 2; i++) {
        say_resume(nodes, 2, 3, &wrong);
        assert_begins(hear_after(nodes, 100, 2, 3), "{'error':'unknown_token'");
    }
    say_resume(nodes, 2, 3, &bob);
    const char *told = hear_after(nodes, 100, 2, 3);
    assert_begins(told, "{'error':'too_fast'");
    assert_has(told, "'retry_after_ms'");
    assert_string_equal(hear_at(nodes, 1, 2), "");
    say_resume(nodes, 2, 4, &bob);
    assert_begins(hear_after(nodes, 100, 2, 4), "{'reply':'resume'");
    close_nodes(nodes);
}

/* Bob's next request waits for the other node when the turn that names him fails. */
static void unname_while_waiting(bool sits) {
    char room[8], line[64];
    struct ticket ticket;
    struct nodes *nodes = open_nodes(2);
    struct fixture *fixture = nodes->node[1].fixture;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, sizeof room);
    greet(nodes, 1, 2, HERE);
    say_at(nodes, 1, 2, "{'cmd':'name','name':'Bob','id':'1'}");
    while (hub_is_waiting(fixture->hub, fixture->client[2])) {
        end_turn(fixture);
        struct store_task *task = store_tasks_take(&group.node[1].tasks);
        task->run(task, fixture->store);
        hub_task_done(fixture->hub, task);
    }
    if (sits) {
        say_at(nodes, 1, 2, ROYAL_UR);
    }
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s','id':'2'}", room);
    say_at(nodes, 1, 2, line);
    assert_true(hub_is_waiting(fixture->hub, fixture->client[2]));
    store_upset_shared(group.db, SHARED_FAILS);
    pass_all(nodes, 200);
    const char *told = hear_at(nodes, 1, 2);
    const char *second = strstr(told, json("'id':'2'"));
    assert_has(told, "'error':'storage','id':'1'");
    assert_non_null(second);
    assert_null(strstr(second, json("'id':'1'")));
    assert_false(hub_is_waiting(fixture->hub, fixture->client[2]));
    close_nodes(nodes);
}

static void test_unnamed_while_waiting(void **state) {
    (void)state;
    unname_while_waiting(false);
}

static void test_unnamed_with_a_room(void **state) {
    (void)state;
    unname_while_waiting(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_two_at_two_nodes),
        cmocka_unit_test(test_first_goes),
        cmocka_unit_test(test_other_goes),
        cmocka_unit_test(test_late_lease),
        cmocka_unit_test(test_too_often),
        cmocka_unit_test(test_too_often_elsewhere),
        cmocka_unit_test(test_unknown_too_often),
        cmocka_unit_test(test_unnamed_while_waiting),
        cmocka_unit_test(test_unnamed_with_a_room),
    };
    return cmocka_run_group_tests_name("claims of sessions", tests, NULL, NULL);
}
