/* Seats must be used: players who are not ready in time lose them, and the player who
 * opened the room may send such a player away. */
#include "server/turn/config.h"
#include "server/turn/turn.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define READY_10S "--limit ready_ms=10000"
#define READY     "{'cmd':'ready'}"
#define UNSEAT    "{'cmd':'unseat'}"
#define MINE      "{'cmd':'mine'}"
#define NOWHERE   "'mine':[]"

/* Even the player who opened the room loses the seat, for example when they are away. */
TEST(test_the_ready_one_stays) {
    open_fixture(READY_10S);
    seat(ROYAL_UR);
    ask(2, READY);
    pass(10100);
    assert_has(hear(1), "{'what':'late','side':'white'}");
    assert_has(ask(1, MINE), NOWHERE);
    assert_has(ask(2, MINE), "'stage':'waiting','side':'black'");
    ask_about(1, "join", ticket[0].room);
    assert_has(ask(1, UNSEAT), "'error':'not_opener'");
}

/* Events sent again are the same, and a restart gives the whole time again. */
TEST(test_over_a_restart) {
    open_filed_fixture(READY_10S);
    begin(ROYAL_UR);
    ask(1, "{'cmd':'resign'}");
    ask(1, "{'cmd':'rematch'}");
    pass(4000);
    drop(2);
    pass(1000);
    hear(1);
    ask(1, READY);
    const char *told = come_back(3, &ticket[1], 6); /* session 7 has left */
    assert_has(told, "'ready_ms':6000");
    assert_has(told, "'ready_ms':5000");
    restart_fixture();
    come_back(1, &ticket[0], -1);
    come_back(2, &ticket[1], -1);
    assert_has(ask(2, "{'cmd':'board'}"), "'ready_ms':10000");
    pass(10100);
    assert_has(ask(2, MINE), NOWHERE);
}

/* Ann (1), and Bob (2) from another address, which may be late twice an hour. */
static void open_late(void) {
    open_fixture(READY_10S " --limit late_per_hour=2");
    enter(1, "Ann", &ticket[0]);
    assert_true(come_from(2, "198.51.100.7"));
    ask(2, "{'cmd':'name','name':'Bob'}");
}

/* One address cannot take the seats of a lobby again and again. */
TEST(test_late_too_often) {
    open_late();
    create_room(1, ROYAL_UR, ticket[0].room);
    for (int i = 0; i < 2; i++) {
        assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
        pass(10100);
    }
    const char *told = ask_about(2, "join", ticket[0].room);
    assert_has(told, "'error':'too_fast'");
    assert_has(told, "'retry_after_ms':");
    told = ask(2, "{'cmd':'play','game':'royal-ur'}");
    assert_null(strstr(told, json("'room'")));
    enter(3, "Cid", &ticket[1]);
    assert_has(ask_about(3, "join", ticket[0].room), "'reply':'join'");
}

/* Lost seats do not keep other players of the same address out for long. */
TEST(test_late_has_an_end) {
    struct ticket room[6];
    open_late();
    for (int i = 0; i < 6; i++) {
        create_room(1, ROYAL_UR, room[i].room);
        assert_has(ask_about(2, "join", room[i].room), "'reply':'join'");
    }
    pass(10100);
    assert_has(ask_about(2, "join", room[0].room), "'error':'too_fast'");
    pass(5400000); /* from four lost seats down to one */
    assert_has(ask_about(2, "join", room[0].room), "'reply':'join'");
}

/* Leaving just in time, or disconnecting, does not help. */
TEST(test_leaving_just_in_time) {
    open_late();
    create_room(1, ROYAL_UR, ticket[0].room);
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    pass(9900);
    ask(2, "{'cmd':'leave'}");
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    drop(2);
    pass(10100);
    assert_true(come_from(2, "198.51.100.7"));
    ask(2, "{'cmd':'name','name':'Bob'}");
    assert_has(ask_about(2, "join", ticket[0].room), "'error':'too_fast'");
}

/* The player who opened the room, and players who have played, can leave freely. */
TEST(test_leaving_is_free) {
    open_fixture(READY_10S " --limit late_per_hour=1");
    begin(ROYAL_UR);
    ask(1, "{'cmd':'resign'}");
    ask(1, "{'cmd':'rematch'}");
    ask(2, "{'cmd':'leave'}");
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    ask(1, "{'cmd':'leave'}");
    assert_has(ask_about(1, "join", ticket[0].room), "'reply':'join'");
}

/* A command arrives at the moment when the seat is lost, before the server checks
 * deadlines. */
TEST(test_a_command_at_the_last_moment) {
    static const char *const commands[] = {READY, "{'cmd':'board'}", "{'cmd':'leave'}"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        open_fixture(READY_10S);
        seat(ROYAL_UR);
        advance(10100);
        assert_has(ask(2, commands[i]), "'error':'not_in_room'");
        close_fixture();
    }
}

TEST(test_unseat) {
    seat(ROYAL_UR);
    ask(1, READY);
    assert_has(ask(2, UNSEAT), "'error':'not_opener'");
    hear(2);
    say(1, UNSEAT);
    assert_has(hear(2), "{'what':'unseated','side':'black'}");
    assert_has(ask(2, MINE), NOWHERE);
    assert_has(ask(1, UNSEAT), "'error':'no_opponent'");
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    ask(2, READY);
    assert_has(ask(1, UNSEAT), "'error':'cannot_unseat'");
}

/* Who is behind in a match cannot send the other away. */
TEST(test_unseat_between_the_legs) {
    begin("{'cmd':'create','game':'tablut:legs=2'}");
    ask(1, "{'cmd':'resign'}");
    assert_has(ask(1, "{'cmd':'board'}"), "'leg':2");
    assert_has(ask(1, UNSEAT), "'error':'cannot_unseat'");
    ask(1, READY);
    ask(2, READY);
    ask(2, "{'cmd':'resign'}");
    assert_has(ask(2, "{'cmd':'rematch'}"), "'reply':'rematch'");
    assert_has(ask(1, UNSEAT), "'reply':'unseat'"); /* before the next match */
}
