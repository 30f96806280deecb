/* The command auto: forced moves are played for those who turn it on. */
#include <sodium.h>

#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

#define AUTO(word) "{'cmd':'auto','switch':'" word "'}"

TEST(test_said_and_asked) {
    enter(1, "Ann", NULL);
    assert_json(ask(1, "{'cmd':'auto'}"), "{'reply':'auto','auto':'off'}\n");
    assert_json(ask(1, AUTO("on")), "{'reply':'auto','auto':'on'}\n");
    assert_has(ask(1, AUTO("perhaps")),
               "'bad_argument','text':'it is: auto, auto on, auto off'");
    assert_has(ask(1, "{'cmd':'auto'}"), "'auto':'on'");
    ask(1, "{'cmd':'mode','mode':'text'}");
    assert_string_equal(ask(1, "auto"),
                        "+ Where you have only one move it is played for you.\r\n");
    assert_string_equal(ask(1, "auto OFF"), "+ You play all your moves yourself.\r\n");
    come(2);
    assert_has(ask(2, "auto on"), "- First say who you are: name YOURNAME");
}

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
    char before[HEARD_BYTES];
    ask(1, "{'cmd':'board'}");
    strcpy(before, strstr(fixture->heard, json("'position'")));
    before[strcspn(before, "b")] = '\0';
    restart_fixture(); /* restored from its log */
    assert_has(come_back(1, &ticket[0], -1), before);
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

/* An account keeps the setting permanently, a guest as long as the server runs. */
TEST(test_kept) {
    open_secure_file("");
    enter(1, "Ann", NULL);
    assert_has(ask(1, REGISTER), "'reply':'register'");
    ask(1, AUTO("on"));
    assert_has(ask_anew(2, LOGIN), "'reply':'login'");
    assert_has(ask(2, "{'cmd':'auto'}"), "'auto':'on'");
    restart_fixture();
    assert_has(ask_anew(3, LOGIN), "'reply':'login'");
    assert_has(ask(3, "{'cmd':'auto'}"), "'auto':'on'");
    assert_has(ask(3, "{'cmd':'profile','max':2}"), "'max':2");
    assert_has(ask(3, "{'cmd':'auto'}"), "'auto':'on'");
}

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
