/* Players in several rooms: which one a command means that names none. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

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
static const struct row {
    const char *name, *said, *answer;
    bool is_second;
} rows[] = {
    {"ready: where an opponent waits", "{'cmd':'ready'}", "{'reply':'ready'", true},
    {"say: not where the game is over", "{'cmd':'say','text':'hi'}", "{'reply':'say'",
     true},
    {"board: the same", "{'cmd':'board'}", "{'reply':'board'", true},
    {"rematch: where the game is over", "{'cmd':'rematch'}", "{'reply':'rematch'", false},
    {"leave: what is over", "{'cmd':'leave'}", "{'reply':'leave'", false},
    {"move: in no room, so the newest", "{'cmd':'move','move':'in-2'}",
     "{'error':'not_playing'", true},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
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

/* leave ROOM, with or without sure; the warning says what to type. */
TEST(test_leave_names_a_room) {
    char first[8], second[8], line[80];
    open_second_game(first, second);
    ask_about(1, "ready", second);
    ask_about(2, "ready", second);
    ask(1, "{'cmd':'mode','mode':'text'}");
    const char *answer = askf(1, "leave %s", second);
    assert_begins(answer, "- Your game against ");
    snprintf(line, sizeof line, "leave %s", second);
    assert_has(answer, line); /* wrapped before it, or behind */
    assert_has(answer, "sure");
    assert_has(askf(1, "leave %s", first), "+ You have left ");
    assert_has(askf(1, "leave sure %s", second), "+ You have left ");
    assert_has(ask(1, "mine"), "You sit in no room");
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
        hear(1);
        const char *told = ask(1, "{'cmd':'play','game':'tablut'}");
        assert_has(told, "{'reply':'play',");
        assert_int_equal(strstr(told, "\"what\":\"gone\"") != NULL, cases[i].leaves);
        assert_has(ask(1, "{'cmd':'mine'}"),
                   cases[i].leaves ? "'mine':[]" : "'stage':'over'");
        close_fixture();
    }
}

BEFORE_TESTS {
    random_state = random_seed();
}
