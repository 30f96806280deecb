/* What a home hears late: after a request was given up, or before a node knows its
 * player. */
#include "server/cluster/cluster.h"
#include "server/cluster/wire.h"
#include "server/hub/sessions.h"
#include "tests/unit/server/nodes.h"

/* Ann is connection 1 of the first of n nodes, in JSON mode, and has opened a room; Bob
 * connection 2 of the second one, in text mode. */
static struct nodes *open_room(size_t n, char room[static 8]) {
    struct ticket ticket;
    struct nodes *nodes = open_nodes(n);
    enter_at(nodes, 0, 1, "Ann", &ticket);
    assert_true(come(nodes->node[1].fixture, 2));
    assert_has(ask_at(nodes, 1, 2, "name Bob"), "Bob");
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, 8);
    return nodes;
}

static const char *say_room(struct nodes *nodes, const char *cmd, const char *room) {
    char line[64];
    snprintf(line, sizeof line, "%s %s", cmd, room);
    return ask_at(nodes, 1, 2, line);
}

/* A seat that was lost is not forgotten while a third node cannot be asked, but not for
 * ever. */
static void test_lost_seat_unsure(void **state) {
    char room[8];
    struct nodes *nodes = open_room(3, room);
    assert_has(say_room(nodes, "join", room), "+ ");
    cut(nodes, 0, 1);
    cut(nodes, 1, 2);
    pass_all(nodes, 130000);
    hear_at(nodes, 1, 2);
    ask_at(nodes, 0, 1, "{'cmd':'leave'}");
    mend(nodes, 0, 1);
    pass_all(nodes, 60000);
    assert_null(strstr(hear_at(nodes, 1, 2), "is closed"));
    for (int i = 0; i < 9; i++) {
        pass_all(nodes, 10000);
    }
    assert_has(hear_at(nodes, 1, 2), "is closed");
    close_nodes(nodes);
}

/* What is carried out after its request was given up is shown. */
static void test_late_join(void **state) {
    char room[8];
    struct nodes *nodes = open_room(2, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    hold_letters(nodes, 1, 0, true);
    assert_string_equal(say_room(nodes, "join", room), "");
    pass_all(nodes, 5100);
    assert_has(hear_at(nodes, 1, 2), "- storage");
    hold_letters(nodes, 1, 0, false);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), "this is how things stand");
    close_nodes(nodes);
}

/* A node that has a room now, and has not heard yet who watches it. */
static void test_watch_moves(void **state) {
    char room[8];
    struct pack moved = {0}, feed = {0};
    struct nodes *nodes = open_room(2, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    struct hub *hub = nodes->node[1].fixture->hub;
    struct feed_item item = {.kind = FEED_ROOMS,
                             .session = hub_find_name(hub, "Bob")->id};
    wire_put_room(&moved, room);
    cluster_bus_ops.peer(hub, 3, true);
    cluster_bus_ops.received(hub, 3, moved.bytes, moved.n);
    pass_all(nodes, 100);
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    cluster_bus_ops.received(hub, 3, feed.bytes, feed.n);
    settle(nodes);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    pack_fini(&feed);
    item.n = 1;
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    feed_put_room(&feed, room, false);
    cluster_bus_ops.received(hub, 3, feed.bytes, feed.n);
    pass_all(nodes, 15000);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    pack_fini(&feed);
    pack_fini(&moved);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_seat_unsure),
        cmocka_unit_test(test_late_join),
        cmocka_unit_test(test_watch_moves),
    };
    return cmocka_run_group_tests_name("what a home hears late", tests, NULL, NULL);
}
