/* Games that could last forever.  Rated games have clocks; in others, the opponent of a
 * player who does not move can claim the game.  A gagged player cannot enter the room. */
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

#define IDLE_10S "--limit idle_ms=10000"
#define MANY                                                                             \
    "--limit resume_per_minute=100000 --limit connects_per_minute=1000000 "              \
    "--limit commands_per_s=100000 --limit commands_burst=100000"
#define CLAIM   "{'cmd':'claim'}"
#define UNTIMED "{'cmd':'create','game':'tablut'}"
#define RATED   "{'cmd':'create','game':'tablut:legs=1','rated':'yes'}"

TEST(test_who_does_not_move_loses) {
    struct fixture *fixture = open_fixture(IDLE_10S);
    struct ticket ticket[2];
    begin(fixture, UNTIMED, ticket);
    size_t late = who_moves(fixture), other = 3 - late;
    assert_has(ask(fixture, 1, "{'cmd':'board'}"), "'idle_ms':10000");
    pass(fixture, 6000);
    const char *told = ask(fixture, other, CLAIM);
    assert_has(told, "'error':'not_absent'");
    assert_has(told, "'retry_after_ms':4000");
    assert_has(ask(fixture, late, "{'cmd':'move','move':'1'}"), "'idle_ms':10000");
    pass(fixture, 10000);
    assert_has(ask(fixture, 1, "{'cmd':'board'}"), "'idle_ms':0");
    assert_has(ask(fixture, other, CLAIM),
               "your opponent is here"); /* it is their own turn */
    assert_has(ask(fixture, late, CLAIM), "'reason':'idle'");
}

/* Neither a restart nor reconnects nor offers reset the time. */
TEST(test_nothing_but_a_move_stops_it) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_fixture(IDLE_10S " --limit grace_ms=1000");
    begin(fixture, UNTIMED, ticket);
    size_t late = who_moves(fixture);
    pass(fixture, 3000);
    ask(fixture, late, "{'cmd':'draw'}");
    drop(fixture, late);
    pass(fixture, 3000);
    come_back(fixture, 3, &ticket[late - 1], -1);
    restart_fixture(fixture);
    come_back(fixture, 3, &ticket[late - 1], -1);
    come_back(fixture, 4, &ticket[2 - late], -1);
    assert_has(ask(fixture, 4, CLAIM), "'error':'not_absent'");
    pass(fixture, 4100);
    assert_has(ask(fixture, 4, CLAIM), "'reason':'idle'");
    restart_fixture(fixture); /* replays the log */
    assert_has(come_back(fixture, 5, &ticket[2 - late], -1), "'reason':'idle'");
}

/* A log does not grow with the number of reconnects.  After too many of them the player
 * counts as present, also after a restart. */
TEST(test_reconnects_without_end) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_fixture(
        IDLE_10S " --limit resume_per_minute=100000 "
                 "--limit connects_per_minute=1000000 "
                 "--limit commands_per_s=100000 --limit commands_burst=100000");
    begin(fixture, UNTIMED, ticket);
    size_t late = who_moves(fixture), other = 3 - late;
    for (int i = 0; i < ROOM_DROPS_MOST + 200; i++) {
        drop(fixture, late);
        end_turn(fixture);
        const char *heard = hear(fixture, other);
        assert_int_equal(strstr(heard, "away") != NULL, i < ROOM_DROPS_MOST);
        assert_has(come_back(fixture, late, &ticket[late - 1], -1), "'reply':'resume'");
    }
    restart_fixture(fixture);
    come_back(fixture, late, &ticket[late - 1], -1);
    const char *told = come_back(fixture, other, &ticket[other - 1], -1);
    long seq =
        strtol(strstr(strstr(told, "\"event\":\"state\""), "\"seq\":") + 6, NULL, 10);
    assert_in_range(seq, 2 * ROOM_DROPS_MOST, 2 * ROOM_DROPS_MOST + 20);
    drop(fixture, late);
    end_turn(fixture);
    assert_null(strstr(hear(fixture, other), "away"));
    pass(fixture, 130000);
    assert_has(ask(fixture, other, CLAIM), "'reason':'idle'");
}

/* Before a game the log begins anew when it is long; nobody notices. */
TEST(test_reconnects_before_a_game) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_fixture(MANY);
    seat(fixture, UNTIMED, ticket);
    for (int i = 0; i < 1200; i++) {
        drop(fixture, 2);
        end_turn(fixture);
        assert_has(come_back(fixture, 2, &ticket[1], -1), "'reply':'resume'");
    }
    restart_fixture(fixture);
    assert_has(come_back(fixture, 1, &ticket[0], -1), "'stage':'waiting'");
    assert_has(come_back(fixture, 2, &ticket[1], -1), "'stage':'waiting'");
    be_ready(fixture);
    drop(fixture, 2);
    assert_has(hear(fixture, 1), "'what':'away'");
}

/* But nobody is claimed for time in which they could not come back: a restart leaves at
 * least the grace time, until the next decision. */
TEST(test_a_restart_leaves_grace_time) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_fixture(IDLE_10S " --limit grace_ms=60000");
    begin(fixture, UNTIMED, ticket);
    size_t late = who_moves(fixture);
    pass(fixture, 20000);
    restart_fixture(fixture);
    come_back(fixture, late, &ticket[late - 1], -1);
    come_back(fixture, 3 - late, &ticket[2 - late], -1);
    assert_has(ask(fixture, late, "{'cmd':'board'}"), "'idle_ms':60000");
    pass(fixture, 59000);
    assert_has(ask(fixture, 3 - late, CLAIM), "'retry_after_ms':1000");
    assert_has(ask(fixture, late, "{'cmd':'move','move':'1'}"), "'idle_ms':10000");
    pass(fixture, 10000);
    assert_has(ask(fixture, late, CLAIM), "'reason':'idle'");
    restart_fixture(fixture); /* and so it replays */
    assert_has(come_back(fixture, late, &ticket[late - 1], -1), "'reason':'idle'");
}

TEST(test_an_adjourned_game_is_nobodys_delay) {
    struct fixture *fixture = open_fixture(IDLE_10S);
    struct ticket ticket[2];
    begin(fixture, UNTIMED, ticket);
    size_t other = 3 - who_moves(fixture);
    ask(fixture, 1, "{'cmd':'adjourn'}");
    ask(fixture, 2, "{'cmd':'adjourn'}");
    pass(fixture, 100000);
    ask(fixture, 1, "{'cmd':'resume'}");
    assert_has(ask(fixture, 2, "{'cmd':'resume'}"), "'idle_ms':10000");
    assert_has(ask(fixture, other, CLAIM), "'error':'not_absent'");
}

TEST(test_with_clocks_the_flag_falls) {
    struct fixture *fixture = open_fixture(IDLE_10S);
    struct ticket ticket[2];
    begin(fixture, TABLUT, ticket);
    size_t other = 3 - who_moves(fixture);
    assert_null(strstr(ask(fixture, 1, "{'cmd':'board'}"), "idle_ms"));
    pass(fixture, 20000);
    assert_has(ask(fixture, other, CLAIM), "your opponent is here");
}

TEST(test_in_text_mode) {
    struct fixture *fixture = open_fixture(IDLE_10S);
    struct ticket ticket[2];
    begin(fixture, UNTIMED, ticket);
    size_t late = who_moves(fixture), other = 3 - late;
    ask(fixture, other, "{'cmd':'mode','mode':'text'}");
    assert_has(ask(fixture, other, "board"), "does not move for 0:10");
    pass(fixture, 10000);
    assert_has(ask(fixture, other, "board"), "has not moved for too long.");
    assert_has(ask(fixture, other, "claim"), "did not move for too long.");
}

/* --- rated games --- */

static const struct rated_row {
    const char *name, *said, *answer;
} rated_rows[] = {
    {"create", RATED, "'clock':{'time':'15+10'"},
    {"create, another time",
     "{'cmd':'create','game':'tablut:legs=1','rated':'yes','time':'3+2'}",
     "'clock':{'time':'3+2'"},
    {"create, without clocks",
     "{'cmd':'create','game':'tablut:legs=1','rated':'yes','time':'none'}",
     "rated games have clocks: say time=15+10"},
    {"not rated, without clocks", "{'cmd':'create','game':'tablut','time':'none'}",
     "'clock':null"},
    {"seek", "{'cmd':'seek','game':'royal-ur','rated':'yes'}", "'offer':1"},
    {"seek, without clocks",
     "{'cmd':'seek','game':'royal-ur','rated':'yes','time':'none'}",
     "'error':'bad_argument'"},
};

TEST_ROWS(rated_rows) {
    const struct rated_row *row = table_row(state);
    struct fixture *fixture = open_ann("", NULL);
    assert_has(ask(fixture, 1, row->said), row->answer);
    if (strcmp(row->name, "seek") == 0) {
        assert_has(ask(fixture, 1, "{'cmd':'seeks'}"), "'time':'10+5'");
    }
}

/* --- gags --- */

TEST(test_a_gagged_player_stays_out) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    char line[96];
    seat_ann(fixture, "{'cmd':'create','game':'tablut','word':'melon'}", ticket);
    ask(fixture, 1, "{'cmd':'gag','name':'bob'}");
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s','word':'melon'}",
             ticket[0].room);
    assert_has(ask(fixture, 2, line), "'error':'gagged'");
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'error':'wrong_word'");
    ask(fixture, 1, "{'cmd':'gag','name':'bob','show':'off'}");
    assert_has(ask(fixture, 2, line), "'reply':'join'");
}
