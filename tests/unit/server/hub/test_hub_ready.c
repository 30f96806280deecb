/* Seats must be used: players who are not ready in time lose them, and the player who
 * opened the room may send such a player away. */
#include "server/hub/hub.h"
#include "server/turn/config.h"
#include "server/turn/turn.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define READY_10S "--limit ready_ms=10000"
#define READY     "{'cmd':'ready'}"
#define UNSEAT    "{'cmd':'unseat'}"
#define MINE      "{'cmd':'mine'}"
#define NOWHERE   "'mine':[]"

TEST(test_neither_is_ready) {
    struct fixture *fixture = open_fixture(READY_10S);
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
    assert_has(ask(fixture, 2, "{'cmd':'board'}"), "'ready_ms':10000");
    pass(fixture, 9900);
    assert_string_equal(hear(fixture, 2), "");
    pass(fixture, 200);
    const char *told = hear(fixture, 2); /* the last event that Bob gets */
    assert_has(told, "{'what':'late','side':'black'},{'what':'gone'");
    assert_has(told, "'black':null");
    assert_has(ask(fixture, 2, MINE), NOWHERE);
    assert_has(ask(fixture, 1, MINE), "'opponent':null");
    assert_null(strstr(ask(fixture, 1, "{'cmd':'board'}"), "ready_ms"));
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'reply':'join'");
}

/* Even the player who opened the room loses the seat, for example when they are away. */
TEST(test_the_ready_one_stays) {
    struct fixture *fixture = open_fixture(READY_10S);
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
    ask(fixture, 2, READY);
    pass(fixture, 10100);
    assert_has(hear(fixture, 1), "{'what':'late','side':'white'}");
    assert_has(ask(fixture, 1, MINE), NOWHERE);
    assert_has(ask(fixture, 2, MINE), "'stage':'waiting','side':'black'");
    ask_about(fixture, 1, "join", ticket[0].room);
    assert_has(ask(fixture, 1, UNSEAT), "'error':'not_opener'");
}

TEST(test_after_a_rematch) {
    struct fixture *fixture = open_fixture(READY_10S);
    struct ticket ticket[2];
    begin(fixture, ROYAL_UR, ticket);
    ask(fixture, 1, "{'cmd':'resign'}");
    pass(fixture, 60000); /* neither player has to go on */
    assert_has(ask(fixture, 2, "{'cmd':'rematch'}"), "'ready_ms':10000");
    ask(fixture, 2, READY);
    pass(fixture, 10100);
    assert_has(ask(fixture, 1, MINE), NOWHERE);
}

/* Events sent again are the same, and a restart gives the whole time again. */
TEST(test_over_a_restart) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_fixture(READY_10S);
    begin(fixture, ROYAL_UR, ticket);
    ask(fixture, 1, "{'cmd':'resign'}");
    ask(fixture, 1, "{'cmd':'rematch'}");
    pass(fixture, 4000);
    drop(fixture, 2);
    pass(fixture, 1000);
    hear(fixture, 1);
    ask(fixture, 1, READY);
    const char *told = come_back(fixture, 3, &ticket[1], 6); /* session 7 has left */
    assert_has(told, "'ready_ms':6000");
    assert_has(told, "'ready_ms':5000");
    restart_fixture(fixture);
    come_back(fixture, 1, &ticket[0], -1);
    come_back(fixture, 2, &ticket[1], -1);
    assert_has(ask(fixture, 2, "{'cmd':'board'}"), "'ready_ms':10000");
    pass(fixture, 10100);
    assert_has(ask(fixture, 2, MINE), NOWHERE);
}

/* Ann (1), and Bob (2) from another address, which may be late twice an hour. */
static struct fixture *open_late(struct ticket ticket[2]) {
    struct fixture *fixture = open_fixture(READY_10S " --limit late_per_hour=2");
    enter(fixture, 1, "Ann", &ticket[0]);
    assert_true(come_from(fixture, 2, "198.51.100.7"));
    ask(fixture, 2, "{'cmd':'name','name':'Bob'}");
    return fixture;
}

/* One address cannot take the seats of a lobby again and again. */
TEST(test_late_too_often) {
    struct ticket ticket[2];
    struct fixture *fixture = open_late(ticket);
    create_room(fixture, 1, ROYAL_UR, ticket[0].room);
    for (int i = 0; i < 2; i++) {
        assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'reply':'join'");
        pass(fixture, 10100);
    }
    const char *told = ask_about(fixture, 2, "join", ticket[0].room);
    assert_has(told, "'error':'too_fast'");
    assert_has(told, "'retry_after_ms':");
    told = ask(fixture, 2, "{'cmd':'play','game':'royal-ur'}");
    assert_null(strstr(told, json("'room'")));
    enter(fixture, 3, "Cid", &ticket[1]);
    assert_has(ask_about(fixture, 3, "join", ticket[0].room), "'reply':'join'");
}

/* Lost seats do not keep other players of the same address out for long. */
TEST(test_late_has_an_end) {
    struct ticket ticket[2], room[6];
    struct fixture *fixture = open_late(ticket);
    for (int i = 0; i < 6; i++) {
        create_room(fixture, 1, ROYAL_UR, room[i].room);
        assert_has(ask_about(fixture, 2, "join", room[i].room), "'reply':'join'");
    }
    pass(fixture, 10100);
    assert_has(ask_about(fixture, 2, "join", room[0].room), "'error':'too_fast'");
    pass(fixture, 5400000); /* from four lost seats down to one */
    assert_has(ask_about(fixture, 2, "join", room[0].room), "'reply':'join'");
}

/* Leaving just in time, or disconnecting, does not help. */
TEST(test_leaving_just_in_time) {
    struct ticket ticket[2];
    struct fixture *fixture = open_late(ticket);
    create_room(fixture, 1, ROYAL_UR, ticket[0].room);
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'reply':'join'");
    pass(fixture, 9900);
    ask(fixture, 2, "{'cmd':'leave'}");
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'reply':'join'");
    drop(fixture, 2);
    pass(fixture, 10100);
    assert_true(come_from(fixture, 2, "198.51.100.7"));
    ask(fixture, 2, "{'cmd':'name','name':'Bob'}");
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'error':'too_fast'");
}

/* The player who opened the room, and players who have played, can leave freely. */
TEST(test_leaving_is_free) {
    struct fixture *fixture = open_fixture(READY_10S " --limit late_per_hour=1");
    struct ticket ticket[2];
    begin(fixture, ROYAL_UR, ticket);
    ask(fixture, 1, "{'cmd':'resign'}");
    ask(fixture, 1, "{'cmd':'rematch'}");
    ask(fixture, 2, "{'cmd':'leave'}");
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'reply':'join'");
    ask(fixture, 1, "{'cmd':'leave'}");
    assert_has(ask_about(fixture, 1, "join", ticket[0].room), "'reply':'join'");
}

/* A command arrives at the moment when the seat is lost, before the server checks
 * deadlines. */
TEST(test_a_command_at_the_last_moment) {
    static const char *const commands[] = {READY, "{'cmd':'board'}", "{'cmd':'leave'}"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct fixture *fixture = open_fixture(READY_10S);
        struct ticket ticket[2];
        seat(fixture, ROYAL_UR, ticket);
        fixture->ms += 10100;
        turn_set_time(hub_turns(fixture->hub),
                      (struct hub_time){fixture->ms, (int64_t)fixture->ms});
        assert_has(ask(fixture, 2, commands[i]), "'error':'not_in_room'");
        close_fixture(fixture);
    }
}

TEST(test_unseat) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
    ask(fixture, 1, READY);
    assert_has(ask(fixture, 2, UNSEAT), "'error':'not_opener'");
    hear(fixture, 2);
    say(fixture, 1, UNSEAT);
    assert_has(hear(fixture, 2), "{'what':'unseated','side':'black'}");
    assert_has(ask(fixture, 2, MINE), NOWHERE);
    assert_has(ask(fixture, 1, UNSEAT), "'error':'no_opponent'");
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'reply':'join'");
    ask(fixture, 2, READY);
    assert_has(ask(fixture, 1, UNSEAT), "'error':'cannot_unseat'");
}

/* Who is behind in a match cannot send the other away. */
TEST(test_unseat_between_the_legs) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, "{'cmd':'create','game':'tablut:legs=2'}", ticket);
    ask(fixture, 1, "{'cmd':'resign'}");
    assert_has(ask(fixture, 1, "{'cmd':'board'}"), "'leg':2");
    assert_has(ask(fixture, 1, UNSEAT), "'error':'cannot_unseat'");
    ask(fixture, 1, READY);
    ask(fixture, 2, READY);
    ask(fixture, 2, "{'cmd':'resign'}");
    assert_has(ask(fixture, 2, "{'cmd':'rematch'}"), "'reply':'rematch'");
    assert_has(ask(fixture, 1, UNSEAT), "'reply':'unseat'"); /* before the next match */
}
