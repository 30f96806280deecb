/* How long a bot waits for a server, and for an opponent. */
#include "client-cli/bot/patience.h"

#include "tests/unit/test.h"

#define MINUTE_MS 60000u

TEST(the_server_must_be_there_at_first) {
    struct patience patience = {.is_endless = false}, house = {.is_house = true};
    assert_false(patience_tries_again(&patience, 5));
    assert_false(patience_tries_again(&house, 5));
    patience.is_endless = true;
    assert_true(patience_tries_again(&patience, 5));
}

TEST(a_lost_server_is_given_up_in_time) {
    struct patience patience = {.is_endless = false}, house = {.is_house = true};
    patience_is_in(&patience, false, 1000);
    patience_is_in(&house, false, 1000);
    assert_true(patience_tries_again(&patience, 1000 + PATIENCE_SERVER_MS - 1));
    assert_false(patience_tries_again(&patience, 1000 + PATIENCE_SERVER_MS));
    assert_true(patience_tries_again(&house, 1000 + 100 * PATIENCE_SERVER_MS));
    patience_is_in(&patience, false, 2000);
    assert_true(patience_tries_again(&patience, 1000 + PATIENCE_SERVER_MS));
    patience.is_endless = true;
    assert_true(patience_tries_again(&patience, 1000 + 100 * PATIENCE_SERVER_MS));
}

TEST(an_opponent_must_come_in_time) {
    struct patience patience = {.wants_opponent = true};
    patience_is_in(&patience, false, 1000);
    patience_is_in(&patience, false, 1000 + MINUTE_MS);
    assert_int_equal(patience_opponent_due_ms(&patience), 1000 + PATIENCE_OPPONENT_MS);
    patience_is_in(&patience, true, 1000 + 2 * MINUTE_MS);
    patience_is_in(&patience, false, 1000 + 3 * MINUTE_MS);
    assert_int_equal(patience_opponent_due_ms(&patience),
                     1000 + 2 * MINUTE_MS + PATIENCE_OPPONENT_MS);
    patience.is_endless = true;
    assert_true(patience_opponent_due_ms(&patience) == UINT64_MAX);
    patience = (struct patience){.wants_opponent = false};
    patience_is_in(&patience, false, 1000);
    assert_true(patience_opponent_due_ms(&patience) == UINT64_MAX);
}
