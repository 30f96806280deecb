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
    open_fixture(IDLE_10S);
    begin(UNTIMED);
    size_t late = who_moves(), other = 3 - late;
    assert_has(ask(1, "{'cmd':'board'}"), "'idle_ms':10000");
    pass(6000);
    const char *told = ask(other, CLAIM);
    assert_has(told, "'error':'not_absent'");
    assert_has(told, "'retry_after_ms':4000");
    assert_has(ask(late, "{'cmd':'move','move':'1'}"), "'idle_ms':10000");
    pass(10000);
    assert_has(ask(1, "{'cmd':'board'}"), "'idle_ms':0");
    assert_has(ask(other, CLAIM), "your opponent is here"); /* it is their own turn */
    assert_has(ask(late, CLAIM), "'reason':'idle'");
}

/* Neither a restart nor reconnects nor offers reset the time. */
TEST(test_nothing_but_a_move_stops_it) {
    open_filed_fixture(IDLE_10S " --limit grace_ms=1000");
    begin(UNTIMED);
    size_t late = who_moves();
    pass(3000);
    ask(late, "{'cmd':'draw'}");
    drop(late);
    pass(3000);
    come_back(3, &ticket[late - 1], -1);
    restart_fixture();
    come_back(3, &ticket[late - 1], -1);
    come_back(4, &ticket[2 - late], -1);
    assert_has(ask(4, CLAIM), "'error':'not_absent'");
    pass(4100);
    assert_has(ask(4, CLAIM), "'reason':'idle'");
    restart_fixture(); /* replays the log */
    assert_has(come_back(5, &ticket[2 - late], -1), "'reason':'idle'");
}

/* A log does not grow with the number of reconnects.  After too many of them the player
 * counts as present, also after a restart. */
TEST(test_reconnects_without_end) {
    open_filed_fixture(IDLE_10S
                       " --limit resume_per_minute=100000 "
                       "--limit connects_per_minute=1000000 "
                       "--limit commands_per_s=100000 --limit commands_burst=100000");
    begin(UNTIMED);
    size_t late = who_moves(), other = 3 - late;
    for (int i = 0; i < ROOM_DROPS_MOST + 200; i++) {
        drop(late);
        end_turn();
        const char *heard = hear(other);
        assert_int_equal(strstr(heard, "away") != NULL, i < ROOM_DROPS_MOST);
        assert_has(come_back(late, &ticket[late - 1], -1), "'reply':'resume'");
    }
    restart_fixture();
    come_back(late, &ticket[late - 1], -1);
    const char *told = come_back(other, &ticket[other - 1], -1);
    long seq =
        strtol(strstr(strstr(told, "\"event\":\"state\""), "\"seq\":") + 6, NULL, 10);
    assert_in_range(seq, 2 * ROOM_DROPS_MOST, 2 * ROOM_DROPS_MOST + 20);
    drop(late);
    end_turn();
    assert_null(strstr(hear(other), "away"));
    pass(130000);
    assert_has(ask(other, CLAIM), "'reason':'idle'");
}

/* Before a game the log begins anew when it is long; nobody notices. */
TEST(test_reconnects_before_a_game) {
    open_filed_fixture(MANY);
    seat(UNTIMED);
    for (int i = 0; i < 1200; i++) {
        drop(2);
        end_turn();
        assert_has(come_back(2, &ticket[1], -1), "'reply':'resume'");
    }
    restart_fixture();
    assert_has(come_back(1, &ticket[0], -1), "'stage':'waiting'");
    assert_has(come_back(2, &ticket[1], -1), "'stage':'waiting'");
    be_ready();
    drop(2);
    assert_has(hear(1), "'what':'away'");
}

/* But nobody is claimed for time in which they could not come back: a restart leaves at
 * least the grace time, until the next decision. */
TEST(test_a_restart_leaves_grace_time) {
    open_filed_fixture(IDLE_10S " --limit grace_ms=60000");
    begin(UNTIMED);
    size_t late = who_moves();
    pass(20000);
    restart_fixture();
    come_back(late, &ticket[late - 1], -1);
    come_back(3 - late, &ticket[2 - late], -1);
    assert_has(ask(late, "{'cmd':'board'}"), "'idle_ms':60000");
    pass(59000);
    assert_has(ask(3 - late, CLAIM), "'retry_after_ms':1000");
    assert_has(ask(late, "{'cmd':'move','move':'1'}"), "'idle_ms':10000");
    pass(10000);
    assert_has(ask(late, CLAIM), "'reason':'idle'");
    restart_fixture(); /* and so it replays */
    assert_has(come_back(late, &ticket[late - 1], -1), "'reason':'idle'");
}

TEST(test_an_adjourned_game_is_nobodys_delay) {
    open_fixture(IDLE_10S);
    begin(UNTIMED);
    size_t other = 3 - who_moves();
    ask(1, "{'cmd':'adjourn'}");
    ask(2, "{'cmd':'adjourn'}");
    pass(100000);
    ask(1, "{'cmd':'resume'}");
    assert_has(ask(2, "{'cmd':'resume'}"), "'idle_ms':10000");
    assert_has(ask(other, CLAIM), "'error':'not_absent'");
}

TEST(test_with_clocks_the_flag_falls) {
    open_fixture(IDLE_10S);
    begin(TABLUT);
    size_t other = 3 - who_moves();
    assert_null(strstr(ask(1, "{'cmd':'board'}"), "idle_ms"));
    pass(20000);
    assert_has(ask(other, CLAIM), "your opponent is here");
}

TEST(test_in_text_mode) {
    open_fixture(IDLE_10S);
    begin(UNTIMED);
    size_t late = who_moves(), other = 3 - late;
    ask(other, "{'cmd':'mode','mode':'text'}");
    assert_has(ask(other, "board"), "does not move for 0:10");
    pass(10000);
    assert_has(ask(other, "board"), "has not moved for too long.");
    assert_has(ask(other, "claim"), "did not move for too long.");
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
    open_ann("", NULL);
    assert_has(ask(1, row->said), row->answer);
    if (strcmp(row->name, "seek") == 0) {
        assert_has(ask(1, "{'cmd':'seeks'}"), "'time':'10+5'");
    }
}

/* --- gags --- */

TEST(test_a_gagged_player_stays_out) {
    char line[96];
    seat_ann("{'cmd':'create','game':'tablut','word':'melon'}");
    ask(1, "{'cmd':'gag','name':'bob'}");
    snprintf(line, sizeof line, "{'cmd':'join','room':'%s','word':'melon'}",
             ticket[0].room);
    assert_has(ask(2, line), "'error':'gagged'");
    assert_has(ask_about(2, "join", ticket[0].room), "'error':'wrong_word'");
    ask(1, "{'cmd':'gag','name':'bob','show':'off'}");
    assert_has(ask(2, line), "'reply':'join'");
}
