/* Offers of a draw and of an adjournment: cases that transcripts and room tests do not
 * cover. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* An offer to an absent player stays open; after the grace time, the opponent needs no
 * answer. */
TEST(test_an_offer_to_who_is_away) {
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
}

/* Open offers, and those already made, survive SIGKILL. */
TEST(test_offers_are_stored) {
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
}
