/* Rated games: how they change ratings, which count, and which events they cause; and
 * those with the levels of the host, which have accounts of their own. */
#include <math.h>

#include "server/hub/hub.h"
#include "server/people/bots.h"
#include "server/rating/rating.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#define DAY_MS  UINT64_C(86400000)
#define RATED   "{'cmd':'create','game':'tablut:legs=1','rated':'yes'}"
#define UNRATED "{'cmd':'create','game':'tablut'}"
#define RESIGN  "{'cmd':'resign'}"
#define MINE    "{'cmd':'rating'}"
#define OF_BOB  "{'cmd':'rating','name':'bOB'}"
#define TOP     "{'cmd':'top','game':'tablut'}"
#define NONE    "'ratings':[]"

/* --- two with accounts --- */

/* Ann (1) and Bob (2), who sit there as white and black. */
static void begin_registered(const char *create) {
    enter_registered(1, "Ann", &ticket[0]);
    enter_registered(2, "Bob", &ticket[1]);
    create_room(1, create, ticket[0].room);
    strcpy(ticket[1].room, ticket[0].room);
    assert_has(ask_about(2, "join", ticket[0].room), "{'reply':'join'");
    be_ready();
}

static void play_again(void) {
    assert_has(ask(1, "{'cmd':'rematch'}"), "'reply':'rematch'");
    be_ready();
}

/* Both make enough decisions for the game to count for both. */
static void decide(void) {
    char line[40];
    for (unsigned i = 1; i <= 2 * rating_terms(&game_tablut)->decisions; i++) {
        snprintf(line, sizeof line, "{'cmd':'move','move':%u}", i);
        if (strstr(ask(1, line), json("'reply'")) == NULL) {
            assert_has(ask(2, line), "'stage':'playing'");
        }
    }
}

/* The number after key. */
static double number_after(const char *text, const char *key) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "'%s':", key);
    const char *at = strstr(text, json(pattern));
    if (at == NULL) {
        fail_msg("no %s in %s", key, text);
        return 0;
    }
    return strtod(at + strlen(pattern), NULL);
}

static void expect_near(double value, double expected) {
    if (!(fabs(value - expected) < 0.0001)) {
        fail_msg("%f is not %f", value, expected);
    }
}

/* --- events --- */

TEST(both_are_told_of_both) {
    open_fixture("");
    char ann[128], bob[128];
    begin_registered(RATED);
    assert_begins(ask(1, MINE), "{'reply':'rating','name':'Ann','ratings':[]}");
    decide();
    hear(1);
    say(1, RESIGN);
    snprintf(ann, sizeof ann,
             "{'event':'rating','room':'%s','game':'tablut','name':'Ann','rating':1337.6",
             ticket[0].room);
    snprintf(bob, sizeof bob,
             "{'event':'rating','room':'%s','game':'tablut','name':'Bob','rating':1662.3",
             ticket[0].room);
    const char *told = hear(2);
    assert_has(told, ann);
    assert_has(told, bob);
    assert_true(strstr(told, json("'what':'over'")) < strstr(told, json(ann)));
    expect_near(number_after(strstr(told, json(ann)), "change"),
                number_after(strstr(told, json(ann)), "rating") - 1500);
    expect_near(number_after(strstr(told, json(bob)), "deviation"), 290.318965);
    assert_has(ask(2, "{'cmd':'whois','name':'ann'}"), "'ratings':'tablut 1338'");
    play_again();
    decide();
    told = ask(1, RESIGN);
    assert_int_equal(count(told, "'event':'rating'"), 2);
    assert_true(strstr(told, json("'reply':'resign'")) <
                strstr(told, json("'event':'rat")));
}

/* --- which games count --- */

/* How a game ends, and which half points each player then has. */
struct ending {
    const char *name;
    const char *create;
    const char *line[2]; /* typed by Ann and by Bob; NULL: nothing */
    int halves;          /* Ann's half points; -1: the game does not count */
    bool is_short;       /* neither player has made a decision */
};

static const struct ending endings[] = {
    {"she gives up", RATED, {RESIGN, NULL}, 0, false},
    {"he gives up", RATED, {NULL, RESIGN}, 2, false},
    {"a draw", RATED, {"{'cmd':'draw'}", "{'cmd':'draw'}"}, 1, false},
    {"aborted", RATED, {"{'cmd':'abort'}", NULL}, -1, true},
    {"she gives up at once", RATED, {RESIGN, NULL}, 0, true},
    {"a draw at once", RATED, {"{'cmd':'draw'}", "{'cmd':'draw'}"}, -1, true},
    {"not rated", UNRATED, {RESIGN, NULL}, -1, false},
};

TEST_ROWS(endings) {
    const struct ending *row = table_row(state);
    open_fixture("");
    struct glicko_sums sums = {0};
    begin_registered(row->create);
    if (!row->is_short) {
        decide();
    }
    for (size_t conn = 1; conn <= 2; conn++) {
        if (row->line[conn - 1] != NULL) {
            assert_has(ask(conn, row->line[conn - 1]), "{'reply'");
        }
    }
    assert_has(ask(1, "{'cmd':'board'}"), "'stage':'over'");
    if (row->halves < 0) {
        assert_has(ask(1, MINE), NONE);
        assert_has(ask(1, OF_BOB), NONE);
    } else {
        glicko_add(&sums, &glicko_start, &glicko_start, row->halves / 2.0);
        struct glicko ann = glicko_close(&glicko_start, &sums);
        const char *told = ask(1, MINE);
        expect_near(number_after(told, "rating"), ann.rating);
        expect_near(number_after(told, "deviation"), ann.deviation);
        assert_int_equal(number_after(told, "games"), 1);
    }
}

TEST(legs_count_one_by_one) {
    open_fixture("");
    begin_registered("{'cmd':'create','game':'tablut:legs=2','rated':'yes'}");
    decide();
    assert_int_equal(count(ask(1, RESIGN), "'event':'rating'"), 2);
    ask(1, "{'cmd':'ready'}");
    ask(2, "{'cmd':'ready'}");
    decide();
    ask(2, RESIGN);
    const char *told = ask(1, MINE);
    assert_has(told, "'game':'tablut'"); /* without options */
    expect_near(number_after(told, "rating"), 1500);
    assert_int_equal(number_after(told, "games"), 2);
}

/* Bob leaves the room, and another player with an account takes his place, and loses. */
static void change_bob(const char *name, const char *room) {
    ask(2, "{'cmd':'leave'}");
    askf(2, "{'cmd':'name','name':'%s'}", name);
    assert_has(ask(2, "{'cmd':'register','password':'12345678'}"), "'reply':'register'");
    assert_has(ask_about(2, "join", room), "{'reply':'join'");
    be_ready();
    decide();
    ask(2, RESIGN);
}

/* Only players with three different opponents are listed: two accounts cannot fill the
 * table. */
TEST(the_strongest) {
    open_fixture("--limit commands_burst=100000");
    begin_registered(RATED);
    for (int game = 0; game < 30; game++) {
        if (game > 0) {
            play_again();
        }
        decide();
        ask(game % 3 == 0 ? 1 : 2, RESIGN);
    }
    assert_has(ask(1, MINE), "'opponents':1,'top_opponents':3}");
    change_bob("Cid", ticket[0].room);
    assert_has(ask(1, TOP), "'top':[]");
    change_bob("Dan", ticket[0].room);
    const char *told = ask(1, TOP);
    assert_has(told, "{'rank':1,'name':'Ann','rating':1");
    assert_int_equal(count(told, "'rank'"), 1);
    assert_int_equal(number_after(told, "games"), 32);
    pass(200 * DAY_MS);
    assert_has(ask(1, TOP), "'top':[]");
}

/* Games without a move win nobody any rating. */
TEST(games_without_a_move_win_nothing) {
    open_fixture("--limit commands_burst=100000");
    begin_registered(RATED);
    for (int game = 0; game < 4; game++) {
        const char *told = ask(1, RESIGN);
        assert_int_equal(count(told, "'event':'rating'"), 1);
        assert_has(told, "'name':'Ann'");
        assert_has(told,
                   "the rating of Bob stays as it was: a win counts only after each "
                   "player has chosen 6 moves");
        play_again();
    }
    assert_has(ask(1, OF_BOB), NONE);
    assert_has(ask(1, MINE), "'opponents':0,");
}

/* A player who does not move, and so keeps the other from deciding, still loses; ratings
 * can be computed again from the records. */
TEST(who_does_not_move_has_lost) {
    open_filed_fixture("");
    struct rating kept, computed;
    char fault[FAULT_BYTES] = "";
    begin_registered(
        "{'cmd':'create','game':'tablut:legs=1','rated':'yes','time':'1+0'}");
    int64_t account = (int64_t)who_moves();
    pass(2 * 60 * 1000);
    hear(1);
    assert_true(number_after(ask(1, account == 1 ? MINE : OF_BOB), "rating") < 1400);
    assert_has(ask(1, account == 1 ? OF_BOB : MINE), NONE);
    assert_int_equal(store_find_rating(fixture->store, account, "tablut", &kept), FOUND);
    assert_true(
        store_recompute_rating(fixture->store, account, "tablut", &computed, fault));
    assert_true(rating_is_same(&kept, &computed));
}

/* --- the levels of the host --- */

#define LEVELS       "--bot House --bot House-5"
#define RATED_LEVELS LEVELS " --rated-levels"
#define PLAY         "{'cmd':'play','game':'tablut','side':'black','rated':'yes','level':'5'}"

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

#define OF_LEVEL "{'cmd':'rating','name':'House-5'}"

/* It has one account, whatever the host does, which no password opens; and when the host
 * gives the name up nobody can take it, not even with an operator's help. */
TEST(the_account_of_a_level) {
    open_rated(RATED_LEVELS " --operator-local");
    restart_with(true);
    assert_int_equal(store_n_accounts(fixture->store), 2); /* Ann's, and House-5's */
    assert_has(ask(2, REGISTER), "'error':'already_registered'");
    static const char *const own[] = {
        "{'cmd':'password','old':'" PASSWORD "','new':'four red crows'}",
        "{'cmd':'password','old':'!','new':'four red crows'}",
        "{'cmd':'forget-me','password':'" PASSWORD "'}",
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        assert_has(ask(2, own[i]), "a bot of the host has no password");
    }
    for (int is_gone = 0; is_gone <= 1; is_gone++) {
        const char *told =
            ask_anew(4, "{'cmd':'login','name':'house-5','password':'" PASSWORD "'}");
        assert_has(told, "'error':'wrong_password'");
        come_as_operator();
        told = ask(9, "{'cmd':'reset-password','name':'House-5'}");
        assert_has(told, "House-5 is a bot of the host, and has no password");
        fixture->config.hub.n_bots = 1;
        restart_fixture();
    }
    assert_has(ask_anew(4, "{'cmd':'name','name':'House-5'}"),
               "'error':'name_registered'");
}

#define BOTH_SIDES(game)                                                                 \
    "House-5 plays rated games of " game " only with both sides: "                       \
    "leave legs=1 out, or say legs=2"

/* Who can be played with for ratings, and why not. */
static const struct level_row {
    const char *name, *args, *line, *answer, *text;
    bool is_guest;
} level_rows[] = {
    {"the host does not want it", LEVELS, PLAY, "'error':'not_wanted'",
     "House-5 plays no rated games here: leave rated=yes out", false},
    {"a bot without a level", RATED_LEVELS,
     "{'cmd':'challenge','name':'House','game':'ur','rated':'yes'}",
     "'error':'not_wanted'", "House plays no rated games here", false},
    {"a guest", RATED_LEVELS, PLAY, "'error':'not_registered'", "registered", true},
    {"without clocks", RATED_LEVELS,
     "{'cmd':'play','game':'ur','rated':'yes','time':'none','level':'5'}",
     "'error':'bad_argument'", "rated games have clocks", false},
    {"two legs of tablut", RATED_LEVELS,
     "{'cmd':'play','game':'tablut:legs=2','rated':'yes','level':'5'}", "'bot':'House-5'",
     "{", false},
    {"one leg of ur", RATED_LEVELS,
     "{'cmd':'play','game':'ur:legs=1','rated':'yes','level':'5'}", "'bot':'House-5'",
     "{", false},
    {"a seek is for people", RATED_LEVELS, "{'cmd':'play','game':'ur','rated':'yes'}",
     "'bot':null", "{", false},
    {"one leg of alea-evangelii", RATED_LEVELS,
     "{'cmd':'challenge','name':'House-5','game':'alea-evangelii:legs=1','rated':'yes'}",
     "'error':'not_wanted'", BOTH_SIDES("alea-evangelii"), false},
};

TEST_ROWS(level_rows) {
    const struct level_row *row = table_row(state);
    open_rated(row->args);
    enter(4, "Bob", NULL);
    const char *told = ask(row->is_guest ? 4 : 3, row->line);
    assert_has(told, row->answer);
    assert_has(told, row->text);
}

BEFORE_TESTS {
    use_bad_disk();
}
