/* A room closes while the store's thread is slow, and its watchers ask for something in
 * the next turn, which fails. */
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* Ann (1) opens a room, which Bob (2) and Cid (3) watch. */
static struct fixture *open_watched(char room[static 8]) {
    struct fixture *fixture = open_slow();
    say(fixture, 1, "{'cmd':'create','game':'tablut'}");
    end_turn(fixture);
    finish_all(fixture);
    take(hear(fixture, 1), "room", room, 8);
    watch(fixture, 2, room);
    watch(fixture, 3, room);
    end_turn(fixture);
    finish_all(fixture);
    hear(fixture, 2);
    hear(fixture, 3);
    return fixture;
}

/* The turn that the store has is stored; the next one is not. */
static void fail_next(struct fixture *fixture) {
    end_turn(fixture);
    finish(fixture);
    break_disk();
    finish(fixture);
    repair_disk();
}

/* Bob hears that the room is closed, whatever becomes of what he asked for. */
TEST(test_told) {
    char room[8];
    struct fixture *fixture = open_watched(room);
    say(fixture, 1, "{'cmd':'leave'}");
    end_turn(fixture);
    say(fixture, 2, "{'cmd':'create','game':'ur','id':'c'}");
    fail_next(fixture);
    const char *told = hear(fixture, 2);
    assert_has(told, "'error':'storage','id':'c'");
    assert_int_equal(count(told, "'event':'closed'"), 1);
}

/* Bob is told that he watches still, and then that the room is closed. */
TEST(test_told_of_a_room_not_left) {
    char room[8];
    struct fixture *fixture = open_watched(room);
    say(fixture, 1, "{'cmd':'leave'}");
    end_turn(fixture);
    say(fixture, 2, "{'cmd':'create','game':'ur'}");
    say(fixture, 2, "{'cmd':'unwatch','id':'u'}");
    fail_next(fixture);
    const char *told = hear(fixture, 2);
    assert_has(told, "'error':'storage','id':'u'");
    assert_int_equal(count(told, "'event':'closed'"), 1);
}

/* The room is not closed after all, and both watch it as before. */
TEST(test_not_closed) {
    char room[8];
    struct fixture *fixture = open_watched(room);
    say(fixture, 1, "{'cmd':'leave'}");
    say(fixture, 2, "{'cmd':'unwatch','id':'u'}");
    end_turn(fixture);
    break_disk();
    finish(fixture);
    repair_disk();
    const char *told = hear(fixture, 2);
    assert_has(told, "'error':'storage','id':'u'");
    assert_int_equal(count(told, "'event':'closed'"), 0);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 2);
}

BEFORE_TESTS {
    use_bad_disk();
}
