/* A node dies: others go on with its rooms. */
#include "tests/unit/server/group.h"

static void test_dead_process(void **state) {
    struct ticket ticket[2];
    char board[4096];
    open_group(2);
    begin_at(0, ticket);
    strcpy(board, board_at(0, 1));
    group_pass(3000);
    const struct node_self dead = *hub_node(group.node[0].fixture->hub);
    kill_node(0);
    group_pass(2000);
    assert_true(group.node[1].fenced[dead.slot] >= dead.epoch);
    assert_true(has_room(1, ticket[0].room));
    assert_has(group.node[1].here, ticket[0].room);
    for (size_t i = 0; i < 2; i++) {
        const char *told = resume_at(1, i + 1, &ticket[i]);
        assert_has(told, "'reply':'resume'");
        assert_has(told, "'stage':'playing'");
        assert_string_equal(board_at(1, i + 1), board);
    }
    assert_has(ask_node(1, 1, "{'cmd':'say','text':'again'}"), "'reply':'say'");
    size_t who =
        strstr(ask_node(1, 1, "{'cmd':'board'}"), json("'turn':'white'")) ? 1 : 2;
    const char *moved = ask_node(1, who, "{'cmd':'move','move':1}");
    if (strstr(moved, json("'reply':'move'")) == NULL) {
        moved = ask_node(1, 3 - who, "{'cmd':'move','move':1}");
    }
    assert_has(moved, "'reply':'move'");
    close_group();
}

/* A player who is here before the room is shown it first, and told events then. */
static void test_player_before_room(void **state) {
    struct ticket ticket[2];
    open_group(2);
    begin_at(0, ticket);
    group_pass(3000);
    kill_node(0);
    assert_has(resume_at(1, 1, &ticket[0]), "'mine':[]");
    group_pass(2000);
    assert_true(has_room(1, ticket[0].room));
    const char *said = hear_node(1, 1);
    const char *snapshot = strstr(said, json("'snapshot':true"));
    assert_non_null(snapshot);
    assert_ptr_equal(strstr(said, json("'event':'state'")), said + 1);
    assert_true(snapshot < strchr(said, '\n'));
    close_group();
}

/* A player whose session is gone is away; the other one goes on. */
static void test_session_is_gone(void **state) {
    struct ticket ticket[2];
    open_group(2);
    begin_at(0, ticket);
    group_pass(3000);
    struct store *store = group.node[1].fixture->store;
    assert_true(store_remove_session(
        store, hub_find_name(group.node[0].fixture->hub, "Bob")->id));
    assert_true(store_commit(store));
    kill_node(0);
    group_pass(2000);
    assert_true(has_room(1, ticket[0].room));
    assert_has(resume_at(1, 1, &ticket[0]), "'stage':'playing'");
    assert_has(resume_at(1, 2, &ticket[1]), "'error':'unknown_token'");
    group_pass(150000);
    assert_has(ask_node(1, 1, "{'cmd':'claim'}"), "'reply':'claim'");
    close_group();
}

/* Nobody pays for the time in which no node had the game. */
static void test_clocks(void **state) {
    struct ticket ticket[2];
    open_group(2);
    group_pass(10000);
    begin_at(0, ticket);
    struct room *room = hub_find_room(group.node[0].fixture->hub, ticket[0].room);
    enum side side = (enum side)room->clock.running;
    group_pass(10000);
    int64_t left_ms =
        clock_left_ms(&room->clock, side, hub_now(group.node[0].fixture->hub).ms);
    kill_node(0);
    group_pass(60000);
    room = hub_find_room(group.node[1].fixture->hub, ticket[0].room);
    assert_in_range(room->clock.left_ms[side], left_ms, left_ms + 1100);
    close_group();
}

/* Its lease is over, though its connection to the database lives. */
static void test_paused(void **state) {
    struct ticket ticket[2];
    open_group(2);
    group_pass(NODE_STEADY_MS);
    begin_at(0, ticket);
    group.node[0].is_paused = true;
    group_pass(4000);
    assert_false(has_room(1, ticket[0].room));
    group_pass(6000);
    assert_true(has_room(1, ticket[0].room));
    close_group();
}

/* Two nodes share the rooms of the third. */
static void test_shared(void **state) {
    enum { ROOMS = 120 };
    char code[ROOMS][8];
    struct ticket ticket;
    open_group(3);
    for (size_t i = 0; i < ROOMS; i++) {
        char name[32];
        snprintf(name, sizeof name, "P%zu", i);
        enter_node(0, i % 40 + 1, name, &ticket);
        take(ask_node(0, i % 40 + 1, "{'cmd':'create','game':'ur'}"), "room", code[i], 8);
        drop(group.node[0].fixture, i % 40 + 1);
    }
    kill_node(0);
    group_pass(3000);
    size_t n[GROUP_MAX] = {0};
    for (size_t i = 0; i < ROOMS; i++) {
        assert_int_equal(has_room(1, code[i]) + has_room(2, code[i]), 1);
        n[1] += has_room(1, code[i]);
        n[2] += has_room(2, code[i]);
    }
    assert_true(n[1] > 0 && n[2] > 0);
    close_group();
}

/* A node that starts again under its name has its rooms at once. */
static void test_restart_before(void **state) {
    struct ticket ticket[2];
    open_group(2);
    begin_at(0, ticket);
    kill_node(0);
    start_node(0);
    assert_true(has_room(0, ticket[0].room));
    group_pass(10000);
    assert_true(has_room(0, ticket[0].room));
    assert_false(has_room(1, ticket[0].room));
    assert_has(resume_at(0, 1, &ticket[0]), "'reply':'resume'");
    close_group();
}

/* And not those that another node has taken. */
static void test_restart_after(void **state) {
    struct ticket ticket[2];
    open_group(2);
    begin_at(0, ticket);
    kill_node(0);
    group_pass(3000);
    start_node(0);
    group_pass(3000);
    assert_false(has_room(0, ticket[0].room));
    assert_true(has_room(1, ticket[0].room));
    for (int i = 0; i < 200; i++) {
        char code[ROOM_BYTES_MAX + 1];
        hub_draw_code(group.node[0].fixture->hub, code);
        assert_string_not_equal(code, ticket[0].room);
    }
    close_group();
}

/* A node has some 42 short codes.  When other nodes have taken over rooms with all of
 * them, it draws longer ones. */
static void test_short_codes_run_out(void **state) {
    enum { STARTS = 4, ROOMS = 15 };
    struct ticket ticket;
    open_group(2);
    for (size_t i = 0; i < STARTS * ROOMS; i++) {
        char name[32];
        snprintf(name, sizeof name, "P%zu", i);
        enter_node(0, i % ROOMS + 1, name, &ticket);
        assert_has(ask_node(0, i % ROOMS + 1, "{'cmd':'create','game':'ur'}"),
                   "'reply':'create'");
        if (i % ROOMS == ROOMS - 1) {
            kill_node(0);
            group_pass(3000);
            start_node(0);
            group_pass(3000);
        }
    }
    close_group();
}

/* A node asks the store for its rooms; before it hears of them one is closed, which is
 * not stored yet. */
static void test_closing(void **state) {
    struct ticket ticket[2];
    open_group(1);
    enter_node(0, 1, "Ann", &ticket[0]);
    enter_node(0, 2, "Bob", &ticket[1]);
    take(ask_node(0, 1, "{'cmd':'create','game':'ur'}"), "room", ticket[0].room, 8);
    group.node[0].is_slow = true;
    group_pass(1000);
    assert_string_equal(ask_node(0, 2, "{'cmd':'create','game':'ur'}"), "");
    assert_string_equal(ask_node(0, 1, "{'cmd':'leave'}"), "");
    group.node[0].is_slow = false;
    group_settle();
    assert_false(has_room(0, ticket[0].room));
    assert_false(store_has_set_aside(group.node[0].fixture->store));
    close_group();
}

/* While no node could renew its lease, none is dead when the database is back. */
static void test_all_were_away(void **state) {
    struct ticket ticket[2];
    open_group(2);
    begin_at(0, ticket);
    group_pass(10000);
    group.node[0].is_paused = group.node[1].is_paused = true;
    group_pass(30000);
    group.node[1].is_paused = false;
    group_pass(4000);
    group.node[0].is_paused = false;
    group_pass(10000);
    assert_true(has_room(0, ticket[0].room));
    assert_false(hub_is_lost(group.node[0].fixture->hub));
    close_group();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dead_process),
        cmocka_unit_test(test_session_is_gone),
        cmocka_unit_test(test_player_before_room),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_paused),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_restart_before),
        cmocka_unit_test(test_restart_after),
        cmocka_unit_test(test_short_codes_run_out),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_all_were_away),
    };
    return cmocka_run_group_tests_name("the rooms of a dead node", tests, NULL, NULL);
}
