/* Two or three nodes, and players who cannot tell. */
#include "tests/unit/server/nodes.h"

/* Ann (connection 1 of the first node, in JSON mode) has opened a room; Bob (connection 2
 * of the second one, in text mode) has joined it. */
static struct nodes *seat_across(const char *create, char room[static 8]) {
    struct nodes *nodes = open_nodes(2);
    struct ticket ticket;
    char line[64];
    enter_at(nodes, 0, 1, "Ann", &ticket);
    take(ask_at(nodes, 0, 1, create), "room", room, 8);
    assert_true(come(nodes->node[1].fixture, 2));
    assert_has(ask_at(nodes, 1, 2, "name Bob"), "Bob");
    snprintf(line, sizeof line, "join %s", room);
    assert_has(ask_at(nodes, 1, 2, line), "+ ");
    return nodes;
}

static void test_whole_game(void **state) {
    char room[8];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    assert_has(hear_at(nodes, 0, 1), "'name':'Bob'");
    ask_at(nodes, 0, 1, "{'cmd':'ready','nonce':'apple'}");
    assert_has(ask_at(nodes, 1, 2, "ready pear"), "+ ");
    bool is_over = false;
    int n_moves = 0;
    for (int i = 0; i < 2000 && !is_over; i++) {
        const char *told = i % 2 == 0 ? ask_at(nodes, 0, 1, "{'cmd':'move','move':1}")
                                      : ask_at(nodes, 1, 2, "move 1");
        n_moves += strstr(told, i % 2 == 0 ? json("'reply':'move'") : "+ ") != NULL;
        is_over = strstr(told, i % 2 == 0 ? json("'stage':'over'") : " wins") != NULL;
        pass_all(nodes, 1000);
    }
    assert_true(is_over);
    assert_true(n_moves > 20);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_game),
    };
    return cmocka_run_group_tests_name("cluster", tests, NULL, NULL);
}
