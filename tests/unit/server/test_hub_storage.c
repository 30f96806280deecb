/* What is answered in a turn that cannot be written: one answer for each request, and a
 * true one. */
#include "tests/unit/server/bad_disk.h"

#define SAY   "{\"cmd\":\"say\",\"text\":\"x\",\"id\":\"q\"}"
#define LEAVE "{\"cmd\":\"leave\",\"id\":\"q\"}"

static void test_a_session_that_cannot_be_removed(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    ask(house, 1, LEAVE);
    break_disk();
    drop(house, 1);
    say(house, 2, "{\"cmd\":\"ping\",\"id\":\"p\"}");
    assert_int_equal(count(hear(house, 2), "\"id\":\"p\""), 1);
    repair_disk();
    close_filed_house(house);
}

static void test_a_take_over_in_the_turn_that_fails(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    char line[128];
    begin(house, ROYAL_UR, ticket);
    assert_true(come(house, 3));
    hear(house, 3);
    break_disk();
    say(house, 1, SAY);
    snprintf(line, sizeof line, "{\"cmd\":\"resume\",\"token\":\"%s\"}", ticket[0].token);
    say(house, 3, line);
    const char *told = hear(house, 1);
    assert_has(told, "{\"error\":\"storage\",\"id\":\"q\"");
    assert_int_equal(count(told, "\"id\":\"q\""), 1);
    assert_true(strstr(told, "bye") > strstr(told, "storage"));
    repair_disk();
    close_filed_house(house);
}

static void test_who_hangs_up_in_the_turn_that_fails(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    break_disk();
    say(house, 1, SAY);
    drop(house, 1); /* but he may still read */
    assert_has(hear(house, 1), "{\"error\":\"storage\",\"id\":\"q\"");
    repair_disk();
    close_filed_house(house);
}

static void test_quit(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    break_disk();
    const char *told = ask(house, 1, "{\"cmd\":\"quit\",\"id\":\"q\"}");
    assert_begins(told, "{\"error\":\"storage\",\"id\":\"q\"");
    assert_int_equal(count(told, "\"id\":\"q\""), 1);
    repair_disk();
    close_filed_house(house);
}

int main(void) {
    use_bad_disk();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_session_that_cannot_be_removed),
        cmocka_unit_test(test_a_take_over_in_the_turn_that_fails),
        cmocka_unit_test(test_who_hangs_up_in_the_turn_that_fails),
        cmocka_unit_test(test_quit),
    };
    return cmocka_run_group_tests_name("hub: storage", tests, NULL, NULL);
}
