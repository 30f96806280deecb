/* Nodes tell each other that they drain: they get no rooms then. */
#include "server/hub/host.h"
#include "server/hub/node/inside.h"
#include "tests/unit/server/nodes.h"

/* Node 0 has three rooms, the others have none. */
static struct nodes *open_rooms(void) {
    struct nodes *nodes = open_nodes(3);
    struct ticket ticket;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    for (int i = 0; i < 3; i++) {
        assert_has(ask_at(nodes, 0, 1, ROYAL_UR), "'reply':'create'");
    }
    return nodes;
}

static struct hub *hub_of(const struct nodes *nodes, size_t i) {
    return nodes->node[i].fixture->hub;
}

static bool knows(const struct nodes *nodes, size_t i, size_t of) {
    const struct hub_node *node = hub_of(nodes, i)->node;
    return node->ops->drains(node->owner, (int)of + 1);
}

static void test_told(void **state) {
    struct nodes *nodes = open_rooms();
    hub_drain(hub_of(nodes, 1), 30);
    pass_all(nodes, 500);
    assert_true(knows(nodes, 0, 1) && knows(nodes, 2, 1));
    assert_false(knows(nodes, 0, 2) || knows(nodes, 1, 0));
    hub_drain(hub_of(nodes, 0), 0);
    pass_all(nodes, 2000);
    assert_int_equal(hub_n_rooms(hub_of(nodes, 1)), 0);
    assert_int_equal(hub_n_rooms(hub_of(nodes, 2)), 3);
    close_nodes(nodes);
}

static void test_taken_back(void **state) {
    struct nodes *nodes = open_rooms();
    hub_drain(hub_of(nodes, 1), 30);
    pass_all(nodes, 500);
    hub_end_drain(hub_of(nodes, 1));
    pass_all(nodes, 500);
    assert_false(knows(nodes, 0, 1) || knows(nodes, 2, 1));
    close_nodes(nodes);
}

/* A node that was out of reach meanwhile hears of it when it is back. */
static void test_out_of_reach(void **state) {
    struct nodes *nodes = open_rooms();
    cut(nodes, 0, 1);
    hub_drain(hub_of(nodes, 1), 30);
    pass_all(nodes, 500);
    assert_false(knows(nodes, 0, 1));
    mend(nodes, 0, 1);
    pass_all(nodes, 500);
    assert_true(knows(nodes, 0, 1));
    cut(nodes, 0, 1);
    assert_false(knows(nodes, 0, 1)); /* it may begin again */
    hub_end_drain(hub_of(nodes, 1));
    pass_all(nodes, 500);
    mend(nodes, 0, 1);
    pass_all(nodes, 500);
    assert_false(knows(nodes, 0, 1));
    close_nodes(nodes);
}

/* Nobody waits for the answers of a node that has left. */
static void test_left(void **state) {
    struct nodes *nodes = open_rooms();
    struct ticket ticket;
    enter_at(nodes, 2, 1, "Bob", &ticket);
    hold_letters(nodes, 2, 0, true);
    assert_string_equal(ask_at(nodes, 2, 1, "{'cmd':'mine'}"), "");
    store_leave(group.node[0].fixture->store);
    group.node[0].is_paused = true;
    pass_all(nodes, 2 * NODE_LOOK_MS + 50);
    assert_has(hear_at(nodes, 2, 1), "'reply':'mine'");
    assert_false(nodes->is_up[1][0] || nodes->is_up[2][0]);
    assert_true(nodes->is_up[1][2] && nodes->is_up[2][1]);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_taken_back),
        cmocka_unit_test(test_out_of_reach),
        cmocka_unit_test(test_left),
    };
    return cmocka_run_group_tests_name("nodes that drain", tests, NULL, NULL);
}
