/* A player is kicked, or the server stops, while the turn that says so is with the store
 * and may fail. */
#include "server/hub/hub.h"
#include "server/people/clients.h"
#include "server/people/jobs.h"
#include "server/turn/turn.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* Ann has asked the store something, and is kicked before it answers. */
static struct fixture *open_kicked(void) {
    struct fixture *fixture = open_slow();
    say(fixture, 1, "{'cmd':'games','id':'g'}");
    end_turn(fixture);
    writes_put_time(turn_writes(hub_turns(fixture->hub)),
                    fixture->ms); /* something to store */
    say(fixture, 9, "{'cmd':'kick','who':'Ann'}");
    end_turn(fixture);
    finish(fixture); /* the question */
    assert_string_equal(hear(fixture, 1), "");
    return fixture;
}

TEST(test_no_line_of_one_who_may_stay) {
    struct fixture *fixture = open_kicked();
    assert_true(people_is_waiting(hub_people(fixture->hub), fixture->client[1]));
    assert_true(held[1] > 0);
    break_disk();
    finish(fixture);
    assert_false(people_is_waiting(hub_people(fixture->hub), fixture->client[1]));
    assert_int_equal(held[1], 0);
    assert_has(ask(fixture, 1, "{'cmd':'ping'}"), "'reply':'ping'");
}

TEST(test_one_who_stays_gets_an_answer) {
    struct fixture *fixture = open_kicked();
    break_disk();
    finish(fixture);
    const char *told = hear(fixture, 1);
    assert_has(told, "'error':'storage','id':'g'");
    assert_int_equal(count(told, "'id':'g'"), 1);
    assert_null(strstr(told, json("'bye'")));
}

TEST(test_one_who_goes_gets_none) {
    struct fixture *fixture = open_kicked();
    finish(fixture);
    const char *told = hear(fixture, 1);
    assert_has(told, "'event':'bye'");
    assert_int_equal(count(told, "'id':'g'"), 0);
    assert_true(held[1] > 0);
}

/* Who was about to go when the server began to stop, and may stay, goes all the same. */
TEST(test_none_stays_at_the_end) {
    struct fixture *fixture = open_kicked();
    hub_shut_down(fixture->hub);
    break_disk();
    finish(fixture);
    const char *told = hear(fixture, 1);
    assert_has(told, "'event':'bye'");
    assert_has(told, "'shutting_down'");
}

/* Ann's second request waits for something else when the server stops. */
TEST(test_refused_in_order_at_the_end) {
    struct fixture *fixture = open_slow();
    (void)state;
    say(fixture, 2, "{'cmd':'create','game':'ur'}");
    say(fixture, 1, "{'cmd':'create','game':'ur','id':'1st'}");
    hub_shut_down(fixture->hub);
    (void)people_end_wait(hub_people(fixture->hub), fixture->client[1], "2nd");
    end_turn(fixture);
    break_disk();
    finish(fixture);
    const char *told = hear(fixture, 1);
    const char *second = strstr(told, json("'id':'2nd'"));
    assert_non_null(second);
    assert_has(second, "'event':'bye'");
    assert_null(strstr(second, json("'id':'1st'")));
    assert_has(told, "'id':'1st'");
}

BEFORE_TESTS {
    use_bad_disk();
}
