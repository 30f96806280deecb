/* Sessions have one home: names, and coming back at another node. */
#include "server/hub/clients.h"
#include "tests/unit/server/group.h"

#define PASSWORD "seven blue herons"

/* A name belongs to one player in all of the cluster. */
static void test_name_is_taken(void **state) {
    struct ticket ticket;
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    assert_true(come(group.node[1].fixture, 1));
    assert_has(ask_node(1, 1, "{'cmd':'name','name':'ann'}"), "'error':'name_taken'");
    assert_has(ask_node(1, 1, "{'cmd':'name','name':'Bob'}"), "'name':'Bob'");
    assert_has(ask_node(0, 1, "{'cmd':'name','name':'bob'}"), "'error':'name_taken'");
    assert_has(ask_node(0, 1, "{'cmd':'name','name':'Cid'}"), "'name':'Cid'");
    assert_has(ask_node(1, 1, "{'cmd':'name','name':'Ann'}"), "'name':'Ann'");
    close_group();
}

/* Two players ask for the same name at the same time. */
static void test_claimed_at_once(void **state) {
    open_group(2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(come(group.node[i].fixture, 1));
        hear_node(i, 1);
        say(group.node[i].fixture, 1, "{'cmd':'name','name':'Ann'}");
    }
    group_settle();
    bool first = strstr(hear_node(0, 1), json("'token'")) != NULL;
    bool second = strstr(hear_node(1, 1), json("'token'")) != NULL;
    assert_true(first != second);
    close_group();
}

/* A name is free when its player has gone. */
static void test_released(void **state) {
    struct ticket ticket;
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    drop(group.node[0].fixture, 1);
    group_pass(3000);
    enter_node(1, 1, "Ann", &ticket);
    close_group();
}

/* A player comes back at another node: the connection at the first one ends. */
static void test_resume_elsewhere(void **state) {
    struct ticket ticket;
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    assert_has(resume_at(1, 1, &ticket), "'reply':'resume'");
    assert_has(hear_node(0, 1), "'code':'taken_over'");
    assert_true(group.node[0].fixture->closed);
    drop(group.node[0].fixture, 1);
    group_pass(3000);
    assert_has(ask_node(1, 1, "{'cmd':'who'}"), "'Ann'");
    assert_has(resume_at(0, 2, &ticket), "'reply':'resume'"); /* and back again */
    close_group();
}

static bool has_ended(size_t i, size_t conn) {
    const struct fixture *fixture = group.node[i].fixture;
    const struct client *client = hub_find_client(fixture->hub, fixture->client[conn]);
    return client == NULL || client->closing;
}

/* The first node has not heard that the player was at another one, and is the home again:
 * all former connections end, and all that the player does counts. */
static void test_back_unheard(void **state) {
    struct ticket ticket;
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    group.loses_taken = true;
    assert_has(resume_at(1, 1, &ticket), "'reply':'resume'");
    assert_string_equal(hear_node(0, 1), "");
    group.loses_taken = false;
    assert_has(resume_at(0, 2, &ticket), "'reply':'resume'");
    assert_true(has_ended(0, 1));
    assert_has(hear_node(1, 1), "'code':'taken_over'");
    ask_node(0, 2, "{'cmd':'name','name':'Eve'}");
    assert_has(resume_at(1, 2, &ticket), "'error':'unknown_token'"); /* it has changed */
    close_group();
}

/* A player who comes back at the same node watches what was watched before. */
static void test_resume_here(void **state) {
    struct ticket ticket[2], ann;
    char line[64];
    open_group(2);
    begin_at(0, ticket);
    enter_node(0, 3, "Cid", &ann);
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s'}", ticket[0].room);
    assert_has(ask_node(0, 3, line), "'reply':'watch'");
    assert_has(resume_at(0, 4, &ann), "'snapshot':true");
    assert_true(has_ended(0, 3));
    close_group();
}

/* The client has gone while the session was claimed: the former home knows of it. */
static void test_gone_meanwhile(void **state) {
    struct ticket ticket;
    char line[160];
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    struct fixture *fixture = group.node[1].fixture;
    assert_true(come(fixture, 1));
    hear_node(1, 1);
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket.token);
    say(fixture, 1, line);
    end_turn(fixture);
    drop(fixture, 1);
    group_settle();
    assert_has(hear_node(0, 1), "'code':'taken_over'");
    group_pass(3000);
    enter_node(1, 2, "Ann", &ticket); /* the name is free */
    close_group();
}

static void test_unknown_token(void **state) {
    struct ticket ticket;
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    ticket.token[20] = ticket.token[20] == 'a' ? 'b' : 'a';
    assert_has(resume_at(1, 1, &ticket), "'error':'unknown_token'");
    char line[200];
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s','id':'r'}", ticket.token);
    assert_has(ask_node(1, 1, line), "'id':'r'");
    close_group();
}

/* What was missed is repeated at a node that has become the home with the rooms. */
static void test_missed(void **state) {
    struct ticket ticket[2];
    char line[200];
    open_group(2);
    begin_at(0, ticket);
    uint64_t seq = hub_find_room(group.node[0].fixture->hub, ticket[0].room)->seq;
    ask_node(0, 2, "{'cmd':'say','text':'good luck'}");
    kill_node(0);
    group_pass(3000);
    assert_true(come(group.node[1].fixture, 1));
    snprintf(line, sizeof line,
             "{'cmd':'resume','token':'%s','room':'%s','last':%llu,'id':'r'}",
             ticket[0].token, ticket[0].room, (unsigned long long)seq);
    const char *told = ask_node(1, 1, line);
    assert_has(told, "'id':'r'");
    assert_has(told, "'good luck'");
    close_group();
}

/* An account is one player, too. */
static void test_login_elsewhere(void **state) {
    struct ticket ticket;
    open_group(2);
    group.node[0].fixture->tls = group.node[1].fixture->tls = true;
    enter_node(0, 1, "Ann", &ticket);
    assert_has(ask_node(0, 1, "{'cmd':'register','password':'" PASSWORD "'}"),
               "'reply':'register'");
    assert_true(come(group.node[1].fixture, 1));
    assert_has(ask_node(1, 1, "{'cmd':'name','name':'Ann'}"),
               "'error':'name_registered'");
    take(ask_node(1, 1, "{'cmd':'login','name':'ann','password':'" PASSWORD "'}"),
         "token", ticket.token, sizeof ticket.token);
    assert_true(group.node[0].fixture->client[1] == 0 ||
                hub_find_client(group.node[0].fixture->hub,
                                group.node[0].fixture->client[1]) == NULL);
    assert_has(resume_at(0, 2, &ticket), "'reply':'resume'");
    close_group();
}

/* The home dies: the player comes back at another node within the grace time, and is
 * forgotten after it. */
static void test_home_dies(void **state) {
    struct ticket ticket[2];
    open_group(2);
    enter_node(0, 1, "Ann", &ticket[0]);
    enter_node(0, 2, "Bob", &ticket[1]);
    kill_node(0);
    group_pass(30000);
    assert_has(resume_at(1, 1, &ticket[0]), "'reply':'resume'");
    group_pass(150000);
    assert_has(resume_at(1, 2, &ticket[1]), "'error':'unknown_token'");
    assert_has(ask_node(1, 1, "{'cmd':'who'}"), "'Ann'");
    enter_node(1, 3, "Bob", &ticket[1]);
    close_group();
}

/* A home that stood still for longer than that cannot go on with the session. */
static void test_home_sleeps(void **state) {
    struct ticket ticket;
    open_group(2);
    enter_node(0, 1, "Ann", &ticket);
    group.node[0].is_paused = true;
    group_pass(300000);
    enter_node(1, 1, "Ann", &ticket);
    group.node[0].is_paused = false;
    group_pass(3000);
    assert_true(hub_is_lost(group.node[0].fixture->hub));
    close_group();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_name_is_taken),  cmocka_unit_test(test_claimed_at_once),
        cmocka_unit_test(test_released),       cmocka_unit_test(test_resume_elsewhere),
        cmocka_unit_test(test_unknown_token),  cmocka_unit_test(test_login_elsewhere),
        cmocka_unit_test(test_home_dies),      cmocka_unit_test(test_missed),
        cmocka_unit_test(test_gone_meanwhile), cmocka_unit_test(test_back_unheard),
        cmocka_unit_test(test_resume_here),    cmocka_unit_test(test_home_sleeps),
    };
    return cmocka_run_group_tests_name("homes of sessions", tests, NULL, NULL);
}
