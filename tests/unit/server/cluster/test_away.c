/* Players who go while they sit at another node: what is left of them, and where. */
#include "server/cluster/cluster.h"
#include "server/hub/change.h"
#include "server/hub/clients.h"
#include "server/hub/node/elsewhere.h"
#include "server/hub/node/node.h"
#include "server/hub/send.h"
#include "server/hub/sessions.h"
#include "tests/unit/server/nodes.h"

#define PASSWORD "seven blue herons"

static struct ticket ann, bob;

/* Ann is connection 1 of the first of n nodes, Bob connection 2 of node i.  Ann has
 * opened a room, and Bob has joined it. */
static struct nodes *seat_from(size_t n, size_t i) {
    char line[64];
    struct nodes *nodes = open_nodes(n);
    nodes->node[1].fixture->tls = true;
    enter_at(nodes, 0, 1, "Ann", &ann);
    enter_at(nodes, i, 2, "Bob", &bob);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", ann.room, sizeof ann.room);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, i, 2, line), "'reply':'join'");
    return nodes;
}

static struct nodes *seat_among(size_t n) {
    return seat_from(n, 1);
}

static struct nodes *seat_across(void) {
    return seat_among(2);
}

static const char *come_back_at(struct nodes *nodes, size_t i, size_t conn,
                                const struct ticket *ticket) {
    char line[160];
    assert_true(come(nodes->node[i].fixture, conn));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket->token);
    return ask_at(nodes, i, conn, line);
}

/* Whether a node remembers the player with this name. */
static bool knows(const struct nodes *nodes, size_t i, const char *name) {
    return hub_find_name(nodes->node[i].fixture->hub, name) != NULL;
}

/* Nothing that is said between the nodes is heard any more. */
static void lose_letters(struct nodes *nodes) {
    hold_letters(nodes, 0, 1, true);
    hold_letters(nodes, 1, 0, true);
}

/* The answer lists the rooms of all nodes, before their events. */
static void assert_lists(const char *told, const char *room) {
    char row[40];
    const char *event = strstr(told, json("'event'"));
    snprintf(row, sizeof row, "{'room':'%s',", room);
    const char *found = strstr(told, json(row));
    assert_non_null(found);
    assert_non_null(event);
    assert_true(found < event);
    assert_null(strstr(found + 1, json(row)));
}

static void test_lists_all(void **state) {
    static const char register_me[] = "{'cmd':'register','password':'" PASSWORD "'}";
    static const char login[] = "{'cmd':'login','name':'Bob','password':'" PASSWORD "'}";
    char own[8];
    struct nodes *nodes = seat_across();
    take(ask_at(nodes, 1, 2, ROYAL_UR), "room", own, sizeof own);
    assert_has(ask_at(nodes, 1, 2, register_me), "'reply':'register'");
    const char *told = come_back_at(nodes, 1, 3, &bob); /* at home */
    assert_begins(told, "{'reply':'resume','name':'Bob','mine':[{");
    assert_lists(told, ann.room);
    assert_lists(told, own);
    told = come_back_at(nodes, 0, 3, &bob); /* from home */
    assert_lists(told, ann.room);
    assert_lists(told, own);
    assert_true(come(nodes->node[1].fixture, 4));
    told = ask_at(nodes, 1, 4, login);
    assert_begins(told, "{'reply':'login'");
    assert_lists(told, ann.room);
    assert_lists(told, own);
    assert_has(ask_at(nodes, 1, 4, "{'cmd':'who'}"), "'Bob'");
    close_nodes(nodes);
}

/* A node that does not answer does not hold the player up for long. */
static void test_lists_some(void **state) {
    struct nodes *nodes = seat_across();
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    hold_letters(nodes, 0, 1, true);
    assert_string_equal(come_back_at(nodes, 1, 3, &bob), "");
    pass_all(nodes, CLUSTER_FIND_MS + 100);
    const char *told = hear_at(nodes, 1, 3);
    assert_begins(told, "{'reply':'resume','name':'Bob','mine':[]}");
    assert_has(told, "this list is not complete");
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 3), "'snapshot':true");
    cut(nodes, 0, 1);
    told = come_back_at(nodes, 1, 4, &bob);
    assert_begins(told, "{'reply':'resume','name':'Bob','mine':[]}");
    assert_has(told, "this list is not complete");
    close_nodes(nodes);
}

/* Bob, whose home was node i, comes back at the third one just before he loses the seat;
 * the second one does not answer.  The rows are older than the loss, so he is told. */
static void lose_seat_meanwhile(size_t i) {
    struct nodes *nodes = seat_from(3, i);
    struct fixture *fixture = nodes->node[0].fixture;
    drop(nodes->node[i].fixture, 2);
    pass_all(nodes, (uint64_t)fixture->config.hub.limits.grace_ms - 500);
    hold_letters(nodes, 1, 2, true);
    assert_string_equal(come_back_at(nodes, 2, 3, &bob), "");
    pass_all(nodes, CLUSTER_FIND_MS + 100);
    assert_has(hear_at(nodes, 0, 1), "'what':'gone'");
    const char *told = hear_at(nodes, 2, 3);
    assert_begins(told, "{'reply':'resume','name':'Bob','mine':[{");
    assert_has(told, "{'event':'closed'");
    close_nodes(nodes);
}

static void test_lost_meanwhile(void **state) {
    lose_seat_meanwhile(1); /* the owner tells the former home */
    lose_seat_meanwhile(0); /* the owner was the home, and tells the new one */
}

/* Whoever goes meanwhile is not at this node. */
static void test_gone_meanwhile(void **state) {
    struct nodes *nodes = seat_across();
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    lose_letters(nodes);
    come_back_at(nodes, 1, 3, &bob);
    assert_true(knows(nodes, 1, "Bob"));
    drop(nodes->node[1].fixture, 3);
    pass_all(nodes, CLUSTER_FIND_MS + 100);
    assert_false(knows(nodes, 1, "Bob"));
    close_nodes(nodes);
}

/* Another node becomes the home meanwhile: who came last has the session. */
static void test_taken_meanwhile(void **state) {
    struct nodes *nodes = seat_among(3);
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    hold_letters(nodes, 2, 1, true);
    assert_string_equal(come_back_at(nodes, 1, 3, &bob), "");
    assert_begins(come_back_at(nodes, 0, 3, &bob), "{'reply':'resume'");
    hold_letters(nodes, 2, 1, false);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 3), "'code':'taken_over'");
    assert_null(strstr(hear_at(nodes, 0, 3), "taken_over"));
    assert_false(knows(nodes, 1, "Bob"));
    close_nodes(nodes);
}

/* The home keeps nothing of a player who sits elsewhere, so nobody has to tell it of the
 * end; the seat keeps the name. */
static void test_sits_elsewhere(void **state) {
    struct nodes *nodes = seat_across();
    drop(nodes->node[1].fixture, 2);
    pass_all(nodes, 2000);
    assert_false(knows(nodes, 1, "Bob"));
    assert_true(knows(nodes, 0, "Bob"));
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'name','name':'Bob'}"), "'error':'name_");
    lose_letters(nodes);
    pass_all(nodes, 150000);
    assert_false(knows(nodes, 0, "Bob"));
    ask_at(nodes, 0, 1, "{'cmd':'leave'}");
    pass_all(nodes, 300000);
    enter_at(nodes, 1, 3, "Bob", &bob);
    close_nodes(nodes);
}

/* The former home has not heard of the new one: the node with the offers tells it. */
static void test_taken_unheard(void **state) {
    struct ticket cid;
    struct nodes *nodes = open_nodes(3);
    enter_at(nodes, 1, 1, "Cid", &cid);
    cut(nodes, 1, 2);
    assert_has(come_back_at(nodes, 2, 1, &cid), "'reply':'resume'");
    assert_has(hear_at(nodes, 1, 1), "'code':'taken_over'");
    close_nodes(nodes);
}

/* A claim of node i is answered when the player is at the other one again.  Returns what
 * that connection hears. */
static const char *claim_late(struct nodes *nodes, size_t i) {
    struct ticket cid;
    char line[160];
    struct fixture *fixture = nodes->node[i].fixture;
    enter_at(nodes, 1 - i, 3, "Cid", &cid);
    assert_true(come(fixture, 3));
    settle(nodes);
    (void)hear_at(nodes, i, 3);
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", cid.token);
    say_at(nodes, i, 3, line);
    end_turn(fixture);
    struct store_task *task = store_tasks_take(&group.node[i].tasks);
    assert_non_null(task);
    task->run(task, fixture->store);
    assert_has(come_back_at(nodes, 1 - i, 4, &cid), "'reply':'resume'");
    hub_task_done(fixture->hub, task);
    settle(nodes);
    assert_null(strstr(hear_at(nodes, 1 - i, 4), "taken_over"));
    return hear_at(nodes, i, 3);
}

/* The node with the offers knows better, another one is told. */
static void test_claimed_since(void **state) {
    struct nodes *nodes = seat_across();
    assert_begins(claim_late(nodes, 0), "{'error':'storage'");
    close_nodes(nodes);
    nodes = seat_across();
    assert_has(claim_late(nodes, 1), "'code':'taken_over'");
    close_nodes(nodes);
}

/* A session that has ended, and is back, does not end later. */
static void test_back_at_once(void **state) {
    struct nodes *nodes = seat_across();
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    assert_has(come_back_at(nodes, 1, 3, &bob), "'snapshot':true");
    assert_has(ask_at(nodes, 1, 3, "{'cmd':'leave'}"), "'reply':'leave'");
    ask_at(nodes, 0, 1, "{'cmd':'leave'}");
    pass_all(nodes, 5000);
    assert_has(come_back_at(nodes, 0, 3, &bob), "'reply':'resume'");
    close_nodes(nodes);
}

/* A spectator is expected back for the grace time. */
static void test_watches_elsewhere(void **state) {
    struct ticket cid;
    char line[64];
    struct nodes *nodes = seat_across();
    enter_at(nodes, 1, 3, "Cid", &cid);
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, 1, 3, line), "'reply':'watch'");
    drop(nodes->node[1].fixture, 3);
    pass_all(nodes, 30000);
    assert_has(come_back_at(nodes, 1, 4, &cid), "'snapshot':true");
    drop(nodes->node[1].fixture, 4);
    settle(nodes);
    lose_letters(nodes);
    pass_all(nodes, 150000);
    assert_false(knows(nodes, 0, "Cid") || knows(nodes, 1, "Cid"));
    close_nodes(nodes);
}

/* Whose account is deleted is known nowhere, not even to the node with the offers. */
static void test_forgotten(void **state) {
    static const char register_me[] = "{'cmd':'register','password':'" PASSWORD "'}";
    static const char forget_me[] = "{'cmd':'forget-me','password':'" PASSWORD "'}";
    struct nodes *nodes = seat_across();
    assert_has(ask_at(nodes, 1, 2, register_me), "'reply':'register'");
    assert_has(ask_at(nodes, 1, 2, forget_me), "'error':'in_game'");
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'leave'}"), "'reply':'leave'");
    assert_has(ask_at(nodes, 1, 2, forget_me), "'reply':'forget-me'");
    assert_false(knows(nodes, 0, "Bob") || knows(nodes, 1, "Bob"));
    close_nodes(nodes);
}

/* A turn with a request of Bob fails, and his home has attached him again since. */
static void test_attached_again(void **state) {
    struct nodes *nodes = seat_across();
    struct hub *hub = nodes->node[0].fixture->hub;
    struct session *session = hub_find_name(hub, "Bob");
    say_at(nodes, 0, 1, "{'cmd':'say','text':'hi'}");
    hub_note_session(hub, session);
    hub_end_request(hub);
    hub_drop_remote(hub, session);
    uint64_t client = hub_add_remote(hub, session, 2, "192.0.2.9")->id;
    store_upset_shared(group.db, SHARED_FAILS);
    settle(nodes);
    assert_int_equal(session->client, client);
    close_nodes(nodes);
}

/* A player whose join was dropped has gone before the room is read again. */
static void test_gone_from_frozen_room(void **state) {
    char line[64];
    struct nodes *nodes = open_nodes(2);
    enter_at(nodes, 0, 1, "Ann", &ann);
    enter_at(nodes, 1, 2, "Bob", &bob);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", ann.room, sizeof ann.room);
    store_upset_shared(group.db, SHARED_AWAY);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, 1, 2, line), "'error':'storage'");
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    assert_true(knows(nodes, 0, "Bob"));
    store_upset_shared(group.db, SHARED_WORKS);
    pass_all(nodes, 3000);
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'say','text':'hi'}"), "'reply'");
    assert_false(knows(nodes, 0, "Bob"));
    close_nodes(nodes);
}

/* Bob has left his only room of the second node in a turn that fails: he still has the
 * seat, and his home knows that when the room is read again. */
static void test_leave_fails(void **state) {
    char line[64];
    struct nodes *nodes = open_nodes(3);
    enter_at(nodes, 1, 1, "Ann", &ann);
    enter_at(nodes, 2, 2, "Bob", &bob);
    take(ask_at(nodes, 1, 1, ROYAL_UR), "room", ann.room, sizeof ann.room);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, 2, 2, line), "'reply':'join'");
    store_upset_shared(group.db, SHARED_AWAY);
    assert_has(ask_at(nodes, 2, 2, "{'cmd':'leave'}"), "'error':'storage'");
    store_upset_shared(group.db, SHARED_WORKS);
    pass_all(nodes, 3000);
    assert_has(hear_at(nodes, 2, 2), "'snapshot':true");
    assert_has(ask_at(nodes, 2, 2, "{'cmd':'mine'}"), ann.room);
    assert_has(ask_at(nodes, 1, 1, "{'cmd':'say','text':'hi'}"), "'reply'");
    assert_has(hear_at(nodes, 2, 2), "'text':'hi'");
    close_nodes(nodes);
}

/* Bob leaves a room of the first node, which cannot store that before his home gives up.
 */
static struct nodes *leave_slowly(void) {
    struct nodes *nodes = seat_across();
    group.node[0].is_slow = true;
    say_at(nodes, 1, 2, "{'cmd':'leave'}");
    pass_all(nodes, CLUSTER_WAIT_MS + 50);
    const char *told = hear_at(nodes, 1, 2);
    assert_has(told, "'error':'storage'");
    assert_null(strstr(told, json("'event':'closed'")));
    group.node[0].is_slow = false;
    return nodes;
}

static void test_leaves_late(void **state) {
    struct nodes *nodes = leave_slowly();
    pass_all(nodes, 11000);
    assert_has(hear_at(nodes, 1, 2), "'event':'closed'");
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'mine'}"), "'mine':[]");
    close_nodes(nodes);
}

/* The database is away for longer than a lost room is remembered. */
static void test_leave_fails_late(void **state) {
    struct nodes *nodes = leave_slowly();
    group.node[0].is_slow = group.node[1].is_slow = true;
    pass_all(nodes, 15000);
    group.node[0].is_slow = group.node[1].is_slow = false;
    store_upset_shared(group.db, SHARED_FAILS);
    pass_all(nodes, 11000);
    assert_null(strstr(hear_at(nodes, 1, 2), json("'event':'closed'")));
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'mine'}"), ann.room);
    close_nodes(nodes);
}

/* A player comes back on another connection and goes, and that turn fails: the first
 * connection goes on, and the session, kept meanwhile, is kept once when that ends. */
static void test_kept_once(void **state) {
    char line[160];
    struct ticket cid;
    struct nodes *nodes = seat_across();
    struct fixture *fixture = nodes->node[0].fixture;
    enter_at(nodes, 0, 3, "Cid", &cid);
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, 0, 3, line), "'reply':'watch'");
    store_upset_shared(group.db, SHARED_FAILS);
    say_at(nodes, 0, 1, "{'cmd':'say','text':'hi'}");
    assert_true(come(fixture, 4));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", cid.token);
    say_at(nodes, 0, 4, line);
    drop(fixture, 4);
    settle(nodes);
    drop(fixture, 3);
    pass_all(nodes, 150000);
    const struct client *client = hub_find_client(fixture->hub, fixture->client[1]);
    assert_int_equal(client->counts->n[ADDRESS_KEPT_SESSIONS], 0);
    close_nodes(nodes);
}

/* Bob is shown his room in a turn that fails because of another room. */
static void test_shown_again(void **state) {
    struct ticket cid;
    struct nodes *nodes = seat_across();
    struct hub *hub = nodes->node[0].fixture->hub;
    enter_at(nodes, 0, 3, "Cid", &cid);
    settle(nodes);
    (void)hear_at(nodes, 1, 2);
    store_upset_shared(group.db, SHARED_FAILS);
    say_at(nodes, 0, 3, ROYAL_UR);
    hub_send_snapshot(hub, hub_client_of(hub, hub_find_name(hub, "Bob")),
                      hub_find_room(hub, ann.room));
    settle(nodes);
    assert_has(hear_at(nodes, 0, 3), "'error':'storage'");
    assert_has(hear_at(nodes, 1, 2), "'snapshot':true");
    close_nodes(nodes);
}

/* Bob is connection 2 of the first node, where he sits with Ann; Cid is there, too. */
static struct nodes *seat_together(struct ticket *cid) {
    char line[64];
    struct nodes *nodes = open_nodes(2);
    enter_at(nodes, 0, 1, "Ann", &ann);
    enter_at(nodes, 0, 2, "Bob", &bob);
    enter_at(nodes, 0, 3, "Cid", cid);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", ann.room, sizeof ann.room);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", ann.room);
    assert_has(ask_at(nodes, 0, 2, line), "'reply':'join'");
    (void)hear_at(nodes, 0, 1);
    return nodes;
}

/* A token is used at a node, and the connection ends before the answer. */
static void come_in_vain(struct nodes *nodes, size_t i, size_t conn,
                         const struct ticket *ticket) {
    char line[160];
    assert_true(come(nodes->node[i].fixture, conn));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket->token);
    say_at(nodes, i, conn, line);
    drop(nodes->node[i].fixture, conn);
    settle(nodes);
}

/* Bob has gone to another node, and from there.  Others move between the nodes. */
static void test_gone_while_others_come(void **state) {
    struct ticket cid;
    struct nodes *nodes = seat_together(&cid);
    come_in_vain(nodes, 1, 2, &bob);
    for (size_t i = 0; i < 4; i++) {
        assert_has(come_back_at(nodes, (i + 1) % 2, 4 + i, &cid), "'reply':'resume'");
        pass_all(nodes, 1500);
    }
    assert_has(hear_at(nodes, 0, 1), "'what':'away'");
    close_nodes(nodes);
}

/* Bob himself comes and goes, without ever being here. */
static void test_gone_again_and_again(void **state) {
    struct ticket cid;
    struct nodes *nodes = seat_together(&cid);
    for (size_t i = 0; i < 4; i++) {
        come_in_vain(nodes, (i + 1) % 2, 4 + i, &bob);
        pass_all(nodes, 1500);
    }
    assert_has(hear_at(nodes, 0, 1), "'what':'away'");
    close_nodes(nodes);
}

/* Nobody is away earlier because others have been awaited for some time. */
static void test_awaited_apart(void **state) {
    struct ticket cid;
    struct nodes *nodes = seat_together(&cid);
    struct hub *hub = nodes->node[0].fixture->hub;
    const struct session *session = hub_find_name(hub, "Bob");
    assert_has(come_back_at(nodes, 1, 4, &cid), "'reply':'resume'");
    pass_all(nodes, 1500);
    (void)hear_at(nodes, 0, 1);
    hub_session_taken(hub, session->id, session->homes + 1);
    pass_all(nodes, 1500);
    assert_string_equal(hear_at(nodes, 0, 1), "");
    pass_all(nodes, 1000);
    assert_has(hear_at(nodes, 0, 1), "'what':'away'");
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sits_elsewhere),
        cmocka_unit_test(test_back_at_once),
        cmocka_unit_test(test_watches_elsewhere),
        cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_attached_again),
        cmocka_unit_test(test_kept_once),
        cmocka_unit_test(test_shown_again),
        cmocka_unit_test(test_lists_all),
        cmocka_unit_test(test_lists_some),
        cmocka_unit_test(test_lost_meanwhile),
        cmocka_unit_test(test_gone_meanwhile),
        cmocka_unit_test(test_taken_meanwhile),
        cmocka_unit_test(test_taken_unheard),
        cmocka_unit_test(test_claimed_since),
        cmocka_unit_test(test_gone_from_frozen_room),
        cmocka_unit_test(test_leave_fails),
        cmocka_unit_test(test_leaves_late),
        cmocka_unit_test(test_leave_fails_late),
        cmocka_unit_test(test_gone_while_others_come),
        cmocka_unit_test(test_gone_again_and_again),
        cmocka_unit_test(test_awaited_apart),
    };
    return cmocka_run_group_tests_name("players who are away", tests, NULL, NULL);
}
