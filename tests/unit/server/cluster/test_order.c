/* Players hear the events of a room in order while it moves to another node. */
#include "mem/mem.h"
#include "server/cluster/node.h"
#include "tests/unit/server/nodes.h"

static char moves[8];   /* the room that moves */
static char watched[8]; /* one that Bob watches */
static char third[8];   /* one of the third node that Ann watches */

static const char *about(const char *cmd, const char *room) {
    static char line[80];
    snprintf(line, sizeof line, "{'cmd':'%s','room':'%s'}", cmd, room);
    return line;
}

/* Bob is connection 1 of the first of n nodes, where his room is; Ann connection 2 of the
 * second one, where she has a room that he watches.  She sits in his, too. */
static struct nodes *seat_both(size_t n) {
    struct ticket ticket;
    struct nodes *nodes = open_nodes(n);
    enter_at(nodes, 0, 1, "Bob", &ticket);
    enter_at(nodes, 1, 2, "Ann", &ticket);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", moves, sizeof moves);
    take(ask_at(nodes, 1, 2, ROYAL_UR), "room", watched, sizeof watched);
    assert_has(ask_at(nodes, 1, 2, about("join", moves)), "'reply':'join'");
    assert_has(ask_at(nodes, 0, 1, about("watch", watched)), "'reply':'watch'");
    return nodes;
}

static void give(struct nodes *nodes, size_t from, size_t to) {
    struct hub *hub = nodes->node[from].fixture->hub;
    hub_give_room(hub, hub_find_room(hub, moves), (int)to + 1);
    while (!has_room(to, moves)) {
        group_tick();
        settle(nodes);
    }
}

/* A node that gets a room knows a player already, whose home has not asked yet how things
 * stand. */
static void test_known_player(void **state) {
    char line[80];
    struct nodes *nodes = seat_both(2);
    (void)hear_at(nodes, 0, 1);
    give(nodes, 0, 1);
    snprintf(line, sizeof line, "{'cmd':'say','room':'%s','text':'hi'}", moves);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'say'");
    const char *heard = hear_at(nodes, 0, 1);
    const char *shown = strstr(heard, "\"snapshot\":true");
    assert_non_null(shown);
    assert_has(shown, "'text':'hi'");
    close_nodes(nodes);
}

static void say_in(struct nodes *nodes, const char *text) {
    char line[80];
    snprintf(line, sizeof line, "{'cmd':'say','room':'%s','text':'%s'}", moves, text);
    say_at(nodes, 0, 1, line);
    settle(nodes);
}

/* What Ann has heard: the first line of chat, then how things stand, then the other. */
static void assert_in_order(struct nodes *nodes) {
    const char *heard = hear_at(nodes, 1, 2);
    const char *one = strstr(heard, "\"text\":\"one\"");
    assert_non_null(one);
    const char *shown = strstr(one, "\"snapshot\":true");
    assert_non_null(shown);
    assert_has(shown, "'text':'two'");
    assert_null(strstr(strstr(shown, "\"text\":\"two\""), "\"text\":\"one\""));
}

/* The same with a third node, which knows Ann already: she watches the room of Cid, its
 * connection 3. */
static struct nodes *seat_all(void) {
    struct ticket ticket;
    struct nodes *nodes = seat_both(3);
    enter_at(nodes, 2, 3, "Cid", &ticket);
    take(ask_at(nodes, 2, 3, ROYAL_UR), "room", third, sizeof third);
    assert_has(ask_at(nodes, 1, 2, about("watch", third)), "'reply':'watch'");
    return nodes;
}

/* The room goes to the third node, which is heard before the last words of the first one.
 */
static void test_late_owner(void **state) {
    struct nodes *nodes = seat_all();
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    say_in(nodes, "one");
    give(nodes, 0, 2);
    pass_all(nodes, 100);
    say_in(nodes, "two");
    pass_all(nodes, 500);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    hold_letters(nodes, 0, 1, false);
    pass_all(nodes, 100);
    assert_in_order(nodes);
    close_nodes(nodes);
}

/* The room goes to a node that does not know her yet, and the first one dies without last
 * words. */
static void test_former_owner_dies(void **state) {
    struct nodes *nodes = seat_both(3);
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    give(nodes, 0, 2);
    pass_all(nodes, 500);
    assert_string_equal(hear_at(nodes, 1, 2), "");
    cut(nodes, 0, 1);
    pass_all(nodes, 100);
    assert_has(hear_at(nodes, 1, 2), "'snapshot':true");
    close_nodes(nodes);
}

/* The former owner stays late: she does not wait for ever. */
static void test_late_for_ever(void **state) {
    struct nodes *nodes = seat_both(3);
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    give(nodes, 0, 2);
    pass_all(nodes, 3200);
    assert_has(hear_at(nodes, 1, 2), "'snapshot':true");
    close_nodes(nodes);
}

/* The room comes to her own node, which finds it in the database. */
static void test_late_at_home(void **state) {
    struct nodes *nodes = seat_both(2);
    struct hub *hub = nodes->node[0].fixture->hub;
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    say_in(nodes, "one");
    hub_give_room(hub, hub_find_room(hub, moves), 2);
    pass_all(nodes, 1000);
    assert_false(has_room(0, moves) || has_room(1, moves));
    hold_letters(nodes, 0, 1, false);
    pass_all(nodes, 100);
    say_in(nodes, "two");
    assert_in_order(nodes);
    close_nodes(nodes);
}

/* The same, while a third node is out of reach, which might have given the room. */
static void test_late_and_one_away(void **state) {
    struct nodes *nodes = seat_both(3);
    struct hub *hub = nodes->node[0].fixture->hub;
    (void)hear_at(nodes, 1, 2);
    cut(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    say_in(nodes, "one");
    hub_give_room(hub, hub_find_room(hub, moves), 2);
    pass_all(nodes, 2000);
    assert_false(has_room(0, moves) || has_room(1, moves));
    hold_letters(nodes, 0, 1, false);
    pass_all(nodes, 100);
    say_in(nodes, "two");
    assert_in_order(nodes);
    close_nodes(nodes);
}

/* The room goes away and comes back, and its stay elsewhere is heard of afterwards. */
static void test_stale_room(void **state) {
    struct nodes *nodes = seat_both(3);
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 2, 1, true);
    give(nodes, 0, 2);
    pass_all(nodes, 100);
    give(nodes, 2, 0);
    pass_all(nodes, 100);
    hold_letters(nodes, 2, 1, false);
    pass_all(nodes, 4000);
    assert_null(strstr(hear_at(nodes, 1, 2), "\"closed\""));
    say_in(nodes, "two");
    assert_has(hear_at(nodes, 1, 2), "'text':'two'");
    close_nodes(nodes);
}

/* How many requests are on their way from one node to another. */
static size_t count_requests(const struct nodes *nodes, size_t from, size_t to) {
    size_t n = 0;
    for (const struct letter *l = nodes->letters; l != NULL; l = l->next) {
        n += l->from == from && l->to == to && *(const uint8_t *)l->bytes == WIRE_RUN;
    }
    return n;
}

/* What Ann asks meanwhile goes to the new owner when it is known, and again when she has
 * been shown the room. */
static void test_asked_meanwhile(void **state) {
    char line[80];
    struct nodes *nodes = seat_both(3);
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    hold_letters(nodes, 1, 2, true);
    snprintf(line, sizeof line, "{'cmd':'say','room':'%s','text':'hi'}", moves);
    hub_give_room(nodes->node[0].fixture->hub,
                  hub_find_room(nodes->node[0].fixture->hub, moves), 3);
    say_at(nodes, 1, 2, line);
    pass_all(nodes, 2000);
    assert_int_equal(count_requests(nodes, 1, 2), 1);
    hold_letters(nodes, 0, 1, false);
    pass_all(nodes, 200);
    assert_in_range(count_requests(nodes, 1, 2), 2, 3);
    hold_letters(nodes, 1, 2, false);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), "'reply':'say'");
    close_nodes(nodes);
}

/* Ann sits down in a room of the third node.  Before that is stored her other room has
 * moved there, and she is shown both. */
static void test_shown_meanwhile(void **state) {
    struct nodes *nodes = seat_all();
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 1, 2, true);
    say_at(nodes, 1, 2, about("join", third));
    give(nodes, 0, 2);
    pass_all(nodes, 100);
    group.node[2].is_slow = true;
    hold_letters(nodes, 1, 2, false);
    settle(nodes);
    group.node[2].is_slow = false;
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), "'reply':'join'");
    close_nodes(nodes);
}

/* Zoe, at Ann's node, has nothing to do with the room: she hears who is at the new owner,
 * but not who is at the late one. */
static void test_others_do_not_wait(void **state) {
    struct ticket zoe;
    struct nodes *nodes = seat_all();
    enter_at(nodes, 1, 3, "Zoe", &zoe);
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    give(nodes, 0, 2);
    pass_all(nodes, 100);
    say_at(nodes, 1, 3, "{'cmd':'who'}");
    pass_all(nodes, CLUSTER_FIND_MS + 100);
    const char *told = hear_at(nodes, 1, 3);
    assert_has(told, "'name':'Cid'");
    assert_null(strstr(told, json("'name':'Bob'")));
    assert_string_equal(hear_at(nodes, 1, 2), "");
    close_nodes(nodes);
}

/* The new owner says so much that not all of it can wait. */
static void test_limit(void **state) {
    struct nodes *nodes = seat_all();
    struct hub *hub = nodes->node[1].fixture->hub;
    size_t n = CLUSTER_LATE_BYTES / 16;
    char *text = mem_new(n, 1);
    memset(text, 'x', n);
    (void)hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true);
    give(nodes, 0, 2);
    pass_all(nodes, 100);
    for (int i = 0; i < 16; i++) {
        struct pack pack = {0};
        struct feed_item item = {.kind = FEED_BYTES, .bytes = text, .n = n};
        assert_string_equal(hear_at(nodes, 1, 2), "");
        pack_number(&pack, WIRE_FEED);
        feed_put(&pack, &item);
        cluster_bus_ops.received(hub, 3, pack.bytes, pack.n);
        pack_fini(&pack);
        settle(nodes);
    }
    pass_all(nodes, 100);
    assert_has(hear_at(nodes, 1, 2), "'snapshot':true");
    free(text);
    close_nodes(nodes);
}

/* Bob reads again, and has not been shown yet how things stand in Ann's room. */
static void test_reads_again(void **state) {
    struct nodes *nodes = seat_both(2);
    struct fixture *fixture = nodes->node[0].fixture;
    static const char say[] = "{'cmd':'say','room':'%s','text':'%s'}";
    char line[80];
    (void)hear_at(nodes, 0, 1);
    hold_letters(nodes, 0, 1, true);
    hub_mark_lagging(fixture->hub, fixture->client[1]);
    hub_drained(fixture->hub, fixture->client[1]);
    snprintf(line, sizeof line, say, watched, "one");
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'say'");
    assert_string_equal(hear_at(nodes, 0, 1), "");
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'snapshot':true");
    snprintf(line, sizeof line, say, watched, "two");
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'say'");
    assert_has(hear_at(nodes, 0, 1), "'text':'two'");
    close_nodes(nodes);
}

/* Lists the rooms of a player of another node, as for a new connection. */
static void list_again(struct hub *hub, const char *name) {
    struct client *client = hub_client_of(hub, hub_find_name(hub, name));
    assert_non_null(client);
    client->remote->told = 0;
    owner_feed_rooms(hub_cluster(hub), client);
}

/* The first node has the lobby, so it lists its rooms for a player who connects.  Such a
 * list may wait for the end of the turn while the room is taken over from a dead node. */
static void test_list_before_takeover(void **state) {
    (void)state;
    struct nodes *nodes = open_nodes(3);
    struct ticket ticket;
    struct fixture *first = nodes->node[0].fixture;
    enter_at(nodes, 1, 1, "Bob", &ticket);
    enter_at(nodes, 2, 2, "Ann", &ticket);
    take(ask_at(nodes, 1, 1, ROYAL_UR), "room", moves, sizeof moves);
    assert_has(ask_at(nodes, 2, 2, about("join", moves)), "'reply':'join'");
    group.node[1].is_paused = group.node[0].is_slow = true;
    cut(nodes, 0, 1);
    cut(nodes, 1, 2);
    for (uint64_t until_ms = group.ms + NODE_LEASE_MS - 1000; !has_room(0, moves);) {
        assert_true(group.ms < until_ms + NODE_LEASE_MS);
        group.node[2].is_slow = group.ms > until_ms; /* the first node takes the room */
        group_tick();
        settle(nodes);
        for (struct store_task *task;
             (task = store_tasks_take(&group.node[0].tasks)) != NULL;) {
            task->run(task, first->store);
            list_again(first->hub, "Ann");
            hub_task_done(first->hub, task);
            group.node[0].is_paused = true; /* what it has said by now arrives */
            settle(nodes);
            group_tick();
            settle(nodes);
            group.node[0].is_paused = false;
            settle(nodes);
        }
    }
    group.node[0].is_slow = group.node[2].is_slow = false;
    settle(nodes);
    const char *heard = hear_at(nodes, 2, 2);
    assert_null(strstr(heard, "\"closed\""));
    assert_has(heard, "\"snapshot\":true");
    close_nodes(nodes);
}

/* Connection 1 of node i opens a room, and plays there with connection 2 of the third
 * node. */
static void begin_game(struct nodes *nodes, size_t i) {
    take(ask_at(nodes, i, 1, ROYAL_UR), "room", moves, sizeof moves);
    assert_has(ask_at(nodes, 2, 2, about("join", moves)), "'reply':'join'");
    assert_has(ask_at(nodes, i, 1, about("ready", moves)), "'reply':'ready'");
    assert_has(ask_at(nodes, 2, 2, about("ready", moves)), "'reply':'ready'");
}

static void check_played(struct nodes *nodes, size_t n) {
    settle(nodes);
    const struct session *ann = hub_find_name(nodes->node[0].fixture->hub, "Ann");
    assert_int_equal(session_n_played(ann) + ann->n_rooms, n);
}

/* A game moves to the node that has the lobby, and ends there: its players are free. */
static void test_played_at_lobby(void **state) {
    (void)state;
    struct ticket ticket;
    struct nodes *nodes = open_nodes(3);
    enter_at(nodes, 1, 1, "Bob", &ticket);
    enter_at(nodes, 2, 2, "Ann", &ticket);
    begin_game(nodes, 1);
    check_played(nodes, 1);
    give(nodes, 1, 0);
    pass_all(nodes, 1000);
    check_played(nodes, 1);
    close_nodes(nodes);
}

/* The lobby moves to a node where a player is known as a spectator: it hears of the game
 * that the player plays elsewhere. */
static void test_played_at_new_lobby(void **state) {
    (void)state;
    struct ticket ticket;
    struct nodes *nodes = open_nodes(3);
    enter_at(nodes, 1, 1, "Cid", &ticket);
    enter_at(nodes, 2, 1, "Bob", &ticket);
    enter_at(nodes, 2, 2, "Ann", &ticket);
    take(ask_at(nodes, 1, 1, ROYAL_UR), "room", watched, sizeof watched);
    assert_has(ask_at(nodes, 2, 2, about("watch", watched)), "'reply':'watch'");
    begin_game(nodes, 2);
    cut(nodes, 0, 1);
    cut(nodes, 0, 2);
    settle(nodes);
    const struct session *ann = hub_find_name(nodes->node[1].fixture->hub, "Ann");
    assert_int_equal(session_n_played(ann), 1);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_player),
        cmocka_unit_test(test_list_before_takeover),
        cmocka_unit_test(test_played_at_lobby),
        cmocka_unit_test(test_played_at_new_lobby),
        cmocka_unit_test(test_late_owner),
        cmocka_unit_test(test_former_owner_dies),
        cmocka_unit_test(test_late_for_ever),
        cmocka_unit_test(test_late_at_home),
        cmocka_unit_test(test_late_and_one_away),
        cmocka_unit_test(test_stale_room),
        cmocka_unit_test(test_asked_meanwhile),
        cmocka_unit_test(test_shown_meanwhile),
        cmocka_unit_test(test_others_do_not_wait),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_reads_again),
    };
    return cmocka_run_group_tests_name("rooms that move", tests, NULL, NULL);
}
