/* Two or three nodes, and players who cannot tell. */
#include "server/cluster/cluster.h"
#include "server/hub/sessions.h"
#include "tests/unit/server/nodes.h"

/* Ann is connection 1 of the first node, in JSON mode; Bob connection 2 of the second
 * one, in text mode. */
static struct nodes *open_two(void) {
    struct nodes *nodes = open_nodes(2);
    struct ticket ticket;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    assert_true(come(nodes->node[1].fixture, 2));
    assert_has(ask_at(nodes, 1, 2, "name Bob"), "Bob");
    return nodes;
}

static const char *join_at(struct nodes *nodes, size_t i, size_t conn, const char *room) {
    char line[64];
    snprintf(line, sizeof line, "join %s", room);
    return ask_at(nodes, i, conn, line);
}

/* Ann has opened a room, and Bob has joined it. */
static struct nodes *seat_across(const char *create, char room[static 8]) {
    struct nodes *nodes = open_two();
    take(ask_at(nodes, 0, 1, create), "room", room, 8);
    assert_has(join_at(nodes, 1, 2, room), "+ ");
    return nodes;
}

/* And their game has begun. */
static struct nodes *begin_across(const char *create, char room[static 8]) {
    struct nodes *nodes = seat_across(create, room);
    ask_at(nodes, 0, 1, "{'cmd':'ready','nonce':'apple'}");
    assert_has(ask_at(nodes, 1, 2, "ready pear"), "+ ");
    return nodes;
}

static bool has(const char *text, const char *what) {
    return strstr(text, json(what)) != NULL;
}

/* Bob moves, after Ann if it was her turn. */
static void let_bob_move(struct nodes *nodes) {
    while (!has(ask_at(nodes, 0, 1, "{'cmd':'board'}"), "'turn':'black'")) {
        ask_at(nodes, 0, 1, "{'cmd':'move','move':1}");
    }
}

static void test_whole_game(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    bool is_over = false;
    int n_moves = 0;
    for (int i = 0; i < 2000 && !is_over; i++) {
        const char *told = i % 2 == 0 ? ask_at(nodes, 0, 1, "{'cmd':'move','move':1}")
                                      : ask_at(nodes, 1, 2, "move 1");
        n_moves += has(told, i % 2 == 0 ? "'reply':'move'" : "+ ");
        is_over = has(told, i % 2 == 0 ? "'stage':'over'" : " wins");
        pass_all(nodes, 1000);
    }
    assert_true(is_over);
    assert_true(n_moves > 20);
    close_nodes(nodes);
}

/* The errors are those of a server that is alone. */
static void test_errors(void **state) {
    char room[8];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    assert_has(join_at(nodes, 1, 2, "XYXY"), "- There is no room XYXY");
    assert_has(join_at(nodes, 1, 2, room), "- You are in this room already");
    assert_has(ask_at(nodes, 1, 2, "@XYXY move 1"), "- No such room: type rooms");
    assert_has(ask_at(nodes, 1, 2, "move 1"), "- No game is running here: type ready");
    assert_true(come(nodes->node[1].fixture, 3));
    ask_at(nodes, 1, 3, "name Cid");
    assert_has(join_at(nodes, 1, 3, room), "- Both seats are taken");
    char line[64];
    snprintf(line, sizeof line, "@%s move 1", room);
    assert_has(ask_at(nodes, 1, 3, line), "- You are not in this room: join it first");
    assert_has(ask_at(nodes, 1, 3, "move 1"),
               "- You are in no room: type rooms, join ROOM or");
    close_nodes(nodes);
}

static void test_which_room(void **state) {
    char room[8], own[8], line[80];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    assert_true(come(nodes->node[1].fixture, 3));
    ask_at(nodes, 1, 3, "{'cmd':'name','name':'Cid'}");
    ask_at(nodes, 1, 3, "{'cmd':'mode','mode':'json'}");
    take(ask_at(nodes, 1, 3, ROYAL_UR), "room", own, 8);
    join_at(nodes, 1, 2, own);
    snprintf(line, sizeof line, "- You are in %s and %s: say which", own, room);
    assert_has(ask_at(nodes, 1, 2, "board"), line);
    snprintf(line, sizeof line, "@%s board", room);
    assert_has(ask_at(nodes, 1, 2, line), room);
    snprintf(line, sizeof line, "@%s leave", room);
    assert_has(ask_at(nodes, 1, 2, line), "+ ");
    assert_has(ask_at(nodes, 1, 2, "board"), own);
    close_nodes(nodes);
}

/* Limit rooms_per_player counts the rooms of all nodes. */
static void test_too_many_rooms(void **state) {
    char room[8];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    nodes->node[0].fixture->config.hub.limits.rooms_per_player = 2;
    nodes->node[1].fixture->config.hub.limits.rooms_per_player = 2;
    assert_has(ask_at(nodes, 1, 2, "create royal-ur"), "+ ");
    assert_has(ask_at(nodes, 1, 2, "create royal-ur"),
               "- You are in too many rooms: leave one");
    struct ticket ticket;
    enter_at(nodes, 0, 3, "Cid", &ticket);
    take(ask_at(nodes, 0, 3, ROYAL_UR), "room", room, 8);
    assert_has(join_at(nodes, 1, 2, room), "- You are in too many rooms: leave one");
    close_nodes(nodes);
}

/* A spectator elsewhere sees what happens, and may talk. */
static void test_watch(void **state) {
    char room[8], line[64];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    assert_true(come(nodes->node[1].fixture, 3));
    ask_at(nodes, 1, 3, "name Cid");
    snprintf(line, sizeof line, "watch %s", room);
    assert_has(ask_at(nodes, 1, 3, line), "+ ");
    let_bob_move(nodes);
    hear_at(nodes, 1, 3);
    ask_at(nodes, 1, 2, "move 1");
    assert_has(hear_at(nodes, 1, 3), "Bob");
    assert_has(ask_at(nodes, 1, 3, "say hello"), "+ ");
    assert_has(ask_at(nodes, 1, 3, "unwatch"), "+ ");
    assert_has(ask_at(nodes, 1, 3, "unwatch"), "- You do not watch this room");
    close_nodes(nodes);
}

/* What the client sets at home holds elsewhere. */
static void test_settings(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    ask_at(nodes, 1, 2, "mode json");
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'board'}"), "{'reply':'board'");
    ask_at(nodes, 0, 1, "{'cmd':'say','text':'hi'}");
    assert_has(hear_at(nodes, 1, 2), "'text':'hi'");
    ask_at(nodes, 1, 2, "{'cmd':'gag','name':'Ann'}");
    ask_at(nodes, 0, 1, "{'cmd':'say','text':'ho'}");
    assert_null(strstr(hear_at(nodes, 1, 2), json("'text':'ho'")));
    let_bob_move(nodes);
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'moves','show':'off'}"), "'reply':'moves'");
    ask_at(nodes, 1, 2, "{'cmd':'move','move':1}");
    let_bob_move(nodes);
    assert_null(strstr(hear_at(nodes, 1, 2), json("'moves':")));
    close_nodes(nodes);
}

/* --- leaving --- */

static void test_drop_and_resume(void **state) {
    char room[8], line[160];
    struct nodes *nodes = open_nodes(2);
    struct ticket ticket, bob;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    enter_at(nodes, 1, 2, "Bob", &bob);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, 8);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'join'");
    ask_at(nodes, 0, 1, "{'cmd':'ready'}");
    ask_at(nodes, 1, 2, "{'cmd':'ready'}");
    hear_at(nodes, 0, 1);
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'what':'away'");
    assert_true(come(nodes->node[1].fixture, 3));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", bob.token);
    const char *told = ask_at(nodes, 1, 3, line);
    assert_begins(told, "{'reply':'resume'");
    assert_has(told, "'snapshot':true");
    assert_has(told, "'what':'back'");
    assert_has(hear_at(nodes, 0, 1), "'what':'back'");
    assert_has(ask_at(nodes, 1, 3, "{'cmd':'board'}"), "'reply':'board'");
    close_nodes(nodes);
}

/* Nothing is left of a player who has gone. */
static void test_quit(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    let_bob_move(nodes);
    assert_has(ask_at(nodes, 1, 2, "quit"), "- Your game against Ann in ");
    assert_has(ask_at(nodes, 1, 2, "board"), room);
    ask_at(nodes, 0, 1, "{'cmd':'ping'}");
    const char *told = ask_at(nodes, 1, 2, "quit sure");
    assert_has(told, "+ ");
    assert_has(told, "you have quit.");
    assert_has(hear_at(nodes, 0, 1), "'stage':'over'");
    drop(nodes->node[1].fixture, 2);
    settle(nodes);
    assert_null(hub_find_name(nodes->node[0].fixture->hub, "Bob"));
    assert_null(hub_find_name(nodes->node[1].fixture->hub, "Bob"));
    close_nodes(nodes);
}

/* A session is foreign only as long as it has something there; the first node has the
 * lobby, which knows everybody. */
static void test_leave(void **state) {
    char room[8], line[64];
    struct nodes *nodes = open_two();
    struct hub *owner = nodes->node[1].fixture->hub;
    ask_at(nodes, 1, 2, "mode json");
    take(ask_at(nodes, 1, 2, ROYAL_UR), "room", room, 8);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", room);
    assert_has(ask_at(nodes, 0, 1, line), "'reply':'join'");
    assert_non_null(hub_find_name(owner, "Ann"));
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'leave'}"), "'reply':'leave'");
    assert_null(hub_find_name(owner, "Ann"));
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'leave'}"), "'error':'no_room'");
    assert_has(ask_at(nodes, 0, 1, line), "'reply':'join'");
    close_nodes(nodes);
}

/* --- the bus fails --- */

/* The player is away, and pays nothing; a request is carried out once. */
static void test_cut(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    let_bob_move(nodes);
    hear_at(nodes, 1, 2);
    hold_letters(nodes, 0, 1, true); /* the answer is lost */
    say_at(nodes, 1, 2, "move 1");
    settle(nodes);
    hear_at(nodes, 0, 1);
    cut(nodes, 0, 1);
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'what':'away'");
    assert_string_equal(hear_at(nodes, 1, 2), "");
    hold_letters(nodes, 0, 1, false);
    mend(nodes, 0, 1);
    settle(nodes);
    const char *told = hear_at(nodes, 1, 2);
    assert_int_equal(count(told, "+ Played"), 1);
    assert_null(strstr(told, "\r\n- "));
    told = hear_at(nodes, 0, 1);
    assert_has(told, "'what':'back'");
    assert_null(strstr(told, json("'what':'move'")));
    close_nodes(nodes);
}

/* A player whose connection is about to end is away when it has ended. */
static void test_cut_while_leaving(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    struct fixture *fixture = nodes->node[0].fixture;
    const struct room *seats = hub_find_room(fixture->hub, room);
    hub_noise(fixture->hub, fixture->client[1]);
    settle(nodes);
    cut(nodes, 0, 1);
    settle(nodes);
    assert_true(seats->seat[SIDE_BLACK].absence.away);
    assert_false(seats->seat[SIDE_WHITE].absence.away);
    drop(fixture, 1);
    settle(nodes);
    assert_true(seats->seat[SIDE_WHITE].absence.away);
    close_nodes(nodes);
}

static void test_out_of_reach(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    cut(nodes, 0, 1);
    settle(nodes);
    hear_at(nodes, 1, 2);
    assert_string_equal(ask_at(nodes, 1, 2, "board"), "");
    pass_all(nodes, 5100);
    assert_has(hear_at(nodes, 1, 2), "- The server that must do this cannot be");
    assert_has(ask_at(nodes, 1, 2, "ping"), "+ ");
    assert_has(join_at(nodes, 1, 2, "XYXY"), "- The server that must do this cannot");
    assert_has(ask_at(nodes, 1, 2, "create royal-ur"), "+ "); /* games here go on */
    mend(nodes, 0, 1);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), room);
    close_nodes(nodes);
}

/* A seat that was lost while the nodes did not reach each other is forgotten. */
static void test_lost_seat(void **state) {
    char room[8];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    cut(nodes, 0, 1);
    ask_at(nodes, 0, 1, "{'cmd':'leave'}");
    pass_all(nodes, 130000);
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'rooms'}"), "'rooms':[]");
    mend(nodes, 0, 1);
    settle(nodes);
    pass_all(nodes, 11000);
    assert_has(hear_at(nodes, 1, 2), "is closed");
    assert_has(ask_at(nodes, 1, 2, "board"),
               "- You are in no room: type rooms, join ROOM or");
    assert_has(ask_at(nodes, 1, 2, "name Rob"), "+ ");
    close_nodes(nodes);
}

/* The same when the other player is still there. */
static void test_lost_seat_only(void **state) {
    char room[8];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    ask_at(nodes, 0, 1, "{'cmd':'ready'}");
    cut(nodes, 0, 1);
    pass_all(nodes, 130000);
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'board'}"), "'black':null");
    hear_at(nodes, 1, 2);
    mend(nodes, 0, 1);
    pass_all(nodes, 100);
    assert_has(hear_at(nodes, 1, 2), "is closed");
    assert_has(join_at(nodes, 1, 2, room), "+ ");
    close_nodes(nodes);
}

/* A request that comes twice is answered once. */
static void test_twice(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    let_bob_move(nodes);
    hear_at(nodes, 1, 2);
    say_at(nodes, 1, 2, "move 1");
    repeat_letters(nodes);
    settle(nodes);
    const char *told = hear_at(nodes, 1, 2);
    assert_int_equal(count(told, "+ Played"), 1);
    assert_null(strstr(told, "\r\n- "));
    close_nodes(nodes);
}

/* What was asked of the lobby's node is not repeated: its answer may be forgotten. */
static void test_shout_once(void **state) {
    struct nodes *nodes = open_two();
    hold_letters(nodes, 0, 1, true);
    say_at(nodes, 1, 2, "shout hello");
    settle(nodes);
    assert_has(hear_at(nodes, 0, 1), "'text':'hello'");
    cut(nodes, 0, 1);
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 2), "- The server that must do this");
    mend(nodes, 0, 1);
    settle(nodes);
    assert_null(strstr(hear_at(nodes, 0, 1), "hello"));
    close_nodes(nodes);
}

/* A node that does not answer. */
static void test_no_answer(void **state) {
    char room[8];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    hold_letters(nodes, 1, 0, true);
    assert_string_equal(ask_at(nodes, 1, 2, "board"), "");
    pass_all(nodes, 5100);
    assert_has(hear_at(nodes, 1, 2), "- The server that must do this does not answer");
    hold_letters(nodes, 1, 0, false);
    settle(nodes);
    assert_null(strstr(hear_at(nodes, 1, 2), "\r\n+ ")); /* no second answer */
    assert_has(ask_at(nodes, 1, 2, "board"), "+ ");
    close_nodes(nodes);
}

/* The same if the late answer comes with news of the player's rooms. */
static void test_late_answer(void **state) {
    char room[8];
    struct nodes *nodes = seat_across(ROYAL_UR, room);
    hold_letters(nodes, 0, 1, true);
    assert_string_equal(ask_at(nodes, 1, 2, "leave"), "");
    pass_all(nodes, 5100);
    assert_has(hear_at(nodes, 1, 2), "- The server that must do this");
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    assert_null(strstr(hear_at(nodes, 1, 2), "+ "));
    assert_has(ask_at(nodes, 1, 2, "board"),
               "- You are in no room: type rooms, join ROOM or");
    close_nodes(nodes);
}

/* An adjourned game goes on when both say so, by the room: not by a token. */
static void test_adjourned(void **state) {
    char room[8], line[80];
    struct nodes *nodes = open_nodes(2);
    struct ticket ticket;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    enter_at(nodes, 1, 2, "Bob", &ticket);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, 8);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'join'");
    ask_at(nodes, 0, 1, "{'cmd':'ready'}");
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'ready'}"), "'stage':'playing'");
    ask_at(nodes, 0, 1, "{'cmd':'adjourn'}");
    assert_has(ask_at(nodes, 1, 2, "{'cmd':'adjourn'}"), "'stage':'adjourned'");
    snprintf(line, sizeof line, "{'cmd':'resume','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'resume'");
    assert_has(ask_at(nodes, 0, 1, line), "'stage':'playing'");
    close_nodes(nodes);
}

/* Ann at the first node and Bob at the second sit in a room of the first, whose messages
 * to the second are held from now on. */
static struct nodes *seat_and_hold(struct ticket *bob) {
    char room[8], line[160];
    struct nodes *nodes = open_nodes(2);
    struct ticket ann;
    enter_at(nodes, 0, 1, "Ann", &ann);
    enter_at(nodes, 1, 2, "Bob", bob);
    take(ask_at(nodes, 0, 1, ROYAL_UR), "room", room, 8);
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s'}", room);
    assert_has(ask_at(nodes, 1, 2, line), "'reply':'join'");
    hold_letters(nodes, 0, 1, true);
    return nodes;
}

/* Bob comes back on another connection of his node before the first one has ended, and
 * what was held arrives. */
static const char *come_again(struct nodes *nodes, const struct ticket *bob) {
    char line[160];
    assert_true(come(nodes->node[1].fixture, 3));
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", bob->token);
    ask_at(nodes, 1, 3, line);
    pass_all(nodes, CLUSTER_FIND_MS + 100); /* that node does not list his rooms */
    assert_begins(hear_at(nodes, 1, 3), "{'reply':'resume'");
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    return hear_at(nodes, 1, 3);
}

/* What Bob asked on the former connection is not answered on the new one. */
static void test_late_answer_of_other(void **state) {
    struct ticket bob;
    struct nodes *nodes = seat_and_hold(&bob);
    say_at(nodes, 1, 2, "{'cmd':'say','text':'hello','id':'s'}");
    settle(nodes);
    assert_false(has(come_again(nodes, &bob), "'id':'s'"));
    assert_has(ask_at(nodes, 1, 3, "{'cmd':'board','id':'b'}"), "'id':'b'");
    close_nodes(nodes);
}

/* Nor is he told what Ann said before. */
static void test_late_event_of_other(void **state) {
    struct ticket bob;
    struct nodes *nodes = seat_and_hold(&bob);
    ask_at(nodes, 0, 1, "{'cmd':'say','text':'late'}");
    const char *heard = come_again(nodes, &bob);
    assert_has(heard, "'event':'state'");
    assert_false(has(heard, "'late'"));
    ask_at(nodes, 0, 1, "{'cmd':'say','text':'in time'}");
    assert_has(hear_at(nodes, 1, 3), "'in time'");
    close_nodes(nodes);
}

/* Members that this version does not know are left out. */
static void test_newer_node(void **state) {
    char room[8], line[64];
    struct nodes *nodes = begin_across(ROYAL_UR, room);
    nodes->adds_members = true;
    assert_true(come(nodes->node[1].fixture, 3));
    ask_at(nodes, 1, 3, "name Cid");
    snprintf(line, sizeof line, "watch %s", room);
    assert_has(ask_at(nodes, 1, 3, line), "+ ");
    assert_has(ask_at(nodes, 1, 3, "who"), "Ann");
    let_bob_move(nodes);
    assert_has(ask_at(nodes, 1, 2, "move 1"), "+ ");
    assert_has(ask_at(nodes, 1, 3, "quit"), "bye");
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'who'}"), "Bob");
    assert_null(strstr(ask_at(nodes, 0, 1, "{'cmd':'who'}"), "Cid"));
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_game),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_which_room),
        cmocka_unit_test(test_too_many_rooms),
        cmocka_unit_test(test_watch),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_drop_and_resume),
        cmocka_unit_test(test_quit),
        cmocka_unit_test(test_leave),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_cut_while_leaving),
        cmocka_unit_test(test_out_of_reach),
        cmocka_unit_test(test_no_answer),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_shout_once),
        cmocka_unit_test(test_lost_seat),
        cmocka_unit_test(test_lost_seat_only),
        cmocka_unit_test(test_late_answer),
        cmocka_unit_test(test_adjourned),
        cmocka_unit_test(test_newer_node),
        cmocka_unit_test(test_late_answer_of_other),
        cmocka_unit_test(test_late_event_of_other),
    };
    return cmocka_run_group_tests_name("cluster", tests, NULL, NULL);
}
