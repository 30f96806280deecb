/* The lobby of a cluster: players of several nodes find each other as on one server. */
#include "server/cluster/cluster.h"
#include "tests/unit/server/nodes.h"

#define SEEK "{'cmd':'seek','game':'royal-ur'}"

/* Ann (JSON mode) is at the first of three nodes, where the lobby is; Bob (text) at the
 * second, Cem (JSON) at the third. */
static struct nodes *open_lobby(void) {
    struct nodes *nodes = open_nodes(3);
    struct ticket ticket;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    assert_true(come(nodes->node[1].fixture, 2));
    assert_has(ask_at(nodes, 1, 2, "name Bob"), "Bob");
    enter_at(nodes, 2, 1, "Cem", &ticket);
    return nodes;
}

static void test_lists(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    const char *all = ask_at(nodes, 2, 1, "{'cmd':'who'}");
    assert_has(all, "'Ann'");
    assert_has(all, "'Bob'");
    assert_has(all, "'Cem'");
    char room[8];
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, 8);
    assert_true(come(nodes->node[1].fixture, 3)); /* without a name */
    assert_has(ask_at(nodes, 1, 3, "rooms"), room);
    char line[40];
    snprintf(line, sizeof line, "join %s", room);
    assert_has(ask_at(nodes, 1, 2, line), "+ ");
    assert_has(ask_at(nodes, 1, 2, "mine"), room);
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'who'}"), room);
    cut(nodes, 0, 1);
    assert_has(ask_at(nodes, 1, 3, "rooms"), "cannot be reached");
    mend(nodes, 0, 1);
    assert_has(ask_at(nodes, 1, 3, "rooms"), room);
    close_nodes(nodes);
}

/* A list costs what all nodes have said, though the answer has only some of it. */
static void test_lists_cost(void **state) {
    (void)state;
    struct nodes *nodes = open_nodes(3);
    struct ticket ticket;
    for (size_t i = 0; i < 3; i++) {
        struct limits *limits = &nodes->node[i].fixture->config.hub.limits;
        limits->rooms_per_player = 64;
        limits->rooms_per_address = limits->commands_burst = 10000;
    }
    for (size_t n = 0; n < 400; n++) {
        size_t i = n % 2;
        if (n < 8) {
            char name[16];
            snprintf(name, sizeof name, "Player%zu", n);
            enter_at(nodes, i, 1 + n, name, &ticket);
        }
        assert_has(ask_at(nodes, i, 1 + n % 8, ROYAL_UR), "'room'");
    }
    struct limits *limits = &nodes->node[2].fixture->config.hub.limits;
    limits->commands_burst = 20;
    limits->commands_per_s = 1;
    enter_at(nodes, 2, 1, "Cem", &ticket);
    int n = 0;
    while (strstr(ask_at(nodes, 2, 1, "{'cmd':'rooms'}"), json("'too_fast'")) == NULL) {
        n++;
    }
    assert_int_equal(n, 2); /* 3, if only the answer counted */
    close_nodes(nodes);
}

static void test_seek(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_has(ask_at(nodes, 2, 1, SEEK), "'reply':'seek'");
    assert_has(hear_at(nodes, 0, 1), "'Cem'");
    assert_has(hear_at(nodes, 1, 2), "Cem");
    assert_has(ask_at(nodes, 1, 2, "seeks"), "Cem");
    assert_has(ask_at(nodes, 1, 2, "seek royal-ur"), "+ ");
    assert_has(hear_at(nodes, 2, 1), "'name':'Bob'");
    assert_has(ask_at(nodes, 2, 1, "{'cmd':'ready'}"), "'reply':'ready'");
    assert_has(ask_at(nodes, 1, 2, "ready"), "+ ");
    assert_has(hear_at(nodes, 2, 1), "'playing'");
    close_nodes(nodes);
}

static void test_challenge(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_has(ask_at(nodes, 1, 2, "challenge Cem royal-ur"), "+ ");
    assert_has(hear_at(nodes, 2, 1), "'challenge'");
    assert_has(ask_at(nodes, 2, 1, "{'cmd':'accept'}"), "'reply':'accept'");
    assert_has(hear_at(nodes, 1, 2), "Cem");
    assert_has(ask_at(nodes, 1, 2, "challenge Nobody royal-ur"), "nobody here");
    close_nodes(nodes);
}

/* Whoever plays, at whatever node, gets no challenges, until the game is over. */
static void test_busy(void **state) {
    (void)state;
    char room[8], line[64];
    struct nodes *nodes = open_lobby();
    take(ask_at(nodes, 2, 1, ROYAL_UR), "room", room, 8);
    snprintf(line, sizeof line, "join %s", room);
    ask_at(nodes, 1, 2, line);
    ask_at(nodes, 2, 1, "{'cmd':'ready'}");
    ask_at(nodes, 1, 2, "ready");
    const char *challenges[] = {
        "{'cmd':'challenge','name':'Bob','game':'tablut'}",
        "{'cmd':'challenge','name':'Cem','game':'tablut'}",
    };
    for (int i = 0; i < 2; i++) {
        assert_has(ask_at(nodes, 0, 1, challenges[i]), "is playing: try again later");
    }
    ask_at(nodes, 1, 2, "resign sure");
    for (int i = 0; i < 2; i++) {
        assert_has(ask_at(nodes, 0, 1, challenges[i]), "'reply':'challenge'");
    }
    close_nodes(nodes);
}

static void test_talk(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_has(ask_at(nodes, 1, 2, "tell Cem psst"), "+ ");
    assert_has(hear_at(nodes, 2, 1), "psst");
    assert_has(ask_at(nodes, 2, 1, "{'cmd':'shout','text':'hi all'}"), "'reply'");
    assert_has(hear_at(nodes, 0, 1), "hi all");
    assert_has(hear_at(nodes, 1, 2), "hi all");
    ask_at(nodes, 0, 1, "{'cmd':'gag','name':'Cem'}");
    ask_at(nodes, 2, 1, "{'cmd':'shout','text':'again'}");
    assert_null(strstr(hear_at(nodes, 0, 1), "again"));
    close_nodes(nodes);
}

/* What a player does not want to hear does not come after the answer to that. */
static void test_gag_at_once(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    hold_letters(nodes, 2, 0, true);
    say_at(nodes, 2, 1, "{'cmd':'gag','name':'Bob'}");
    ask_at(nodes, 1, 2, "shout early");
    const char *heard = hear_at(nodes, 2, 1);
    assert_has(heard, "early");
    assert_null(strstr(heard, "reply"));
    hold_letters(nodes, 2, 0, false);
    settle(nodes);
    assert_has(hear_at(nodes, 2, 1), "'reply':'gag'");
    ask_at(nodes, 1, 2, "shout late");
    assert_string_equal(hear_at(nodes, 2, 1), "");
    hold_letters(nodes, 2, 0, true);
    say_at(nodes, 2, 1, "{'cmd':'profile','games':'none'}");
    settle(nodes);
    assert_string_equal(hear_at(nodes, 2, 1), "");
    cut(nodes, 2, 0); /* it learns it when it can be reached again */
    settle(nodes);
    assert_has(hear_at(nodes, 2, 1), "'reply':'profile'");
    mend(nodes, 2, 0);
    settle(nodes);
    hold_letters(nodes, 0, 2, true); /* or in vain */
    say_at(nodes, 2, 1, "{'cmd':'auto','switch':'on'}");
    pass_all(nodes, CLUSTER_WAIT_MS - 100);
    assert_string_equal(hear_at(nodes, 2, 1), "");
    pass_all(nodes, 200);
    assert_has(hear_at(nodes, 2, 1), "'reply':'auto'");
    hold_letters(nodes, 0, 2, false);
    close_nodes(nodes);
}

/* An operator at one node, who is on its machine, acts at all of them. */
static void test_operator(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_true(come_from(nodes->node[1].fixture, 9, "127.0.0.1"));
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'name','name':'Hal'}"), "'token'");
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'announce','text':'tea'}"), "'reply'");
    assert_has(hear_at(nodes, 2, 1), "tea");
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'kick','who':'Cem','text':'rude'}"),
               "'reply':'kick'");
    assert_has(hear_at(nodes, 2, 1), "rude");
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'kick','who':'Nobody'}"), "no connection");
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'ban','who':'Ann'}"), "'reply':'ban'");
    assert_has(hear_at(nodes, 0, 1), "'banned'");
    close_nodes(nodes);
}

/* A ban reaches a node that noticed earlier than its operator's that the link is up. */
static void test_ban_meanwhile(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_true(come_from(nodes->node[1].fixture, 9, "127.0.0.1"));
    cut(nodes, 0, 1);
    mend_from(nodes, 0, 1);
    settle(nodes);
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'ban','who':'Ann'}"), "'reply':'ban'");
    assert_string_equal(hear_at(nodes, 0, 1), "");
    mend_from(nodes, 1, 0);
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'banned'");
    close_nodes(nodes);
}

static size_t n_tasks(size_t i) {
    size_t n = 0;
    for (const struct store_task *task = group.node[i].tasks.first; task != NULL;
         task = task->next) {
        n++;
    }
    return n;
}

/* Messages about bans do not pile up work for a store that stands still. */
static void test_many_bans(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    settle(nodes);
    group.node[0].is_slow = true;
    size_t before = n_tasks(0);
    for (size_t i = 0; i < 20; i++) {
        mend_from(nodes, 0, 1);
        mend_from(nodes, 1, 0); /* which says that the bans may have changed */
        settle(nodes);
    }
    assert_int_equal(n_tasks(0), before + 1);
    group.node[0].is_slow = false;
    close_nodes(nodes);
}

/* A ban is set after the store has read the bans, and before the node takes them. */
static void test_ban_while_read(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_true(come_from(nodes->node[1].fixture, 9, "127.0.0.1"));
    settle(nodes);
    group.node[0].is_slow = true;
    mend_from(nodes, 0, 1);
    settle(nodes);
    struct store_task *reading = store_tasks_take(&group.node[0].tasks);
    assert_non_null(reading);
    assert_null(group.node[0].tasks.first);
    reading->run(reading, group.node[0].fixture->store);
    assert_has(ask_at(nodes, 1, 9, "{'cmd':'ban','who':'Ann'}"), "'reply':'ban'");
    hub_task_done(group.node[0].fixture->hub, reading);
    assert_string_equal(hear_at(nodes, 0, 1), "");
    group.node[0].is_slow = false;
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'banned'");
    close_nodes(nodes);
}

/* Without a name, only at that one. */
static void test_unnamed_operator(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    assert_true(come_from(nodes->node[0].fixture, 9, "127.0.0.1"));
    assert_has(ask_at(nodes, 0, 9, "{'cmd':'kick','who':'Cem'}"), "no connection");
    assert_string_equal(hear_at(nodes, 2, 1), "");
    assert_has(ask_at(nodes, 0, 9, "{'cmd':'kick','who':'Ann'}"), "'reply':'kick'");
    close_nodes(nodes);
}

/* Who leaves their node takes their offers along. */
static void test_leaves(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    ask_at(nodes, 2, 1, SEEK);
    assert_has(ask_at(nodes, 1, 2, "seeks"), "Cem");
    drop(nodes->node[2].fixture, 1);
    settle(nodes);
    assert_null(strstr(ask_at(nodes, 1, 2, "seeks"), "Cem"));
    assert_null(strstr(ask_at(nodes, 0, 1, "{'cmd':'who'}"), "'Cem'"));
    close_nodes(nodes);
}

/* The node with the lobby goes: the next one has it, and nobody notices more than that
 * offers are gone. */
static void test_lobby_moves(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    ask_at(nodes, 2, 1, SEEK);
    cut(nodes, 0, 1);
    cut(nodes, 0, 2);
    settle(nodes);
    assert_null(strstr(ask_at(nodes, 1, 2, "seeks"), "Cem"));
    assert_has(ask_at(nodes, 2, 1, SEEK), "'reply':'seek'");
    assert_has(hear_at(nodes, 1, 2), "Cem");
    mend(nodes, 0, 1);
    mend(nodes, 0, 2);
    settle(nodes);
    assert_null(strstr(ask_at(nodes, 1, 2, "seeks"), "Cem"));
    assert_has(ask_at(nodes, 2, 1, SEEK), "'reply':'seek'");
    assert_has(hear_at(nodes, 0, 1), "'Cem'");
    close_nodes(nodes);
}

/* It ends in order: everybody hears that the offers are gone. */
static void test_lobby_stops(void **state) {
    (void)state;
    struct nodes *nodes = open_lobby();
    ask_at(nodes, 2, 1, SEEK);
    hear_at(nodes, 1, 2);
    hub_shut_down(nodes->node[0].fixture->hub);
    settle(nodes);
    assert_has(hear_at(nodes, 2, 1), "'event':'offer_over'");
    assert_has(hear_at(nodes, 1, 2), "is over");
    assert_null(strstr(hear_at(nodes, 0, 1), "offer_over"));
    close_nodes(nodes);
}

static size_t count_of(const char *text, const char *word) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        n++;
    }
    return n;
}

/* The first node cannot be reached, so the lobby is at the second one, where Bob seeks
 * somebody; Cem, at the third one, knows. */
static struct nodes *open_second(void) {
    struct nodes *nodes = open_lobby();
    cut(nodes, 0, 1);
    cut(nodes, 0, 2);
    assert_has(ask_at(nodes, 1, 2, "seek royal-ur"), "+ ");
    assert_has(hear_at(nodes, 2, 1), "'event':'offer'");
    return nodes;
}

/* A node hears first that the lobby is elsewhere: its players hear that offers are over,
 * once, also those that its own players have made. */
static void test_leaves_lobby_early(void **state) {
    (void)state;
    struct ticket ticket;
    struct nodes *nodes = open_second();
    enter_at(nodes, 2, 3, "Dan", &ticket);
    assert_has(ask_at(nodes, 2, 3, "{'cmd':'seek','game':'tablut'}"), "'reply':'seek'");
    assert_has(hear_at(nodes, 2, 1), "'Dan'");
    mend(nodes, 0, 2);
    settle(nodes);
    assert_int_equal(count_of(hear_at(nodes, 2, 1), "offer_over"), 2);
    assert_int_equal(count_of(hear_at(nodes, 2, 3), "offer_over"), 1);
    assert_int_equal(count_of(hear_at(nodes, 1, 2), "is over"), 1);
    mend(nodes, 0, 1);
    settle(nodes);
    assert_null(strstr(hear_at(nodes, 2, 1), "offer_over"));
    assert_int_equal(count_of(hear_at(nodes, 1, 2), "is over"), 1);
    close_nodes(nodes);
}

/* What the former lobby tells a player waits for a turn, and comes after that. */
static void test_leaves_lobby_late(void **state) {
    (void)state;
    struct nodes *nodes = open_second();
    group.node[1].is_slow = true;
    say_at(nodes, 1, 2, "create royal-ur");
    say_at(nodes, 1, 2, "seek tablut");
    mend(nodes, 0, 1);
    mend(nodes, 0, 2);
    settle(nodes);
    assert_string_equal(hear_at(nodes, 2, 1), "");
    group.node[1].is_slow = false;
    settle(nodes);
    const char *heard = hear_at(nodes, 2, 1);
    assert_int_equal(count_of(heard, json("'event':'offer'")), 1);
    assert_int_equal(count_of(heard, "offer_over"), 2);
    close_nodes(nodes);
}

/* A player who leaves a lobby is told of no new offer.  If they come back before they
 * have left, they do not hear the end of that offer either. */
static void test_back_to_lobby(void **state) {
    (void)state;
    struct nodes *nodes = open_second();
    group.node[1].is_slow = true;
    say_at(nodes, 1, 2, "create royal-ur");
    say_at(nodes, 1, 2, "seek tablut");
    mend(nodes, 0, 2);
    settle(nodes);
    say_at(nodes, 1, 2, "seek morris");
    settle(nodes);
    cut(nodes, 0, 2);
    settle(nodes);
    group.node[1].is_slow = false;
    settle(nodes);
    assert_null(strstr(hear_at(nodes, 2, 1), "morris"));
    ask_at(nodes, 1, 2, "unseek");
    assert_null(strstr(hear_at(nodes, 2, 1), json("'offer':130")));
    close_nodes(nodes);
}

/* The third node has left the second one, where the lobby was, and the letter that says
 * so is on its way.  Cem gags Bob, who seeks somebody before that letter comes. */
static struct nodes *open_left(void) {
    struct nodes *nodes = open_second();
    hold_letters(nodes, 2, 1, true);
    mend(nodes, 0, 2);
    settle(nodes);
    say_at(nodes, 2, 1, "{'cmd':'gag','name':'Bob'}");
    settle(nodes);
    assert_has(ask_at(nodes, 1, 2, "seek tablut"), "+ ");
    const char *heard = hear_at(nodes, 2, 1);
    assert_has(heard, "'event':'offer'");
    assert_null(strstr(heard, json("'reply':'gag'")));
    return nodes;
}

/* A former lobby that has not heard that it is left may tell of an offer: not after the
 * answer to a gag. */
static void test_gag_after_leaving(void **state) {
    (void)state;
    struct nodes *nodes = open_left();
    group.node[1].is_slow = true;
    say_at(nodes, 1, 2, "create royal-ur");
    say_at(nodes, 1, 2, "seek morris");
    hold_letters(nodes, 2, 1, false);
    settle(nodes);
    assert_string_equal(hear_at(nodes, 2, 1), "");
    group.node[1].is_slow = false;
    settle(nodes);
    const char *heard = hear_at(nodes, 2, 1);
    assert_int_equal(count_of(heard, "offer_over"), 3);
    const char *reply = strstr(heard, json("'reply':'gag'"));
    assert_non_null(reply);
    assert_null(strstr(reply, "offer"));
    ask_at(nodes, 1, 2, "seek ur");
    assert_string_equal(hear_at(nodes, 2, 1), "");
    assert_has(ask_at(nodes, 2, 1, "{'cmd':'gag'}"), "'reply':'gag'");
    close_nodes(nodes);
}

/* A node that is left, and does not say when it has told all, is waited for once. */
static void test_gag_left_silent(void **state) {
    (void)state;
    struct nodes *nodes = open_left();
    pass_all(nodes, CLUSTER_WAIT_MS - 100);
    assert_null(strstr(hear_at(nodes, 2, 1), json("'reply':'gag'")));
    pass_all(nodes, 200);
    assert_has(hear_at(nodes, 2, 1), "'reply':'gag'");
    assert_has(ask_at(nodes, 2, 1, "{'cmd':'auto','switch':'on'}"), "'reply':'auto'");
    close_nodes(nodes);
}

/* A node that is left, and cannot be reached any more, is not waited for. */
static void test_gag_left_lost(void **state) {
    (void)state;
    struct nodes *nodes = open_left();
    cut(nodes, 1, 2);
    settle(nodes);
    assert_has(hear_at(nodes, 2, 1), "'reply':'gag'");
    hold_letters(nodes, 2, 1, false);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_lists_cost),
        cmocka_unit_test(test_seek),
        cmocka_unit_test(test_challenge),
        cmocka_unit_test(test_talk),
        cmocka_unit_test(test_operator),
        cmocka_unit_test(test_ban_meanwhile),
        cmocka_unit_test(test_many_bans),
        cmocka_unit_test(test_ban_while_read),
        cmocka_unit_test(test_unnamed_operator),
        cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_lobby_moves),
        cmocka_unit_test(test_busy),
        cmocka_unit_test(test_gag_at_once),
        cmocka_unit_test(test_lobby_stops),
        cmocka_unit_test(test_leaves_lobby_early),
        cmocka_unit_test(test_leaves_lobby_late),
        cmocka_unit_test(test_back_to_lobby),
        cmocka_unit_test(test_gag_after_leaving),
        cmocka_unit_test(test_gag_left_silent),
        cmocka_unit_test(test_gag_left_lost),
    };
    return cmocka_run_group_tests_name("cluster lobby", tests, NULL, NULL);
}
