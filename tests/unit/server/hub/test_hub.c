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
