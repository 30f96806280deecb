/* Rooms: which one a command means, who may leave it, who loses the seat, what is told to
 * those who come back, moves that are played by themselves, and which settings stay. */
#include <sodium.h>

#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

#define READY_10S  "--limit ready_ms=10000"
#define READY      "{'cmd':'ready'}"
#define UNSEAT     "{'cmd':'unseat'}"
#define MINE       "{'cmd':'mine'}"
#define NOWHERE    "'mine':[]"
#define BOARD      "{'cmd':'board'}"
#define RESIGN     "{'cmd':'resign','sure':'sure'}"
#define AUTO(word) "{'cmd':'auto','switch':'" word "'}"
#define SEALED     "sha256:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"

/* --- which room is meant --- */

/* Ann (1) and Bob (2) have played a game in the first room, and sit in a second one. */
static void open_second_game(char first[static 8], char second[static 8]) {
    begin(ROYAL_UR);
    snprintf(first, 8, "%s", ticket[0].room);
    ask(2, "{'cmd':'resign','sure':'sure'}");
    create_room(1, ROYAL_UR, second);
    ask_about(2, "join", second);
    hear(1);
}

/* What Ann sends, how the answer begins, and which of the rooms it names. */
static const struct which_row {
    const char *name, *said, *answer;
    bool is_second;
} which_rows[] = {
    {"ready: where an opponent waits", "{'cmd':'ready'}", "{'reply':'ready'", true},
    {"say: not where the game is over", "{'cmd':'say','text':'hi'}", "{'reply':'say'",
     true},
    {"board: the same", "{'cmd':'board'}", "{'reply':'board'", true},
    {"rematch: where the game is over", "{'cmd':'rematch'}", "{'reply':'rematch'", false},
    {"leave: what is over", "{'cmd':'leave'}", "{'reply':'leave'", false},
    {"move: in no room, so the newest", "{'cmd':'move','move':'in-2'}",
     "{'error':'not_playing'", true},
};

TEST_ROWS(which_rows) {
    const struct which_row *row = table_row(state);
    char first[8], second[8], room[8];
    open_second_game(first, second);
    const char *answer = ask(1, row->said);
    assert_begins(answer, row->answer);
    take(answer, "room", room, sizeof room);
    assert_string_equal(room, row->is_second ? second : first);
}

/* Of two games that are over, the newest; of two that go on, none. */
TEST(test_equal_rooms) {
    char first[8], second[8], room[8];
    open_second_game(first, second);
    be_ready();
    ask_about(2, "resign", second);
    hear(1);
    take(ask(1, "{'cmd':'board'}"), "room", room, sizeof room);
    assert_string_equal(room, second);
    ask_about(1, "rematch", first);
    ask_about(1, "rematch", second);
    char expected[100];
    snprintf(expected, sizeof expected,
             "'which_room','text':'you are in %s and %s: say which, as in @%s say'",
             first, second, first);
    assert_has(ask(1, "{'cmd':'say','text':'hi'}"), expected);
}

/* play leaves a finished game with a bot, or with nobody, but not one with a person. */
TEST(test_play_leaves_finished_games) {
    static const struct {
        const char *bobs;
        bool leaves;
    } cases[] = {
        {"{'cmd':'profile','bot':'yes'}", true},
        {"{'cmd':'leave'}", true},
        {"{'cmd':'ping'}", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(ROYAL_UR);
        ask(2, "{'cmd':'resign','sure':'sure'}");
        ask(2, cases[i].bobs);
        const char *told = ask(1, "{'cmd':'play','game':'tablut'}");
        assert_has(told, "{'reply':'play',");
        assert_int_equal(strstr(told, "\"what\":\"gone\"") != NULL, cases[i].leaves);
        assert_has(ask(1, "{'cmd':'mine'}"),
                   cases[i].leaves ? "'mine':[]" : "'stage':'over'");
        close_fixture();
    }
}

/* --- leaving in the midst --- */

/* Plays n moves, whichever side is to move. */
static void moves(int n) {
    for (int i = 0; i < n; i++) {
        assert_has(ask(who_moves(), "{'cmd':'move','move':'1'}"), "'reply':'move'");
    }
}

/* What is done in a running game, what Ann then types, what she gets, and, if she may do
 * it, what Bob sees then. */
static const struct leave_row {
    const char *name;
    int n_moves;
    const char *before; /* typed by both; NULL: nothing */
    const char *said, *sure, *answer, *board;
} leave_rows[] = {
    {"running", 2, NULL, "leave", "",
     "is running: to resign and go, type leave sure; to come back later, just hang up",
     NULL},
    {"just begun", 1, NULL, "leave", "",
     "has just begun: to call it off and go, type leave sure", NULL},
    {"adjourned", 2, "{'cmd':'adjourn'}", "leave", "sure",
     "is adjourned, your seat is kept: quit when you like; to give it up, type resign "
     "sure",
     NULL},
    {"adjourned soon", 1, "{'cmd':'adjourn'}", "leave", "",
     "quit when you like; to give it up, type abort", NULL},
    {"sure: running", 2, NULL, "leave", "sure", "{'reply':'leave'",
     "{'outcome':'black','reason':'resign'}"},
    {"sure: just begun", 1, NULL, "leave", "sure", "{'reply':'leave'",
     "{'outcome':'none','reason':'aborted'}"},
    {"sure: over", 2, "{'cmd':'draw'}", "leave", "sure", "{'reply':'leave'",
     "'white':null"},
    {"quit", 2, NULL, "quit", "",
     "is running: to resign and go, type quit sure; to come back later, just hang up",
     NULL},
    {"quit sure", 2, NULL, "quit", "sure", "{'reply':'quit'}",
     "{'outcome':'black','reason':'resign'}"},
    {"quit sure: just begun", 1, NULL, "quit", "sure", "{'reply':'quit'}",
     "{'outcome':'none','reason':'aborted'}"},
    {"quit sure: an adjourned game is kept", 2, "{'cmd':'adjourn'}", "quit", "sure",
     "{'reply':'quit'}", "'stage':'adjourned'"},
};

TEST_ROWS(leave_rows) {
    const struct leave_row *row = table_row(state);
    begin(TABLUT);
    moves(row->n_moves);
    for (size_t conn = 1; conn <= 2 && row->before != NULL; conn++) {
        ask(conn, row->before);
    }
    const char *told = askf(1, "{'cmd':'%s','sure':%s}", row->said,
                            row->sure[0] != '\0' ? "'sure'" : "null");
    assert_has(told, row->answer);
    assert_int_equal(strstr(told, "\"error\"") != NULL, row->board == NULL);
    assert_has(ask(2, BOARD), row->board != NULL ? row->board : "'result':null");
}

/* Programs open their seals in a moment: then there is a game that would be given up. */
TEST(test_seals_are_being_opened) {
    seat(ROYAL_UR);
    say(1, "{'cmd':'ready','nonce':'" SEALED "'}");
    assert_has(ask(2, READY), "'stage':'opening'");
    const char *told = ask(2, "{'cmd':'leave','sure':'sure'}");
    assert_has(told, "'error':'in_game'");
    assert_has(told, "'retry_after_ms':10000");
    assert_has(ask(2, "{'cmd':'quit','sure':'sure'}"), "'error':'in_game'");
}

/* Between the legs no game is running, but the match would be over.  Afterwards the
 * player who stays waits for the first leg of another one. */
TEST(test_quit_between_legs) {
    begin("{'cmd':'create','game':'tablut:legs=2'}");
    moves(2);
    ask(2, "{'cmd':'resign'}");
    assert_has(ask(2, "{'cmd':'quit'}"), "to end it here and go, type ");
    assert_has(ask(1, BOARD), "'leg':2");
    assert_has(ask(2, "{'cmd':'quit','sure':'sure'}"), "{'reply':'quit'");
    assert_has(ask(1, BOARD), "'leg':1");
    /* Alone, there is no match to be ended. */
    assert_has(ask(1, "{'cmd':'leave'}"), "{'reply':'leave'");
}

/* All games are given up, or none: a player who cannot quit yet has lost nothing. */
TEST(test_quit_of_several_rooms) {
    begin(TABLUT);
    moves(2);
    char room[8];
    create_room(1, TABLUT, room);
    ask_about(2, "join", room);
    ask_about(1, "ready", room);
    askf(2, "{'cmd':'ready','room':'%s','nonce':'" SEALED "'}", room);
    assert_has(ask(1, "{'cmd':'quit','sure':'sure'}"), "is about to begin");
    assert_int_equal(count(ask(1, MINE), "'stage':'playing'"), 1);
    askf(2, "{'cmd':'open','room':'%s','nonce':'alice'}", room);
    hear(2);
    say(1, "{'cmd':'quit','sure':'sure'}");
    const char *told = hear(2);
    assert_has(told, "{'outcome':'black','reason':'resign'}");
    assert_has(told, "{'outcome':'none','reason':'aborted'}");
}

/* --- seats must be used --- */

/* Even the player who opened the room loses the seat, for example when they are away. */
TEST(test_the_ready_one_stays) {
    open_fixture(READY_10S);
    seat(ROYAL_UR);
    ask(2, READY);
    pass(10100);
    assert_has(hear(1), "{'what':'late','side':'white'}");
    assert_has(ask(1, MINE), NOWHERE);
    assert_has(ask(2, MINE), "'stage':'waiting','side':'black'");
}

/* Events sent again are the same, and a restart gives the whole time again. */
TEST(test_ready_over_a_restart) {
    open_filed_fixture(READY_10S);
    begin(ROYAL_UR);
    ask(1, "{'cmd':'resign'}");
    ask(1, "{'cmd':'rematch'}");
    pass(4000);
    drop(2);
    pass(1000);
    hear(1);
    ask(1, READY);
    const char *told = come_back(3, &ticket[1], 6); /* session 7 has left */
    assert_has(told, "'ready_ms':6000");
    assert_has(told, "'ready_ms':5000");
    restart_fixture();
    come_back(1, &ticket[0], -1);
    come_back(2, &ticket[1], -1);
    assert_has(ask(2, "{'cmd':'board'}"), "'ready_ms':10000");
    pass(10100);
    assert_has(ask(2, MINE), NOWHERE);
}

/* Ann (1), and Bob (2) from another address, which may be late twice an hour. */
static void open_late(void) {
    open_fixture(READY_10S " --limit late_per_hour=2");
    enter(1, "Ann", &ticket[0]);
    assert_true(come_from(2, "198.51.100.7"));
    ask(2, "{'cmd':'name','name':'Bob'}");
}

/* One address cannot take the seats of a lobby again and again, whether it waits, leaves
 * just in time, or hangs up; others of that address are not kept out for long. */
TEST(test_late_too_often) {
    open_late();
    create_room(1, ROYAL_UR, ticket[0].room);
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    pass(9900);
    ask(2, "{'cmd':'leave'}");
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    drop(2);
    pass(10100);
    assert_true(come_from(2, "198.51.100.7"));
    ask(2, "{'cmd':'name','name':'Bob'}");
    assert_has(ask_about(2, "join", ticket[0].room), "'error':'too_fast'");
    assert_null(strstr(ask(2, "{'cmd':'play','game':'royal-ur'}"), json("'room'")));
    enter(3, "Cid", &ticket[1]);
    assert_has(ask_about(3, "join", ticket[0].room), "'reply':'join'");
    ask(3, "{'cmd':'leave'}");
    pass(3600000);
    for (int i = 0; i < 6; i++) {
        create_room(1, ROYAL_UR, ticket[0].room);
        assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    }
    pass(10100);
    assert_has(ask_about(2, "join", ticket[0].room), "'error':'too_fast'");
    pass(5400000); /* from four lost seats down to one */
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
}

/* A command arrives when a seat is lost, before the server looks at deadlines. */
TEST(test_a_command_at_the_last_moment) {
    open_fixture(READY_10S);
    seat(ROYAL_UR);
    pass(5000);
    create_room(1, ROYAL_UR, ticket[2].room);
    ask_about(2, "join", ticket[2].room);
    advance(5100);
    assert_has(ask(2, BOARD), "{'reply':'board'"); /* of the only room left */
    advance(5100);
    assert_has(ask(2, "{'cmd':'leave'}"), "'error':'not_in_room'");
}

/* The player who opened the room, and players who have played, can leave freely. */
TEST(test_leaving_is_free) {
    open_fixture(READY_10S " --limit late_per_hour=1");
    begin(ROYAL_UR);
    ask(1, "{'cmd':'resign'}");
    ask(1, "{'cmd':'rematch'}");
    ask(2, "{'cmd':'leave'}");
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
    ask(1, "{'cmd':'leave'}");
    assert_has(ask_about(1, "join", ticket[0].room), "'reply':'join'");
}

/* The opener sends away who is not ready, but not, being behind, in the midst of a
 * match. */
TEST(test_unseat) {
    begin("{'cmd':'create','game':'tablut:legs=2'}");
    ask(1, "{'cmd':'resign'}");
    assert_has(ask(1, BOARD), "'leg':2");
    assert_has(ask(1, UNSEAT), "'error':'cannot_unseat'");
    be_ready();
    ask(2, "{'cmd':'resign'}");
    assert_has(ask(2, "{'cmd':'rematch'}"), "'reply':'rematch'");
    hear(2);
    say(1, UNSEAT); /* before the next match */
    assert_has(hear(2), "'what':'unseated'");
    assert_has(ask(2, MINE), NOWHERE);
    assert_has(ask_about(2, "join", ticket[0].room), "'reply':'join'");
}

/* --- coming back --- */

TEST(test_not_from_a_room) {
    seat(ROYAL_UR);
    assert_has(askf(1, "{'cmd':'resume','token':'%s'}", ticket[1].token),
               "'error':'name_fixed'");
}

static const struct snapshot_row {
    const char *name;
    const char *args;
    int last;
    bool is_snapshot;
} snapshot_rows[] = {
    {"no room is named", "", -1, true},
    {"nothing was seen", "", 0, false},
    {"all was seen", "", 5, false},
    {"more was seen than there is", "", 99, true},
    {"too far back", "--limit replay_events=3", 1, true},
    {"just not too far back", "--limit replay_events=4", 1, false},
    {"never", "--limit replay_events=0", 4, true},
};

TEST_ROWS(snapshot_rows) {
    const struct snapshot_row *row = table_row(state);
    open_fixture(row->args);
    begin(ROYAL_UR); /* events 1 to 4, then 5: away */
    drop(1);
    const char *told = come_back(3, &ticket[0], row->last);
    assert_int_equal(count(told, "'snapshot':true"), row->is_snapshot);
    size_t n_missed = row->is_snapshot ? 1 : (size_t)(5 - row->last);
    assert_int_equal(count(told, "'event':'state'"), n_missed + 1);
    assert_has(told, "'what':'back'");
}

/* A player who left the room in between gets no events of that time, but the current
 * state. */
TEST(test_who_left_and_sat_down_again) {
    seat(ROYAL_UR); /* events 1 and 2 */
    assert_has(ask(2, "{'cmd':'leave'}"), "'reply':'leave'");
    assert_has(ask_about(2, "join", ticket[1].room), "'seq':4");
    drop(2);
    const char *told = come_back(3, &ticket[1], 2);
    assert_int_equal(count(told, "'snapshot':true"), 1);
    assert_has(told, "'what':'back'");
    assert_int_equal(count(told, "'event':'state'"), 2);
}

/* --- moves that are played by themselves --- */

/* In royal-ur, the first throw that is not 0 leaves one legal move. */
TEST(test_from_the_first_throw) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    ask(1, AUTO("on"));
    ask(2, AUTO("on"));
    ask(1, "{'cmd':'ready'}");
    const char *told = ask(2, "{'cmd':'ready'}");
    assert_int_equal(count(told, "'event':'state'"), 1);
    assert_has(told, "'what':'begins'");
    assert_has(told, "'what':'move'");
}

/* `auto on` also plays the forced move of the current turn, but none for the opponent. */
TEST(test_the_move_that_waits) {
    begin(ROYAL_UR);
    size_t mover = who_moves();
    assert_int_equal(count(ask(3 - mover, AUTO("on")), "'what':'move'"), 0);
    ask(3 - mover, AUTO("off"));
    const char *told = ask(mover, AUTO("on"));
    assert_begins(told, "{'reply':'auto','auto':'on'}\n");
    assert_has(told, "'what':'move'");
    assert_has(ask(3 - mover, "{'cmd':'auto'}"), "'auto':'off'");
}

/* An account keeps the switch and the profile, a guest as long as the server runs. */
TEST(test_settings_are_kept) {
    static const char set[] =
        "{'cmd':'profile','games':'morris+tablut','rated':'no','bots':'no','max':3,"
        "'time':'clock','bot':'yes'}";
    open_secure_file("");
    enter_registered(1, "Ann", NULL);
    ask(1, AUTO("on"));
    char kept[256];
    snprintf(kept, sizeof kept, "%s", ask(1, set));
    assert_has(kept, "'rated':'no','bots':'no','max':3,'time':'clock','bot':'yes'}\n");
    enter(2, "Bob", NULL);
    ask(2, set);
    restart_fixture();
    assert_has(ask_anew(3, LOGIN), "'reply':'login'");
    assert_has(ask(3, "{'cmd':'auto'}"), "'auto':'on'");
    assert_json(ask(3, "{'cmd':'profile'}"), kept);
    assert_json(ask(3, "{'cmd':'profile','rated':'no'}"), kept);
    assert_has(ask(3, "{'cmd':'auto'}"), "'auto':'on'");
    enter(2, "Bob", NULL);
    assert_has(ask(2, "{'cmd':'profile'}"), "'games':'all','rated':'any','bots':'yes','"
                                            "max':1,'time':'any','bot':'no'}\n");
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
    random_state = random_seed();
}
