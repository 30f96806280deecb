/* Draws and adjournments by agreement, games that are called off. */
#include "tests/unit/server/fixture.h"

/* Which of the two is to move. */
static size_t mover(struct fixture *fixture) {
    return strstr(ask(fixture, 1, "{'cmd':'board'}"), json("'turn':'white'")) != NULL ? 1
                                                                                      : 2;
}

/* n moves, by whichever side is to move. */
static void moves(struct fixture *fixture, int n) {
    for (int i = 0; i < n; i++) {
        assert_has(ask(fixture, mover(fixture), "{'cmd':'move','move':'1'}"),
                   "'reply':'move'");
    }
}

static void test_a_draw_is_agreed(void **state) {
    (void)state;
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    assert_has(ask(fixture, 1, "{'cmd':'draw'}"), "{'reply':'draw'");
    say(fixture, 1, "{'cmd':'draw'}");
    assert_has(hear(fixture, 1), "'error':'already_offered'");
    ask(fixture, 2, "{'cmd':'mode','mode':'text'}");
    const char *told = ask(fixture, 2, "draw");
    assert_has(told, "+ You want a draw.");
    assert_has(told, "Black (Bob) accepts the draw.");
    assert_has(told, "The game is a draw: both players agreed.");
    const char *record = ask(fixture, 1, "{'cmd':'record'}");
    assert_has(record, "{'what':'draw','side':'black'}]");
    assert_has(record, "{'outcome':'draw','reason':'agreed'}");
    assert_has(ask(fixture, 1, "{'cmd':'draw'}"), "type rematch for another one");
    close_fixture(fixture);
}

static void test_an_offer_is_told_and_lapses(void **state) {
    (void)state;
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    size_t other = 3 - mover(fixture);
    say(fixture, other, "{'cmd':'draw'}");
    assert_has(hear(fixture, 3 - other), "{'what':'offers_draw'");
    assert_has(ask(fixture, other, "{'cmd':'board'}"), "'offer':'draw'");
    moves(fixture, 1);
    assert_int_equal(count(ask(fixture, other, "{'cmd':'board'}"), "'offer':null"), 2);
    assert_has(ask(fixture, other, "{'cmd':'draw'}"), "'what':'offers_draw'");
    close_fixture(fixture);
}

static void test_both_want_to_go_on_another_time(void **state) {
    (void)state;
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    moves(fixture, 2);
    assert_has(ask(fixture, 1, "{'cmd':'adjourn'}"), "'what':'offers_adjourn'");
    pass(fixture, 1000); /* the clock runs until it is agreed */
    assert_has(ask(fixture, 2, "{'cmd':'adjourn'}"), "'stage':'adjourned'");
    pass(fixture, 3600000);
    assert_has(ask(fixture, 2, "{'cmd':'draw'}"), "this game is adjourned");
    ask(fixture, 1, "{'cmd':'resume'}");
    assert_has(ask(fixture, 2, "{'cmd':'resume'}"), "'stage':'playing'");
    close_fixture(fixture);
}

/* An offer waits for a player who is away; after the grace time the opponent needs no
 * answer. */
static void test_an_offer_to_who_is_away(void **state) {
    (void)state;
    struct fixture *fixture = open_fixture("--limit grace_ms=5000");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    drop(fixture, 1);
    pass(fixture, 1000);
    assert_has(ask(fixture, 2, "{'cmd':'adjourn'}"), "'what':'offers_adjourn'");
    assert_has(ask(fixture, 2, "{'cmd':'adjourn'}"), "'retry_after_ms':4000");
    assert_has(come_back(fixture, 3, &ticket[0], -1), "'offer':'adjourn'");
    drop(fixture, 3);
    pass(fixture, 5100);
    assert_has(ask(fixture, 2, "{'cmd':'adjourn'}"), "'stage':'adjourned'");
    close_fixture(fixture);
}

static void test_a_game_is_called_off(void **state) {
    (void)state;
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    moves(fixture, 1);
    const char *told = ask(fixture, 1, "{'cmd':'abort'}");
    assert_has(told, "{'what':'abort','side':'white'}");
    assert_has(told, "{'outcome':'none','reason':'aborted'}");
    ask(fixture, 2, "{'cmd':'rematch'}");
    ask(fixture, 1, "{'cmd':'ready'}");
    ask(fixture, 2, "{'cmd':'ready'}");
    moves(fixture, 2);
    assert_has(ask(fixture, 1, "{'cmd':'abort'}"), "'error':'too_late'");
    close_fixture(fixture);
}

/* The second `rematch` changes nothing: it is answered without the number of an event,
 * which would be somebody else's. */
static void test_a_second_rematch(void **state) {
    (void)state;
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    ask(fixture, 1, "{'cmd':'resign'}");
    assert_has(ask(fixture, 2, "{'cmd':'rematch'}"), "'seq':6");
    ask(fixture, 2, "{'cmd':'say','text':'again!'}");
    hear(fixture, 1);
    char expected[64];
    snprintf(expected, sizeof expected, "{'reply':'rematch','room':'%s'}\n",
             ticket[0].room);
    assert_json(ask(fixture, 1, "{'cmd':'rematch'}"), expected);
    close_fixture(fixture);
}

/* What stands, and what has been offered, survives SIGKILL. */
static void test_offers_are_stored(void **state) {
    (void)state;
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_game(TABLUT, ticket);
    one_moves(fixture);
    ask(fixture, 1, "{'cmd':'adjourn'}");
    ask(fixture, 1, "{'cmd':'draw'}");
    end_turn(fixture);
    restart_fixture(fixture);
    const char *told = come_back(fixture, 1, &ticket[0], -1);
    assert_has(told, "'offer':'draw'");
    assert_has(ask(fixture, 1, "{'cmd':'adjourn'}"), "'error':'already_offered'");
    come_back(fixture, 2, &ticket[1], -1);
    assert_has(ask(fixture, 2, "{'cmd':'draw'}"), "'reason':'agreed'");
    restart_fixture(fixture);
    assert_has(come_back(fixture, 1, &ticket[0], -1), "'reason':'agreed'");
    assert_has(ask(fixture, 1, "{'cmd':'games'}"), "'outcome':'draw','reason':'agreed'");
    close_filed_fixture(fixture);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_draw_is_agreed),
        cmocka_unit_test(test_an_offer_is_told_and_lapses),
        cmocka_unit_test(test_both_want_to_go_on_another_time),
        cmocka_unit_test(test_an_offer_to_who_is_away),
        cmocka_unit_test(test_a_game_is_called_off),
        cmocka_unit_test(test_a_second_rematch),
        cmocka_unit_test(test_offers_are_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
