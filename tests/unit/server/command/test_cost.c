/* The stored data of one address is limited, but running games are not affected. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define RESIGN  "{'cmd':'resign'}"
#define REMATCH "{'cmd':'rematch'}"
#define READY   "{'cmd':'ready'}"
#define FAR     "198.51.100.7"

/* Ann (1) and Bob (2), from these addresses; their first game has begun. */
static void open_two(const char *args, const char *ann, const char *bob) {
    open_fixture(args);
    char room[8];
    assert_true(come_from(1, ann));
    assert_true(come_from(2, bob));
    ask(1, "{'cmd':'name','name':'Ann'}");
    ask(2, "{'cmd':'name','name':'Bob'}");
    create_room(1, "{'cmd':'create','game':'tablut'}", room);
    assert_has(ask_about(2, "join", room), "{'reply':'join'");
    be_ready();
}

/* They play short games as long as the limit allows.  Returns how many, including the
 * first. */
static int play_short_games(void) {
    int n = 1;
    for (; n < 1000; n++) {
        ask(1, RESIGN);
        if (strstr(ask(1, REMATCH), json("'too_fast'")) != NULL) {
            break;
        }
        ask(1, READY);
        if (strstr(ask(2, READY), json("'too_fast'")) != NULL) {
            break;
        }
        if (n % 10 == 0) {
            pass(1000);
        }
    }
    return n;
}

static int64_t retry_after_ms(const char *told) {
    const char *at = strstr(told, json("'retry_after_ms':"));
    assert_non_null(at);
    return strtoll(at + strlen("'retry_after_ms':"), NULL, 10);
}

TEST(a_game_begins_when_there_is_some_again) {
    open_two("--limit stored_per_hour=1000", HERE, HERE);
    assert_in_range(play_short_games(), 9, 11);
    const char *told = ask(1, REMATCH);
    assert_has(told, "'error':'too_fast'");
    assert_has(told, "a lot was played from your address in the last hour: the next game "
                     "can begin in ");
    int64_t wait_ms = retry_after_ms(told);
    assert_in_range(wait_ms, 1, 3600000);
    pass((uint64_t)wait_ms - 1000);
    assert_has(ask(1, REMATCH), "'too_fast'");
    pass(2000);
    assert_has(ask(1, REMATCH), "'reply':'rematch'");
}

/* Two addresses have two quotas; a player whose opponent has used up theirs can play on
 * with somebody else. */
TEST(either_address_pays) {
    open_two("--limit stored_per_hour=1000", HERE, FAR);
    assert_in_range(play_short_games(), 18, 21);
}

/* The host's own bots are exempt, and do not pay for others. */
TEST(operators_are_free) {
    const char *args = "--limit stored_per_hour=1000 --operator-local";
    open_two(args, "127.0.0.1", "127.0.0.1");
    assert_int_equal(play_short_games(), 1000);
    close_fixture();
    open_two(args, "127.0.0.1", FAR);
    assert_in_range(play_short_games(), 9, 11);
}

/* A running game goes on at a pace that people do not notice; chat is refused. */
TEST(a_running_game_goes_on) {
    random_state = 1; /* how many moves there are depends on the throws */
    open_two("--limit stored_per_hour=1000", HERE, HERE);
    char line[64], talk[420];
    memset(talk, 'x', 390);
    talk[390] = '\0';
    snprintf(line, sizeof line, "{'cmd':'say','text':'hello'}");
    char say_it[480];
    snprintf(say_it, sizeof say_it, "{'cmd':'say','text':'%s'}", talk);
    int lines = 0;
    for (; strstr(ask(1, say_it), json("'too_fast'")) == NULL; lines++) {
        pass(2500);
    }
    assert_in_range(lines, 200, 300); /* each counts 4 */
    assert_has(ask(1, line), "you can talk again in");
    int moves = 0;
    for (unsigned i = 0; i < 150; i++) {
        snprintf(line, sizeof line, "{'cmd':'move','move':%u}", i % 9 + 1);
        moves += strstr(ask(1, line), json("'reply':'move'")) != NULL;
        moves += strstr(ask(2, line), json("'reply':'move'")) != NULL;
        pass(100);
    }
    assert_true(moves > 20);
}

BEFORE_TESTS {
    random_state = random_seed();
}
