/* The levels of the host have accounts of their own, and play rated games. */
#include "server/hub/hub.h"
#include "server/people/bots.h"
#include "server/rating/rating.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#define LEVELS "--bot House --bot House-5"
#define RATED  LEVELS " --rated-levels"
#define PLAY   "{'cmd':'play','game':'tablut','side':'black','rated':'yes','level':'5'}"

/* Connects House-5 (2). */
static void bring_level(void) {
    struct ticket own;
    assert_true(people_draw_bot_token(hub_people(fixture->hub), 1, own.token));
    assert_has(come_back(2, &own, -1), "'name':'House-5'");
}

/* Connects House (1), House-5 (2), and Ann (3), who has an account. */
static void open_rated(const char *args) {
    open_filed_fixture(args);
    struct ticket own;
    fixture->tls = true;
    assert_true(people_draw_bot_token(hub_people(fixture->hub), 0, own.token));
    assert_has(come_back(1, &own, -1), "'name':'House'");
    bring_level();
    enter_registered(3, "Ann", &own);
}

static void restart_with(bool rated) {
    fixture->config.hub.rated_levels = rated;
    restart_fixture();
    bring_level();
    assert_has(ask_anew(3, LOGIN), "'reply':'login'");
}

/* Ann plays with House-5 until the game counts for both, and resigns. */
static const char *play(void) {
    assert_has(ask(3, PLAY), "'bot':'House-5','wait_ms':0");
    assert_has(ask(2, "{'cmd':'accept'}"), "{'reply':'accept'");
    ask(2, "{'cmd':'ready'}");
    assert_has(ask(3, "{'cmd':'ready'}"), "'stage':'playing'");
    for (unsigned i = 1; i <= 2 * rating_terms(&game_tablut)->decisions; i++) {
        char line[40];
        snprintf(line, sizeof line, "{'cmd':'move','move':%u}", i);
        assert_has(ask(i % 2 == 1 ? 3 : 2, line), "'reply':'move'");
    }
    return ask(3, "{'cmd':'resign'}");
}

#define OF_LEVEL "{'cmd':'rating','name':'House-5'}"

/* Both ratings change, by a game that is a match of two legs with clocks, and stay over a
 * restart. */
TEST(test_both_ratings_change) {
    open_rated(RATED);
    assert_has(ask(3, OF_LEVEL), "'ratings':[]");
    const char *told = play();
    assert_has(told, "'game':'tablut','options':'legs=2'");
    assert_has(told, "'event':'rating'");
    assert_has(told, "'name':'Ann','rating':1337.6");
    assert_has(told, "'name':'House-5','rating':1662.3");
    for (int rated = 1; rated >= 0; rated--) {
        restart_with(rated == 1);
        assert_has(ask(3, OF_LEVEL), "'rating':1662.3");
        assert_has(ask(3, "{'cmd':'rating'}"), "'rating':1337.6");
    }
}

static int64_t n_accounts(void) {
    return store_n_accounts(fixture->store);
}

/* It has one account, whatever the host does, which no password opens. */
TEST(test_the_account) {
    open_rated(RATED " --operator-local");
    assert_int_equal(n_accounts(), 2); /* Ann's, and House-5's; none for House */
    restart_with(true);
    assert_int_equal(n_accounts(), 2);
    assert_has(ask(2, "{'cmd':'register','password':'" PASSWORD "'}"),
               "'error':'already_registered'");
    static const char *const own[] = {
        "{'cmd':'password','old':'" PASSWORD "','new':'four red crows'}",
        "{'cmd':'password','old':'!','new':'four red crows'}",
        "{'cmd':'forget-me','password':'" PASSWORD "'}",
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        assert_has(ask(2, own[i]), "a bot of the host has no password");
    }
    const char *told =
        ask_anew(4, "{'cmd':'login','name':'house-5','password':'" PASSWORD "'}");
    assert_has(told, "'error':'wrong_password'");
    assert_has(told, "House-5 is a bot of the host, and has no password");
    come_as_operator();
    told = ask(9, "{'cmd':'reset-password','name':'House-5'}");
    assert_has(told, "'error':'bad_argument'");
    assert_has(told, "House-5 is a bot of the host, and has no password");
}

/* When the host gives the name up, nobody can take it with its ratings, not even
 * with an operator's help. */
TEST(test_a_name_without_its_bot) {
    open_rated(RATED " --operator-local");
    play();
    fixture->config.hub.n_bots = 1;
    restart_fixture();
    assert_has(ask_anew(4, "{'cmd':'name','name':'House-5'}"),
               "'error':'name_registered'");
    assert_has(ask_anew(5, "{'cmd':'login','name':'House-5','password':'" PASSWORD "'}"),
               "'error':'wrong_password'");
    come_as_operator();
    assert_has(ask(9, "{'cmd':'reset-password','name':'House-5'}"),
               "House-5 is a bot of the host, and has no password");
    fixture->config.hub.n_bots = 2;
    restart_with(true);
    assert_has(ask(3, OF_LEVEL), "'rating':1662.3");
}

#define BOTH_SIDES(game)                                                                 \
    "House-5 plays rated games of " game " only with both sides: "                       \
    "leave legs=1 out, or say legs=2"

/* Who cannot be played with for ratings, and why. */
static const struct refused_row {
    const char *name, *args, *line, *error, *text;
    bool is_guest;
} refused_rows[] = {
    {"the host does not want it", LEVELS, PLAY, "'error':'not_wanted'",
     "House-5 plays no rated games here: leave rated=yes out", false},
    {"a bot without a level", RATED,
     "{'cmd':'challenge','name':'House','game':'ur','rated':'yes'}",
     "'error':'not_wanted'", "House plays no rated games here", false},
    {"a guest", RATED, PLAY, "'error':'not_registered'", "registered", true},
    {"without clocks", RATED,
     "{'cmd':'play','game':'ur','rated':'yes','time':'none','level':'5'}",
     "'error':'bad_argument'", "rated games have clocks", false},
    {"one leg of tablut", RATED,
     "{'cmd':'play','game':'tablut:legs=1','rated':'yes','level':'5'}",
     "'error':'not_wanted'", BOTH_SIDES("tablut"), false},
    {"one leg of alea-evangelii", RATED,
     "{'cmd':'challenge','name':'House-5','game':'alea-evangelii:legs=1','rated':'yes'}",
     "'error':'not_wanted'", BOTH_SIDES("alea-evangelii"), false},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    open_rated(row->args);
    enter(4, "Bob", NULL);
    const char *told = ask(row->is_guest ? 4 : 3, row->line);
    assert_has(told, row->error);
    assert_has(told, row->text);
}

/* Two legs may be said, and other games have one as ever. */
TEST(test_legs_that_fit) {
    static const char *const lines[] = {
        "{'cmd':'play','game':'tablut:legs=2','rated':'yes','level':'5'}",
        "{'cmd':'play','game':'alea-evangelii','rated':'yes','level':'5'}",
        "{'cmd':'play','game':'ur:legs=1','rated':'yes','level':'5'}",
    };
    open_rated(RATED);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_has(ask(3, lines[i]), "'bot':'House-5'");
    }
}

/* A rated game that anybody may accept is for people. */
TEST(test_seeks_are_for_people) {
    open_rated(RATED);
    assert_has(ask(3, "{'cmd':'play','game':'ur','rated':'yes'}"), "'bot':null");
}

/* The disk fails when the account is to be made: the bot plays, but not for ratings, and
 * the next start makes the account. */
TEST(test_no_account_at_first) {
    open_rated(LEVELS);
    fixture->config.hub.rated_levels = true;
    fixture->config.hub.log.level = LOG_LEVEL_COUNT; /* what it says of the disk */
    kill_fixture();
    open_fixture_store();
    break_disk();
    start_hub();
    repair_disk();
    pass(2000);
    bring_level();
    assert_has(ask_anew(3, LOGIN), "'reply':'login'");
    assert_has(ask(3, PLAY), "'error':'not_wanted'");
    restart_with(true);
    assert_has(ask(3, PLAY), "'bot':'House-5'");
}

BEFORE_TESTS {
    use_bad_disk();
}
