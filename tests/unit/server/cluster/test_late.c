/* What a home hears late: after a request was given up, or before a node knows its
 * player. */
#include "server/cluster/cluster.h"
#include "server/cluster/wire.h"
#include "server/hub/host.h"
#include "server/hub/node/inside.h"
#include "server/hub/sessions.h"
#include "server/hub/watchers.h"
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

/* A seat that was lost is not forgotten while a third node cannot be asked. */
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
    pass_all(nodes, 150000);
    assert_null(strstr(hear_at(nodes, 1, 2), "is closed"));
    mend(nodes, 1, 2);
    pass_all(nodes, 11000);
    assert_has(hear_at(nodes, 1, 2), "is closed");
    close_nodes(nodes);
}

/* A node was out of reach as a player came who sits there, and says later that it has the
 * room. */
static void test_seat_found(void **state) {
    char room[8];
    struct pack here = {0};
    struct nodes *nodes = open_room(2, room);
    struct hub *hub = nodes->node[1].fixture->hub;
    hear_at(nodes, 1, 2);
    cluster_sits_at(hub, hub_find_name(hub, "Bob"), 3, "ZUZU");
    cluster_bus_ops.peer(hub, 3, true);
    wire_put_room(&here, "ZUZU");
    cluster_bus_ops.received(hub, 3, here.bytes, here.n);
    pass_all(nodes, 15000);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    pack_fini(&here);
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
    assert_has(hear_at(nodes, 1, 2), "- The server that must do this");
    hold_letters(nodes, 1, 0, false);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), "this is how things stand");
    close_nodes(nodes);
}

/* The node that has listed Bob in the room that he joins dies before it has stored that.
 */
static void test_join_while_room_moves(void **state) {
    char room[8], line[64];
    struct pack moved = {0}, feed = {0};
    struct nodes *nodes = open_room(2, room);
    struct hub *hub = nodes->node[1].fixture->hub;
    struct feed_item item = {
        .kind = FEED_ROOMS, .session = hub_find_name(hub, "Bob")->id, .n = 1};
    group.node[0].is_slow = true;
    snprintf(line, sizeof line, "join %s", room);
    hear_at(nodes, 1, 2);
    say_at(nodes, 1, 2, line);
    settle(nodes);
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    feed_put_room(&feed, room, true);
    cluster_bus_ops.received(hub, 1, feed.bytes, feed.n);
    pack_fini(&feed);
    cluster_bus_ops.peer(hub, 1, false);
    wire_put_room(&moved, room);
    cluster_bus_ops.peer(hub, 3, true);
    cluster_bus_ops.received(hub, 3, moved.bytes, moved.n);
    pass_all(nodes, 100);
    item.n = 0;
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    cluster_bus_ops.received(hub, 3, feed.bytes, feed.n);
    pass_all(nodes, 100);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    pack_fini(&feed);
    pack_fini(&moved);
    group.node[0].is_slow = false;
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

/* A room comes to the node of its spectator, and leaves it at once for a third one. */
static void test_watch_passes_through(void **state) {
    char room[8], line[64];
    struct ticket ticket;
    struct nodes *nodes = open_room(3, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    enter_at(nodes, 1, 3, "Cid", &ticket);
    assert_has(ask_at(nodes, 1, 3, ROYAL_UR), "'reply'");
    assert_has(ask_at(nodes, 0, 1, ROYAL_UR), "'reply'"); /* the third has fewer */
    hold_letters(nodes, 2, 1, true); /* it goes on giving rooms away */
    hub_drain(nodes->node[1].fixture->hub, 0);
    pass_all(nodes, 300);
    hub_drain(nodes->node[0].fixture->hub, 0);
    pass_all(nodes, 300);
    hold_letters(nodes, 2, 1, false);
    pass_all(nodes, 300);
    assert_true(has_room(2, room));
    hear_at(nodes, 1, 2);
    snprintf(line, sizeof line, "{'cmd':'say','room':'%s','text':'moo'}", room);
    assert_has(ask_at(nodes, 0, 1, line), "'reply'");
    assert_has(hear_at(nodes, 1, 2), "moo");
    close_nodes(nodes);
}

/* A room has just come to the node of its spectator when the former one, which was out of
 * reach, says that it has nothing. */
static void test_watch_comes_home(void **state) {
    char room[8];
    struct pack feed = {0};
    struct nodes *nodes = open_room(2, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    struct hub *hub = nodes->node[1].fixture->hub;
    struct feed_item item = {.kind = FEED_ROOMS,
                             .session = hub_find_name(hub, "Bob")->id};
    hold_letters(nodes, 0, 1, true);
    hub_drain(nodes->node[0].fixture->hub, 0);
    for (int i = 0; i < 100 && !has_room(1, room); i++) {
        pass_all(nodes, 50);
    }
    assert_true(has_room(1, room));
    cluster_bus_ops.peer(hub, 1, false);
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    cluster_bus_ops.received(hub, 1, feed.bytes, feed.n);
    hear_at(nodes, 1, 2);
    pass_all(nodes, 100);
    assert_has(hear_at(nodes, 1, 2), room);
    pack_fini(&feed);
    close_nodes(nodes);
}

/* A node to which a room was given dies before it has it, and starts again. */
static void test_watch_given_to_dead(void **state) {
    char room[8];
    struct pack given = {0}, feed = {0};
    struct nodes *nodes = open_room(2, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    struct hub *hub = nodes->node[1].fixture->hub;
    struct feed_item item = {.kind = FEED_ROOMS,
                             .session = hub_find_name(hub, "Bob")->id};
    cluster_bus_ops.peer(hub, 3, true);
    wire_put_given(&given, room, 3);
    cluster_bus_ops.received(hub, 1, given.bytes, given.n);
    cluster_bus_ops.peer(hub, 3, false);
    cluster_bus_ops.peer(hub, 3, true);
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    cluster_bus_ops.received(hub, 3, feed.bytes, feed.n);
    pass_all(nodes, 100);
    assert_has(hear_at(nodes, 1, 2), "this is how things stand");
    pack_fini(&feed);
    pack_fini(&given);
    close_nodes(nodes);
}

/* A node that has stood still hears late where rooms are. */
static void test_watch_after_standstill(void **state) {
    char room[8];
    struct pack feed = {0};
    struct nodes *nodes = open_room(2, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    struct hub *hub = nodes->node[1].fixture->hub;
    struct feed_item item = {.kind = FEED_ROOMS,
                             .session = hub_find_name(hub, "Bob")->id};
    hold_letters(nodes, 1, 0, true);
    cluster_bus_ops.peer(hub, 1, false);
    cluster_bus_ops.peer(hub, 1, true);
    pack_number(&feed, WIRE_FEED);
    feed_put(&feed, &item);
    cluster_bus_ops.received(hub, 1, feed.bytes, feed.n);
    hub_skip_to(hub, hub_now(hub).ms + 15000);
    pass_all(nodes, 500);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    hold_letters(nodes, 1, 0, false);
    pass_all(nodes, 100);
    assert_has(hear_at(nodes, 1, 2), "this is how things stand");
    pack_fini(&feed);
    close_nodes(nodes);
}

/* The node to which Cid's room goes has not read it yet when the link to it fails. */
static void test_ask_while_moving(void **state) {
    char room[8], join[64], board[64];
    struct ticket ticket;
    struct nodes *nodes = open_room(3, room);
    enter_at(nodes, 1, 3, "Cid", &ticket);
    snprintf(join, sizeof join, "{'cmd':'join','room':'%s'}", room);
    snprintf(board, sizeof board, "{'cmd':'board','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 3, join), "'reply'");
    struct hub *hub = nodes->node[0].fixture->hub;
    hub_give_room(hub, hub_find_room(hub, room), 3);
    group.node[2].is_slow = true;
    pass_all(nodes, 200);
    assert_false(has_room(0, room) || has_room(2, room));
    cut(nodes, 1, 2);
    mend(nodes, 1, 2);
    pass_all(nodes, 200);
    hear_at(nodes, 1, 3);
    assert_string_equal(ask_at(nodes, 1, 3, board), "");
    pass_all(nodes, 1500);
    assert_string_equal(hear_at(nodes, 1, 3), "");
    group.node[2].is_slow = false;
    pass_all(nodes, 1000);
    assert_has(hear_at(nodes, 1, 3), "'reply':'board'");
    close_nodes(nodes);
}

/* Three rooms of Cid's go to another node at once: she is shown each of them once. */
static void test_shown_once(void **state) {
    char room[8];
    struct ticket ticket;
    struct nodes *nodes = open_room(3, room);
    struct hub *hub = nodes->node[0].fixture->hub;
    enter_at(nodes, 1, 3, "Cid", &ticket);
    for (int i = 0; i < 3; i++) {
        char join[64];
        take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, sizeof room);
        snprintf(join, sizeof join, "{'cmd':'join','room':'%s'}", room);
        assert_has(ask_at(nodes, 1, 3, join), "'reply'");
        hub_give_room(hub, hub_find_room(hub, room), 3);
    }
    hear_at(nodes, 1, 3);
    pass_all(nodes, 500);
    assert_int_equal(hub_n_rooms(nodes->node[2].fixture->hub), 3);
    assert_int_equal(count(hear_at(nodes, 1, 3), "'snapshot':true"), 3);
    close_nodes(nodes);
}

/* The third node says of Bob that he has nothing there, and at once that he watches. */
static void test_watch_once_more(void **state) {
    char room[8], line[64];
    struct ticket ticket;
    struct nodes *nodes = open_room(3, room);
    enter_at(nodes, 2, 3, "Cid", &ticket);
    take(ask_at(nodes, 2, 3, ROYAL_UR), "room", room, sizeof room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    struct hub *hub = nodes->node[1].fixture->hub;
    struct feed_item item = {.kind = FEED_ROOMS,
                             .session = hub_find_name(hub, "Bob")->id};
    for (item.n = 0; item.n < 2; item.n++) {
        struct pack feed = {0};
        pack_number(&feed, WIRE_FEED);
        feed_put(&feed, &item);
        if (item.n > 0) {
            feed_put_room(&feed, room, false);
        }
        cluster_bus_ops.received(hub, 3, feed.bytes, feed.n);
        pack_fini(&feed);
    }
    settle(nodes);
    hear_at(nodes, 1, 2);
    snprintf(line, sizeof line, "{'cmd':'say','room':'%s','text':'moo'}", room);
    assert_has(ask_at(nodes, 2, 3, line), "'reply'");
    assert_has(hear_at(nodes, 1, 2), "moo");
    close_nodes(nodes);
}

/* A node hears late that it has given a room away, as its database was away. */
static void test_watch_given_late(void **state) {
    char room[8], line[64];
    struct nodes *nodes = open_room(2, room);
    assert_has(say_room(nodes, "watch", room), "+ ");
    const struct hub_node *node = nodes->node[0].fixture->hub->node;
    hub_drain(nodes->node[0].fixture->hub, 0);
    while (node->giving.stage != GIVING_ROOMS) {
        pass_all(nodes, 50);
    }
    group.node[0].is_slow = true; /* it has asked for that */
    pass_all(nodes, NODE_TRUST_MS + 100);
    assert_true(node->lease.is_late && has_room(0, room));
    group.node[0].is_slow = false;
    pass_all(nodes, NODE_RENEW_MS + 1000);
    assert_true(!has_room(0, room) && has_room(1, room));
    hear_at(nodes, 1, 2);
    snprintf(line, sizeof line, "{'cmd':'say','room':'%s','text':'moo'}", room);
    assert_has(ask_at(nodes, 0, 1, line), "'reply'");
    assert_has(hear_at(nodes, 1, 2), "moo");
    close_nodes(nodes);
}

/* A room comes to the node of a spectator who has just gone, and comes back. */
static void test_watch_while_gone(void **state) {
    char room[8], line[160];
    struct ticket ticket;
    struct nodes *nodes = open_room(2, room);
    struct fixture *fixture = nodes->node[1].fixture;
    enter_at(nodes, 1, 3, "Cid", &ticket);
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 3, line), "'reply'");
    drop(fixture, 3);
    hub_drain(nodes->node[0].fixture->hub, 0);
    pass_all(nodes, 300);
    assert_true(has_room(1, room));
    assert_true(come(fixture, 4));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket.token);
    assert_has(ask_at(nodes, 1, 4, line), "'snapshot':true");
    close_nodes(nodes);
}

/* Requests about a room that is about to leave wait until it is at the other node. */
static void test_say_while_moving(void **state) {
    char room[8], line[64];
    struct nodes *nodes = open_room(3, room);
    struct hub *hub = nodes->node[0].fixture->hub;
    assert_has(say_room(nodes, "join", room), "+ ");
    group.node[0].is_slow = true;
    hub_give_room(hub, hub_find_room(hub, room), 3);
    pass_all(nodes, 50);
    assert_true(hub_room_status(hub_find_room(hub, room)).moving);
    hear_at(nodes, 0, 1);
    assert_string_equal(ask_at(nodes, 0, 1, "{'cmd':'ready'}"), "");
    snprintf(line, sizeof line, "@%s say moo", room);
    assert_string_equal(ask_at(nodes, 1, 2, line), "");
    pass_all(nodes, 1000);
    assert_string_equal(hear_at(nodes, 0, 1), "");
    group.node[0].is_slow = false;
    pass_all(nodes, 1000);
    assert_true(has_room(2, room));
    assert_has(hear_at(nodes, 0, 1), "'reply':'ready'");
    assert_has(hear_at(nodes, 1, 2), "+ ");
    close_nodes(nodes);
}

/* The answer to unwatch is lost, and the home takes its player for a spectator.  is_new:
 * the owner did not know yet that the player watches, as after a takeover. */
static void unwatch_unheard(bool is_new) {
    char room[8], other[8], line[64];
    struct nodes *nodes = open_room(2, room);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", other, sizeof other);
    assert_has(say_room(nodes, "join", other), "+ ");
    assert_has(say_room(nodes, "watch", room), "+ ");
    struct hub *hub = nodes->node[0].fixture->hub;
    if (is_new) {
        hub_unwatch(hub_find_name(hub, "Bob"), hub_find_room(hub, room));
    }
    hold_letters(nodes, 0, 1, true);
    snprintf(line, sizeof line, "unwatch %s", room);
    say_at(nodes, 1, 2, line);
    settle(nodes);
    cut(nodes, 0, 1);
    hold_letters(nodes, 0, 1, false);
    mend(nodes, 0, 1);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), "+ ");
    assert_int_equal(hub_measure(hub)->watchers, 0);
    close_nodes(nodes);
}

static void test_unwatch_unheard(void **state) {
    (void)state;
    unwatch_unheard(false);
    unwatch_unheard(true);
}

/* A room comes with more spectators than it may have. */
static void test_watch_too_many(void **state) {
    char room[8], line[64];
    struct ticket ticket;
    struct nodes *nodes = open_room(2, room);
    struct fixture *fixture = nodes->node[1].fixture;
    assert_has(say_room(nodes, "watch", room), "+ ");
    enter_at(nodes, 1, 3, "Cid", &ticket);
    snprintf(line, sizeof line, "{'cmd':'watch','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 3, line), "'reply'");
    fixture->config.hub.limits.watchers_per_room = 1;
    hub_drain(nodes->node[0].fixture->hub, 0);
    pass_all(nodes, 300);
    bool is_bob_out = strstr(hear_at(nodes, 1, 2), "is closed") != NULL;
    bool is_cid_out = strstr(hear_at(nodes, 1, 3), json("'event':'closed'")) != NULL;
    assert_true(is_bob_out != is_cid_out);
    assert_int_equal(hub_measure(fixture->hub)->watchers, 1);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lost_seat_unsure),
        cmocka_unit_test(test_join_while_room_moves),
        cmocka_unit_test(test_seat_found),
        cmocka_unit_test(test_late_join),
        cmocka_unit_test(test_watch_moves),
        cmocka_unit_test(test_watch_passes_through),
        cmocka_unit_test(test_watch_comes_home),
        cmocka_unit_test(test_watch_given_to_dead),
        cmocka_unit_test(test_watch_after_standstill),
        cmocka_unit_test(test_watch_while_gone),
        cmocka_unit_test(test_watch_given_late),
        cmocka_unit_test(test_watch_once_more),
        cmocka_unit_test(test_shown_once),
        cmocka_unit_test(test_ask_while_moving),
        cmocka_unit_test(test_say_while_moving),
        cmocka_unit_test(test_unwatch_unheard),
        cmocka_unit_test(test_watch_too_many),
    };
    return cmocka_run_group_tests_name("what a home hears late", tests, NULL, NULL);
}
