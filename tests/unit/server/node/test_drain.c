/* A node gives its rooms away before it ends. */
#include "server/hub/host.h"
#include "tests/unit/server/group.h"

/* An operator (9) of node 0 says it. */
static void drain(const char *line) {
    struct ticket ticket;
    if (group.node[0].fixture->client[9] == 0) {
        assert_true(come_from(group.node[0].fixture, 9, "127.0.0.1"));
        enter_node(0, 8, "Hal", &ticket);
        assert_has(ask_node(0, 9, "{'cmd':'name','name':'Op'}"), "'token'");
    }
    assert_has(ask_node(0, 9, line), "'reply':'drain'");
}

/* Opens rooms, each with one player. */
static void open_rooms(size_t i, size_t n, const char *prefix, char (*code)[8]) {
    struct ticket ticket;
    for (size_t k = 0; k < n; k++) {
        char name[32];
        snprintf(name, sizeof name, "%s%zu", prefix, k);
        enter_node(i, 10 + k, name, &ticket);
        take(ask_node(i, 10 + k, "{'cmd':'create','game':'ur'}"), "room", code[k], 8);
    }
}

/* A game goes on as it was: nobody was away, and no clock has lost time. */
static void test_game_goes_on(void **state) {
    struct ticket ticket[2];
    char board[4096];
    open_group(2);
    begin_at(0, ticket);
    strcpy(board, board_at(0, 1));
    group_pass(5000);
    struct room *room = hub_find_room(group.node[0].fixture->hub, ticket[0].room);
    uint64_t seq = room->seq;
    enum side side = (enum side)room->clock.running;
    int64_t left_ms =
        clock_left_ms(&room->clock, side, hub_now(group.node[0].fixture->hub).ms);
    drain("{'cmd':'drain'}");
    group_pass(300);
    assert_false(has_room(0, ticket[0].room));
    room = hub_find_room(group.node[1].fixture->hub, ticket[0].room);
    assert_non_null(room);
    assert_int_equal(room->seq, seq);
    assert_int_equal(room->clock.running, side);
    int64_t now_ms =
        clock_left_ms(&room->clock, side, hub_now(group.node[1].fixture->hub).ms);
    assert_in_range(left_ms - now_ms + 500, 0, 800);
    assert_true(hub_wants_stop(group.node[0].fixture->hub));
    hub_shut_down(group.node[0].fixture->hub);
    assert_has(hear_node(0, 1), "'code':'shutting_down'");
    kill_node(0);
    assert_has(resume_at(1, 1, &ticket[0]), "'reply':'resume'");
    assert_string_equal(board_at(1, 1), board);
    close_group();
}

/* The others say soon that a node has left, each time once. */
static void test_left(void **state) {
    (void)state;
    open_group(2);
    for (int i = 0; i < 2; i++) {
        const struct node_self left = *hub_node(group.node[0].fixture->hub);
        uint64_t *told = &group.node[1].fenced[left.slot];
        group_pass(1000);
        assert_int_equal(*told, 0);
        store_leave(group.node[0].fixture->store);
        kill_node(0);
        group_pass(NODE_LOOK_MS - 50); /* its last messages may be under way */
        assert_int_equal(*told, 0);
        group_pass(NODE_LOOK_MS + 100);
        assert_int_equal(*told, left.epoch);
        *told = 0;
        group_pass(1000);
        assert_int_equal(*told, 0);
        start_node(0);
    }
    close_group();
}

/* The free time of a player who is away, in which no clock runs, is not cut short. */
static void test_free_time(void **state) {
    struct ticket ticket[2];
    open_group(2);
    begin_at(0, ticket);
    group_pass(5000);
    const struct room *room = hub_find_room(group.node[0].fixture->hub, ticket[0].room);
    enum side side = (enum side)room->clock.running;
    drop(group.node[0].fixture, strcmp(room->seat[side].name, "Ann") == 0 ? 1 : 2);
    group_tick();
    uint64_t since_ms = room->clock.since_ms;
    assert_true(since_ms > hub_now(group.node[0].fixture->hub).ms + 1000);
    drain("{'cmd':'drain'}");
    group_pass(300);
    room = hub_find_room(group.node[1].fixture->hub, ticket[0].room);
    assert_non_null(room);
    assert_int_equal(room->clock.since_ms, since_ms);
    close_group();
}

/* The nodes with the fewest rooms get them. */
static void test_least_loaded(void **state) {
    char code[30][8];
    open_group(3);
    open_rooms(0, 30, "P", code);
    open_rooms(1, 10, "Q", code);
    drain("{'cmd':'drain'}");
    group_pass(1000);
    assert_int_equal(hub_n_rooms(group.node[0].fixture->hub), 0);
    assert_int_equal(hub_n_rooms(group.node[1].fixture->hub), 20);
    assert_int_equal(hub_n_rooms(group.node[2].fixture->hub), 20);
    close_group();
}

/* With minutes, it begins when they are over; `drain off` is in time before. */
static void test_minutes(void **state) {
    char code[3][8];
    open_group(2);
    open_rooms(0, 3, "P", code);
    drain("{'cmd':'drain','minutes':'1'}");
    group_pass(50000);
    assert_int_equal(hub_n_rooms(group.node[0].fixture->hub), 3);
    drain("{'cmd':'drain','minutes':'off'}");
    group_pass(30000);
    assert_int_equal(hub_n_rooms(group.node[0].fixture->hub), 3);
    drain("{'cmd':'drain','minutes':'1'}");
    group_pass(61000);
    assert_int_equal(hub_n_rooms(group.node[0].fixture->hub), 0);
    assert_int_equal(hub_n_rooms(group.node[1].fixture->hub), 3);
    assert_true(hub_wants_stop(group.node[0].fixture->hub));
    close_group();
}

/* A node that did not hear of a room is told again. */
static void test_told_again(void **state) {
    char code[1][8];
    open_group(2);
    open_rooms(0, 1, "P", code);
    group.loses_given = true;
    drain("{'cmd':'drain'}");
    group_pass(300);
    assert_false(has_room(0, code[0]) || has_room(1, code[0]));
    assert_false(hub_wants_stop(group.node[0].fixture->hub));
    group.loses_given = false;
    group_pass(600);
    assert_true(has_room(1, code[0]));
    assert_true(hub_wants_stop(group.node[0].fixture->hub));
    close_group();
}

/* A room that was given to a node which never heard of it is found there. */
static void test_found(void **state) {
    char code[1][8];
    open_group(2);
    open_rooms(0, 1, "P", code);
    group.loses_given = true;
    drain("{'cmd':'drain'}");
    group_pass(500);
    kill_node(0);
    group_pass(3000);
    assert_true(has_room(1, code[0]));
    close_group();
}

/* The same while the node that gave it lives: there is time to say so. */
static void test_not_said(void **state) {
    char code[1][8];
    open_group(2);
    open_rooms(0, 1, "P", code);
    group.loses_given = true;
    drain("{'cmd':'drain'}");
    group_pass(2500);
    assert_false(has_room(1, code[0]));
    group_pass(1500);
    assert_true(has_room(1, code[0]));
    close_group();
}

/* Without other nodes it ends, and has its rooms again at the next start. */
static void test_alone(void **state) {
    char code[1][8];
    open_group(1);
    open_rooms(0, 1, "P", code);
    drain("{'cmd':'drain'}");
    group_pass(1000);
    assert_true(hub_wants_stop(group.node[0].fixture->hub));
    kill_node(0);
    start_node(0);
    assert_true(has_room(0, code[0]));
    close_group();
}

/* A node that will end soon gets no rooms, though it has the fewest. */
static void test_another_drains(void **state) {
    char code[6][8];
    open_group(3);
    open_rooms(0, 4, "P", code);
    open_rooms(2, 2, "Q", code + 4);
    hub_drain(group.node[1].fixture->hub, 30);
    drain("{'cmd':'drain'}");
    group_pass(1000);
    assert_int_equal(hub_n_rooms(group.node[0].fixture->hub), 0);
    assert_int_equal(hub_n_rooms(group.node[1].fixture->hub), 0);
    assert_int_equal(hub_n_rooms(group.node[2].fixture->hub), 6);
    hub_end_drain(group.node[1].fixture->hub);
    hub_drain(group.node[2].fixture->hub, 0);
    group_pass(1000);
    assert_int_equal(hub_n_rooms(group.node[1].fixture->hub), 6);
    close_group();
}

/* Two nodes that end at the same time do not give a room back and forth: each keeps its
 * own to the end, and a node that starts then takes all. */
static void test_all_drain(void **state) {
    char code[4][8];
    open_group(2);
    open_rooms(0, 2, "P", code);
    open_rooms(1, 2, "Q", code + 2);
    for (size_t i = 0; i < 2; i++) {
        hub_drain(group.node[i].fixture->hub, 0);
    }
    group_pass(1000);
    assert_int_equal(group.n_given, 0);
    for (size_t i = 0; i < 2; i++) {
        assert_true(hub_wants_stop(group.node[i].fixture->hub));
        assert_true(has_room(i, code[2 * i]) && has_room(i, code[2 * i + 1]));
    }
    kill_node(0);
    kill_node(1);
    start_node(0);
    group_pass(NODE_STEADY_MS + 5000);
    assert_int_equal(hub_n_rooms(group.node[0].fixture->hub), 4);
    close_group();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_goes_on), cmocka_unit_test(test_left),
        cmocka_unit_test(test_free_time),    cmocka_unit_test(test_least_loaded),
        cmocka_unit_test(test_minutes),      cmocka_unit_test(test_told_again),
        cmocka_unit_test(test_alone),        cmocka_unit_test(test_found),
        cmocka_unit_test(test_not_said),     cmocka_unit_test(test_another_drains),
        cmocka_unit_test(test_all_drain),
    };
    return cmocka_run_group_tests_name("a node that is drained", tests, NULL, NULL);
}
