/* A node whose lease is late, as its database is away: what it says to whom. */
#include "server/hub/node/inside.h"
#include "tests/unit/server/nodes.h"

/* Ann is connection 1 of the first of two nodes and has opened a room, Bob connection 2
 * of the second one and has joined it.  The first node cannot reach the database. */
static struct nodes *open_late(void) {
    char line[64], room[8];
    struct ticket ticket;
    struct nodes *nodes = open_nodes(2);
    enter_at(nodes, 0, 1, "Ann", &ticket);
    enter_at(nodes, 1, 2, "Bob", &ticket);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, sizeof room);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'join'");
    group.node[0].is_slow = true;
    pass_all(nodes, NODE_TRUST_MS + 100);
    assert_true(nodes->node[0].fixture->hub->node->lease.is_late);
    (void)hear_at(nodes, 0, 1);
    (void)hear_at(nodes, 1, 2);
    return nodes;
}

static void end_late(struct nodes *nodes) {
    group.node[0].is_slow = false;
    pass_all(nodes, NODE_RENEW_MS + 1000);
    assert_false(nodes->node[0].fixture->hub->node->lease.is_late);
}

/* What needs neither rooms nor the database is answered, whatever other nodes ask. */
static void test_own_players(void **state) {
    struct nodes *nodes = open_late();
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'ping','id':'p'}"), "'reply':'ping'");
    assert_string_equal(ask_at(nodes, 1, 2, "{'cmd':'board','id':'b'}"), "");
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'ping','id':'q'}"), "'reply':'ping'");
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'help'}"), "'reply':'help'");
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'no'}"), "'error':'unknown_command'");
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'board'}"), "'error':'storage'");
    assert_string_equal(hear_at(nodes, 1, 2), "");
    end_late(nodes);
    assert_has(hear_at(nodes, 1, 2), "'error':'storage'");
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'board'}"), "'reply':'board'");
    close_nodes(nodes);
}

/* What was decided before is not told, nor what follows for the same player. */
static void test_order(void **state) {
    struct nodes *nodes = open_late();
    struct fixture *fixture = nodes->node[0].fixture;
    fixture->hub->node->lease.is_late = false; /* it has not noticed */
    assert_true(come(fixture, 3));
    say(fixture, 3, "{'cmd':'ping','id':'1'}");
    say(fixture, 1, "{'cmd':'board','id':'2'}");
    say(fixture, 1, "{'cmd':'ping','id':'3'}");
    settle(nodes);
    assert_has(hear_at(nodes, 0, 3), "'id':'1'");
    assert_string_equal(hear_at(nodes, 0, 1), "");
    assert_string_equal(ask_at(nodes, 0, 1, "{'cmd':'ping','id':'4'}"), "");
    end_late(nodes);
    const char *told = hear_at(nodes, 0, 1);
    const char *at = told;
    static const char *const ids[] = {"\"id\":\"2\"", "\"id\":\"3\"", "\"id\":\"4\""};
    for (size_t i = 0; i < 3; i++) {
        at = strstr(at, ids[i]);
        assert_non_null(at);
    }
    close_nodes(nodes);
}

/* What may be told is not held back because of what follows. */
static void test_told_first(void **state) {
    struct nodes *nodes = open_late();
    struct fixture *fixture = nodes->node[0].fixture;
    fixture->hub->node->lease.is_late = false; /* it has not noticed */
    say(fixture, 1, "{'cmd':'ping','id':'1'}");
    say(fixture, 1, "{'cmd':'board','id':'2'}");
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'id':'1'");
    end_late(nodes);
    assert_has(hear_at(nodes, 0, 1), "'id':'2'");
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_players),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_told_first),
    };
    return cmocka_run_group_tests_name("a node with a late lease", tests, NULL, NULL);
}
