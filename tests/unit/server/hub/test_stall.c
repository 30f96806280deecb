/* Requests while the store does not answer.  The test is the store's thread. */
#include "server/hub/state.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"

#include "server/rooms/rooms.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* The store has something to do, and does not answer. */
static void stall(void) {
    slow_down();
    writes_put_time(turn_writes(hub_turns(fixture->hub)), fixture->ms);
    end_turn();
}

/* Nobody knows what became of a turn: further requests are refused, and those before wait
 * with it. */
TEST(test_stalled) {
    open_three("");
    stall();
    pass(TURN_STALL_MS - 1);
    assert_string_equal(ask(1, "{'cmd':'who','id':'w'}"), "");
    pass(1);
    const char *told = ask(2, "{'cmd':'create','game':'ur','id':'c'}");
    assert_has(told, "'id':'c'");
    assert_has(told, "'error':'storage'");
    assert_has(ask(3, "{'cmd':'ping','id':'p'}"), "'reply':'ping'");
    finish_all();
    assert_has(hear(1), "'id':'w'");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    assert_has(ask(2, "{'cmd':'who','id':'y'}"), "'id':'y'");
    finish_all();
}

/* The clock of a player stands still meanwhile, and goes on afterwards. */
TEST(test_clock) {
    begin(TABLUT);
    one_moves();
    hear(1);
    pass(20000);
    stall();
    pass(600000);
    finish_all();
    assert_null(strstr(hear(1), json("'stage':'over'")));
    pass(30000); /* 20 + 3 + 30 of 60 s */
    finish_all();
    assert_null(strstr(hear(1), json("'stage':'over'")));
    pass(10000);
    finish_all();
    assert_has(hear(1), "'stage':'over'");
}

/* Time may be forgiven while a move is being stored.  The clock that it starts runs from
 * when it is told, and no later event starts it again. */
TEST(test_forgiven_meanwhile) {
    begin(TABLUT);
    one_moves();
    size_t mover = who_moves();
    slow_down();
    say(mover, "{'cmd':'move','move':1}");
    end_turn();
    pass(1000);
    turn_forgive(hub_turns(fixture->hub), turn_now_ms(hub_turns(fixture->hub)) - 500);
    finish_all();
    assert_has(hear(1), "'stage':'playing'");
    pass(20000);
    say(mover, "{'cmd':'say','text':'hm'}");
    end_turn();
    finish_all();
    assert_has(hear(1), "hm");
    pass(39000);
    finish_all();
    assert_null(strstr(hear(1), json("'stage':'over'")));
    pass(1500);
    finish_all();
    assert_has(hear(1), "'stage':'over'");
}

/* Answers that wait for the store do not take memory without end. */
TEST(test_full) {
    open_fixture("");
    size_t n = 0;
    enter(1, "Ann", NULL);
    stall();
    assert_string_equal(ask(1, "{'cmd':'who','id':'w'}"), "");
    pass(TURN_STALL_MS);
    while (!turn_is_full(hub_turns(fixture->hub))) {
        assert_true(++n <= TURN_STALL_MESSAGES);
        say(1, "{'cmd':'ping'}");
        pass(1000);
    }
    assert_in_range(n, TURN_STALL_MESSAGES - 10, TURN_STALL_MESSAGES);
    finish_all();
    assert_false(turn_is_full(hub_turns(fixture->hub)));
}
