/* A whole server in this process, without sockets, in virtual time. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#include "server/command/dispatch.h"
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/people/send.h"
#include "server/people/state.h"
#include "server/rooms/leave.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"

/* --- time --- */

TEST(test_login_timeout) {
    open_fixture("--limit login_ms=5000");
    come(1);
    come(2);
    say(2, "name Bob");
    pass(4000);
    assert_begins(ask(1, "ping"), "+ pong"); /* does not extend the timeout */
    pass(999);
    hear(1);
    assert_false(fixture->closed);
    pass(101); /* deadlines are rounded up */
    assert_has(hear(1), "you did not give a name in time");
    assert_true(fixture->closed);
    assert_string_equal(ask(1, "ping"), ""); /* input is ignored now */
    assert_begins(ask(2, "ping"), "+ pong");
    assert_true(turn_deadline(hub_turns(fixture->hub)) >
                fixture->ms + 60000); /* nothing is due soon */
}

TEST(test_command_rate) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=4");
    come(1);
    say(1, "mode json");
    for (int i = 0; i < 9; i++) {
        assert_json(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'}\n");
    }
    const char *refused = ask(1, "{'cmd':'ping','id':'x'}");
    assert_has(refused, "'error':'too_fast'");
    assert_has(refused, "'retry_after_ms':250");
    assert_has(refused, "'id':'x'");
    pass(249);
    assert_has(ask(1, "{'cmd':'ping'}"), "'retry_after_ms':1");
    pass(1);
    assert_json(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'}\n");
}

TEST(test_faulty_lines_cost_as_much) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1");
    come(1);
    for (int i = 0; i < 10; i++) {
        assert_begins(ask(1, "frobnicate"), "- No command");
    }
    assert_begins(ask(1, "frobnicate"), "- Too many commands: slow down");
}

TEST(test_who_does_not_slow_down_is_sent_away) {
    open_fixture("--limit commands_burst=10 --limit commands_per_s=1 "
                 "--limit refused_commands=3");
    come(1);
    for (int i = 0; i < 10 + 3; i++) { /* the first refusals are free */
        ask(1, "ping");
        assert_false(fixture->closed);
    }
    assert_has(ask(1, "ping"), "* ");
    assert_true(fixture->closed);
    assert_string_equal(ask(1, "ping"), "");
}

TEST(test_chat_rate) {
    open_fixture("--limit say_per_minute=2");
    seat(ROYAL_UR);
    for (int i = 0; i < 2; i++) {
        assert_has(ask(1, "{'cmd':'say','text':'hi'}"), "{'reply':'say'");
    }
    assert_has(ask(1, "{'cmd':'say','text':'hi'}"), "'retry_after_ms':30000");
    assert_has(ask(2, "{'cmd':'say','text':'hi'}"), "{'reply':'say'");
    pass(30000);
    assert_has(ask(1, "{'cmd':'say','text':'hi'}"), "{'reply':'say'");
}

/* A game goes on even if the players exceed commands_per_s: no time passes here at
 * all. */
TEST(test_moves_that_count_are_free) {
    open_fixture("--limit commands_burst=40 --limit commands_per_s=1");
    seat(ROYAL_UR);
    say(1, "{'cmd':'ready'}");
    const char *told = ask(2, "{'cmd':'ready'}");
    int n_moves = 0;
    while (strstr(told, json("'stage':'playing'")) != NULL) {
        size_t mover = strstr(told, json("'turn':'white'")) != NULL ? 1 : 2;
        told = ask(mover, "{'cmd':'move','move':'1'}");
        assert_has(told, "{'reply':'move'");
        n_moves++;
    }
    assert_true(n_moves > 2 * 40);
}

/* --- limits on numbers --- */

TEST(test_connections_of_one_address) {
    open_fixture("--limit connections_per_address=2");
    assert_true(come(1));
    assert_true(come(2));
    assert_false(come(3));
    assert_string_equal(
        hear(3), /* one line instead of the greeting */
        "- Too many connections: try again later [too_many_connections]\r\n");
    assert_true(fixture->closed);
    assert_true(come_from(4, "192.0.2.2"));
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[1]);
    assert_true(come(5));
}

TEST(test_rooms_of_one_player) {
    open_fixture("--limit rooms_per_player=2");
    come(1);
    come(2);
    say(1, "name Ann");
    say(2, "name Bob");
    for (int i = 0; i < 2; i++) {
        assert_begins(ask(1, "create royal-ur"), "+ ");
    }
    assert_begins(ask(1, "create royal-ur"), "- You are in too many rooms: leave one");
    char join[16] = "join ";
    const char *code = strstr(ask(2, "create royal-ur"), "in room ");
    assert_non_null(code);
    memcpy(join + 5, code + strlen("in room "), 4);
    assert_begins(ask(1, join), "- You are in too many rooms: leave one");
}

TEST(test_rooms_of_all) {
    open_fixture("--limit rooms=1");
    come(1);
    come(2);
    say(1, "name Ann");
    say(2, "name Bob");
    assert_begins(ask(1, "create royal-ur"), "+ ");
    assert_begins(ask(2, "create royal-ur"),
                  "- There are too many rooms: join one, or try");
    say(1, "leave");
    hear(1);
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    assert_begins(ask(2, "create royal-ur"), "+ ");
}

/* --- connecting and leaving --- */

TEST(test_shut_down) {
    come(1);
    come(2);
    say(2, "{'cmd':'ping'}");
    hear(2);
    hub_shut_down(fixture->hub);
    struct outbox *outbox = turn_outbox(hub_turns(fixture->hub));
    assert_int_equal(outbox->n, 4);
    assert_begins(hear(2), "{'event':'bye','code':'shutting_down'");
    assert_true(fixture->closed);
    assert_false(come(3));
    assert_has(hear(3), "shutting down");
}

TEST(test_a_dead_client_is_silent) {
    come(1);
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[1]);
    assert_string_equal(ask(1, "ping"), "");
    dispatch_line_too_long(fixture->hub, fixture->client[1]);
    rooms_remove_client(hub_rooms(fixture->hub), fixture->client[1]);
    assert_string_equal(hear(1), "");
}

/* --- memory --- */

/* The memory of one long message is freed later. */
TEST(test_a_long_message) {
    static char text[1 << 20];
    assert_true(come(1));
    assert_begins(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'}");
    memset(text, 'x', sizeof text - 1);
    people_announce(hub_people(fixture->hub), text, true);
    assert_true(fixture->hub->people->json.cap >= sizeof text);
    outbox_drop(turn_outbox(hub_turns(fixture->hub)),
                turn_outbox(hub_turns(fixture->hub))->n);
    assert_begins(ask(1, "{'cmd':'ping'}"), "{'reply':'ping'}");
    assert_in_range(fixture->hub->people->json.cap, 1, 65536);
}

BEFORE_TESTS {
    random_state = random_seed();
}
