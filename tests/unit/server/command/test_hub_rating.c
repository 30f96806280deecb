/* Rated games: how they change ratings, and which events they cause. */
#include <math.h>

#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#include "server/rating/rating.h"

#define DAY_MS  86400000
#define RATED   "{'cmd':'create','game':'tablut:legs=1','rated':'yes'}"
#define UNRATED "{'cmd':'create','game':'tablut'}"
#define RESIGN  "{'cmd':'resign'}"

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

/* Checks that an answer has these numbers for the n-th game of a player. */
static void expect_rating(const char *told, const struct glicko *expected, int n) {
    expect_near(number_after(told, "rating"), expected->rating);
    expect_near(number_after(told, "deviation"), expected->deviation);
    expect_near(number_after(told, "volatility"), expected->volatility);
    assert_int_equal(number_after(told, "games"), n);
}

#define MINE   "{'cmd':'rating'}"
#define OF_BOB "{'cmd':'rating','name':'bOB'}"
#define NONE   "'ratings':[]"

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
        expect_rating(ask(1, MINE), &ann, 1);
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

/* --- days --- */

/* Within a day, both count with their ratings at its start; the next day continues from
 * there. */
TEST(days) {
    open_fixture("");
    struct rating pair[SIDE_COUNT] = {rating_new(0), rating_new(0)};
    struct rating other[SIDE_COUNT]; /* the sides are exchanged in every other game */
    begin_registered(RATED);
    for (int game = 0; game < 6; game++) {
        int64_t day = game / 2 * 3;
        if (game > 0) {
            play_again();
        }
        decide();
        ask(game == 3 ? 1 : 2, RESIGN);
        other[SIDE_WHITE] = pair[SIDE_BLACK];
        other[SIDE_BLACK] = pair[SIDE_WHITE];
        rating_play(other, day, game == 3 ? 2 : 0);
        pair[SIDE_WHITE] = other[SIDE_BLACK];
        pair[SIDE_BLACK] = other[SIDE_WHITE];
        struct glicko ann = rating_now(&pair[0], day), bob = rating_now(&pair[1], day);
        expect_rating(ask(1, MINE), &ann, game + 1);
        expect_rating(ask(1, OF_BOB), &bob, game + 1);
        if (game % 2 == 1) {
            pass(3 * (uint64_t)DAY_MS);
        }
    }
    pass(100 * (uint64_t)DAY_MS);
    struct glicko ann = rating_now(&pair[0], 109);
    expect_rating(ask(1, MINE), &ann, 6);
}

#define TOP "{'cmd':'top','game':'tablut'}"

/* Ann plays a rated game in a new room, against Bob or another player called Bob here;
 * she loses one of three. */
static void play_rated(int game) {
    decide();
    ask(game % 3 == 0 ? 1 : 2, RESIGN);
}

/* Bob leaves the room, and another player with an account takes his place. */
static void change_bob(const char *name, const char *room) {
    ask(2, "{'cmd':'leave'}");
    askf(2, "{'cmd':'name','name':'%s'}", name);
    assert_has(ask(2, "{'cmd':'register','password':'12345678'}"), "'reply':'register'");
    assert_has(ask_about(2, "join", room), "{'reply':'join'");
    be_ready();
}

/* Only players with three different opponents are listed: two accounts cannot fill the
 * table. */
TEST(the_strongest) {
    static const char *const names[] = {"Cid", "Dan"};
    open_fixture("--limit commands_burst=100000");
    begin_registered(RATED);
    for (int game = 0; game < 30; game++) {
        if (game > 0) {
            play_again();
        }
        play_rated(game);
    }
    assert_has(ask(1, TOP), "'top':[]");
    assert_has(ask(1, MINE), "'opponents':1,'top_opponents':3}");
    for (int i = 0; i < 2; i++) {
        assert_has(ask(1, TOP), "'top':[]");
        change_bob(names[i], ticket[0].room);
        play_rated(i);
    }
    assert_has(ask(1, MINE), "'opponents':3,'top_opponents':3}");
    const char *told = ask(1, TOP);
    assert_has(told, "{'rank':1,'name':'Ann','rating':1");
    assert_int_equal(count(told, "'rank'"), 1);
    assert_int_equal(number_after(told, "games"), 32);
    assert_has(ask(1, "{'cmd':'top','game':'ur'}"), "'top':[]");
    pass(200 * (uint64_t)DAY_MS);
    assert_has(ask(1, TOP), "'top':[]");
}

/* --- games with too few decisions --- */

/* Thirty games without a move win nobody any rating. */
TEST(games_without_a_move_win_nothing) {
    open_fixture("--limit commands_burst=100000");
    begin_registered(RATED);
    for (int game = 0; game < 30; game++) {
        const char *told = ask(1, RESIGN);
        assert_int_equal(count(told, "'event':'rating'"), 1);
        assert_has(told, "'name':'Ann'");
        assert_has(told,
                   "the rating of Bob stays as it was: a win counts only after each "
                   "player has chosen 6 moves");
        play_again();
    }
    assert_has(ask(1, OF_BOB), NONE);
    assert_true(number_after(ask(1, MINE), "rating") < 1400);
    assert_has(ask(1, MINE), "'opponents':0,");
    assert_has(ask(1, TOP), "'top':[]");
}

/* A player who does not move, and so keeps the other from deciding, still loses; ratings
 * can be computed again from the records. */
TEST(who_does_not_move_has_lost) {
    open_filed_fixture("");
    struct rating kept, computed;
    char fault[FAULT_BYTES] = "";
    begin_registered(
        "{'cmd':'create','game':'tablut:legs=1','rated':'yes','time':'1+0'}");
    pass(2 * 60 * 1000);
    assert_string_not_equal(hear(1), "");
    assert_has(ask(1, "{'cmd':'games'}"), "'reason':'flag'");
    double bob = 0;
    const char *told = ask(2, OF_BOB);
    bool bob_lost = strstr(told, json(NONE)) == NULL;
    told = bob_lost ? told : ask(1, MINE);
    bob = number_after(told, "rating");
    assert_true(bob < 1400);
    assert_has(ask(1, bob_lost ? MINE : OF_BOB), NONE);
    int64_t account = bob_lost ? 2 : 1;
    assert_int_equal(store_find_rating(fixture->store, account, "tablut", &kept), FOUND);
    assert_true(
        store_recompute_rating(fixture->store, account, "tablut", &computed, fault));
    assert_true(rating_is_same(&kept, &computed));
}

/* --- the store --- */

/* If the end of a game cannot be stored, ratings do not change and no event is sent;
 * later they do. */
TEST(a_disk_that_fails) {
    open_filed_fixture("");
    begin_registered(RATED);
    decide();
    hear(1);
    break_disk();
    say(1, RESIGN);
    const char *told = hear(2);
    assert_null(strstr(told, json("'event':'rating'")));
    repair_disk();
    pass(5000); /* the room is restored */
    assert_has(ask(1, MINE), NONE);
    assert_int_equal(count(ask(1, RESIGN), "'event':'rating'"), 2);
    assert_int_equal(number_after(ask(1, MINE), "games"), 1);
}

/* --- invalid requests --- */

static const struct refused_row {
    const char *name, *line, *error;
} refused_rows[] = {
    {"of a guest's own", "rating", "- Guests have no rating"},
    {"of a guest", "rating Eve", "- Nobody has registered Eve"},
    {"no name", "rating 4711", "- A name is a Latin letter, then 1 to 15"},
    {"of two", "rating Eve Bob", "- Too many words"},
    {"top of nothing", "top", "- Something is missing"},
    {"top of no game", "top chess", "- Unknown game; known games: "},
    {"top with options", "top tablut:legs=2", "- No such game"},
};

TEST_ROWS(refused_rows) {
    const struct refused_row *row = table_row(state);
    assert_true(come(1));
    if (strcmp(row->line, "rating") == 0) {
        assert_has(ask(1, row->line), "- First say who you are: name YOURNAME");
    }
    ask(1, "name Eve");
    assert_has(ask(1, row->line), row->error);
}

BEFORE_TESTS {
    use_bad_disk();
}
