/* Rooms and connections that close while the store's thread is slow, and the turn that
 * says so, or the next one, fails. */
#include "server/hub/hub.h"
#include "server/people/clients.h"
#include "server/rooms/rooms.h"
#include "server/turn/turn.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* --- a room closes, and its watchers ask for something in the next turn --- */

/* Ann (1) opens a room, which Bob (2) and Cid (3) watch. */
static void open_watched(char room[static 8]) {
    open_slow();
    say(1, "{'cmd':'create','game':'tablut'}");
    end_turn();
    finish_all();
    take(hear(1), "room", room, 8);
    watch(2, room);
    watch(3, room);
    end_turn();
    finish_all();
    hear(2);
    hear(3);
}

/* The turn that the store has is stored; the next one is not. */
static void fail_next(void) {
    end_turn();
    finish();
    break_disk();
    finish();
    repair_disk();
}

/* Bob hears that the room is closed, whatever becomes of what he asked for. */
TEST(test_told) {
    char room[8];
    open_watched(room);
    say(1, "{'cmd':'leave'}");
    end_turn();
    say(2, "{'cmd':'create','game':'ur','id':'c'}");
    fail_next();
    const char *told = hear(2);
    assert_has(told, "'error':'storage','id':'c'");
    assert_int_equal(count(told, "'event':'closed'"), 1);
}

/* Bob is told that he watches still, and then that the room is closed. */
TEST(test_told_of_a_room_not_left) {
    char room[8];
    open_watched(room);
    say(1, "{'cmd':'leave'}");
    end_turn();
    say(2, "{'cmd':'create','game':'ur'}");
    say(2, "{'cmd':'unwatch','id':'u'}");
    fail_next();
    const char *told = hear(2);
    assert_has(told, "'error':'storage','id':'u'");
    assert_int_equal(count(told, "'event':'closed'"), 1);
}

/* The room is not closed after all, and both watch it as before. */
TEST(test_not_closed) {
    char room[8];
    open_watched(room);
    say(1, "{'cmd':'leave'}");
    say(2, "{'cmd':'unwatch','id':'u'}");
    end_turn();
    break_disk();
    finish();
    repair_disk();
    const char *told = hear(2);
    assert_has(told, "'error':'storage','id':'u'");
    assert_int_equal(count(told, "'event':'closed'"), 0);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 2);
}

/* --- a player is kicked, or the server stops --- */

/* Ann has asked the store something, and is kicked before it answers. */
static void open_kicked(void) {
    open_slow();
    say(1, "{'cmd':'games','id':'g'}");
    end_turn();
    writes_put_time(turn_writes(hub_turns(fixture->hub)),
                    fixture->ms); /* something to store */
    say(9, "{'cmd':'kick','who':'Ann'}");
    end_turn();
    finish(); /* the question */
    assert_string_equal(hear(1), "");
}

TEST(test_no_line_of_one_who_may_stay) {
    open_kicked();
    assert_true(people_is_waiting(hub_people(fixture->hub), fixture->client[1]));
    assert_true(held[1] > 0);
    break_disk();
    finish();
    assert_false(people_is_waiting(hub_people(fixture->hub), fixture->client[1]));
    assert_int_equal(held[1], 0);
    assert_has(ask(1, "{'cmd':'ping'}"), "'reply':'ping'");
}

TEST(test_one_who_stays_gets_an_answer) {
    open_kicked();
    break_disk();
    finish();
    const char *told = hear(1);
    assert_has(told, "'error':'storage','id':'g'");
    assert_int_equal(count(told, "'id':'g'"), 1);
    assert_null(strstr(told, json("'bye'")));
}

TEST(test_one_who_goes_gets_none) {
    open_kicked();
    finish();
    const char *told = hear(1);
    assert_has(told, "'event':'bye'");
    assert_int_equal(count(told, "'id':'g'"), 0);
    assert_true(held[1] > 0);
}

/* Who was about to go when the server began to stop, and may stay, goes all the same. */
TEST(test_none_stays_at_the_end) {
    open_kicked();
    hub_shut_down(fixture->hub);
    break_disk();
    finish();
    const char *told = hear(1);
    assert_has(told, "'event':'bye'");
    assert_has(told, "'shutting_down'");
}

/* Ann's second request waits for something else when the server stops. */
TEST(test_refused_in_order_at_the_end) {
    open_slow();
    say(2, "{'cmd':'create','game':'ur'}");
    say(1, "{'cmd':'create','game':'ur','id':'1st'}");
    hub_shut_down(fixture->hub);
    (void)people_end_wait(hub_people(fixture->hub), fixture->client[1], "2nd");
    end_turn();
    break_disk();
    finish();
    const char *told = hear(1);
    const char *second = strstr(told, json("'id':'2nd'"));
    assert_non_null(second);
    assert_has(second, "'event':'bye'");
    assert_null(strstr(second, json("'id':'1st'")));
    assert_has(told, "'id':'1st'");
}

BEFORE_TESTS {
    use_bad_disk();
}
