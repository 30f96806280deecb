/* play: the quickest way to a game, with a whole server in this process. */
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define PLAY   "{'cmd':'play','game':'royal-ur'}"
#define SEAT   "{'reply':'play','room':'"
#define UNFREE "{'reply':'play','offer':"

/* Rooms that `play` does not use. */
static void leaves_alone(const char *create, const char *play) {
    open_three("");
    char room[8];
    create_room(1, create, room);
    assert_begins(ask(3, play), UNFREE);
    close_fixture();
}

TEST(test_leaves_other_rooms_alone) {
    leaves_alone("{'cmd':'create','game':'royal-ur','word':'sesame'}", PLAY);
    leaves_alone("{'cmd':'create','game':'royal-ur','time':'5+10'}", PLAY);
    leaves_alone("{'cmd':'create','game':'tablut'}", PLAY);
    leaves_alone("{'cmd':'create','game':'tablut:king=unarmed'}",
                 "{'cmd':'play','game':'tablut'}");
    leaves_alone(ROYAL_UR, "{'cmd':'play','game':'royal-ur','side':'white'}");
}

TEST(test_leaves_the_absent_alone) {
    open_three("");
    char room[8];
    create_room(1, ROYAL_UR, room);
    drop(1);
    assert_begins(ask(3, PLAY), UNFREE);
}

/* A player who still sits in the room of an old game is not waiting for another one. */
TEST(test_leaves_the_room_of_an_old_game_alone) {
    begin(ROYAL_UR);
    enter(3, "Cid", NULL);
    ask(2, "{'cmd':'resign','sure':'sure'}");
    ask(2, "{'cmd':'leave'}");
    assert_begins(ask(3, PLAY), UNFREE);
}

TEST(test_gags_and_profiles_count) {
    static const char *const lines[][2] = {
        {"{'cmd':'gag','name':'Cid'}", "{'cmd':'ping'}"},
        {"{'cmd':'ping'}", "{'cmd':'gag','name':'Ann'}"},
        {"{'cmd':'profile','games':'tablut'}", "{'cmd':'ping'}"},
        {"{'cmd':'profile','bots':'no'}", "{'cmd':'profile','bot':'yes'}"},
        {"{'cmd':'profile','bot':'yes'}", "{'cmd':'profile','bots':'no'}"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        open_three("");
        char room[8];
        create_room(1, ROYAL_UR, room);
        ask(1, lines[i][0]);
        ask(3, lines[i][1]);
        assert_begins(ask(3, PLAY), UNFREE);
        close_fixture();
    }
}

/* A person's seek has precedence over a bot's room, even an older one. */
TEST(test_people_come_before_bots) {
    open_three("");
    char room[8];
    ask(1, "{'cmd':'profile','bot':'yes'}");
    create_room(1, ROYAL_UR, room);
    ask(2, "{'cmd':'seek','game':'royal-ur'}");
    const char *told = ask(3, PLAY);
    assert_has(told, SEAT);
    assert_has(told, "'name':'Bob'");
    assert_begins(ask(2, "{'cmd':'leave'}"), "{'reply':'leave'");
    ask(3, "{'cmd':'leave'}");
    assert_has(ask(3, PLAY), room);
}

/* A seat ends the player's seek. */
TEST(test_a_seat_ends_seeks) {
    open_three("");
    char room[8];
    assert_json(ask(3, PLAY), UNFREE "1,'bot':null,'wait_ms':null}\n");
    create_room(1, ROYAL_UR, room);
    assert_has(ask(3, PLAY), "'why':'withdrawn'");
    assert_has(ask(3, "{'cmd':'seeks'}"), "'seeks':[]");
}

/* Repeating the request changes nothing: neither while it is a seek, nor when both sit
 * and have not begun. */
TEST(test_once_more) {
    open_three("--limit seeks_per_minute=1");
    assert_begins(ask(1, PLAY), UNFREE "1,");
    assert_begins(ask(1, PLAY), UNFREE "1,");
    char room[8], again[8];
    take(ask(2, PLAY), "room", room, sizeof room);
    take(ask(1, PLAY), "room", again, sizeof again);
    assert_string_equal(room, again);
    take(ask(2, PLAY), "room", again, sizeof again);
    assert_string_equal(room, again);
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 1);
}

/* A player who takes every waiting seat and leaves again is slowed down, under any number
 * of names. */
TEST(test_is_limited) {
    open_three("--limit seeks_per_minute=2");
    char room[8];
    create_room(1, ROYAL_UR, room);
    for (int i = 0; i < 2; i++) {
        assert_begins(ask(3, PLAY), SEAT);
        ask(3, "{'cmd':'leave'}");
    }
    const char *told = ask(3, PLAY);
    assert_has(told, "'error':'too_fast'");
    assert_has(told, "'retry_after_ms':");
    close_fixture();
    open_three("--limit seeks_per_minute=1");
    create_room(1, ROYAL_UR, room);
    for (size_t i = 0; i < 10; i++) {
        char name[] = "Dan0";
        name[3] = (char)('0' + i);
        enter(4 + i, name, NULL);
        assert_begins(ask(4 + i, PLAY), SEAT);
        ask(4 + i, "{'cmd':'leave'}");
    }
    assert_has(ask(3, PLAY), "many offers come from your address");
}

TEST(test_errors) {
    open_three("--operator-local --limit rooms_per_player=1");
    assert_true(come(4));
    assert_has(ask(4, PLAY), "'error':'no_name'");
    assert_has(ask(3, "{'cmd':'play'}"), "'error':'missing_argument'");
    assert_has(ask(3, "{'cmd':'play','game':'chess'}"), "'error':'unknown_game'");
    assert_has(ask(3, "{'cmd':'play','game':'ur','rated':'yes'}"),
               "'error':'not_registered'");
    char room[8];
    create_room(1, ROYAL_UR, room);
    assert_has(ask(1, PLAY), "'error':'too_many_rooms'");
    assert_true(come_from(5, "127.0.0.1"));
    ask(5, "{'cmd':'drain'}");
    assert_has(ask(3, PLAY), "'error':'draining'");
}
