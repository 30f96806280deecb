/* The command auto: forced moves are played for those who say so. */
#include <sodium.h>

#include "tests/unit/server/account.h"

#define AUTO(word) "{\"cmd\":\"auto\",\"switch\":\"" word "\"}"

static void test_said_and_asked(void **state) {
    (void)state;
    struct house *house = open_house("");
    struct ticket ticket;
    enter(house, 1, "Ann", &ticket);
    assert_string_equal(ask(house, 1, "{\"cmd\":\"auto\"}"),
                        "{\"reply\":\"auto\",\"auto\":\"off\"}\n");
    assert_string_equal(ask(house, 1, AUTO("on")),
                        "{\"reply\":\"auto\",\"auto\":\"on\"}\n");
    assert_has(ask(house, 1, AUTO("perhaps")),
               "\"bad_argument\",\"text\":\"it is: auto, auto on, auto off\"");
    assert_has(ask(house, 1, "{\"cmd\":\"auto\"}"), "\"auto\":\"on\"");
    ask(house, 1, "{\"cmd\":\"mode\",\"mode\":\"text\"}");
    assert_string_equal(ask(house, 1, "auto"),
                        "+ Where you have only one move it is played for you.\r\n");
    assert_string_equal(ask(house, 1, "auto OFF"),
                        "+ You play all your moves yourself.\r\n");
    come(house, 2);
    assert_has(ask(house, 2, "auto on"), "- no_name: ");
    close_house(house);
}

/* In royal-ur the first throw that is not 0 leaves one move. */
static void test_from_the_first_throw(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    ask(house, 1, AUTO("on"));
    ask(house, 2, AUTO("on"));
    ask(house, 1, "{\"cmd\":\"ready\"}");
    const char *told = ask(house, 2, "{\"cmd\":\"ready\"}");
    assert_int_equal(count(told, "\"event\":\"state\""), 1);
    assert_has(told, "\"what\":\"begins\"");
    assert_has(told, "\"what\":\"move\"");
    char before[HEARD_BYTES];
    ask(house, 1, "{\"cmd\":\"board\"}");
    strcpy(before, strstr(house->heard, "\"position\""));
    before[strcspn(before, "b")] = '\0';
    restart_house(house); /* from its log */
    assert_has(come_back(house, 1, &ticket[0], -1), before);
    close_filed_house(house);
}

/* Who says so means the move that waits, too; nothing is played for the other one. */
static void test_the_move_that_waits(void **state) {
    (void)state;
    struct house *house = open_house("");
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    bool is_white =
        strstr(ask(house, 1, "{\"cmd\":\"board\"}"), "\"turn\":\"white\"") != NULL;
    size_t mover = is_white ? 1 : 2;
    assert_int_equal(count(ask(house, 3 - mover, AUTO("on")), "\"what\":\"move\""), 0);
    ask(house, 3 - mover, AUTO("off"));
    const char *told = ask(house, mover, AUTO("on"));
    assert_begins(told, "{\"reply\":\"auto\",\"auto\":\"on\"}\n");
    assert_has(told, "\"what\":\"move\"");
    assert_has(ask(house, 3 - mover, "{\"cmd\":\"auto\"}"), "\"auto\":\"off\"");
    close_house(house);
}

/* That of an account is kept for good, that of a guest as long as the server runs. */
static void test_kept(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket;
    house->tls = true;
    enter(house, 1, "Ann", &ticket);
    assert_has(ask(house, 1, REGISTER), "\"reply\":\"register\"");
    ask(house, 1, AUTO("on"));
    assert_has(ask_anew(house, 2, LOGIN), "\"reply\":\"login\"");
    assert_has(ask(house, 2, "{\"cmd\":\"auto\"}"), "\"auto\":\"on\"");
    restart_house(house);
    assert_has(ask_anew(house, 3, LOGIN), "\"reply\":\"login\"");
    assert_has(ask(house, 3, "{\"cmd\":\"auto\"}"), "\"auto\":\"on\"");
    assert_has(ask(house, 3, "{\"cmd\":\"profile\",\"max\":2}"), "\"max\":2");
    assert_has(ask(house, 3, "{\"cmd\":\"auto\"}"), "\"auto\":\"on\"");
    close_filed_house(house);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_said_and_asked),
        cmocka_unit_test(test_from_the_first_throw),
        cmocka_unit_test(test_the_move_that_waits),
        cmocka_unit_test(test_kept),
    };
    if (sodium_init() < 0) {
        return 1;
    }
    return cmocka_run_group_tests_name("hub, auto", tests, NULL, NULL);
}
